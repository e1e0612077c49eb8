"""Paired differences and how sure they are: B minus A over the pairs of a contrast.

Source: VERITYGATE (arXiv 2610.00833v1), section 4: paired percentile intervals of a cluster bootstrap.
The interval at Bonferroni's level and the p-values beside it are ours: p is read off the same draws,
2 · (1 + the smaller of the draws at most 0 and those at least 0) / (B + 1), Davison and Hinkley,
Bootstrap Methods and their Application (1997), chapter 4.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Final

from msgspec.structs import replace

from claimgauge.statistics import Statistic, fewest_iterations, percentile_interval, sign_test
from claimgauge_bench.contrasts.contrast import METRICS, Contrast, Effect, Metric, PairedContrast, reading
from claimgauge_bench.contrasts.multiplicity import adjusted_level
from claimgauge_bench.contrasts.pairing import Pairs
from claimgauge_bench.contrasts.spread import spread_of
from claimgauge_bench.measures import COLUMNS, STATISTICS, Draws, RowTotals, drawn, too_few, units_of

_OF: Final[dict[Metric, Statistic]] = dict(zip(METRICS, STATISTICS, strict=True))


def paired_contrast(
    contrast: Contrast, pairs: Pairs, draws: Draws, *, families: Mapping[Metric, int], registered: frozenset[Metric]
) -> PairedContrast:
    """A contrast over its pairs. `families` says among how many differences that of a metric is one."""
    units = units_of(pairs.columns, draws)
    return PairedContrast(
        contrast=contrast,
        pairs=len(pairs.pairs),
        units=len(units),
        excluded=pairs.excluded,
        only_a=pairs.only_a,
        only_b=pairs.only_b,
        effects=_effects(units, draws, families=families, registered=registered),
        spread={
            metric: found
            for metric in METRICS
            if (found := spread_of(_by_seed(pairs.columns, partial(_difference, _OF[metric])))) is not None
        },
    )


def _effects(
    units: Sequence[Sequence[float]], draws: Draws, *, families: Mapping[Metric, int], registered: frozenset[Metric]
) -> dict[Metric, Effect]:
    plain = {metric: replace(_plain(metric, units), registered=metric in registered) for metric in METRICS}
    if why := too_few(len(units), draws) if units else "no instance stands on both sides":
        return {metric: replace(each, reason=why) for metric, each in plain.items()}
    values = drawn(units, [partial(_difference, _OF[metric]) for metric in METRICS], draws)
    return {
        metric: _with_interval(plain[metric], found, draws, family=families[metric])
        for metric, found in zip(METRICS, values, strict=True)
    }


def _plain(metric: Metric, units: Sequence[Sequence[float]]) -> Effect:
    """The effect without what is drawn."""
    totals = [float(sum(column)) for column in zip(*units, strict=True)] or [0.0] * (2 * COLUMNS)
    sides = [(_OF[metric](unit[:COLUMNS]), _OF[metric](unit[COLUMNS:])) for unit in units]
    both = [(a, b) for a, b in sides if a is not None and b is not None]
    rises, falls = sum(b > a for a, b in both), sum(b < a for a, b in both)
    return Effect(
        metric=metric,
        registered=False,
        a=_OF[metric](totals[:COLUMNS]),
        b=_OF[metric](totals[COLUMNS:]),
        difference=_difference(_OF[metric], totals),
        rises=rises,
        falls=falls,
        same=len(both) - rises - falls,
        sign_test=sign_test(rises, falls),
    )


def _with_interval(effect: Effect, values: list[float] | None, draws: Draws, *, family: int) -> Effect:
    if effect.difference is None:
        return replace(effect, reason="no claim was made on one side")
    if values is None:
        return replace(effect, reason="a draw left one side without a claim")
    interval = percentile_interval(values, level=draws.level)
    level = adjusted_level(draws.level, family)
    enough = len(values) >= fewest_iterations(level)
    return replace(
        effect,
        interval=interval,
        adjusted=percentile_interval(values, level=level) if enough else None,
        p=_p(values),
        reading=reading(interval),
        reason="" if enough else f"{len(values)} draws are too few for the adjusted interval",
    )


def _difference(statistic: Statistic, totals: Sequence[float]) -> float | None:
    a, b = statistic(totals[:COLUMNS]), statistic(totals[COLUMNS:])
    return None if a is None or b is None else b - a


def _p(values: Sequence[float]) -> float:
    low, high = sum(value <= 0 for value in values), sum(value >= 0 for value in values)
    return min(1.0, 2 * (1 + min(low, high)) / (len(values) + 1))


def _by_seed(
    rows: Iterable[tuple[RowTotals, Sequence[float]]], difference: Callable[[Sequence[float]], float | None]
) -> dict[int, float]:
    """The difference of each seed that has one."""
    totals: dict[int, list[float]] = {}
    for row, values in rows:
        before = totals.get(row.key.seed, [0.0] * len(values))
        totals[row.key.seed] = [a + b for a, b in zip(before, values, strict=True)]
    found = {seed: difference(each) for seed, each in totals.items()}
    return {seed: value for seed, value in found.items() if value is not None}
