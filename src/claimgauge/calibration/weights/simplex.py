"""Weights as points of the simplex: w ≥ 0, Σ w = 1."""

import math
from collections.abc import Sequence

Vector = tuple[float, ...]


def normalised(values: Sequence[float]) -> Vector:
    """Values that are not negative, by their sum. Raises ValueError where none is above 0."""
    total = math.fsum(values)
    if not (math.isfinite(total) and total > 0 and min(values) >= 0):
        raise ValueError(f"{list(values)!r} are no weights: give finite numbers of at least 0, one of them above 0")
    return tuple(value / total for value in values)


def projected(values: Sequence[float]) -> Vector:
    """The point of the simplex that is nearest to `values` (Euclidean distance).

    That point is max(v − θ, 0) with the one θ for which it sums to 1. Source: Held, Wolfe and Crowder,
    Validation of subgradient optimization (1974), section 3.
    """
    ordered = sorted(values, reverse=True)
    bounds = ((math.fsum(ordered[:count]) - 1) / count for count in range(1, len(ordered) + 1))
    threshold = max((bound for value, bound in zip(ordered, bounds, strict=True) if value > bound), default=0.0)
    return tuple(max(value - threshold, 0.0) for value in values)


def rounded(weights: Sequence[float], places: int = 4, *, total: float = 1.0) -> Vector:
    """Weights with so many decimals that still sum to `total`, itself a number of so many decimals.

    What rounding down leaves goes to those that lost most by it (the method of the largest remainder);
    of equal remainders the first in the order given has it.
    """
    step = 10**places
    wanted = [weight * step for weight in weights]
    whole = [math.floor(each + 1e-9) for each in wanted]
    left = round(total * step) - sum(whole)
    by_loss = sorted(range(len(whole)), key=lambda place: (whole[place] - wanted[place], place))
    for place in by_loss[:left]:
        whole[place] += 1
    return tuple(each / step for each in whole)
