"""How much an index depends on what was judged critical: all claims alike, a level lower, a level higher, one by one.

A level is low (v < 2), medium (2 ≤ v < 3) or high (v ≥ 3); a claim moves to the least v of the level beside its own,
1, 2 or 3, for these are the bounds that floors ask about. Scaling every v by one number changes no share and no sum:
only which floors hold.
"""

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from claimgauge.criticality import CriticalityDecision
from claimgauge.errors import InputError
from claimgauge.feedback import Recurrence
from claimgauge.labellers.feedback import LABELLER as FEEDBACK
from claimgauge.labellers.scope import LABELLER as SCOPE
from claimgauge.risk import Action, LabelledClaim, Risk, Rubric, assess_risk
from claimgauge.workflow import AssessedClaim, Assessment

SCHEMA: Final = "claimgauge.criticality-sensitivity/1"
LOW, MEDIUM, HIGH = 1.0, 2.0, 3.0
VariantName = Literal["as_judged", "all_one", "all_lower", "all_higher"]


class Outcome(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What an answer comes to; score, band and action are None where it has no index."""

    status: str
    score: float | None
    band: str | None
    action: Action | None


class ClaimShift(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One claim at another criticality, all others as judged, and what the answer comes to then."""

    criticality: float
    outcome: Outcome


class ClaimSensitivity(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """One claim a level lower and a level higher; None where there is no such level."""

    claim_id: str
    criticality: float
    criticality_from: CriticalityDecision | UnsetType = UNSET
    lower: ClaimShift | None
    higher: ClaimShift | None
    changes_band: bool


class CriticalitySensitivity(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """The answer under every variant, and the claims whose criticality alone decides its band."""

    schema: Literal["claimgauge.criticality-sensitivity/1"] = SCHEMA
    case_id: str
    rubric: str
    variants: dict[VariantName, Outcome]
    claims: tuple[ClaimSensitivity, ...]
    deciding: tuple[str, ...]


class Answer(NamedTuple):
    """What an index is worked out from, beside the rubric."""

    claims: tuple[LabelledClaim, ...]
    feedback: float = 0.0
    request_out_of_scope: bool = False
    stopped: bool = False


def lower_level(criticality: float) -> float | None:
    """The least v of the level below, None for the lowest."""
    if criticality < MEDIUM:
        return None
    return LOW if criticality < HIGH else MEDIUM


def higher_level(criticality: float) -> float | None:
    """The least v of the level above, None for the highest."""
    if criticality >= HIGH:
        return None
    return MEDIUM if criticality < MEDIUM else HIGH


def answer_of(assessment: Assessment, rubric: Rubric) -> Answer:
    """What the index of an assessment was worked out from. Raises InputError where another rubric scored it."""
    if assessment.digests.rubric != rubric.digest:
        message = (
            f"was scored with rubric {assessment.rubric.id} ({assessment.digests.rubric[:19]}), not with {rubric.id}"
        )
        raise InputError(f"{message} ({rubric.digest[:19]}); give that one", source=assessment.case_id)
    claims = tuple(map(_labelled, assessment.claims))
    feedback = assessment.feedback.score if assessment.feedback is not None else 0.0
    found = Answer(claims, feedback, stopped=assessment.status == "stopped")
    if assessment.index is None:
        return found
    said = [each for claim in assessment.claims for each in claim.judgements]
    likely = any((each.labeller, each.reason) == (SCOPE, "request") for each in said)
    for out_of_scope in (likely, not likely):  # labels that came with a claim do not say why
        each = found._replace(request_out_of_scope=out_of_scope)
        again = _risk(each.claims, each, rubric)
        if again.index is not None and again.index.value == assessment.index.value:
            return each
    raise InputError(
        "does not come out again from its claims; assess the case anew, with this version", source=assessment.case_id
    )


def _labelled(claim: AssessedClaim) -> LabelledClaim:
    said = next((each for each in claim.judgements if each.labeller == FEEDBACK), None)
    recurrence = None
    if said is not None:
        recurrence = Recurrence(
            event_ids=said.evidence, repeated="repeated" in said.reason, unresolved="unresolved" in said.reason
        )
    return LabelledClaim(
        claim_id=claim.claim_id, criticality=claim.criticality, judgements=claim.judgements, recurrence=recurrence
    )


def criticality_sensitivity(assessment: Assessment, rubric: Rubric) -> CriticalitySensitivity:
    """What other criticalities would make of an assessment; `rubric` is the one that scored it.

    Works in the square of the number of claims. Raises InputError for another rubric.
    """
    answer = answer_of(assessment, rubric)
    judged = _outcome(answer.claims, answer, rubric)
    claims = tuple(_claim(place, each, answer, judged, rubric) for place, each in enumerate(assessment.claims))
    return CriticalitySensitivity(
        case_id=assessment.case_id,
        rubric=rubric.id,
        variants={
            "as_judged": judged,
            "all_one": _outcome([replace(each, criticality=LOW) for each in answer.claims], answer, rubric),
            "all_lower": _outcome([_moved(each, lower_level) for each in answer.claims], answer, rubric),
            "all_higher": _outcome([_moved(each, higher_level) for each in answer.claims], answer, rubric),
        },
        claims=claims,
        deciding=tuple(each.claim_id for each in claims if each.changes_band),
    )


def _moved(claim: LabelledClaim, level: Callable[[float], float | None]) -> LabelledClaim:
    to = level(claim.criticality)
    return claim if to is None else replace(claim, criticality=to)


def _claim(place: int, claim: AssessedClaim, answer: Answer, judged: Outcome, rubric: Rubric) -> ClaimSensitivity:
    shifts = [
        None if to is None else ClaimShift(criticality=to, outcome=_with(place, to, answer, rubric))
        for to in (lower_level(claim.criticality), higher_level(claim.criticality))
    ]
    return ClaimSensitivity(
        claim_id=claim.claim_id,
        criticality=claim.criticality,
        criticality_from=claim.criticality_from,
        lower=shifts[0],
        higher=shifts[1],
        changes_band=any(each is not None and each.outcome.band != judged.band for each in shifts),
    )


def _with(place: int, criticality: float, answer: Answer, rubric: Rubric) -> Outcome:
    claims = list(answer.claims)
    claims[place] = replace(claims[place], criticality=criticality)
    return _outcome(claims, answer, rubric)


def _risk(claims: Sequence[LabelledClaim], answer: Answer, rubric: Rubric) -> Risk:
    return assess_risk(claims, rubric, feedback=answer.feedback, request_out_of_scope=answer.request_out_of_scope)


def _outcome(claims: Sequence[LabelledClaim], answer: Answer, rubric: Rubric) -> Outcome:
    if answer.stopped:
        return Outcome(status="stopped", score=None, band=None, action=None)
    risk = _risk(claims, answer, rubric)
    if risk.index is None:
        return Outcome(status=risk.status, score=None, band=None, action=None)
    return Outcome(status=risk.status, score=risk.index.score, band=risk.index.band, action=risk.index.action)
