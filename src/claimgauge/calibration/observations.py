"""Assessed answers that an outcome is known of, and what was left out and why.

Outcomes find their assessment by the id of the case; where an outcome names an assessment, it has to be that
one. The split into train and held-out answers goes by a digest of the case id: neither chance nor order
takes part, so a case stays on its side when others come.
"""

import datetime as dt
import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from claimgauge.calibration.outcomes import Found, settled_answer
from claimgauge.errors import InputError
from claimgauge.risk import Action
from claimgauge.workflow import Assessment, AssessmentRow

_WHOLE = 2**64


class Observation(NamedTuple):
    """One answer: its score from 0 to 100 with band and action, and what became of it.

    `severity` is None where nobody stated one; `at` is the time of the outcome that counts.
    """

    case_id: str
    score: float
    band: str
    action: Action
    harmful: bool
    severity: float | None
    at: dt.datetime
    adjudicated: bool


class Observed(NamedTuple):
    """Observations sorted by case id, and the ids of the cases that are none.

    `without_outcome`: nobody said what became of it, `open_claims`: some of its claims have harmless outcomes and
    others none, `without_index`: unassessed, stopped or an error row.
    """

    observations: tuple[Observation, ...]
    without_outcome: tuple[str, ...]
    open_claims: tuple[str, ...]
    without_index: tuple[str, ...]


def observed(rows: Iterable[AssessmentRow], outcomes: Iterable[Found]) -> Observed:
    """The answers of these rows with what became of them. The order of rows and outcomes changes nothing.

    Raises InputError, with the place of the outcome, for a case or a claim that is not there and for an outcome
    of another assessment.
    """
    by_id = {row.case_id: row for row in rows}
    by_case: defaultdict[str, list[Found]] = defaultdict(list)
    for each in outcomes:
        _check(each, by_id.get(each.outcome.case_id))
        by_case[each.outcome.case_id].append(each)
    observations, left = [], Observed((), (), (), ())
    for name in sorted(by_id):
        row, found = by_id[name], by_case.get(name, [])
        if not isinstance(row, Assessment) or row.index is None:
            left = left._replace(without_index=(*left.without_index, name))
            continue
        outcome = settled_answer(found, [claim.claim_id for claim in row.claims])
        if outcome is None:
            kind = "open_claims" if found else "without_outcome"
            left = left._replace(**{kind: (*getattr(left, kind), name)})
            continue
        observations.append(Observation(name, row.index.score, row.index.band, row.index.action, *outcome))
    return left._replace(observations=tuple(observations))


def _check(found: Found, row: AssessmentRow | None) -> None:
    outcome = found.outcome
    if row is None:
        message = f"no assessment is of the case {outcome.case_id!r}; give the assessments that it is about"
        raise InputError(f"caseId: {message}", source=found.source, place=found.place)
    if outcome.assessment_id is not None and isinstance(row, Assessment) and outcome.assessment_id != row.id:
        message = (
            f"the outcome of {outcome.case_id!r} is about {outcome.assessment_id!r}, and the assessment given is"
            f" {row.id!r}; give the one that it is about"
        )
        raise InputError(f"assessmentId: {message}", source=found.source, place=found.place)
    claims = [claim.claim_id for claim in row.claims] if isinstance(row, Assessment) else []
    if outcome.claim_id is not None and isinstance(row, Assessment) and outcome.claim_id not in claims:
        message = f"the assessment of {outcome.case_id!r} has no claim {outcome.claim_id!r}; name one of its claims"
        raise InputError(f"claimId: {message}", source=found.source, place=found.place)


class Split(NamedTuple):
    """Answers to fit on, and answers to measure on."""

    train: tuple[Observation, ...]
    held_out: tuple[Observation, ...]


def split_by_case(observations: Sequence[Observation], *, held_out: float) -> Split:
    """About the share `held_out` of the answers is held out: those whose SHA-256 of the id begins low enough."""
    low = [_place(each.case_id) < held_out for each in observations]
    return Split(
        tuple(each for each, out in zip(observations, low, strict=True) if not out),
        tuple(each for each, out in zip(observations, low, strict=True) if out),
    )


def _place(case_id: str) -> float:
    """Where an id falls in [0, 1), evenly."""
    return int.from_bytes(hashlib.sha256(case_id.encode(errors="surrogatepass")).digest()[:8]) / _WHOLE
