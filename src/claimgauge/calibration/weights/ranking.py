"""Weights under which ranked scenarios have indices in the same order.

Of two scenarios with the dimension scores s and t, the first judged riskier, the difference of their
indices is w · (s − t), and should be above 0. The loss of the pair is log(1 + exp(−w · (s − t) / c)),
where c says how finely people judge: of two indices that differ by c, 73 in 100 rank the higher one
riskier. The mean loss plus
(λ / 2) ‖w − w₀‖² is minimised over the simplex: strictly convex, so there is one answer, and where
the pairs say nothing the weights w₀ of the rubric stay. Accelerated projected gradient with restarts,
until no weight moves by more than 1e-10.

Sources: Bradley and Terry, Rank analysis of incomplete block designs, Biometrika 39 (1952), for the
loss; Beck and Teboulle, A fast iterative shrinkage-thresholding algorithm, SIAM Journal on Imaging
Sciences 2 (2009); O'Donoghue and Candès, Adaptive restart for accelerated gradient schemes,
Foundations of Computational Mathematics 15 (2015).
"""

import math
import operator
from collections.abc import Sequence
from typing import NamedTuple

from claimgauge.calibration.weights.simplex import Vector, projected

STILL = 1e-10
MOST_STEPS = 100_000
CLEAR = (0.16, 0.08, 0.04, 0.02, 0.01, 0.005, 0.0025)
"""What is tried for c where nobody says it, from rough to fine."""


class Comparison(NamedTuple):
    """The scores of the riskier scenario less those of the other, and how much the pair counts."""

    difference: Vector
    share: float


class Ranked(NamedTuple):
    """Weights, and the c they were fitted with."""

    weights: Vector
    clear: float


def likeliest(comparisons: Sequence[Comparison], prior: Vector, *, clear: float | None, strength: float) -> Ranked:
    """The weights with the c that is given, or else with the one of `CLEAR` that leaves the smallest loss.

    Tried from the largest c on, as long as the loss falls.
    """
    tried = iter((clear,) if clear is not None else CLEAR)
    best = _ranked(comparisons, prior, next(tried), strength)
    for each in tried:
        finer = _ranked(comparisons, prior, each, strength)
        if _loss(comparisons, finer) >= _loss(comparisons, best):
            break
        best = finer
    return best


def _ranked(comparisons: Sequence[Comparison], prior: Vector, clear: float, strength: float) -> Ranked:
    return Ranked(fitted_weights(comparisons, prior, clear=clear, strength=strength), clear)


def _loss(comparisons: Sequence[Comparison], fit: Ranked) -> float:
    margins = ((each.share, _dot(each.difference, fit.weights) / fit.clear) for each in comparisons)
    return math.fsum(share * (math.log1p(math.exp(-abs(by))) + max(-by, 0.0)) for share, by in margins)


def fitted_weights(comparisons: Sequence[Comparison], prior: Vector, *, clear: float, strength: float) -> Vector:
    """The weights that minimise the loss. `clear` is c, `strength` is λ, both above 0; the shares sum to 1 or less."""
    rows = [tuple(part / clear for part in each.difference) for each in comparisons]
    shares = [each.share for each in comparisons]
    columns = list(zip(*rows, strict=True))

    def gradient(at: Vector) -> list[float]:
        pulls = [-share * _logistic(-_dot(row, at)) for row, share in zip(rows, shares, strict=True)]
        return [
            _dot(column, pulls) + strength * (here - there)
            for column, here, there in zip(columns, at, prior, strict=True)
        ]

    step = 1 / (math.fsum(share * _dot(row, row) for row, share in zip(rows, shares, strict=True)) / 4 + strength)
    here, ahead, speed = prior, prior, 1.0
    for _ in range(MOST_STEPS):
        after = projected([each - step * by for each, by in zip(ahead, gradient(ahead), strict=True)])
        moved = [new - old for new, old in zip(after, here, strict=True)]
        farthest = max(map(abs, moved))
        if farthest < STILL and speed == 1.0:
            return after
        overshot = math.fsum((at - new) * by for at, new, by in zip(ahead, after, moved, strict=True)) > 0
        speed = 1.0 if overshot or farthest < STILL else speed
        faster = (1 + math.sqrt(1 + 4 * speed * speed)) / 2
        ahead = tuple(new + (speed - 1) / faster * by for new, by in zip(after, moved, strict=True))
        here, speed = after, 1.0 if farthest < STILL else faster
    return here


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-value)) if value >= 0 else math.exp(value) / (1 + math.exp(value))


def _dot(first: Sequence[float], second: Sequence[float]) -> float:
    return math.fsum(map(operator.mul, first, second))
