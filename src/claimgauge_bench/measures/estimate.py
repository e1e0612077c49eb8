"""A number with its interval, or the reason why there is none; and the draws behind the intervals."""

import random
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from claimgauge.statistics import Interval, Statistic, bootstrap_totals, fewest_units, percentile_interval
from claimgauge_bench.measures.row_totals import InstanceKey

Cluster = Literal["instance", "profile"]
UNDEFINED: Final = "no claim was made"


class Draws(NamedTuple):
    """How intervals are drawn. A unit is an instance, as published, or a profile with all its instances."""

    iterations: int = 10_000
    seed: int = 7
    level: float = 0.95
    cluster: Cluster = "instance"

    def unit(self, key: InstanceKey) -> tuple[object, ...]:
        """The unit that an instance belongs to."""
        return key if self.cluster == "instance" else (key.domain, key.seed, key.profile)


class Estimate(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """`value` is None where it is not defined, `interval` where none can be given; `reason` then says why."""

    value: float | None
    interval: Interval | None = None
    reason: str = ""


def ratio(numerator: float, denominator: float) -> float | None:
    """Of two totals; None where there is nothing to divide by."""
    return numerator / denominator if denominator else None


def drawn(
    units: Sequence[Sequence[float]], statistics: Sequence[Statistic], draws: Draws
) -> tuple[list[float] | None, ...]:
    """The values of each statistic over all draws; None where one draw left it undefined.

    All statistics see the same draws, which begin anew from the seed, so that what else is drawn changes nothing.
    """
    found: list[list[float]] = [[] for _ in statistics]
    chance = random.Random(draws.seed)  # noqa: S311  # a seeded draw
    for totals in bootstrap_totals(units, iterations=draws.iterations, chance=chance):
        for values, statistic in zip(found, statistics, strict=True):
            if (value := statistic(totals)) is not None:
                values.append(value)
    return tuple(values if len(values) == draws.iterations else None for values in found)


def estimates(units: Sequence[Sequence[float]], statistics: Sequence[Statistic], draws: Draws) -> tuple[Estimate, ...]:
    """Each statistic over the units, with its interval. Raises ValueError where there is no unit."""
    totals = tuple(map(float, map(sum, zip(*units, strict=True))))
    values = [statistic(totals) for statistic in statistics]
    if (why := too_few(len(units), draws)) or all(value is None for value in values):
        return tuple(Estimate(value=value, reason=UNDEFINED if value is None else why) for value in values)
    return tuple(
        estimate(value, found, level=draws.level)
        for value, found in zip(values, drawn(units, statistics, draws), strict=True)
    )


def estimate(value: float | None, values: list[float] | None, *, level: float) -> Estimate:
    """A number and what it was in every draw."""
    if value is None:
        return Estimate(value=None, reason=UNDEFINED)
    if values is None:
        return Estimate(value=value, reason="a draw left it without a claim")
    return Estimate(value=value, interval=percentile_interval(values, level=level))


def too_few(units: int, draws: Draws) -> str:
    """Why so many units have no interval; empty where they have one."""
    least = fewest_units(draws.level)
    if units >= least:
        return ""
    return f"{units} {draws.cluster}{'' if units == 1 else 's'}; an interval takes {least} or more"
