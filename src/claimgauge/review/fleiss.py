"""Fleiss' kappa: chance draws labels as all raters together gave them.

κ = 1 − D_o / D_e, D_o the mean disagreement of two ratings of an item, D_e = Σ w_kl π_k π_l with π_k the mean
over items of the share of ratings that are k. With missing ratings, items with one rating enter π alone.

Sources: Fleiss (1971), Measuring Nominal Scale Agreement Among Many Raters; Gwet, Handbook of Inter-Rater
Reliability (2014), chapters 2 and 3, for weights and missing ratings. Scott's pi is the same for two raters.
"""

import math
from collections.abc import Sequence

from claimgauge.review.distances import Matrix
from claimgauge.review.formula import NO_TWO, Disagreement, Formula, by_chance, observed_columns, share_columns
from claimgauge.review.ratings import Ratings


def fleiss_kappa(ratings: Ratings, weights: Matrix) -> Formula:
    """Fleiss' kappa with these weights."""

    def say(totals: Sequence[float]) -> Disagreement | str:
        differing, items, *shares = totals
        if not items:
            return NO_TWO
        count = math.fsum(shares)
        mean = [each / count for each in shares]
        return Disagreement(differing / items, math.fsum(by_chance(mean, mean, weights)))

    return Formula((*observed_columns(ratings, weights), *share_columns(ratings)), say)
