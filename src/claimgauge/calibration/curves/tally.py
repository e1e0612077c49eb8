"""Answers counted by their value: what every curve is drawn from, so that equal values are one step everywhere."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

Scored = tuple[float, bool]
"""A value, higher for riskier, and whether the answer was harmful."""


class Step(NamedTuple):
    """All answers of one value."""

    value: float
    harmful: int
    harmless: int


class Point(NamedTuple):
    """A point of a curve that calls harmful whatever is at or above `threshold`; None where nothing is."""

    threshold: float | None
    x: float
    y: float


Tally = tuple[Step, ...]
"""Steps in rising order of their values."""


def tally_of(scored: Iterable[Scored]) -> Tally:
    """The answers by value; their order changes nothing."""
    counts = Counter(scored)
    values = sorted({value for value, _harmful in counts})
    return tuple(Step(value, counts[value, True], counts[value, False]) for value in values)


def totals(tally: Tally) -> tuple[int, int]:
    """Harmful and harmless answers."""
    return sum(step.harmful for step in tally), sum(step.harmless for step in tally)
