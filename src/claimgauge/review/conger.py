"""Conger's kappa: chance draws for each rater labels as that rater gave them.

κ = 1 − D_o / D_e, D_e the mean over all ordered pairs of two raters g and h of Σ w_kl p_gk p_hl, p_gk the share of the
ratings of g that are k. It is Cohen's kappa for two raters who rated the same items, for any number of raters.

Sources: Conger (1980), Integration and generalization of kappas for multiple raters; Gwet (2014), chapters 2 and 3,
for weights and missing ratings (written there with variances; the sum over pairs is the same).
"""

import math
from collections.abc import Sequence
from typing import Final

from claimgauge.review.distances import Matrix
from claimgauge.review.formula import NO_TWO, Column, Disagreement, Formula, by_chance, observed_columns
from claimgauge.review.ratings import Given, Ratings

ONE_RATER: Final = "there is only one rater"


def conger_kappa(ratings: Ratings, weights: Matrix) -> Formula:
    """Conger's kappa with these weights."""
    labels, raters = len(ratings.labels), len(ratings.raters)

    def say(totals: Sequence[float]) -> Disagreement | str:
        differing, items, *counts = totals
        if not items:
            return NO_TWO
        own = [counts[place * labels : (place + 1) * labels] for place in range(raters)]
        shares = [[each / math.fsum(row) for each in row] for row in own if any(row)]
        if len(shares) < 2:
            return ONE_RATER
        together = [math.fsum(column) for column in zip(*shares, strict=True)]
        within = math.fsum(term for row in shares for term in by_chance(row, row, weights))
        across = math.fsum(by_chance(together, together, weights))
        return Disagreement(differing / items, max(0.0, across - within) / (len(shares) * (len(shares) - 1)))

    return Formula((*observed_columns(ratings, weights), *_given_columns(ratings)), say)


def _given_columns(ratings: Ratings) -> tuple[Column, ...]:
    """For each rater and label, whether the rater gave it to an item."""
    found = [set(each) for each in ratings.given]
    return tuple(
        tuple(float(Given(rater, label) in each) for each in found)
        for rater in range(len(ratings.raters))
        for label in range(len(ratings.labels))
    )
