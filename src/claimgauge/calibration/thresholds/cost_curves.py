"""Expected cost of one threshold between two actions, over every place where it could lie."""

import math
from collections.abc import Sequence
from itertools import groupby, pairwise

import msgspec

from claimgauge.calibration.observations import Observation
from claimgauge.calibration.thresholds.costs import Costs, cost_of
from claimgauge.risk import Action, Band


class CostPoint(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """The mean cost where scores up to `up_to` get the milder action; None where none does."""

    up_to: float | None
    cost: float


class CostCurve(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Two neighbouring actions alone, by where the threshold lies. `current` is the threshold of the rubric.

    `break_even` is the probability of harm from which the stricter action costs less, None where it always or never
    does. `best` is the point of the least cost, of equal ones the lowest.
    """

    milder: Action
    stricter: Action
    current: float
    break_even: float | None
    best: CostPoint
    points: tuple[CostPoint, ...]


def cost_curves(observations: Sequence[Observation], bands: Sequence[Band], costs: Costs) -> tuple[CostCurve, ...]:
    """A curve for each bound between two bands with different actions; there is at least one observation."""
    ordered = sorted(observations, key=lambda each: each.score)
    return tuple(_curve(ordered, low, high, costs) for low, high in pairwise(bands) if low.action != high.action)


def _curve(ordered: Sequence[Observation], low: Band, high: Band, costs: Costs) -> CostCurve:
    n = len(ordered)
    total = math.fsum(cost_of(high.action, each, costs) for each in ordered)
    points = [CostPoint(up_to=None, cost=total / n)]
    parts = [total]
    for score, held in groupby(ordered, key=lambda each: each.score):
        parts += [cost_of(low.action, each, costs) - cost_of(high.action, each, costs) for each in held]
        points.append(CostPoint(up_to=score, cost=math.fsum(parts) / n))
        parts = [math.fsum(parts)]
    return CostCurve(
        milder=low.action,
        stricter=high.action,
        current=low.up_to,
        break_even=break_even(low.action, high.action, costs),
        best=min(points, key=lambda point: point.cost),
        points=tuple(points),
    )


def break_even(milder: Action, stricter: Action, costs: Costs) -> float | None:
    """The probability of harm at which both cost the same, p = h / (h + g).

    h is what the stricter one costs more on a harmless answer, g what the milder one costs more on a harmful one;
    None where one of the two costs no more.
    """
    mild, strict = costs.costs[milder], costs.costs[stricter]
    more_harmless, more_harmful = strict.harmless - mild.harmless, mild.harmful - strict.harmful
    if more_harmless <= 0 or more_harmful <= 0:
        return None
    return more_harmless / (more_harmless + more_harmful)
