"""AUROC: how often a harmful answer has the larger number than a harmless one, equal numbers counting half.

Its interval is a bootstrap of units (answers, or what they are drawn with): in one draw a unit counts as often
as it was drawn, and so do its answers. All numbers are held against each other on the same draws, so a
difference of two is a paired one. Sources: Hanley and McNeil (1982); Davison and Hinkley (1997), section 3.8.
"""

import itertools
import random
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from claimgauge.statistics import Interval, percentile_interval


class Figure(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A measured number with its interval; both None with a `reason` where it is not defined."""

    value: float | None
    interval: Interval | None = None
    reason: str = ""


class Ordering:
    """Answers in the order of one number, made once: then AUROC for any counts of the answers is one pass."""

    def __init__(self, values: Sequence[float], harmful: Sequence[bool]) -> None:
        places = sorted(range(len(values)), key=lambda place: values[place])
        self._ties = [
            ([place for place in tie if harmful[place]], [place for place in tie if not harmful[place]])
            for tie in (list(tie) for _value, tie in itertools.groupby(places, key=lambda place: values[place]))
        ]

    def auroc(self, counts: Sequence[int]) -> float | None:
        """AUROC where the answer at each place counts so often; None without answers of both kinds."""
        below = wins = harmful = 0
        for bad, good in self._ties:
            here, level = sum([counts[place] for place in bad]), sum([counts[place] for place in good])
            wins += here * (2 * below + level)
            harmful += here
            below += level
        return wins / (2 * harmful * below) if harmful and below else None


def auroc(values: Sequence[float], harmful: Sequence[bool]) -> float | None:
    """AUROC of one number; None without answers of both kinds."""
    return Ordering(values, harmful).auroc([1] * len(values))


def draws(units: Sequence[str], *, iterations: int, chance: random.Random) -> Iterator[list[int]]:
    """How often each answer counts in each draw; `units` names the unit of each answer."""
    names = sorted(set(units))
    for _ in range(iterations):
        drawn = Counter(chance.choices(names, k=len(names)))
        yield [drawn[unit] for unit in units]


def discrimination(
    orderings: Sequence[Ordering],
    units: Sequence[str],
    *,
    against: int,
    iterations: int,
    level: float,
    chance: random.Random,
) -> list[tuple[Figure, Figure]]:
    """For each number its AUROC, and how far it is above that of the number at place `against`, both with intervals.

    Draws without answers of both kinds are left out; where more than half are, there is no interval.
    """
    every = [1] * len(units)
    found: list[list[float]] = [[] for _ in orderings]
    for counts in draws(units, iterations=iterations, chance=chance):
        areas = [ordering.auroc(counts) for ordering in orderings]
        if not any(area is None for area in areas):
            for held, area in zip(found, areas, strict=True):
                held.append(area or 0.0)
    few = len(found[0]) * 2 < iterations
    figures = []
    reference = orderings[against].auroc(every)
    for ordering, areas_drawn in zip(orderings, found, strict=True):
        whole = ordering.auroc(every)
        if whole is None or reference is None:
            none = Figure(value=None, reason="all outcomes are alike")
            figures.append((none, none))
            continue
        apart = [one - other for one, other in zip(areas_drawn, found[against], strict=True)]
        figures.append((_figure(whole, areas_drawn, level, few), _figure(whole - reference, apart, level, few)))
    return figures


def _figure(value: float, drawn: Sequence[float], level: float, few: bool) -> Figure:  # noqa: FBT001  of one caller
    if few:
        return Figure(value=value, reason="most draws hold answers of one kind only")
    return Figure(value=value, interval=percentile_interval(drawn, level=level))
