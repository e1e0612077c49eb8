"""What is measured of a pair of rows, and the interval of its difference.

A measure is a mean over pairs, Σ (value(b) − value(a)) / n, or, with `per`, a ratio of totals on each
side, Σ value(b) / Σ per(b) − Σ value(a) / Σ per(a). All measures that the same pairs have are drawn
together; what else is measured changes no interval, because each set of pairs is drawn from the seed anew.
"""

import math
import random
from collections.abc import Callable, Hashable, Mapping, Sequence
from itertools import compress
from typing import NamedTuple, TypeVar

import msgspec

from claimgauge.statistics import Interval, Statistic, bootstrap_intervals, fewest_units
from claimgauge.workflow.compared import Half
from claimgauge.workflow.comparison import Difference, Reading

Pair = tuple[Half, Half]
Key = TypeVar("Key", bound=Hashable)


class Draws(NamedTuple):
    """How often to draw, from which seed, and the level of the intervals."""

    seed: int
    iterations: int
    level: float


class Measure(NamedTuple):
    """`value` of a half that `has` one; `per` is what it is divided by, None for a mean over the pairs.

    `worst` is the worst value that a half without one could have had, where that means anything; the
    best is 0.
    """

    value: Callable[[Half], float]
    has: Callable[[Half], bool]
    per: Callable[[Half], float] | None = None
    worst: float | None = None


def differences(pairs: Sequence[Pair], measures: Mapping[Key, Measure], draws: Draws) -> dict[Key, Difference]:
    """The difference of each measure over the pairs that have it on both sides."""
    alike: dict[tuple[bool, ...], list[Key]] = {}
    for key, measure in measures.items():
        alike.setdefault(tuple(measure.has(a) and measure.has(b) for a, b in pairs), []).append(key)
    found: dict[Key, Difference] = {}
    for kept, keys in alike.items():
        whole = list(compress(pairs, kept))
        found |= _over(whole, {key: measures[key] for key in keys}, draws)
    return {key: _bounded(found[key], measure, pairs) for key, measure in measures.items()}


def _over(pairs: Sequence[Pair], measures: Mapping[Key, Measure], draws: Draws) -> dict[Key, Difference]:
    """The differences of measures that all these pairs have."""
    columns, statistics = _columns(pairs, measures)
    found: Sequence[Interval | None] = [None] * len(measures)
    if len(pairs) >= fewest_units(draws.level):
        chance = random.Random(draws.seed)  # noqa: S311  # a draw that can be repeated, no secret
        units = list(zip(*columns, strict=True))
        found = bootstrap_intervals(units, statistics, iterations=draws.iterations, level=draws.level, chance=chance)
    totals = tuple(map(math.fsum, columns))
    return {
        key: Difference(
            pairs=len(pairs),
            a=_level(measure, [a for a, _b in pairs]),
            b=_level(measure, [b for _a, b in pairs]),
            difference=statistic(totals) if pairs else None,
            interval=interval,
            reading=_reading(interval),
        )
        for (key, measure), statistic, interval in zip(measures.items(), statistics, found, strict=True)
    }


def _columns(pairs: Sequence[Pair], measures: Mapping[Key, Measure]) -> tuple[list[tuple[float, ...]], list[Statistic]]:
    """The columns of all measures side by side, and the statistic of each, which knows its columns."""
    columns: list[tuple[float, ...]] = []
    statistics: list[Statistic] = []
    for value, _has, per, _worst in measures.values():
        at = len(columns)
        if per is None:
            columns.append(tuple(value(b) - value(a) for a, b in pairs))
            statistics.append(_mean(at, len(pairs)))
        else:
            sides = [[a for a, _b in pairs], [b for _a, b in pairs]]
            columns += [tuple(map(each, side)) for side in sides for each in (value, per)]
            statistics.append(_ratio(at))
    return columns, statistics


def _mean(at: int, count: int) -> Statistic:
    return lambda totals: totals[at] / count


def _ratio(at: int) -> Statistic:
    def statistic(totals: Sequence[float]) -> float | None:
        value_a, per_a, value_b, per_b = totals[at : at + 4]
        return value_b / per_b - value_a / per_a if per_a and per_b else None

    return statistic


def _level(measure: Measure, halves: Sequence[Half]) -> float | None:
    """The measure on one side."""
    per = len(halves) if measure.per is None else math.fsum(map(measure.per, halves))
    return math.fsum(map(measure.value, halves)) / per if per else None


def _reading(interval: Interval | None) -> Reading:
    if interval is None or interval.lower <= 0 <= interval.upper:
        return "undecided"
    return "higher" if interval.lower > 0 else "lower"


def _bounded(difference: Difference, measure: Measure, pairs: Sequence[Pair]) -> Difference:
    """With the mean difference over all pairs, if a half without a value had the best one, 0, and the worst."""
    if measure.worst is None:
        return difference

    def mean(missing_a: float, missing_b: float) -> float:
        value, has = measure.value, measure.has
        return math.fsum(
            (value(b) if has(b) else missing_b) - (value(a) if has(a) else missing_a) for a, b in pairs
        ) / len(pairs)

    bounds = Interval(mean(measure.worst, 0.0), mean(0.0, measure.worst))
    return msgspec.structs.replace(difference, bounds=bounds)
