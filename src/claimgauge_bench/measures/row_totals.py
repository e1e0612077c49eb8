"""One row as numbers: what a cell sums and a bootstrap draws."""

from typing import Final, NamedTuple

from claimgauge.narration import Attempt, Call, EmissionSettings, emitted_claims
from claimgauge.workflow import NarrationRow
from claimgauge_bench.measures.failures import Failures, MechanicalTotals, failures, mechanical_totals
from claimgauge_bench.measures.fluency import FluencyTotals, fluency_totals
from claimgauge_bench.row import BenchRow

NO_CLAIMS: Final = ("schema_failed", "no_reply")


class InstanceKey(NamedTuple):
    """What was narrated, whoever narrated it."""

    domain: str
    seed: int
    profile: str
    goal: str

    def __str__(self) -> str:
        return f"{self.domain}/{self.seed}/{self.profile}/{self.goal}"


class RowTotals(NamedTuple):
    """The numbers of one row. `_before` is before mechanical repair, the same where there was none.

    `shipped` counts verified claims of the narrator; a template that stands in for it ships none of them.
    """

    key: InstanceKey
    narrator: str
    setting: str
    claims: int
    verified: int
    verified_before: int
    shipped: int
    shipped_before: int
    passed: bool
    passed_before: bool
    schema_failed: bool
    no_reply: bool
    template: bool
    kept: int | None
    failures: Failures
    mechanical: MechanicalTotals
    calls: tuple[Call, ...]
    text: FluencyTotals


def row_totals(row: BenchRow, emission: EmissionSettings) -> RowTotals:
    """The numbers of one row; `emission` is that of the plan."""
    told = row.narration
    best = told.attempts[told.kept] if told.kept is not None else None
    verified = sum(each.status == "verified" for each in told.claims)
    shipped = told.emission.claims if told.emission.form == "claims" else ()
    verified_before = best.verified if best is not None else 0
    return RowTotals(
        key=InstanceKey(row.domain, row.seed, row.profile, row.goal),
        narrator=row.narrator,
        setting=row.setting,
        claims=len(told.claims),
        verified=verified,
        verified_before=verified_before,
        shipped=len(shipped),
        shipped_before=_shipped_before(told, best, emission),
        passed=0 < verified == len(told.claims),
        passed_before=0 < verified_before == len(told.claims),
        schema_failed=told.outcome == "schema_failed",
        no_reply=told.outcome == "no_reply",
        template=told.emission.form == "template",
        kept=told.kept,
        failures=failures((each.claim, each.findings) for each in told.claims),
        mechanical=mechanical_totals(told),
        calls=tuple(each.call for each in told.attempts if each.call is not None),
        text=fluency_totals(each.text for each in shipped),
    )


def _shipped_before(told: NarrationRow, best: Attempt | None, emission: EmissionSettings) -> int:
    """How many claims would have shipped without mechanical repair."""
    if best is None:
        return 0
    pairs = list(zip(best.claims, best.verdicts, strict=True))
    shipped = emitted_claims(
        [(claim, ()) for claim, verdict in pairs if not verdict.findings],
        [claim for claim, verdict in pairs if verdict.findings],
        EmissionSettings(policy=told.emission.policy, min_verified=emission.min_verified),
    )
    return len(shipped.claims)
