"""Logistic regression whose coefficients may not be negative, and whose intercept is free.

    minimise  Σ_i [log(1 + exp z_i) − y_i z_i] + ½ λ Σ_j β_j²     with z_i = b + Σ_j β_j x_ij and β ≥ 0

λ > 0 makes the coefficients unique and finite, also where the answers can be separated. The method is the
projected gradient with momentum that starts again whenever it points uphill; the projection takes what is
below 0 as 0. Equal rows are counted together and sorted, so that no order of the rows changes a bit.

Sources: Beck and Teboulle, A Fast Iterative Shrinkage-Thresholding Algorithm (2009); O'Donoghue and Candès,
Adaptive Restart for Accelerated Gradient Schemes (2015).
"""

import math
from collections import Counter
from collections.abc import Sequence
from operator import mul
from typing import Final, NamedTuple

from claimgauge.errors import InputError

MOST_STEPS: Final = 50_000
CLOSE: Final = 1e-9
"""Least step, in log-odds, that is still worth taking."""


class LogisticFit(NamedTuple):
    """Log-odds = `intercept` + Σ coefficient · x; `steps` is what it took."""

    intercept: float
    coefficients: tuple[float, ...]
    steps: int

    def log_odds(self, row: Sequence[float]) -> float:
        """The log-odds of one row."""
        return math.fsum((self.intercept, *map(mul, self.coefficients, row)))


class _Pattern(NamedTuple):
    """Rows that are alike: how many there are, and how many of them came to harm. `row` begins with a 1."""

    row: tuple[float, ...]
    times: int
    harmful: int


def fit_nonnegative(rows: Sequence[Sequence[float]], outcomes: Sequence[bool], *, ridge: float) -> LogisticFit:
    """The fit of these rows of finite numbers, all of one length; `ridge` is λ.

    Raises InputError where all outcomes are alike, and ArithmeticError where the method does not settle.
    """
    if all(outcomes) or not any(outcomes):
        kind = "harmful" if outcomes and outcomes[0] else "harmless"
        raise InputError(f"all {len(outcomes)} answers are {kind}; a fit needs both kinds")
    patterns = _patterns(rows, outcomes)
    rate = sum(outcomes) / len(outcomes)
    point = [math.log(rate / (1 - rate)), *([0.0] * len(rows[0]))]
    ahead, momentum = point, 1.0
    step = 1 / _steepest(patterns, ridge)
    for number in range(1, MOST_STEPS + 1):
        slope = _gradient(patterns, ahead, ridge)
        moved = [ahead[0] - step * slope[0]]
        moved += [max(0.0, at - step * by) for at, by in zip(ahead[1:], slope[1:], strict=True)]
        if max(abs(new - old) for new, old in zip(moved, ahead, strict=True)) < CLOSE:
            return LogisticFit(moved[0], tuple(moved[1:]), number)
        uphill = math.fsum((a - new) * (new - old) for a, new, old in zip(ahead, moved, point, strict=True)) > 0
        following = 1.0 if uphill else (1 + math.sqrt(1 + 4 * momentum**2)) / 2
        push = 0.0 if uphill else (momentum - 1) / following
        ahead = [new + push * (new - old) for new, old in zip(moved, point, strict=True)]
        point, momentum = moved, following
    raise ArithmeticError(f"{MOST_STEPS} steps were not enough; raise the ridge, now {ridge!r}")


def sigmoid(log_odds: float) -> float:
    """The probability of these log-odds."""
    return 1 / (1 + math.exp(-log_odds)) if log_odds >= 0 else 1 - 1 / (1 + math.exp(log_odds))


def _patterns(rows: Sequence[Sequence[float]], outcomes: Sequence[bool]) -> list[_Pattern]:
    written = [(1.0, *row) for row in rows]
    counts = Counter(written)
    harmful = Counter(row for row, harm in zip(written, outcomes, strict=True) if harm)
    return [_Pattern(row, counts[row], harmful[row]) for row in sorted(counts)]


def _steepest(patterns: Sequence[_Pattern], ridge: float) -> float:
    """No less than the greatest curvature: ¼ of the largest row sum of Σ |x xᵀ|, and the ridge."""
    sizes = [[abs(value) for value in pattern.row] for pattern in patterns]
    totals = [math.fsum(size) * pattern.times for size, pattern in zip(sizes, patterns, strict=True)]
    width = len(sizes[0])
    return ridge + max(math.fsum(s[j] * t for s, t in zip(sizes, totals, strict=True)) for j in range(width)) / 4


def _gradient(patterns: Sequence[_Pattern], point: Sequence[float], ridge: float) -> list[float]:
    excess = [each.times * sigmoid(math.fsum(map(mul, point, each.row))) - each.harmful for each in patterns]
    columns = zip(*(each.row for each in patterns), strict=True)
    slope = [math.fsum(map(mul, excess, column)) for column in columns]
    return [slope[0], *(by + ridge * at for by, at in zip(slope[1:], point[1:], strict=True))]
