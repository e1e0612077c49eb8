"""Krippendorff's alpha: chance draws two of all ratings, without putting the first back.

α = 1 − D_o / D_e over the items with two ratings or more. D_o = Σ_items Σ_kl δ_kl r_k r_l / (r − 1) / n and
D_e = Σ_kl δ_kl n_k n_l / (n (n − 1)), n_k how often k was given, n the number of ratings, δ the squared distance of
two labels. Items with one rating do not enter. In small samples alpha is a little above Fleiss' kappa, because of the
n − 1; so, unlike the others, alpha of the same items twice is not the same: 1 − α grows by (2n − 1) / (2n − 2).

Sources: Krippendorff, Content Analysis (2004), chapter 11; Hayes and Krippendorff (2007). MASI distances stand
in the place of δ as they are (Passonneau 2006).
"""

import math
from collections.abc import Sequence
from itertools import combinations

from claimgauge.review.distances import Distance
from claimgauge.review.formula import NO_TWO, Column, Disagreement, Formula, by_chance
from claimgauge.review.ratings import Ratings


def krippendorff_alpha(ratings: Ratings, distance: Distance) -> Formula:
    """Alpha under this distance."""
    rows = [
        counts if sum(counts) > 1 else (0,) * len(counts) for counts in map(ratings.counts, range(len(ratings.items)))
    ]
    given: tuple[Column, ...] = tuple(tuple(map(float, column)) for column in zip(*rows, strict=True))
    pairs = list(combinations(range(len(ratings.labels)), 2))
    if distance.fixed:
        matrix = distance.between(())
        apart: tuple[Column, ...] = (tuple(_each(row, math.fsum(by_chance(row, row, matrix))) for row in rows),)
    else:
        apart = tuple(tuple(_each(row, 2 * row[a] * row[b]) for row in rows) for a, b in pairs)

    def say(totals: Sequence[float]) -> Disagreement | str:
        counts, differing = totals[: len(given)], totals[len(given) :]
        count = math.fsum(counts)
        if count < 2:
            return NO_TWO
        matrix = distance.between(counts)
        observed = (
            differing[0]
            if distance.fixed
            else math.fsum(matrix[a][b] * each for (a, b), each in zip(pairs, differing, strict=True))
        )
        expected = math.fsum(by_chance(counts, counts, matrix))
        return Disagreement(observed / count, expected / (count * (count - 1)))

    return Formula((*given, *apart), say)


def _each(counts: Sequence[int], differing: float) -> float:
    """What an item adds: its differing pairs, each rating of it counted once."""
    total = sum(counts)
    return differing / (total - 1) if total else 0.0
