"""How well one number puts things in the order of another: correlations of ranks, AUROC, and intervals by resampling.

Each measure is None where it is not defined: fewer than two items, or a column that is the same throughout.
"""

import math
import random
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple, TypeVar

T = TypeVar("T")
RESAMPLES = 1000


class Estimate(NamedTuple):
    """A figure with the middle 95 % of its resamples; None where it is not defined."""

    value: float | None
    low: float | None
    high: float | None

    def __str__(self) -> str:
        if self.value is None or self.low is None or self.high is None:
            return "none"
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value from 1, equal values sharing the mean of theirs."""
    ordered = sorted(values)
    return [(bisect_left(ordered, each) + 1 + bisect_right(ordered, each)) / 2 for each in values]


def spearman(one: Sequence[float], two: Sequence[float]) -> float | None:
    """Pearson's correlation of the ranks."""
    if len(one) < 2:
        return None
    pairs = list(zip(ranks(one), ranks(two), strict=True))
    middle = (len(pairs) + 1) / 2
    both = math.fsum((a - middle) * (b - middle) for a, b in pairs)
    apart = math.fsum((a - middle) ** 2 for a, _ in pairs) * math.fsum((b - middle) ** 2 for _, b in pairs)
    return both / math.sqrt(apart) if apart else None


def kendall(one: Sequence[float], two: Sequence[float]) -> float | None:
    """Kendall's tau-b: concordant less discordant pairs, by the geometric mean of the pairs that each column orders."""
    ahead = first = second = 0
    for (a, b), (c, d) in combinations(zip(one, two, strict=True), 2):
        x, y = (a > c) - (a < c), (b > d) - (b < d)
        ahead += x * y
        first += x * x
        second += y * y
    return ahead / math.sqrt(first * second) if first and second else None


def auroc(values: Sequence[float], truth: Sequence[bool]) -> float | None:
    """How often an item that is so has the larger value than one that is not; equal values count half."""
    held = [value for value, so in zip(values, truth, strict=True) if so]
    rest = sorted(value for value, so in zip(values, truth, strict=True) if not so)
    if not held or not rest:
        return None
    wins = sum(bisect_left(rest, each) + bisect_right(rest, each) for each in held)
    return wins / (2 * len(held) * len(rest))


def estimate(
    items: Sequence[T], figure: Callable[[Sequence[T]], float | None], *, seed: int, resamples: int = RESAMPLES
) -> Estimate:
    """A figure over the items, with percentiles over samples of them drawn with replacement."""
    chance = random.Random(seed)  # noqa: S311  a resample, no secret
    drawn = (figure(chance.choices(items, k=len(items))) for _ in range(resamples)) if items else ()
    ordered = sorted(value for value in drawn if value is not None)
    if not ordered:
        return Estimate(None, None, None)
    return Estimate(figure(items), percentile(ordered, 0.025), percentile(ordered, 0.975))


def percentile(ordered: Sequence[float], share: float) -> float:
    """The value below which so large a share of the ordered values lies (nearest rank)."""
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
