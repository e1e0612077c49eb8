"""How far a number goes from seed to seed."""

import math
from collections.abc import Mapping

from claimgauge_bench.contrasts.contrast import Spread


def spread_of(by_seed: Mapping[int, float]) -> Spread | None:
    """Mean, standard deviation √(Σ (x − mean)² / (n − 1)), lowest and highest; None below two seeds."""
    values = list(by_seed.values())
    if len(values) < 2:
        return None
    mean = math.fsum(values) / len(values)
    return Spread(
        mean=mean,
        sd=math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)),
        lowest=min(values),
        highest=max(values),
        by_seed={str(seed): value for seed, value in by_seed.items()},
    )
