"""What a run came to, over all its rows.

Claim survival is accepted over parsed claims, and shipped claims per case is the mean number of
verified claims over the cases that were judged (VERITYGATE, section 4). Neither is a number where
there is nothing to divide by.
"""

from collections import Counter
from collections.abc import Iterable
from typing import Final, Literal

import msgspec

from claimgauge.contract import Preset
from claimgauge.gates import ClaimVerdict
from claimgauge.workflow.verdicts import NOT_CHECKED, ErrorRow, OutRow, VerdictRow

SCHEMA: Final = "claimgauge.summary/1"
FailOn = Literal["never", "unread", "rejected"]


class RunSummary(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Counts of a run. `rejected_by_gate` counts claims, each once for each gate that rejected it.

    `schema_failed` counts the rows of which no claim is left to judge: such a row has not passed.
    """

    schema: Literal["claimgauge.summary/1"] = SCHEMA
    presets: tuple[Preset, ...]
    not_checked: tuple[str, ...]
    rows: int
    judged: int
    errors: int
    coverage: float | None
    claims: int
    verified: int
    rejected: int
    unread: int
    claim_survival: float | None
    shipped_per_case: float | None
    schema_failed: int
    zero_verified: int
    rejected_by_gate: dict[str, int]


class RunTally:
    """Counts rows as they pass; `summary` at the end."""

    def __init__(self) -> None:
        self._count: Counter[str] = Counter()
        self._gates: Counter[str] = Counter()
        self._presets: dict[Preset, tuple[str, ...]] = {}

    def add(self, row: OutRow) -> None:
        """Count one row."""
        self._count["rows"] += 1
        if isinstance(row, ErrorRow):
            self._count["errors"] += 1
            return
        self._add_judged(row)

    def _add_judged(self, row: VerdictRow) -> None:
        count, summary = self._count, row.summary
        count["judged"] += 1
        count["claims"] += summary.claims
        count["verified"] += summary.verified
        count["unread"] += summary.unread
        count["incomplete"] += bool(row.unread)
        count["schema_failed"] += summary.claims == 0
        count["zero_verified"] += summary.verified == 0
        self._presets[row.preset] = row.not_checked
        if summary.rejected:
            for verdict in row.claims:
                self._gates.update(_gates_of(verdict))

    def failed(self, fail_on: FailOn) -> str:
        """Why a run that must not have `fail_on` failed, or nothing."""
        rejected = self._count["claims"] - self._count["verified"]
        if fail_on != "never" and self._count["incomplete"]:
            return f"{self._count['incomplete']} of {self._count['rows']} rows had parts that were left out"
        if fail_on != "never" and self._count["schema_failed"]:
            return f"{self._count['schema_failed']} of {self._count['rows']} rows hold no claim"
        if fail_on == "rejected" and rejected:
            return f"{rejected} of {self._count['claims']} claims were rejected"
        return ""

    @property
    def unreadable(self) -> int:
        """Rows that could not be read or judged at all."""
        return self._count["errors"]

    def _not_checked(self) -> Iterable[tuple[str, ...]]:
        """By preset that judged; where nothing was judged, whatever any preset leaves open."""
        return self._presets.values() or NOT_CHECKED.values()

    def summary(self) -> RunSummary:
        """The counts so far."""
        count = self._count
        return RunSummary(
            presets=tuple(sorted(self._presets)),
            not_checked=tuple(dict.fromkeys(word for words in self._not_checked() for word in words)),
            rows=count["rows"],
            judged=count["judged"],
            errors=count["errors"],
            coverage=_share(count["judged"], count["rows"]),
            claims=count["claims"],
            verified=count["verified"],
            rejected=count["claims"] - count["verified"],
            unread=count["unread"],
            claim_survival=_share(count["verified"], count["claims"]),
            shipped_per_case=_share(count["verified"], count["judged"]),
            schema_failed=count["schema_failed"],
            zero_verified=count["zero_verified"],
            rejected_by_gate=dict(sorted(self._gates.items())),
        )


def _gates_of(verdict: ClaimVerdict) -> set[str]:
    return {finding.gate for finding in verdict.findings}


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None
