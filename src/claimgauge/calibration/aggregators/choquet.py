"""The 2-additive Choquet integral of the dimension scores, and its fit to outcomes.

    C(s) = Σ_k w_k s_k − ½ Σ_{k<l} I_kl |s_k − s_l|,     monotone iff w_k ≥ ½ Σ_l |I_kl| for every k

I_kl > 0 says that two dimensions count most where both are high, I_kl < 0 that either is enough. Since
min and max are ½(a + b) ∓ ½|a − b|, each monotone integral, and only these, is

    Σ_k a_k s_k + Σ_{k<l} p_kl min(s_k, s_l) + Σ_{k<l} n_kl max(s_k, s_l)     with a, p, n ≥ 0

w_k = a_k + ½ Σ_l (p_kl + n_kl) and I_kl = p_kl − n_kl. So the fit is a logistic regression with
coefficients that are not negative, and needs no other constraint: their sum γ is how sharply harm rises
with C, and divided by γ they are the capacity. Sources: Grabisch, k-order additive discrete fuzzy measures
(1997); Miranda, Combarro and Gil, Extreme points of some families of non-additive measures (2006); Fallah
Tehrani and others, Learning monotone nonlinear models using the Choquet integral (2012).
"""

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from claimgauge.calibration.aggregators.nonnegative import fit_nonnegative, sigmoid
from claimgauge.labels import DIMENSIONS, Dimension

Pair = tuple[Dimension, Dimension]
PAIRS: Final[tuple[Pair, ...]] = tuple(itertools.combinations(DIMENSIONS, 2))
ROUNDING: Final = 1e-12
"""A weight that falls short of its bound by no more than this keeps it."""


class Capacity(NamedTuple):
    """Weights that sum to 1, and interactions: pairs in the order of the dimensions; one that is absent has 0."""

    weights: Mapping[Dimension, float]
    interactions: Mapping[Pair, float]

    def value(self, scores: Mapping[Dimension, float]) -> float:
        """C(s) in [0, 1], for scores in [0, 1] and a capacity that is monotone."""
        linear = [self.weights[k] * scores[k] for k in self.weights]
        bent = [-strength * abs(scores[k] - scores[m]) / 2 for (k, m), strength in self.interactions.items()]
        return min(1.0, max(0.0, math.fsum((*linear, *bent))))


class ChoquetModel(NamedTuple):
    """The probability of harm: log-odds = steepness · C(s) + intercept.

    `capacity` is None where no score tells anything, so that all coefficients are 0.
    """

    capacity: Capacity | None
    steepness: float
    intercept: float

    def probability(self, scores: Mapping[Dimension, float]) -> float:
        """The probability of harm of an answer with these scores."""
        value = self.capacity.value(scores) if self.capacity is not None else 0.0
        return sigmoid(self.intercept + self.steepness * value)


def monotone_gaps(capacity: Capacity) -> dict[Dimension, float]:
    """½ Σ_l |I_kl| − w_k of each dimension where that is above 0: there C falls while s_k rises. Empty: monotone."""
    found = {}
    for k, weight in capacity.weights.items():
        bound = math.fsum(abs(strength) for pair, strength in capacity.interactions.items() if k in pair) / 2
        if bound > weight + ROUNDING:
            found[k] = bound - weight
    return found


def fit_choquet(scores: Sequence[Mapping[Dimension, float]], outcomes: Sequence[bool], *, ridge: float) -> ChoquetModel:
    """The monotone 2-additive integral that tells harm best; unique, and the same for any order of the answers.

    `ridge` is λ of `fit_nonnegative`. Dimensions without a score in any answer keep weight 0. Raises InputError
    where all outcomes are alike.
    """
    seen = [k for k in DIMENSIONS if any(each[k] > 0 for each in scores)]
    pairs = [pair for pair in PAIRS if pair[0] in seen and pair[1] in seen]
    fit = fit_nonnegative([list(_basis(each, seen, pairs)) for each in scores], outcomes, ridge=ridge)
    own = dict(zip(seen, fit.coefficients, strict=False))
    both = dict(zip(pairs, fit.coefficients[len(seen) :], strict=False))
    either = dict(zip(pairs, fit.coefficients[len(seen) + len(pairs) :], strict=True))
    steepness = math.fsum(fit.coefficients)
    if steepness <= 0:
        return ChoquetModel(None, 0.0, fit.intercept)
    weights: dict[Dimension, float] = {}
    for k in DIMENSIONS:
        halves = [(both[pair] + either[pair]) / 2 for pair in pairs if k in pair]
        weights[k] = math.fsum((own.get(k, 0.0), *halves)) / steepness
    interactions = {pair: (both[pair] - either[pair]) / steepness for pair in pairs}
    return ChoquetModel(Capacity(weights, interactions), steepness, fit.intercept)


def _basis(scores: Mapping[Dimension, float], seen: Sequence[Dimension], pairs: Sequence[Pair]) -> Iterator[float]:
    """The extreme points: each score, then the smaller and then the larger of each pair."""
    yield from (scores[k] for k in seen)
    yield from (min(scores[k], scores[m]) for k, m in pairs)
    yield from (max(scores[k], scores[m]) for k, m in pairs)
