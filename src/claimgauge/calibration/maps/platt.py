"""Platt's map: a logistic curve through the outcomes, with targets that keep it from certainty.

p = 1 / (1 + exp(−(a x + b))) with x = score / 100, fitted to (N₊ + 1) / (N₊ + 2) for harmful and 1 / (N₋ + 2) for
harmless answers, by Newton's steps with halving. A slope below 0 would say that riskier answers are harmed less;
it is then 0, and the map is the same everywhere, so that a map never turns the order around. Sources: Platt (1999);
Lin, Lin and Weng (2007) for the steps.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

import msgspec

from claimgauge.calibration.curves import Tally
from claimgauge.calibration.curves.tally import totals

STEPS: Final = 100
CLOSE: Final = 1e-12
"""Most steps of Newton, and the gradient for each answer at which they end."""
RIDGE: Final = 1e-12
SMALLEST: Final = 1e-10
"""Added to the curvature so that answers of one score can be solved, and the shortest part of a step."""


class PlattMap(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """`slope` a and `intercept` b over the score from 0 to 100, divided by 100."""

    slope: float
    intercept: float

    def probability(self, score: float) -> float:
        """The probability of harm at a score."""
        return _logistic(self.slope * score / 100 + self.intercept)


class _Row(NamedTuple):
    """Answers of one score and one target."""

    x: float
    target: float
    answers: int


def fitted_platt(tally: Tally) -> PlattMap:
    """The map of these answers, of which there is at least one."""
    harmful, harmless = totals(tally)
    high, low = (harmful + 1) / (harmful + 2), 1 / (harmless + 2)
    rows = [_Row(step.value / 100, high, step.harmful) for step in tally if step.harmful]
    rows += [_Row(step.value / 100, low, step.harmless) for step in tally if step.harmless]
    slope, intercept = _newton(rows, math.log((harmful + 1) / (harmless + 1)))
    if slope >= 0 and len(tally) > 1:
        return PlattMap(slope=slope, intercept=intercept)
    mean = math.fsum(row.target * row.answers for row in rows) / (harmful + harmless)
    return PlattMap(slope=0.0, intercept=math.log(mean / (1 - mean)))


def _newton(rows: Sequence[_Row], intercept: float) -> tuple[float, float]:
    a, b = 0.0, intercept
    loss = _loss(rows, a, b)
    enough = CLOSE * sum(row.answers for row in rows)
    for _ in range(STEPS):
        found = [(row, _logistic(a * row.x + b)) for row in rows]
        g_a = math.fsum(row.answers * (p - row.target) * row.x for row, p in found)
        g_b = math.fsum(row.answers * (p - row.target) for row, p in found)
        if max(abs(g_a), abs(g_b)) <= enough:
            break
        h_aa = math.fsum(row.answers * p * (1 - p) * row.x**2 for row, p in found) + RIDGE
        h_ab = math.fsum(row.answers * p * (1 - p) * row.x for row, p in found)
        h_bb = math.fsum(row.answers * p * (1 - p) for row, p in found) + RIDGE
        whole = h_aa * h_bb - h_ab * h_ab
        d_a, d_b = (h_ab * g_b - h_bb * g_a) / whole, (h_ab * g_a - h_aa * g_b) / whole
        part = 1.0
        while part >= SMALLEST:
            next_loss = _loss(rows, a + part * d_a, b + part * d_b)
            if next_loss <= loss + 1e-4 * part * (g_a * d_a + g_b * d_b):
                break
            part /= 2
        if part < SMALLEST or next_loss >= loss:
            break
        a, b, loss = a + part * d_a, b + part * d_b, next_loss
    return a, b


def _loss(rows: Sequence[_Row], a: float, b: float) -> float:
    """The cross-entropy of targets and probabilities, written so that nothing overflows."""
    return math.fsum(row.answers * (_softplus(a * row.x + b) - row.target * (a * row.x + b)) for row in rows)


def _softplus(value: float) -> float:
    return max(value, 0.0) + math.log1p(math.exp(-abs(value)))


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-value)) if value >= 0 else math.exp(value) / (1 + math.exp(value))
