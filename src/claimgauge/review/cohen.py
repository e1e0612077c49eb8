"""Cohen's kappa of two raters: chance draws for each of them labels as that rater gave them.

κ = 1 − D_o / D_e over the items that both rated: D_o = Σ w_kl n_kl / n and D_e = Σ w_kl n_k. n_.l / n². Weights:
none, linear or quadratic in the ranks of the labels.

Sources: Cohen (1960), A Coefficient of Agreement for Nominal Scales; Cohen (1968) for the weights.
"""

import math
from collections.abc import Sequence
from typing import Final

from claimgauge.review.distances import Matrix
from claimgauge.review.formula import Disagreement, Formula, by_chance
from claimgauge.review.ratings import Ratings

NONE_IN_COMMON: Final = "the two raters have no item in common"


def cohen_kappa(ratings: Ratings, weights: Matrix, *, raters: tuple[int, int] = (0, 1)) -> Formula:
    """Cohen's kappa of two of the raters, by their places."""
    labels = len(ratings.labels)
    rows = []
    for given in ratings.given:
        own = dict(given)
        one, other = (own.get(rater) for rater in raters)
        row = [0.0] * (2 + 2 * labels)
        if one is not None and other is not None:
            row[0], row[1] = weights[one][other], 1.0
            row[2 + one] = row[2 + labels + other] = 1.0
        rows.append(row)

    def say(totals: Sequence[float]) -> Disagreement | str:
        differing, items = totals[:2]
        if not items:
            return NONE_IN_COMMON
        one, other = totals[2 : 2 + labels], totals[2 + labels :]
        return Disagreement(differing / items, math.fsum(by_chance(one, other, weights)) / items**2)

    return Formula(tuple(zip(*rows, strict=True)), say)
