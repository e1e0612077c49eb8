"""Percentile intervals, and how little is too little for one.

Source: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapter 13 for the interval and
section 12.5 for which of the sorted values stand for its ends.
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple


class Interval(NamedTuple):
    """From `lower` to `upper`, both within."""

    lower: float
    upper: float


def percentile_interval(values: Sequence[float], *, level: float) -> Interval:
    """The interval that leaves out (1 − level) / 2 of the values at each end.

    With B values and α = (1 − level) / 2 the ends are the k-th smallest and the k-th largest, where
    k = ⌊(B + 1) α⌋. So the interval of the negated values is the negated interval. Raises ValueError
    where k is 0: fewer than `fewest_iterations(level)` values.
    """
    k = math.floor((len(values) + 1) * _tail(level))
    if k < 1:
        least = fewest_iterations(level)
        raise ValueError(f"{len(values)} values are too few for an interval at level {level!r}; give {least} or more")
    ordered = sorted(values)
    return Interval(ordered[k - 1], ordered[-k])


def fewest_iterations(level: float) -> int:
    """The least number of values for which `percentile_interval` has ends: ⌈1 / α⌉ − 1."""
    return math.ceil(1 / _tail(level)) - 1


def fewest_units(level: float) -> int:
    """The least number n of units from which an interval at this level can mean anything: 2^(1 − n) ≤ 1 − level.

    If neither of two systems is riskier, each unit falls on either side like a coin, and all n fall on
    one side with a chance of 2^(1 − n). Below this n that happens more often than the level allows, and
    a bootstrap of units on one side never has 0 within.
    """
    n = 1
    while Fraction(2) ** (1 - n) > 2 * _tail(level):
        n += 1
    return n


def _tail(level: float) -> Fraction:
    """α exactly as the level is written: 0.95 is 19 / 20 here and not the nearest float. Raises ValueError."""
    if not 0 < level < 1:
        raise ValueError(f"level is {level!r}; give a number between 0 and 1, such as 0.95")
    return (1 - Fraction(repr(level))) / 2
