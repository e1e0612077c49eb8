"""Gwet's AC1, and AC2 with weights: chance is rare where one label takes almost all.

Only ratings of items that are hard to rate can agree by chance, and how many those are is read from how evenly
labels are given: p_e = T / (q (q − 1)) Σ π_k (1 − π_k), T the sum of the weights of agreement and π as in Fleiss'
kappa. So the coefficient stays high where raters agree on one label that is nearly always right, the case in which
the kappas fall. It depends on q, as Brennan and Prediger's does.

Source: Gwet (2008), Computing inter-rater reliability and its variance in the presence of high agreement; Gwet
(2014), chapters 2 and 3.
"""

import math
from collections.abc import Sequence

from claimgauge.review.brennan_prediger import ONE_KNOWN, SETS
from claimgauge.review.distances import Matrix
from claimgauge.review.formula import NO_TWO, Disagreement, Formula, observed_columns, share_columns
from claimgauge.review.ratings import Ratings


def gwet_ac(ratings: Ratings, weights: Matrix) -> Formula:
    """AC1 where `weights` are those of names, else AC2."""
    labels = len(ratings.labels)
    agreement = labels**2 - math.fsum(map(math.fsum, weights))

    def say(totals: Sequence[float]) -> Disagreement | str:
        differing, items, *shares = totals
        if ratings.in_sets:
            return SETS
        if labels < 2:
            return ONE_KNOWN
        if not items:
            return NO_TWO
        count = math.fsum(shares)
        mean = [each / count for each in shares]
        spread = math.fsum(each * (1 - each) for each in mean)
        return Disagreement(differing / items, 1 - agreement / (labels * (labels - 1)) * spread)

    return Formula((*observed_columns(ratings, weights), *share_columns(ratings)), say)
