"""Brennan and Prediger's coefficient: chance draws every label equally often.

κ = 1 − D_o / D_e, D_e = Σ w_kl / q² over the q labels that could have been given. It depends on q: tell the
labels where one of them was never given.

Sources: Brennan and Prediger (1981), Coefficient Kappa: Some Uses, Misuses, and Alternatives; Gwet (2014),
chapter 2. For two raters and two labels it is the G of Holley and Guilford, and PABAK.
"""

import math
from collections.abc import Sequence
from typing import Final

from claimgauge.review.distances import Matrix
from claimgauge.review.formula import NO_TWO, Disagreement, Formula, observed_columns
from claimgauge.review.ratings import Ratings

ONE_KNOWN: Final = "only one label is known; give all labels that could have been given"
SETS: Final = "how many sets of labels there could be is not known"


def brennan_prediger(ratings: Ratings, weights: Matrix) -> Formula:
    """The coefficient with these weights."""
    labels = len(ratings.labels)
    expected = math.fsum(map(math.fsum, weights)) / labels**2

    def say(totals: Sequence[float]) -> Disagreement | str:
        differing, items = totals
        if ratings.in_sets:
            return SETS
        if labels < 2:
            return ONE_KNOWN
        return Disagreement(differing / items, expected) if items else NO_TWO

    return Formula(observed_columns(ratings, weights), say)
