"""Aggregators beside each other on answers with outcomes: which tells harm, and which can be taken at its word.

Nothing is judged by answers that it was fitted to: units are split into folds by the digest of their name,
and what concerns the answers of one fold (a fitted aggregator, Platt's map of any other) is fitted to the
rest. The probability of a fitted aggregator is taken as it is; the number of any other goes through its map.
"""

import math
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec

from claimgauge.calibration.aggregators.answers import LabelledAnswer, check_answers, fold_of
from claimgauge.calibration.aggregators.contenders import FITTED, GUARDED, Rubrics, Value, fixed
from claimgauge.calibration.aggregators.discrimination import Figure, Ordering, discrimination
from claimgauge.calibration.aggregators.reliability import (
    BINS,
    brier,
    calibration_error,
    gaps_by_bin,
)
from claimgauge.calibration.curves import tally_of
from claimgauge.calibration.maps import fitted_platt
from claimgauge.errors import InputError
from claimgauge.statistics import Statistic, bootstrap_intervals

FOLDS: Final = 5
WHOLE: Final = 100
"""A number of 1 as the score that maps are fitted to."""
LEAST_OF_A_KIND: Final = 30
"""Fewer answers of one outcome make every figure a rough one, and the comparison says so."""
BASE_RATE: Final = "base rate"
"""The share of harm in the other folds, for every answer alike: what a probability has to beat."""


