"""The claims of an assessment beside the claims of its case, numbered as on the page."""

import math
import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from claimgauge.claims import Claim, Span
from claimgauge.labellers.feedback import LABELLER as FEEDBACK
from claimgauge.labellers.unread import LABELLER as READER
from claimgauge.labels import LABELS, Dimension, Judgement, Label, LabellerFailure
from claimgauge.risk import Rubric
from claimgauge.workflow import AssessedClaim, Assessment, Case

_PLACE = re.compile(r"claims\[([0-9]{1,9})\]")
SHOWN_IN_FULL = 200
"""Claims that a page shows in full; the rest is counted and listed by number."""
SUPPORTED_TOO = 60
"""Up to so many claims, those that add no risk are shown in full too."""


class ClaimRow(NamedTuple):
    """One claim. `claim` is None for one that was left out before it was read; `points` is what it adds, in [0, 1]."""

    number: int
    assessed: AssessedClaim
    claim: Claim | None
    left_out: bool
    labels: tuple[Label, ...]
    points: float

    @property
    def worst(self) -> Label:
        """The label that weighs most under the rubric."""
        return self.labels[0]

    @property
    def span(self) -> Span | None:
        """Where it stands in the answer."""
        return self.assessed.span

    @property
    def adds_risk(self) -> bool:
        """Whether a reader has to see it in full."""
        return self.labels != ("SUPPORTED",) or bool(self.assessed.failures)

    @property
    def evidence(self) -> tuple[str, ...]:
        """The ids that it cites, or that a labeller leaned on; the events of a feedback label are none."""
        cited = self.claim.cited_evidence_ids if self.claim else ()
        said = [name for each in self.assessed.judgements if each.labeller != FEEDBACK for name in each.evidence]
        return tuple(dict.fromkeys((*cited, *said)))


def claim_rows(assessment: Assessment, case: Case, rubric: Rubric) -> tuple[ClaimRow, ...]:
    """Every claim of the assessment, in its order, from number 1."""
    return tuple(
        ClaimRow(
            number=number,
            assessed=assessed,
            claim=claim,
            left_out=is_left_out(assessed),
            labels=_labels(assessed.judgements, rubric),
            points=math.fsum(rubric.weights[name] * part for name, part in assessed.contributions.items()),
        )
        for number, (assessed, claim) in enumerate(_pairs(assessment, case), start=1)
    )


def is_left_out(assessed: AssessedClaim) -> bool:
    """Whether the claim could not be read, or is of a type that the contract does not know."""
    return any(failure.labeller == READER for failure in assessed.failures)


def _pairs(assessment: Assessment, case: Case) -> Iterator[tuple[AssessedClaim, Claim | None]]:
    """Both lists have one order; the assessment leaves out claims and may write a type in another case."""
    waiting = iter(case.claims)
    for assessed in assessment.claims:
        if is_left_out(assessed):
            yield assessed, _of_unknown_type(assessed, case)
        else:
            yield assessed, next((claim for claim in waiting if _same(assessed, claim)), None)


def _of_unknown_type(assessed: AssessedClaim, case: Case) -> Claim | None:
    """The claim that was read and whose type the contract does not know; it goes by its place in the case."""
    place = _PLACE.fullmatch(assessed.claim_id)
    known = place and any(failure.reason == "unknown_claim_type" for failure in assessed.failures)
    return case.claims[int(place[1])] if place and known and int(place[1]) < len(case.claims) else None


def _same(assessed: AssessedClaim, claim: Claim) -> bool:
    return assessed.claim_id == claim.claim_id and assessed.claim_type.upper() == claim.claim_type.upper()


def _labels(judgements: Sequence[Judgement], rubric: Rubric) -> tuple[Label, ...]:
    """Each label once, the one that weighs most first."""
    weights: dict[Label, float] = {}
    for each in judgements:
        weights[each.label] = max(weights.get(each.label, 0.0), _weight(each.label, each.dimensions, rubric))
    found: Iterable[Label] = weights or ("UNKNOWN",)
    return tuple(sorted(found, key=lambda label: (label == "SUPPORTED", -weights.get(label, 0.0), LABELS.index(label))))


def _weight(label: Label, dimensions: Iterable[Dimension], rubric: Rubric) -> float:
    rule = rubric.labels[label]
    return rule.contribution * math.fsum(rubric.weights[name] for name in tuple(dimensions) or rule.dimensions)


def in_full(rows: Sequence[ClaimRow]) -> tuple[ClaimRow, ...]:
    """The claims that are shown in full: those that add risk, the ones that add most where there are many."""
    if len(rows) <= SUPPORTED_TOO:
        return tuple(rows)
    risky = [row for row in rows if row.adds_risk]
    chosen = sorted(risky, key=lambda row: (-row.points, row.number))[:SHOWN_IN_FULL]
    return tuple(sorted(chosen, key=lambda row: row.number))


class Rest(NamedTuple):
    """Claims that are not shown in full and carry the same labels."""

    labels: tuple[Label, ...]
    numbers: tuple[int, ...]


def rest(rows: Sequence[ClaimRow], full: Sequence[ClaimRow]) -> tuple[Rest, ...]:
    """All other claims by their labels, those with most claims first."""
    shown = {row.number for row in full}
    groups: dict[tuple[Label, ...], list[int]] = {}
    for row in rows:
        if row.number not in shown:
            groups.setdefault(row.labels, []).append(row.number)
    return tuple(
        Rest(labels, tuple(numbers))
        for labels, numbers in sorted(groups.items(), key=lambda each: (-len(each[1]), each[0]))
    )


def numbers_by_id(rows: Iterable[ClaimRow]) -> dict[str, tuple[int, ...]]:
    """Claim id → the numbers on the page; several where claims share an id."""
    found: dict[str, list[int]] = {}
    for row in rows:
        found.setdefault(row.assessed.claim_id, []).append(row.number)
    return {name: tuple(numbers) for name, numbers in found.items()}


def failures(rows: Iterable[ClaimRow]) -> tuple[tuple[ClaimRow, LabellerFailure], ...]:
    """Every labeller failure with its claim."""
    return tuple((row, failure) for row in rows for failure in row.assessed.failures)
