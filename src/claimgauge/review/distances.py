"""How far two labels lie apart, from 0, the same, to 1, as far as labels can.

Each level has two forms. Weights are fixed beforehand and serve the kappas and Gwet's coefficient: any
other label counts 1 (none), the ranks between two labels count (linear), or the square of the distance
does (quadratic). Krippendorff's distances are those of his alpha; that of ranks depends on how often each
rank was given. A distance that lies in [0, 1] up to a factor changes no coefficient, so all are divided by the
largest.

Sources: Cohen (1968), weighted kappa; Krippendorff, Content Analysis (2004), section 11.3; Passonneau (2006),
Measuring Agreement on Set-valued Items, for MASI.
"""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import Literal, NamedTuple

from claimgauge.review.annotation import LabelSet
from claimgauge.review.ratings import Level, Ratings, values_of

Weights = Literal["none", "linear", "quadratic"]
DistanceName = Literal["nominal", "ordinal", "interval", "masi"]
Matrix = tuple[tuple[float, ...], ...]
POWERS: dict[Weights, int] = {"none": 0, "linear": 1, "quadratic": 2}
WEIGHTS: dict[Level, Weights] = {"nominal": "none", "ordinal": "linear", "interval": "quadratic"}


class Distance(NamedTuple):
    """`between` answers the distances, by how often each label was given; `fixed` says that this does not matter."""

    name: DistanceName
    fixed: bool
    between: Callable[[Sequence[float]], Matrix]


def weights_of(ratings: Ratings, weights: Weights, *, level: Level) -> Matrix:
    """The weights of disagreement between the labels; at the interval level between their numbers, else their ranks."""
    numbers = values_of(ratings.labels) if level == "interval" else None
    return _spread(numbers or tuple(map(float, range(len(ratings.labels)))), POWERS[weights])


def distance_of(ratings: Ratings, *, level: Level) -> Distance:
    """Krippendorff's distance for this level; MASI where items have sets of labels."""
    if ratings.in_sets:
        return _fixed("masi", tuple(tuple(masi(a, b) for b in ratings.labels) for a in ratings.labels))
    if level == "ordinal":
        return Distance("ordinal", fixed=False, between=_of_ranks)
    return _fixed(level, weights_of(ratings, WEIGHTS[level], level=level))


def masi(a: LabelSet, b: LabelSet) -> float:
    """1 − J M: J the share of common labels, M 1 for equal sets, 2/3 for one in the other, 1/3 for an overlap, else 0.

    Two empty sets are equal.
    """
    one, other = frozenset(a), frozenset(b)
    if one == other:
        return 0.0
    common = one & other
    if not common:
        return 1.0
    monotony = 2 / 3 if one < other or other < one else 1 / 3
    return 1 - len(common) / len(one | other) * monotony


def _fixed(name: DistanceName, matrix: Matrix) -> Distance:
    return Distance(name, fixed=True, between=lambda _counts: matrix)


def _of_ranks(counts: Sequence[float]) -> Matrix:
    """The squared distances of the middle ranks: how many ratings lie between two labels, half of each among them."""
    ends = list(accumulate(counts))
    return _spread(tuple(end - own / 2 for end, own in zip(ends, counts, strict=True)), 2)


def _spread(positions: Sequence[float], power: int) -> Matrix:
    span = max(positions) - min(positions) or 1.0
    return tuple(
        tuple((abs(a - b) / span) ** power if place != other else 0.0 for other, b in enumerate(positions))
        for place, a in enumerate(positions)
    )