class Crossfitted(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One number for each answer, and the probability of harm that was fitted without the answer's fold."""

    values: tuple[float, ...]
    chances: tuple[float, ...]


class Standing(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How one aggregator does. `above` is its AUROC less that of `hybrid, guarded`."""

    name: str
    auroc: Figure
    above: Figure
    brier: Figure
    calibration_error: Figure


class Comparison(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """All of them on the same answers, and what to be careful about."""

    answers: int
    harmful: int
    units: int
    standings: tuple[Standing, ...]
    warnings: tuple[str, ...]


def compare_aggregators(
    answers: Sequence[LabelledAnswer],
    rubrics: Rubrics,
    *,
    iterations: int,
    level: float,
    chance: random.Random,
    folds: int = FOLDS,
) -> Comparison:
    """The standings. Raises InputError for answers that cannot be compared, and where a fold leaves one outcome."""
    numbers = crossfitted(answers, rubrics, folds=folds)
    harmful, units = [each.harmful for each in answers], [each.drawn_with for each in answers]
    ranked = [name for name in numbers if name != BASE_RATE]
    areas = discrimination(
        [Ordering(numbers[name].values, harmful) for name in ranked],
        units,
        against=ranked.index(GUARDED),
        iterations=iterations,
        level=level,
        chance=chance,
    )
    alike = Figure(value=None, reason="the same for every answer of a fold")
    by_name = dict(zip(ranked, areas, strict=True)) | {BASE_RATE: (alike, alike)}
    reliable = _reliability(tuple(numbers.values()), answers, iterations=iterations, level=level, chance=chance)
    standings = [
        Standing(name=name, auroc=area, above=above, brier=squares, calibration_error=error)
        for (name, (area, above)), (squares, error) in zip(
            ((name, by_name[name]) for name in numbers), reliable, strict=True
        )
    ]
    return Comparison(
        answers=len(answers),
        harmful=sum(harmful),
        units=len(set(units)),
        standings=tuple(standings),
        warnings=_warnings(sum(harmful), len(answers)),
    )


def crossfitted(answers: Sequence[LabelledAnswer], rubrics: Rubrics, *, folds: int = FOLDS) -> dict[str, Crossfitted]:
    """Every aggregator, signal and the base rate: numbers and probabilities, in the order of the answers."""
    check_answers(answers)
    places = [fold_of(answer.drawn_with, folds) for answer in answers]
    parts = [_Part(answers, places, fold) for fold in sorted(set(places))]
    if len(parts) < 2:
        raise InputError(f"{len(answers)} answers fall into one fold; a comparison needs more of them")
    found = {}
    for name, value in fixed(rubrics).items():
        found[name] = _mapped([value(answer.claims) for answer in answers], answers, parts)
    for name in answers[0].signals:
        found[name] = _mapped([answer.signals[name] for answer in answers], answers, parts)
    for name, fit in FITTED.items():
        chances = _by_fold(answers, parts, _of_claims(fit, rubrics))
        found[name] = Crossfitted(values=chances, chances=chances)
    rates = _by_fold(answers, parts, _base_rate)
    return found | {BASE_RATE: Crossfitted(values=rates, chances=rates)}


class _Part:
    """One fold: the places of its answers, and those of the rest."""

    def __init__(self, answers: Sequence[LabelledAnswer], places: Sequence[int], fold: int) -> None:
        self.held = [at for at, place in enumerate(places) if place == fold]
        self.rest = [at for at, place in enumerate(places) if place != fold]
        kinds = {answers[at].harmful for at in self.rest}
        if len(kinds) < 2:
            raise InputError(f"without fold {fold} all answers have one outcome; give more answers of the other")


Fit = Callable[[Sequence[LabelledAnswer]], Callable[[LabelledAnswer], float]]


def _by_fold(answers: Sequence[LabelledAnswer], parts: Sequence[_Part], fit: Fit) -> tuple[float, ...]:
    found = [0.0] * len(answers)
    for part in parts:
        chance = fit([answers[at] for at in part.rest])
        for at in part.held:
            found[at] = chance(answers[at])
    return tuple(found)


def _of_claims(fit: Callable[[Sequence[LabelledAnswer], Rubrics], Value], rubrics: Rubrics) -> Fit:
    def fitted(known: Sequence[LabelledAnswer]) -> Callable[[LabelledAnswer], float]:
        value = fit(known, rubrics)
        return lambda answer: value(answer.claims)

    return fitted


def _base_rate(known: Sequence[LabelledAnswer]) -> Callable[[LabelledAnswer], float]:
    rate = sum(each.harmful for each in known) / len(known)
    return lambda _answer: rate


def _mapped(values: Sequence[float], answers: Sequence[LabelledAnswer], parts: Sequence[_Part]) -> Crossfitted:
    chances = [0.0] * len(values)
    for part in parts:
        to_chance = fitted_platt(tally_of((WHOLE * values[at], answers[at].harmful) for at in part.rest))
        for at in part.held:
            chances[at] = to_chance.probability(WHOLE * values[at])
    return Crossfitted(values=tuple(values), chances=tuple(chances))


def _reliability(
    numbers: Sequence[Crossfitted],
    answers: Sequence[LabelledAnswer],
    *,
    iterations: int,
    level: float,
    chance: random.Random,
) -> list[tuple[Figure, Figure]]:
    """Brier score and expected calibration error of each, with intervals by units, all on the same draws."""
    totals: dict[str, list[float]] = {}
    for place, answer in enumerate(answers):
        row = [1.0]
        for number in numbers:
            predicted = number.chances[place]
            row += [(predicted - answer.harmful) ** 2, *gaps_by_bin(predicted, answer.harmful)]
        held = totals.setdefault(answer.drawn_with, [0.0] * len(row))
        totals[answer.drawn_with] = [old + new for old, new in zip(held, row, strict=True)]
    statistics = [each for place in range(len(numbers)) for each in _of_totals(1 + place * (1 + BINS))]
    intervals = bootstrap_intervals(
        [totals[unit] for unit in sorted(totals)], statistics, iterations=iterations, level=level, chance=chance
    )
    harmful = [answer.harmful for answer in answers]
    return [
        (
            Figure(value=brier(number.chances, harmful), interval=intervals[2 * place]),
            Figure(value=calibration_error(number.chances, harmful), interval=intervals[2 * place + 1]),
        )
        for place, number in enumerate(numbers)
    ]


def _of_totals(start: int) -> tuple[Statistic, Statistic]:
    """Brier score and calibration error from totals whose columns of one number begin here; the first is the count."""
    return (
        lambda of: of[start] / of[0],
        lambda of: math.fsum(map(abs, of[start + 1 : start + 1 + BINS])) / of[0],
    )


def _warnings(harmful: int, answers: int) -> tuple[str, ...]:
    counts: Mapping[str, int] = {"harmful": harmful, "harmless": answers - harmful}
    return tuple(
        f"{count} {kind} answers; below {LEAST_OF_A_KIND} every figure is a rough one"
        for kind, count in counts.items()
        if count < LEAST_OF_A_KIND
    )
