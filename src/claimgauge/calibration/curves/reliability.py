"""Whether a probability means what it says: the reliability table, the Brier score, expected calibration error.

The error is Σ n_b / n · |mean value − share harmful| over bins. Equal width shows where on the scale it lies,
equal mass puts about as many answers into each bin; equal values are never parted. Both are biased upwards in
small samples. Sources: Brier (1950); Naeini, Cooper and Hauskrecht (2015); Nixon et al. (2019).
"""

import math
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from claimgauge.calibration.curves.tally import Step, Tally, totals

BINS: Final = 10
Binning = Callable[[Tally], "list[list[Step]]"]


class Bin(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Answers with values from `lower` to `upper`: how many, their mean value, and the share that was harmful."""

    lower: float
    upper: float
    answers: int
    mean_value: float
    harmful_share: float


def brier_score(tally: Tally) -> float | None:
    """The mean squared difference of value and outcome (1 for harmful); None without answers."""
    n = sum(totals(tally))
    if not n:
        return None
    return math.fsum(s.harmful * (1 - s.value) ** 2 + s.harmless * s.value**2 for s in tally) / n


def equal_width(tally: Tally) -> list[list[Step]]:
    """The steps in ten bins of one width, the last with 1 in it; a bin that nothing falls in is left out."""
    bins: list[list[Step]] = [[] for _ in range(BINS)]
    for step in tally:
        bins[min(BINS - 1, int(step.value * BINS))].append(step)
    return [each for each in bins if each]


def equal_mass(tally: Tally) -> list[list[Step]]:
    """The steps in at most ten bins of about as many answers; a value goes where the middle of its answers falls."""
    n = sum(totals(tally))
    bins: list[list[Step]] = [[] for _ in range(BINS)]
    before = 0
    for step in tally:
        held = step.harmful + step.harmless
        bins[min(BINS - 1, (2 * before + held) * BINS // (2 * n))].append(step)
        before += held
    return [each for each in bins if each]


def calibration_error(tally: Tally, *, binning: Binning) -> float | None:
    """The expected calibration error over the bins; None without answers."""
    n = sum(totals(tally))
    return math.fsum(abs(_value_sum(each) - totals(tuple(each))[0]) for each in binning(tally)) / n if n else None


def reliability_table(tally: Tally, *, binning: Binning) -> tuple[Bin, ...]:
    """The bins that hold answers, from the lowest."""
    return tuple(map(_bin, binning(tally)))


def _bin(steps: Sequence[Step]) -> Bin:
    harmful, harmless = totals(tuple(steps))
    n = harmful + harmless
    return Bin(
        lower=steps[0].value,
        upper=steps[-1].value,
        answers=n,
        mean_value=_value_sum(steps) / n,
        harmful_share=harmful / n,
    )


def _value_sum(steps: Sequence[Step]) -> float:
    return math.fsum(step.value * (step.harmful + step.harmless) for step in steps)
