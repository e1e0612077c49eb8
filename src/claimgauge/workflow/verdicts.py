"""Verdict rows: what `verify` writes, one for each input, in the order of the inputs."""

from typing import Final, Literal

import msgspec

from claimgauge.contract import Preset
from claimgauge.errors import Problem
from claimgauge.gates import ClaimVerdict

SCHEMA: Final = "claimgauge.verdicts/1"

NOT_CHECKED: dict[Preset, tuple[str, ...]] = {
    "released": ("prose", "binding", "units", "derived_values", "truth_of_evidence"),
    "strict": ("meaning", "names_outside_evidence", "truth_of_evidence"),
}
"""What *verified* does not mean, by preset; each word is explained in the verdicts reference."""


def not_checked(preset: Preset, locale: str) -> tuple[str, ...]:
    """What a preset does not check; words of direction are read in English only."""
    if preset == "strict" and locale and locale.partition("-")[0].lower() != "en":
        return ("direction", *NOT_CHECKED[preset])
    return NOT_CHECKED[preset]


class ContractReference(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Which contract judged."""

    id: str
    version: str
    digest: str


class Summary(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Counts of one row: `claims` were read and judged, `unread` were left out."""

    claims: int
    verified: int
    rejected: int
    unread: int


class VerdictRow(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """The verdicts on one case. `digest` covers the evidence: nodes, edges and sources."""

    schema: Literal["claimgauge.verdicts/1"] = SCHEMA
    id: str
    digest: str
    preset: Preset
    not_checked: tuple[str, ...]
    contract: ContractReference
    claims: tuple[ClaimVerdict, ...]
    unread: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = ()
    summary: Summary


class RowError(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Why a row could not be read."""

    place: str
    message: str


class ErrorRow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Stands in the place of a row that could not be read."""

    schema: Literal["claimgauge.verdicts/1"] = SCHEMA
    id: str
    error: RowError


OutRow = VerdictRow | ErrorRow
