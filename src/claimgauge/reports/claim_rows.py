"""The claims of an assessment beside the claims of its case, numbered as on the page."""

import math
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from claimgauge.claims import Claim, Span
from claimgauge.labellers.feedback import LABELLER as FEEDBACK
from claimgauge.labellers.unread import LABELLER as READER
from claimgauge.labels import LABELS, Dimension, Judgement, Label, LabellerFailure
from claimgauge.risk import Rubric
from claimgauge.workflow import AssessedClaim, Assessment, Case

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
    """Each claim of the assessment with its claim of the case. A claim whose type is unknown was read, and has one."""
    places = _places(assessment, case)
    taken = set(places)
    skipped = [claim for place, claim in enumerate(case.claims) if place not in taken]
    known, unknown = iter(places), _of_unknown_type(assessment, skipped)
    for assessed in assessment.claims:
        if is_left_out(assessed):
            yield assessed, next(unknown)
        else:
            place = next(known)
            yield assessed, _sentence(assessed, case) if place is None else case.claims[place]


def _sentence(assessed: AssessedClaim, case: Case) -> Claim | None:
    """Of a case that declares nothing, the claim that was found in the answer, or the sentence taken for one."""
    if case.claims or case.answer is None or assessed.span is None:
        return None
    start, end = assessed.span
    text = case.answer.text[start:end] if assessed.text is None else assessed.text
    return Claim(claim_id=assessed.claim_id, claim_type=assessed.claim_type, text=text)


def _places(assessment: Assessment, case: Case) -> list[int | None]:
    """Where each claim that was examined stands in the case: both have one order, and ids need not be unique."""
    waiting: dict[tuple[str, str], deque[int]] = {}
    for place, claim in enumerate(case.claims):
        waiting.setdefault(_key(claim), deque()).append(place)
    found: list[int | None] = []
    last = -1
    for assessed in assessment.claims:
        if is_left_out(assessed):
            continue
        places = waiting.get(_key(assessed), deque())
        while places and places[0] < last:
            places.popleft()
        found.append(places.popleft() if places else None)
        last = last if found[-1] is None else found[-1]
    return found


def _key(claim: AssessedClaim | Claim) -> tuple[str, str]:
    """The assessment writes a type as the contract does, the case in any case."""
    return claim.claim_id, claim.claim_type.upper()


def _of_unknown_type(assessment: Assessment, skipped: Sequence[Claim]) -> Iterator[Claim | None]:
    """For each claim that was left out, in order: the claim where only its type is unknown."""
    left_out = [_type_is_unknown(assessed) for assessed in assessment.claims if is_left_out(assessed)]
    texts = iter(skipped if sum(left_out) == len(skipped) else ())
    return (next(texts, None) if unknown else None for unknown in left_out)


def _type_is_unknown(assessed: AssessedClaim) -> bool:
    return any(failure.reason == "unknown_claim_type" for failure in assessed.failures)


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
