"""Consensus by votes: the label that more than half of the raters gave, or of their weight."""

import math
from collections.abc import Mapping
from typing import Final, NamedTuple

from claimgauge.errors import InputError
from claimgauge.review.ratings import Ratings

NO_MAJORITY: Final = "no label has more than half of the votes"
NO_WEIGHT: Final = "its raters have no weight"


class Consensus(NamedTuple):
    """The place of the label that stands, and its share of the votes; None and the reason where none does."""

    label: int | None
    share: float
    reason: str = ""


def majority(ratings: Ratings) -> tuple[Consensus, ...]:
    """For each item the label of more than half of its raters."""
    return weighted_majority(ratings, dict.fromkeys(ratings.raters, 1.0))


def weighted_majority(ratings: Ratings, weights: Mapping[str, float]) -> tuple[Consensus, ...]:
    """For each item the label that has more than half of the weight of its raters.

    Raises InputError for a rater without a weight, and for one that is negative or not finite.
    """
    own = []
    for rater in ratings.raters:
        weight = weights.get(rater)
        if weight is None or not 0 <= weight < math.inf:
            raise InputError(f"the weight of {rater!r} is {weight!r}; give a number of 0 or more", source="weights")
        own.append(weight)
    return tuple(_consensus(ratings, place, own) for place in range(len(ratings.items)))


def _consensus(ratings: Ratings, place: int, weights: list[float]) -> Consensus:
    votes: dict[int, list[float]] = {}
    for rater, label in ratings.given[place]:
        votes.setdefault(label, []).append(weights[rater])
    sums = {label: math.fsum(each) for label, each in votes.items()}
    total = math.fsum(weight for each in votes.values() for weight in each)
    if not total:
        return Consensus(None, 0.0, NO_WEIGHT)
    most = max(sums.values())
    if 2 * most <= total:
        return Consensus(None, most / total, NO_MAJORITY)
    return Consensus(next(label for label, each in sums.items() if each == most), most / total)
