"""A coefficient as a formula: columns with one number an item, and what their totals say.

Every coefficient here is 1 − observed / expected disagreement. Written so, a bootstrap over items needs the
totals of its draws only.
"""

import math
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from claimgauge.review.distances import Matrix
from claimgauge.review.ratings import Ratings

Column = tuple[float, ...]
NO_TWO: Final = "no item has two ratings"
ONE_LABEL: Final = "only one label was given, so that agreement by chance is complete"


class Disagreement(NamedTuple):
    """Observed, and expected by chance, from 0 to 1."""

    observed: float
    expected: float


class Formula(NamedTuple):
    """`say` takes the totals of the columns; it answers a text where the coefficient is not defined, the reason."""

    columns: tuple[Column, ...]
    say: Callable[[Sequence[float]], Disagreement | str]


def value_of(said: Disagreement | str) -> float | None:
    """The coefficient; None where it is not defined."""
    if isinstance(said, str) or not said.expected:
        return None
    return 1 - said.observed / said.expected


def reason_of(said: Disagreement | str) -> str:
    """Why there is no coefficient, or nothing."""
    if isinstance(said, str):
        return said
    return "" if said.expected else ONE_LABEL


def by_chance(shares: Sequence[float], others: Sequence[float], weights: Matrix) -> list[float]:
    """The disagreement of two draws of a label, term by term: `shares` of the first, `others` of the second."""
    return [
        weight * share * other
        for share, row in zip(shares, weights, strict=True)
        for other, weight in zip(others, row, strict=True)
        if weight
    ]


def observed_columns(ratings: Ratings, weights: Matrix) -> tuple[Column, Column]:
    """The mean disagreement of two ratings of an item, and whether it has two: Σ w r_k r_l / r (r − 1)."""
    pairs, has = [], []
    for place in range(len(ratings.items)):
        counts = ratings.counts(place)
        total = sum(counts)
        has.append(float(total > 1))
        pairs.append(math.fsum(by_chance(counts, counts, weights)) / (total * (total - 1)) if total > 1 else 0.0)
    return tuple(pairs), tuple(has)


def share_columns(ratings: Ratings) -> tuple[Column, ...]:
    """For each label the share of the ratings of an item that have it: r_k / r."""
    rows = []
    for place in range(len(ratings.items)):
        counts = ratings.counts(place)
        rows.append([each / sum(counts) for each in counts])
    return tuple(zip(*rows, strict=True))
