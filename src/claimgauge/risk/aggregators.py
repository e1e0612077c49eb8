"""From seven dimension scores to one number: one signature, four ways.

additive: min(1, Σ w_k s_k) · hybrid: max(additive, floor) (doi:10.5281/zenodo.21313179) ·
max: max_k s_k over w_k > 0 · multiplicative: 1 − Π_k (1 − s_k)^{w_k}.
Only the hybrid reads the floor: the others are there to be compared with it.
"""

import math
from typing import Protocol

from claimgauge.labels import Dimension
from claimgauge.risk.contributions import Scores
from claimgauge.risk.rubric import AggregatorName


class Aggregator(Protocol):
    """Scores and weights by dimension and a floor, all in [0, 1] → a number in [0, 1]."""

    def __call__(self, scores: Scores, weights: dict[Dimension, float], floor: float) -> float:
        """Monotone in every score and in the floor."""
        ...


def additive(scores: Scores, weights: dict[Dimension, float], floor: float = 0.0) -> float:  # noqa: ARG001
    """HRI_add = min(1, Σ w_k s_k)."""
    return min(1.0, math.fsum(weights[dimension] * score for dimension, score in scores.items()))


def hybrid(scores: Scores, weights: dict[Dimension, float], floor: float) -> float:
    """HRI* = max(HRI_add, floor)."""
    return max(additive(scores, weights), floor)


def largest(scores: Scores, weights: dict[Dimension, float], floor: float = 0.0) -> float:  # noqa: ARG001
    """max_k s_k over the dimensions with a weight above 0."""
    return max((score for dimension, score in scores.items() if weights[dimension] > 0), default=0.0)


def multiplicative(scores: Scores, weights: dict[Dimension, float], floor: float = 0.0) -> float:  # noqa: ARG001
    """1 − Π_k (1 − s_k)^{w_k}."""
    if any(score >= 1.0 and weights[dimension] > 0 for dimension, score in scores.items()):
        return 1.0
    kept = math.fsum(weights[dimension] * math.log1p(-score) for dimension, score in scores.items() if score < 1.0)
    return max(0.0, -math.expm1(kept))  # and never -0.0


AGGREGATORS: dict[AggregatorName, Aggregator] = {
    "hybrid": hybrid,
    "additive": additive,
    "max": largest,
    "multiplicative": multiplicative,
}
