"""How far a number can be taken at its word: the Brier score and the expected calibration error.

Sources: Brier (1950); Naeini, Cooper and Hauskrecht (2015) for the error by bins.
"""

import math
from collections.abc import Sequence
from typing import Final

BINS: Final = 10
"""Bins of equal width that the expected calibration error is taken over."""


def brier(chances: Sequence[float], outcomes: Sequence[bool]) -> float:
    """The mean squared distance of the probabilities from what came; 0 is perfect."""
    return math.fsum((chance - harm) ** 2 for chance, harm in zip(chances, outcomes, strict=True)) / len(chances)


def calibration_error(chances: Sequence[float], outcomes: Sequence[bool]) -> float:
    """Σ over bins of |Σ (probability − outcome)| / n; 0 is perfect.

    A sum of distances: chance adds to it and never takes away, in a resample once more. So the interval of a
    bootstrap can lie above the figure itself.
    """
    totals = [math.fsum(column) for column in zip(*map(gaps_by_bin, chances, outcomes), strict=True)]
    return math.fsum(map(abs, totals)) / len(chances)


def gaps_by_bin(chance: float, harmful: bool) -> tuple[float, ...]:  # noqa: FBT001  an outcome, no switch
    """Probability less outcome in the bin of the probability, 0 in each other."""
    place = min(int(chance * BINS), BINS - 1)
    return tuple(chance - harmful if each == place else 0.0 for each in range(BINS))
