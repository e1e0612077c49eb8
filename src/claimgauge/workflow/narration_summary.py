"""What a run of narrations came to, over all its rows.

Claim survival is verified over parsed claims of the lists that were kept, and shipped claims per case is the mean
number of claims that ship (VERITYGATE, section 4): a case without a reply or without a claim ships none and counts.
"""

from collections import Counter
from typing import Final, Literal

import msgspec

from claimgauge.contract import Preset
from claimgauge.narration import Attempt
from claimgauge.workflow.narrations import NarrationError, NarrationRow, OutNarration
from claimgauge.workflow.verdicts import NOT_CHECKED

SCHEMA: Final = "claimgauge.narration-summary/1"
NarrationFailOn = Literal["never", "unshipped", "failed"]
_PASSED: Final = ("verified", "repaired")


class NarrationSummary(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Counts of a run. `claims` are those of the lists that were kept, `unread` what was left out of them.

    `repaired` counts the verified claims that were put right without a model, `repairs` the single repairs by rule.
    `shipped` counts claims; `unshipped` the cases of which nothing ships. Tokens are as the endpoints state them.
    """

    schema: Literal["claimgauge.narration-summary/1"] = SCHEMA
    presets: tuple[Preset, ...]
    not_checked: tuple[str, ...]
    rows: int
    narrated: int
    errors: int
    outcomes: dict[str, int]
    claims: int
    verified: int
    repaired: int
    rejected: int
    unread: int
    claim_survival: float | None
    shipped: int
    shipped_per_case: float | None
    templates: int
    unshipped: int
    rejected_by_gate: dict[str, int]
    repairs: dict[str, int]
    calls: int
    calls_without_reply: int
    tokens_in: int
    tokens_out: int


class NarrationTally:
    """Counts rows as they pass; `summary` at the end."""

    def __init__(self) -> None:
        self._count: Counter[str] = Counter()
        self._outcomes: Counter[str] = Counter()
        self._gates: Counter[str] = Counter()
        self._rules: Counter[str] = Counter()
        self._presets: dict[Preset, tuple[str, ...]] = {}

    def add(self, row: OutNarration) -> None:
        """Count one row."""
        self._count["rows"] += 1
        if isinstance(row, NarrationError):
            self._count["errors"] += 1
        else:
            self._add_narrated(row)

    def _add_narrated(self, row: NarrationRow) -> None:
        count = self._count
        count["narrated"] += 1
        count["claims"] += len(row.claims)
        count["shipped"] += len(row.emission.claims) if row.emission.form == "claims" else 0
        count["templates"] += row.emission.form == "template"
        count["unshipped"] += row.emission.form == "nothing"
        count["failed"] += row.outcome not in _PASSED
        self._outcomes[row.outcome] += 1
        self._presets[row.preset] = row.not_checked
        for claim in row.claims:
            count["verified"] += claim.status == "verified"
            count["repaired"] += bool(claim.repairs)
            self._gates.update({finding.gate for finding in claim.findings})
            self._rules.update(repair.rule for repair in claim.repairs)
        kept = row.attempts[-1 if row.kept is None else row.kept]
        count["unread"] += sum(problem.code != "unknown_key" for problem in kept.unread)
        for attempt in row.attempts:
            self._add_call(attempt)

    def _add_call(self, attempt: Attempt) -> None:
        call, count = attempt.call, self._count
        if call is not None:
            count["calls"] += 1
            count["calls_without_reply"] += call.outcome in ("failed", "refused")
            count["tokens_in"] += call.tokens_in or 0
            count["tokens_out"] += call.tokens_out or 0

    def failed(self, fail_on: NarrationFailOn) -> str:
        """Why a run that must not have `fail_on` failed, or nothing."""
        unshipped, failed, narrated = (self._count[name] for name in ("unshipped", "failed", "narrated"))
        if fail_on != "never" and unshipped:
            return f"nothing ships of {unshipped} of {narrated} cases"
        if fail_on == "failed" and failed:
            return f"in {failed} of {narrated} cases a claim failed"
        return ""

    @property
    def unreadable(self) -> int:
        """Rows that could not be read or narrated at all."""
        return self._count["errors"]

    def summary(self) -> NarrationSummary:
        """The counts so far."""
        count = self._count
        left_open = self._presets.values() or NOT_CHECKED.values()
        return NarrationSummary(
            presets=tuple(sorted(self._presets)),
            not_checked=tuple(dict.fromkeys(word for words in left_open for word in words)),
            rows=count["rows"],
            narrated=count["narrated"],
            errors=count["errors"],
            outcomes=dict(sorted(self._outcomes.items())),
            claims=count["claims"],
            verified=count["verified"],
            repaired=count["repaired"],
            rejected=count["claims"] - count["verified"],
            unread=count["unread"],
            claim_survival=_share(count["verified"], count["claims"]),
            shipped=count["shipped"],
            shipped_per_case=_share(count["shipped"], count["narrated"]),
            templates=count["templates"],
            unshipped=count["unshipped"],
            rejected_by_gate=dict(sorted(self._gates.items())),
            repairs=dict(sorted(self._rules.items())),
            calls=count["calls"],
            calls_without_reply=count["calls_without_reply"],
            tokens_in=count["tokens_in"],
            tokens_out=count["tokens_out"],
        )


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
