"""What an index is made of, and what would lower it."""

import itertools
import math
from collections.abc import Callable, Collection, Sequence

import msgspec

from claimgauge.labels import DIMENSIONS, LABELS, Dimension, Judgement, Label
from claimgauge.risk.aggregators import AGGREGATORS
from claimgauge.risk.bands import band_of, next_lower, score_of
from claimgauge.risk.contributions import LabelledClaim, claim_contributions, dimension_scores, scaled_criticality
from claimgauge.risk.floors import FloorParts, floor_hits
from claimgauge.risk.index import risk_index
from claimgauge.risk.rubric import Rubric
from claimgauge.risk.sums import SumWithout

TRIED = 4096
"""Sets of claims tried one by one for the smallest; beyond that the set is found greedily and says so."""
PRUNED = 64
"""Claims that a greedy set is tried without, one by one."""


class LowerBand(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """The claims that, were they supported, would bring the answer into the next lower band.

    `smallest` says whether it is proven that no smaller set does.
    """

    band: str
    claim_ids: tuple[str, ...]
    smallest: bool


class WhatIf:
    """The index of one answer if some of its claims were supported, worked out from parts that are computed once."""

    def __init__(
        self,
        claims: Sequence[LabelledClaim],
        rubric: Rubric,
        *,
        feedback: float = 0.0,
        request_out_of_scope: bool = False,
    ) -> None:
        self._claims = claims
        self._rubric = rubric
        self._feedback = feedback
        self._scaled = scaled_criticality(claims)
        self._total = math.fsum(self._scaled)
        parts: dict[Dimension, dict[int, float]] = {dimension: {} for dimension in DIMENSIONS}
        self.open: list[int] = []
        for place, (claim, value) in enumerate(zip(claims, self._scaled, strict=True)):
            for dimension, part in claim_contributions(claim, rubric).items():
                parts[dimension][place] = value * part
            if claim.labels != {"SUPPORTED"}:
                self.open.append(place)
        self._sums = {dimension: SumWithout(each) for dimension, each in parts.items()}
        self._floors = FloorParts(claims, rubric, request_out_of_scope=request_out_of_scope)

    def value(self, supported: Collection[int] = ()) -> float:
        """The index in [0, 1] if the claims at these places were supported."""
        scores = {dimension: each.without(supported) / self._total for dimension, each in self._sums.items()}
        scores["H"] = max(scores["H"], self._feedback)
        floor = self._floors.floor(supported)
        return AGGREGATORS[self._rubric.aggregator](scores, self._rubric.weights, floor)

    def by_weight(self) -> list[int]:
        """The places of the claims that are not supported, those that weigh most first."""
        weights = self._rubric.weights

        def weight(place: int) -> float:
            return math.fsum(weights[dimension] * each.parts.get(place, 0.0) for dimension, each in self._sums.items())

        return sorted(self.open, key=lambda place: (-weight(place), self._claims[place].claim_id, place))


def lower_band(claims: Sequence[LabelledClaim], rubric: Rubric, what_if: WhatIf) -> LowerBand | None:
    """The smallest set of claims to support for the next lower band.

    None where there is no lower band, or where supporting every claim does not reach it (feedback).
    """
    target = next_lower(band_of(what_if.value(), rubric), rubric)
    if target is None:
        return None

    def reaches(chosen: Collection[int]) -> bool:
        return score_of(what_if.value(chosen)) <= target.up_to

    ranked = what_if.by_weight()
    if not reaches(set(ranked)):
        return None
    chosen, smallest = _smallest(ranked, reaches)
    ids = tuple(sorted(claims[place].claim_id for place in chosen))
    return LowerBand(band=target.name, claim_ids=ids, smallest=smallest)


def _smallest(ranked: Sequence[int], reaches: Callable[[Collection[int]], bool]) -> tuple[Sequence[int], bool]:
    """The smallest set that reaches, tried by size while that is affordable, and whether it is proven smallest."""
    tried = 0
    for size in range(len(ranked) + 1):
        tried += math.comb(len(ranked), size)
        if tried > TRIED:
            return _greedy(ranked, reaches), False
        for chosen in itertools.combinations(ranked, size):
            if reaches(chosen):
                return chosen, True
    return ranked, False


def _greedy(ranked: Sequence[int], reaches: Callable[[Collection[int]], bool]) -> Sequence[int]:
    """The shortest beginning of the ranking that reaches, less every claim that it can do without."""
    low, high = 0, len(ranked)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if reaches(frozenset(ranked[:middle])) else (middle + 1, high)
    kept = list(ranked[:low])
    for place in ranked[:low] if low <= PRUNED else ():
        without = [each for each in kept if each != place]
        if reaches(frozenset(without)):
            kept = without
    return kept


class Reach(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Where an answer ends up whose claims all carry one label and nothing else."""

    label: Label
    dimensions: tuple[Dimension, ...]
    criticality: float
    score: float
    band: str


def label_reach(rubric: Rubric, *, criticalities: Sequence[float] = (1.0, 2.0, 3.0)) -> tuple[Reach, ...]:
    """The band that each label alone reaches, for each choice of its dimensions, at each criticality."""
    rows = []
    for label in LABELS:
        rule = rubric.labels[label]
        for dimensions in (rule.dimensions, rule.or_):
            if dimensions is None:
                continue
            rows += [_reach(label, dimensions, v, rubric) for v in criticalities]
    return tuple(rows)


def _reach(label: Label, dimensions: tuple[Dimension, ...], criticality: float, rubric: Rubric) -> Reach:
    said = Judgement(label=label, dimensions=dimensions, labeller="what-if", reason="what_if")
    claim = LabelledClaim(claim_id="1", criticality=criticality, judgements=(said,))
    index = risk_index(dimension_scores([claim], rubric), floor_hits([claim], rubric), rubric)
    return Reach(label=label, dimensions=dimensions, criticality=criticality, score=index.score, band=index.band)


def unreached_bands(rubric: Rubric) -> tuple[str, ...]:
    """The bands that no label alone reaches, at any criticality of `label_reach`."""
    reached = {row.band for row in label_reach(rubric)}
    return tuple(band.name for band in rubric.bands if band.name not in reached)


def highest_score(rubric: Rubric) -> float:
    """The score of the worst that can be said: every label at once on every claim, with s_H = 1."""
    worst = dict.fromkeys(DIMENSIONS, 0.0) | {"H": 1.0}
    for rule in rubric.labels.values():
        for dimension in {*rule.dimensions, *(rule.or_ or ())}:
            worst[dimension] = max(worst[dimension], rule.contribution)
    return score_of(
        AGGREGATORS[rubric.aggregator](worst, rubric.weights, max((f.value for f in rubric.floors), default=0.0))
    )
