"""The Hallucination Risk Index of one answer, from its labelled claims.

HRI_add = min(1, Σ w_k s_k); HRI* = max(HRI_add, max_i φ(c_i)) (doi:10.5281/zenodo.21313179). An
answer without claims, or of which too small a share could be labelled, has no index: it is
`unassessed` and goes to review (reading 4).
"""

import math
from collections.abc import Sequence
from typing import Literal

import msgspec

from claimgauge.labels import Dimension, is_conflict
from claimgauge.risk.aggregators import AGGREGATORS, additive
from claimgauge.risk.bands import band_of, score_of
from claimgauge.risk.contributions import LabelledClaim, dimension_scores, scaled_criticality
from claimgauge.risk.floors import FloorHit, floor_hits
from claimgauge.risk.rubric import Action, AggregatorName, Rubric

Status = Literal["assessed", "unassessed", "stopped"]
Reason = Literal["no_claims", "labelled_share", "scope", "permission"]


class RiskIndex(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """One number and where it comes from.

    `value` in [0, 1] is what the rubric's aggregator makes of it, `score` the same from 0 to 100.
    """

    additive: float
    floor: float
    hybrid: float
    aggregator: AggregatorName
    value: float
    score: float
    band: str
    action: Action
    floors: tuple[FloorHit, ...]


class Risk(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Scores, index and routing.

    `index` is None exactly when `status` is not `assessed`; without claims the scores are None too.
    """

    status: Status
    reason: Reason | None
    dimensions: dict[Dimension, float] | None
    index: RiskIndex | None
    labelled_share: float | None
    review: bool


def labelled_share(claims: Sequence[LabelledClaim]) -> float | None:
    """The share of the criticality weight on claims that are not UNKNOWN; None without claims.

    Earlier feedback does not label a claim: UNKNOWN with nothing but feedback beside it stays UNKNOWN.
    """
    if not claims:
        return None
    scaled = scaled_criticality(claims)
    known = [value for value, claim in zip(scaled, claims, strict=True) if not _is_unknown(claim)]
    return math.fsum(known) / math.fsum(scaled)


def _is_unknown(claim: LabelledClaim) -> bool:
    return "UNKNOWN" in claim.labels and claim.labels <= {"UNKNOWN", "VALIDATED_NEGATIVE_FEEDBACK"}


def assess_risk(
    claims: Sequence[LabelledClaim], rubric: Rubric, *, feedback: float = 0.0, request_out_of_scope: bool = False
) -> Risk:
    """The risk of one answer. `feedback` is s_H; the order of the claims does not matter."""
    share = labelled_share(claims)
    reason: Reason | None = None
    if share is None:
        reason = "no_claims"
    elif share < rubric.unassessed.labelled_share_below:
        reason = "labelled_share"
    scores = dimension_scores(claims, rubric, feedback=feedback)
    if reason is not None:
        known = scores if claims else None
        return Risk(status="unassessed", reason=reason, dimensions=known, index=None, labelled_share=share, review=True)
    index = risk_index(scores, floor_hits(claims, rubric, request_out_of_scope=request_out_of_scope), rubric)
    routed = any(needs_review(claim, rubric) for claim in claims)
    review = routed or index.action in ("review", "block")
    return Risk(status="assessed", reason=None, dimensions=scores, index=index, labelled_share=share, review=review)


def risk_index(scores: dict[Dimension, float], hits: tuple[FloorHit, ...], rubric: Rubric) -> RiskIndex:
    """The index of given dimension scores and floors."""
    floor = max((hit.value for hit in hits), default=0.0)
    summed = additive(scores, rubric.weights)
    value = AGGREGATORS[rubric.aggregator](scores, rubric.weights, floor)
    band = band_of(value, rubric)
    return RiskIndex(
        additive=summed,
        floor=floor,
        hybrid=max(summed, floor),
        aggregator=rubric.aggregator,
        value=value,
        score=score_of(value),
        band=band.name,
        action=band.action,
        floors=hits,
    )


def needs_review(claim: LabelledClaim, rubric: Rubric) -> bool:
    """Whether this claim sends the answer to review whatever the band."""
    routing = rubric.review
    return (
        (routing.unknown and "UNKNOWN" in claim.labels)
        or (routing.access_gap and any(each.reason in DENIED for each in claim.judgements))
        or (routing.no_evidence and any(each.reason in NO_EVIDENCE for each in claim.judgements))
        or (routing.conflict and is_conflict(claim.judgements))
    )


DENIED = frozenset({"denied_source_cited", "denied_source_matches"})
"""The reasons of a judgement that mean: what could settle the claim may not be read."""
NO_EVIDENCE = frozenset({"no_evidence", "no_citation"})
"""The reasons of a judgement that mean: there was nothing to hold the claim against."""
