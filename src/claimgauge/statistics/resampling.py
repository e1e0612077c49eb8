"""The bootstrap: what a statistic could have been, had other units of the same kind been drawn.

As many units as there are are drawn with replacement, and each statistic is computed again from the
totals of the draw. That covers means (total / n), shares, and ratios of two totals. Where units come in
clusters (claims of one answer), a unit is the whole cluster with its own totals, so that claims that
stand or fall together are drawn together. Pairs are units of differences.

Sources: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapters 6 and 13; Davison and
Hinkley, Bootstrap Methods and their Application (1997), section 3.8 for clusters.
"""

import math
import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from claimgauge.statistics.intervals import Interval, percentile_interval

Statistic = Callable[[Sequence[float]], float | None]
"""From the totals of a sample, one for each column, to a number; None where it is not defined."""
BITS = 53
SMALLEST = -1074
"""What a float holds: the bits of a number, and the exponent of the smallest one."""


def bootstrap_intervals(
    units: Sequence[Sequence[float]],
    statistics: Sequence[Statistic],
    *,
    iterations: int,
    level: float,
    chance: random.Random,
) -> tuple[Interval | None, ...]:
    """The percentile interval of each statistic over the units; None where a draw left it undefined.

    All statistics are computed on the same draws. Raises ValueError for too few iterations, and without
    units.
    """
    found: list[list[float]] = [[] for _ in statistics]
    for totals in bootstrap_totals(units, iterations=iterations, chance=chance):
        for values, statistic in zip(found, statistics, strict=True):
            if (value := statistic(totals)) is not None:
                values.append(value)
    return tuple(percentile_interval(values, level=level) if len(values) == iterations else None for values in found)


def bootstrap_totals(
    units: Sequence[Sequence[float]], *, iterations: int, chance: random.Random
) -> Iterator[tuple[float, ...]]:
    """The column totals of each draw, `iterations` times. `units` are rows of one length; raises ValueError for none.

    The values of a column are taken as whole multiples of a step, and all columns of a unit are packed
    into one integer, so that one sum of integers gives all totals at once, exactly and in any order.
    Whole numbers are taken as they are; of other columns each value is rounded by at most 2^(−54) of the
    largest.
    """
    if not units:
        raise ValueError("there is nothing to draw from; give at least one unit")
    count = len(units)
    written = list(zip(*units, strict=True))
    columns = {column: _whole(column) for column in dict.fromkeys(written)}
    packed, fields, shift = [0] * count, {}, 0
    for column, (values, low, step) in columns.items():
        width = (count * max(values)).bit_length()
        packed = [before | value << shift for before, value in zip(packed, values, strict=True)]
        fields[column] = (shift, (1 << width) - 1, count * low, step)
        shift += width
    order = [fields[column] for column in written]
    for _ in range(iterations):
        total = sum(chance.choices(packed, k=count))
        yield tuple([((total >> shift & mask) + low) * step for shift, mask, low, step in order])


class _Column(NamedTuple):
    """A column as `step` times (`low` + each value); the values are whole numbers, 0 or more."""

    values: tuple[int, ...]
    low: int
    step: float


def _whole(column: Sequence[float]) -> _Column:
    """Whole numbers by steps of 1; any others by steps so small that the largest keeps each of its 53 bits."""
    step = 1.0
    if not all(float(value).is_integer() for value in column):
        _mantissa, exponent = math.frexp(max(map(abs, column)))
        step = math.ldexp(1.0, max(exponent - BITS, SMALLEST))
    whole = [round(value / step) for value in column]
    low = min(whole)
    return _Column(tuple(value - low for value in whole), low, step)
