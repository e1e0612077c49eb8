"""Outcomes: what became of an answer, as people found it, and which of several finds counts.

A row of `claimgauge.outcomes/1` says of one case, or of one claim of it, whether it was harmful. Of several
outcomes of the same thing the latest adjudication counts; without one, any harmful outcome does. An answer that
was not adjudicated is harmful where any claim of it is too. One that has outcomes of claims only is harmless where
every claim has one and none is harmful; otherwise nothing is known of it. An answer without an outcome is no good
outcome.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

SCHEMA: Final = "claimgauge.outcomes/1"
OutcomeKind = Literal["correction", "audit_finding", "incident", "adjudication"]
RULE: Final = (
    "of several outcomes the latest adjudication counts, else any harmful one, whether of the answer or of a claim"
)


class Outcome(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", forbid_unknown_fields=True):
    """What became of one answer, or of the claim that is named.

    `assessment_id` pins the assessment that it is about. `severity` is from 0 to 1. `by` says who found it.
    """

    schema: Literal["claimgauge.outcomes/1"]
    case_id: str
    assessment_id: str | None = None
    claim_id: str | None = None
    kind: OutcomeKind
    harmful: bool
    severity: Annotated[float, msgspec.Meta(ge=0, le=1)] | None = None
    time: str
    by: str
    note: str | None = None


class Found(NamedTuple):
    """An outcome with its time, and where it stands: a file and a line."""

    outcome: Outcome
    at: dt.datetime
    source: str
    place: str


class Settled(NamedTuple):
    """What is taken to have become of an answer. `severity` is None where nobody stated one."""

    harmful: bool
    severity: float | None
    at: dt.datetime
    adjudicated: bool


def settled_answer(found: Iterable[Found], claims: Collection[str]) -> Settled | None:
    """What became of one answer with these claims, from all its outcomes in any order; None where that is not known."""
    by_claim: defaultdict[str | None, list[Found]] = defaultdict(list)
    for each in found:
        by_claim[each.outcome.claim_id].append(each)
    parts = {name: settled(rows) for name, rows in by_claim.items()}
    whole = parts.get(None)
    if whole is not None and whole.adjudicated:
        return whole
    harmful = [each for each in parts.values() if each.harmful]
    if harmful:
        return _worst(harmful)
    if whole is not None or (parts and set(claims) <= parts.keys()):
        return max(parts.values(), key=lambda each: each.at)
    return None


def settled(found: Sequence[Found]) -> Settled:
    """Which of several outcomes of one thing counts; there is at least one.

    Of adjudications at the same time a harmful one counts.
    """
    ruled = [each for each in found if each.outcome.kind == "adjudication"]
    if ruled:
        last = max(each.at for each in ruled)
        found = [each for each in ruled if each.at == last]
    rows = [Settled(each.outcome.harmful, each.outcome.severity, each.at, bool(ruled)) for each in found]
    harmful = [each for each in rows if each.harmful]
    return _worst(harmful) if harmful else max(rows, key=lambda each: (each.at, each.severity or 0.0))


def _worst(harmful: Sequence[Settled]) -> Settled:
    """The most severe of harmful ones; of equal ones the latest."""
    return max(harmful, key=lambda each: (each.severity is not None, each.severity or 0.0, each.at))
