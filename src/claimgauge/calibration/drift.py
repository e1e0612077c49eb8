"""Whether answers and outcomes are still what a calibration was made from: windows of time, each beside the first.

The population stability index is Σ (p − q) ln(p / q) over bins at the deciles of the first window, each bin with
half an answer more so that none is empty; by chance alone it is about (bins − 1)(1/n + 1/m). The two-sample
Kolmogorov–Smirnov distance has a p-value by permutation, exact where scores tie. Probabilities are those of Platt's
map of the first window, so its own calibration there is that of a fit.
"""

import datetime as dt
import math
import random
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

import msgspec

from claimgauge.calibration.curves import (
    Estimate,
    Figure,
    Tally,
    brier_score,
    calibration_error,
    drawn_estimates,
    equal_mass,
    tally_of,
)
from claimgauge.calibration.maps import PlattMap, fitted_platt
from claimgauge.calibration.observations import Observation
from claimgauge.calibration.samples import too_few_to_fit
from claimgauge.workflow.measures import Draws

BINS: Final = 10


class Shift(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """How far the scores of a window are from those of the first one.

    `stability_by_chance` is what the index comes to where nothing changed; `distance` is Kolmogorov's, with `p_value`.
    """

    stability_index: float
    stability_by_chance: float
    distance: float
    p_value: float


class Window(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Answers whose outcome is from `start` on and before `end`; None is an open end.

    `excess` is the share of harmful answers less the mean probability. `shift` is None for the first window, and for
    one without answers.
    """

    start: str | None
    end: str | None
    mean_score: Estimate
    harmful_share: Estimate
    excess: Estimate
    brier: Estimate
    calibration_error: Estimate
    shift: Shift | None


def window_name(window: Window) -> str:
    """`before 2026-03-01`, `from 2026-03-01`, or both."""
    start, end = (None if each is None else each.removesuffix("T00:00:00+00:00") for each in (window.start, window.end))
    if start is None:
        return f"before {end}"
    return f"from {start}" if end is None else f"{start} to {end}"


def windows_of(observations: Sequence[Observation], ends: Sequence[dt.datetime], *, draws: Draws) -> tuple[Window, ...]:
    """The windows that the rising times `ends` part; none without a time. There are answers in the first window."""
    if not ends:
        return ()
    borders = [None, *ends, None]
    groups = [
        [each for each in observations if (a is None or a <= each.at) and (b is None or each.at < b)]
        for a, b in pairwise(borders)
    ]
    reason = too_few_to_fit(groups[0])
    known = None if reason else fitted_platt(tally_of((each.score, each.harmful) for each in groups[0]))
    return tuple(
        _window(held, groups[0], known, (start, end), reason=reason, draws=draws)
        for held, (start, end) in zip(groups, pairwise(borders), strict=True)
    )


class _Judged(NamedTuple):
    """An answer, with the probability that the first window's map gives its score."""

    score: float
    harmful: bool
    probability: float


def _window(
    held: Sequence[Observation],
    first: Sequence[Observation],
    known: PlattMap | None,
    ends: tuple[dt.datetime | None, dt.datetime | None],
    *,
    reason: str | None,
    draws: Draws,
) -> Window:
    mapped = (lambda _score: 0.0) if known is None else known.probability
    judged = [_Judged(each.score, each.harmful, mapped(each.score)) for each in held]
    figures = FIGURES if known is not None else {name: FIGURES[name] for name in OF_THE_WINDOW}
    found = drawn_estimates(judged, figures, harmful=lambda each: each.harmful, draws=draws)
    for name in FIGURES.keys() - found.keys():
        harmful = sum(each.harmful for each in held)
        found[name] = Estimate(value=None, interval=None, answers=len(held), harmful=harmful, reason=reason)
    start, end = (None if each is None else each.isoformat() for each in ends)
    moved = None
    if held is not first:
        chance = random.Random(draws.seed)  # noqa: S311  # a draw that can be repeated, no secret
        moved = shift([each.score for each in first], [each.score for each in held], draws.iterations, chance=chance)
    return Window(start=start, end=end, shift=moved, **found)


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def _tally(held: Sequence[_Judged]) -> Tally:
    return tally_of((each.probability, each.harmful) for each in held)


OF_THE_WINDOW: Final = ("mean_score", "harmful_share")
"""Figures that take no map of the first window."""
FIGURES: Final[Mapping[str, Figure[_Judged]]] = {
    "mean_score": lambda held: _mean([each.score for each in held]),
    "harmful_share": lambda held: _mean([each.harmful for each in held]),
    "excess": lambda held: _mean([each.harmful - each.probability for each in held]),
    "brier": lambda held: brier_score(_tally(held)),
    "calibration_error": lambda held: calibration_error(_tally(held), binning=equal_mass),
}


def shift(first: Sequence[float], other: Sequence[float], iterations: int, *, chance: random.Random) -> Shift | None:
    """From the scores of one window to those of another; None where either has none."""
    if not first or not other:
        return None
    edges = _edges(first, other)
    observed = _distance(first, other)
    pooled, n = [*first, *other], len(first)
    as_far = 0
    for _ in range(iterations):
        chance.shuffle(pooled)
        as_far += _distance(pooled[:n], pooled[n:]) >= observed
    return Shift(
        stability_index=_stability(first, other, edges),
        stability_by_chance=len(edges) * (1 / len(first) + 1 / len(other)),
        distance=observed / (len(first) * len(other)),
        p_value=(1 + as_far) / (1 + iterations),
    )


def _edges(first: Sequence[float], other: Sequence[float]) -> list[float]:
    """Upper ends of all bins but the last: deciles of the first window, equal ones once, none at its highest value.

    Where values pile up, so that deciles are equal, what lies above or below all of them gets a bin of its own.
    """
    ordered = sorted(first)
    low, high = ordered[0], ordered[-1]
    ends = {ordered[max(0, math.ceil(len(ordered) * k / BINS) - 1)] for k in range(1, BINS)}
    piled = len(ends) < BINS - 1
    above = {high} if piled and max(other) > high else set()
    below = {math.nextafter(low, -math.inf)} if piled and min(other) < low else set()
    return sorted((ends - {high}) | above | below)


def _stability(first: Sequence[float], other: Sequence[float], edges: Sequence[float]) -> float:
    p, q = (_shares(values, edges) for values in (first, other))
    return math.fsum((a - b) * math.log(a / b) for a, b in zip(p, q, strict=True))


def _shares(values: Sequence[float], edges: Sequence[float]) -> list[float]:
    counts = [0.5] * (len(edges) + 1)
    for value in values:
        counts[bisect_left(edges, value)] += 1
    whole = math.fsum(counts)
    return [each / whole for each in counts]


def _distance(first: Sequence[float], other: Sequence[float]) -> int:
    """Kolmogorov's distance times n · m, so that it is a whole number and ties are exact."""
    n, m = len(first), len(other)
    steps = sorted([(value, m) for value in first] + [(value, -n) for value in other])
    farthest, now = 0, 0
    for place, (value, step) in enumerate(steps):
        now += step
        if place + 1 == len(steps) or steps[place + 1][0] != value:
            farthest = max(farthest, abs(now))
    return farthest
