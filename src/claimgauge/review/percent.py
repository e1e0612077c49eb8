"""Percent agreement: how often two raters of an item say the same. Chance is in it.

Mean over the items with two ratings or more of the share of pairs of ratings that are equal. `specific_agreement`
is the same for one label: of the pairs in which one rater gave it, how many others did (Spitzer and Fleiss 1974;
Cicchetti and Feinstein 1990). At label `yes`, the last one.
"""

import math
from collections.abc import Sequence

from claimgauge.review.distances import weights_of
from claimgauge.review.formula import NO_TWO, Disagreement, Formula, observed_columns
from claimgauge.review.ratings import Ratings

NOBODY = "nobody gave this label to an item with two ratings"


def percent_agreement(ratings: Ratings) -> Formula:
    """The share of pairs that are equal, whatever the level of the labels."""

    def say(totals: Sequence[float]) -> Disagreement | str:
        differing, items = totals
        return Disagreement(differing / items, 1.0) if items else NO_TWO

    return Formula(observed_columns(ratings, weights_of(ratings, "none", level="nominal")), say)


def specific_agreement(ratings: Ratings) -> Formula:
    """Σ r_k (r_k − 1) / (r − 1) over Σ r_k, for the last label k."""
    rows = [(counts[-1], sum(counts)) for counts in map(ratings.counts, range(len(ratings.items)))]
    alike = tuple(own * (own - 1) / (total - 1) if total > 1 else 0.0 for own, total in rows)
    given = tuple(float(own) if total > 1 else 0.0 for own, total in rows)

    def say(totals: Sequence[float]) -> Disagreement | str:
        same, all_given = totals
        return Disagreement(math.fsum((all_given, -same)) / all_given, 1.0) if all_given else NOBODY

    return Formula((alike, given), say)
