"""The receiver operating characteristic, the area below it, and DeLong's interval for that area.

Sources: Hanley and McNeil (1982) for the area as the share of pairs in order; DeLong, DeLong and Clarke-Pearson,
Biometrics 44 (1988), for its variance; the interval is on the logit scale, which keeps it within 0 and 1.
"""

import math
from statistics import NormalDist

from claimgauge.calibration.curves.tally import Point, Tally, totals
from claimgauge.statistics import Interval


def roc(tally: Tally) -> tuple[Point, ...]:
    """False against true positive rate from (0, 0) to (1, 1), a point for each value; empty where a class is."""
    harmful, harmless = totals(tally)
    if not harmful or not harmless:
        return ()
    points, true, false = [Point(None, 0.0, 0.0)], 0, 0
    for step in reversed(tally):
        true, false = true + step.harmful, false + step.harmless
        points.append(Point(step.value, false / harmless, true / harmful))
    return tuple(points)


def auroc(tally: Tally) -> float | None:
    """How often a harmful answer has the higher value than a harmless one, ties by half; None without both."""
    harmful, harmless = totals(tally)
    if not harmful or not harmless:
        return None
    twice, below = 0, 0
    for step in tally:
        twice += step.harmful * (2 * below + step.harmless)
        below += step.harmless
    return twice / (2 * harmful * harmless)


def delong_variance(tally: Tally) -> float | None:
    """The variance of the area: of the shares of pairs that each answer wins, by class. None below two of a class."""
    harmful, harmless = totals(tally)
    area = auroc(tally)
    if area is None or harmful < 2 or harmless < 2:
        return None
    of_harmful, of_harmless, below, above = [], [], 0, harmful
    for step in tally:
        above -= step.harmful
        of_harmful.append(step.harmful * ((below + step.harmless / 2) / harmless - area) ** 2)
        of_harmless.append(step.harmless * ((above + step.harmful / 2) / harmful - area) ** 2)
        below += step.harmless
    return math.fsum(of_harmful) / (harmful * (harmful - 1)) + math.fsum(of_harmless) / (harmless * (harmless - 1))


def delong_interval(tally: Tally, *, level: float) -> Interval | None:
    """The interval of the area; None where it has no width: too few answers, or the two classes do not overlap."""
    area, variance = auroc(tally), delong_variance(tally)
    if area is None or not variance or not 0 < area < 1:
        return None
    middle = math.log(area / (1 - area))
    reach = NormalDist().inv_cdf((1 + level) / 2) * math.sqrt(variance) / (area * (1 - area))
    return Interval(_logistic(middle - reach), _logistic(middle + reach))


def _logistic(value: float) -> float:
    return 1 / (1 + math.exp(-value)) if value > -700 else 0.0
