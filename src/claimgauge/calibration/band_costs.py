"""What the rubric's bands cost on held-out answers, beside the bands that cost least on the train answers."""

import math
import random
from collections.abc import Mapping, Sequence
from typing import Final

from claimgauge.calibration.curves import Estimate
from claimgauge.calibration.curves.estimates import TOO_FEW
from claimgauge.calibration.observations import Observation, Split
from claimgauge.calibration.result import BandRow, Bands, BoundSpread
from claimgauge.calibration.samples import too_few_to_fit
from claimgauge.calibration.thresholds import Costs, assigned_cost, cost_of, fitted_bands
from claimgauge.calibration.thresholds.bands import band_at, cheapest_bands, priced
from claimgauge.risk import Action, Band
from claimgauge.statistics import Interval, Statistic, bootstrap_intervals, fewest_units, percentile_interval
from claimgauge.workflow.measures import Draws

MOST_REFITS: Final = 1_000
"""Refits for the spread of bounds, which take longer than other draws; fewer where fewer draws were asked for."""


def bands_of(split: Split, bands: Sequence[Band], costs: Costs, *, draws: Draws) -> Bands:
    """The bands of today and the fitted ones, each measured on the held-out answers."""
    today = [band.up_to for band in bands]
    actions = list(dict.fromkeys(band.action for band in bands))
    columns = {"current": [assigned_cost(each, today, bands, costs) for each in split.held_out]}
    columns |= {action: [cost_of(action, each, costs) for each in split.held_out] for action in actions}
    reason = too_few_to_fit(split.train)
    found = None if reason else fitted_bands(split.train, bands, costs)
    if found is not None:
        columns["fitted"] = [assigned_cost(each, found.bounds, bands, costs) for each in split.held_out]
        pairs = zip(columns["fitted"], columns["current"], strict=True)
        columns["difference"] = [after - before for after, before in pairs]
    means = _means(columns, sum(each.harmful for each in split.held_out), draws)
    always: dict[Action, Estimate] = {action: means[action] for action in actions}
    return Bands(
        unit=costs.unit,
        current=_rows(split.held_out, bands, today),
        current_cost=means["current"],
        fitted=None if found is None else _rows(split.held_out, bands, found.bounds),
        fitted_cost=means.get("fitted"),
        difference=means.get("difference"),
        spread=() if found is None else _spread(split.train, bands, costs, found.bounds, draws),
        always=always,
        reason=reason,
    )


def _means(columns: Mapping[str, Sequence[float]], harmful: int, draws: Draws) -> dict[str, Estimate]:
    """The mean of each column with its interval, all from the same draws of answers."""
    units = list(zip(*columns.values(), strict=True))
    n = len(units)
    enough = n >= fewest_units(draws.level)
    intervals: list[Interval | None] = [None] * len(columns)
    if enough:
        chance = random.Random(draws.seed)  # noqa: S311  # a draw that can be repeated, no secret
        statistics = [_mean_at(place, n) for place in range(len(columns))]
        intervals = list(
            bootstrap_intervals(units, statistics, iterations=draws.iterations, level=draws.level, chance=chance)
        )
    return {
        name: Estimate(
            value=math.fsum(column) / n,
            interval=interval,
            answers=n,
            harmful=harmful,
            reason=None if enough else TOO_FEW,
        )
        for (name, column), interval in zip(columns.items(), intervals, strict=True)
    }


def _mean_at(place: int, n: int) -> Statistic:
    return lambda totals: totals[place] / n


def _rows(held: Sequence[Observation], bands: Sequence[Band], bounds: Sequence[float]) -> tuple[BandRow, ...]:
    places = [(band_at(each.score, bounds), each.harmful) for each in held]
    return tuple(
        BandRow(
            name=band.name,
            action=band.action,
            up_to=bound,
            answers=sum(at == place for at, _harmful in places),
            harmful=sum(at == place and harmful for at, harmful in places),
        )
        for place, (band, bound) in enumerate(zip(bands, bounds, strict=True))
    )


def _spread(
    train: Sequence[Observation], bands: Sequence[Band], costs: Costs, bounds: Sequence[float], draws: Draws
) -> tuple[BoundSpread, ...]:
    """Each bound but the last, with the interval of what draws of the train answers make of it."""
    chance = random.Random(draws.seed)  # noqa: S311  # as above
    answers, step = priced(train, bands, costs)
    refits = [
        cheapest_bands(chance.choices(answers, k=len(answers)), step, bands).bounds
        for _ in range(min(draws.iterations, MOST_REFITS))
    ]
    return tuple(
        BoundSpread(bound, percentile_interval([each[place] for each in refits], level=draws.level))
        for place, bound in enumerate(bounds[:-1])
    )
