"""Safety floors: what a severe claim does not let the index fall below.

Source: Table IV (doi:10.5281/zenodo.21313179) for the rubric `paper`; the share and count rules are
ours. A floor on a label of support holds for the severer labels too, so that moving a claim from
UNSUPPORTED to CONTRADICTED can never lower the index.
"""

import math
from collections.abc import Collection, Iterator, Sequence

import msgspec

from claimgauge.labels import Label
from claimgauge.risk.contributions import LabelledClaim, criticality_shares
from claimgauge.risk.rubric import FloorRule, Recurring, Rubric
from claimgauge.risk.sums import SumWithout

ROUNDING = 1e-12
"""A share that is short of its bound by no more than this reaches it: thirds do not add up in binary."""


class FloorHit(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A floor that holds. `claim_id` is None for a floor that several claims, or the request, cause together."""

    claim_id: str | None
    label: str
    value: float
    why: str
    claim_ids: tuple[str, ...] = ()


def floor_hits(
    claims: Sequence[LabelledClaim], rubric: Rubric, *, request_out_of_scope: bool = False
) -> tuple[FloorHit, ...]:
    """Every floor that holds, the highest first, then in the order of the rubric and the claims' ids."""
    shares = criticality_shares(claims)
    hits = [
        (-hit.value, order, hit.claim_id or "", hit)
        for order, rule in enumerate(rubric.floors)
        for hit in _hits(rule, claims, shares, rubric, request_out_of_scope=request_out_of_scope)
    ]
    return tuple(hit for _value, _order, _name, hit in sorted(hits, key=lambda each: each[:3]))


def _hits(
    rule: FloorRule,
    claims: Sequence[LabelledClaim],
    shares: Sequence[float],
    rubric: Rubric,
    *,
    request_out_of_scope: bool,
) -> Iterator[FloorHit]:
    label = " or ".join(rule.named)
    matching = matching_claims(rule, claims, rubric)
    share = math.fsum(shares[place] for place in matching)
    if not _holds(rule, len(matching), share, request_out_of_scope=request_out_of_scope):
        return
    ids = tuple(sorted(claims[place].claim_id for place in matching))
    if rule.request:
        yield FloorHit(claim_id=None, label=label, value=rule.value, why="the whole request is out of scope")
    elif rule.share is not None:
        why = f"{share:.0%} of the criticality weight, from {rule.share.from_:.0%} on"
        yield FloorHit(claim_id=None, label=label, value=rule.value, why=why, claim_ids=ids)
    elif rule.count is not None:
        why = f"{len(matching)} claims{_at(rule)}, from {rule.count.from_:g} on"
        yield FloorHit(claim_id=None, label=label, value=rule.value, why=why, claim_ids=ids)
    else:
        for name in ids:
            yield FloorHit(claim_id=name, label=label, value=rule.value, why=f"one claim{_at(rule)}", claim_ids=(name,))


def _holds(rule: FloorRule, count: int, share: float, *, request_out_of_scope: bool) -> bool:
    """Whether the floor holds when `count` claims with that share of the criticality weight match it."""
    if rule.request:
        return request_out_of_scope
    if rule.share is not None:
        return count > 0 and share >= rule.share.from_ - ROUNDING
    return count >= (rule.count.from_ if rule.count is not None else 1)


def matching_claims(rule: FloorRule, claims: Sequence[LabelledClaim], rubric: Rubric) -> list[int]:
    """The places of the claims that a floor is about."""
    covered = _covered(rule, rubric)
    return [place for place, claim in enumerate(claims) if not rule.request and _matches(rule, claim, covered)]


class FloorParts:
    """The floor of one answer if some of its claims were supported, from matches that are computed once."""

    def __init__(self, claims: Sequence[LabelledClaim], rubric: Rubric, *, request_out_of_scope: bool = False) -> None:
        self._request_out_of_scope = request_out_of_scope
        shares = criticality_shares(claims)
        self._rules = [
            (rule, SumWithout({place: shares[place] for place in matching_claims(rule, claims, rubric)}))
            for rule in rubric.floors
        ]

    def floor(self, supported: Collection[int] = ()) -> float:
        """The highest floor that still holds when the claims at these places are supported; 0 where none does."""
        return max(
            (rule.value for rule, matching in self._rules if self._still(rule, matching, supported)), default=0.0
        )

    def _still(self, rule: FloorRule, matching: SumWithout, supported: Collection[int]) -> bool:
        count = len(matching.parts) - sum(place in matching.parts for place in supported)
        share = matching.without(supported) if rule.share is not None else 0.0
        return _holds(rule, count, share, request_out_of_scope=self._request_out_of_scope)


def _covered(rule: FloorRule, rubric: Rubric) -> frozenset[Label]:
    """The labels that the rule names, and those of support that are severer."""
    order = rubric.support.order
    severer = {label for name in rule.named if name in order for label in order[order.index(name) :]}
    return frozenset({*rule.named, *severer})


def _matches(rule: FloorRule, claim: LabelledClaim, covered: frozenset[Label]) -> bool:
    low, high = rule.criticality.from_, rule.criticality.below
    within = (low is None or claim.criticality >= low) and (high is None or claim.criticality < high)
    if not within or covered.isdisjoint(claim.labels):
        return False
    return not rule.feedback or any(_recurs(claim, kind) for kind in rule.feedback)


def _recurs(claim: LabelledClaim, kind: Recurring) -> bool:
    """A label without events is taken as unresolved: nothing unknown is good news."""
    if claim.recurrence is None:
        return kind == "unresolved"
    return claim.recurrence.repeated if kind == "repeated" else claim.recurrence.unresolved


def _at(rule: FloorRule) -> str:
    low, high = rule.criticality.from_, rule.criticality.below
    if low is not None and high is not None:
        return f" at criticality {low:g} to below {high:g}"
    if low is not None:
        return f" at criticality {low:g} or more"
    return f" at criticality below {high:g}" if high is not None else ""
