"""A coefficient of agreement with its interval, and what it was made from.

The interval is the percentile bootstrap over items: an item is drawn with all its ratings (Efron and Tibshirani 1993;
Zapf et al. 2016 for agreement). Raters are not drawn, so it speaks of other items rated by the same people.
"""

import math
import random
from collections.abc import Mapping, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from claimgauge.review.formula import Disagreement, Formula, reason_of, value_of
from claimgauge.statistics import Interval, Statistic, bootstrap_intervals, fewest_units

CoefficientName = Literal[
    "percent_agreement",
    "specific_agreement",
    "cohen_kappa",
    "fleiss_kappa",
    "conger_kappa",
    "brennan_prediger",
    "gwet_ac",
    "krippendorff_alpha",
]
COEFFICIENT_NAMES: Final[dict[CoefficientName, str]] = {
    "percent_agreement": "percent agreement",
    "specific_agreement": "specific agreement",
    "cohen_kappa": "Cohen's kappa",
    "fleiss_kappa": "Fleiss' kappa",
    "conger_kappa": "Conger's kappa",
    "brennan_prediger": "Brennan–Prediger",  # noqa: RUF001  # the dash between two names
    "gwet_ac": "Gwet's AC",
    "krippendorff_alpha": "Krippendorff's alpha",
}
NOT_CORRECTED: Final[frozenset[CoefficientName]] = frozenset({"percent_agreement", "specific_agreement"})
UNDEFINED_DRAW: Final = "some draw of items left it undefined"


class Draws(NamedTuple):
    """How often to draw, from which seed, and the level of the intervals."""

    seed: int = 7
    iterations: int = 2_000
    level: float = 0.95


class Coefficient(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """`value` is None for the `reason`, `interval` for the `interval_reason`; they are empty where nothing is missing.

    `observed` and `by_chance` are the agreement that was seen and the one that chance alone would give, from 0 to 1;
    the latter is None where the coefficient does not correct for chance.
    """

    name: CoefficientName
    value: float | None
    reason: str
    observed: float | None
    by_chance: float | None
    interval: Interval | None
    interval_reason: str


def coefficients(
    formulas: Mapping[CoefficientName, Formula], items: int, draws: Draws
) -> dict[CoefficientName, Coefficient]:
    """All of these formulas, which have one row an item, on the same draws.

    Raises ValueError where the iterations are too few for the level.
    """
    columns = [column for formula in formulas.values() for column in formula.columns]
    found = {name: formula.say(tuple(map(math.fsum, formula.columns))) for name, formula in formulas.items()}
    intervals: Sequence[Interval | None] = [None] * len(formulas)
    least = fewest_units(draws.level)
    if items >= least:
        chance = random.Random(draws.seed)  # noqa: S311  # a draw that can be repeated, no secret
        units = list(zip(*columns, strict=True))
        intervals = bootstrap_intervals(
            units, _statistics(formulas), iterations=draws.iterations, level=draws.level, chance=chance
        )
    few = f"{items} items are too few; {least} or more are needed" if items < least else ""
    return {
        name: _coefficient(name, said, interval, few)
        for (name, said), interval in zip(found.items(), intervals, strict=True)
    }


def _statistics(formulas: Mapping[CoefficientName, Formula]) -> list[Statistic]:
    statistics, at = [], 0
    for formula in formulas.values():
        statistics.append(_statistic(formula, at))
        at += len(formula.columns)
    return statistics


def _statistic(formula: Formula, at: int) -> Statistic:
    end = at + len(formula.columns)
    return lambda totals: value_of(formula.say(totals[at:end]))


def _coefficient(name: CoefficientName, said: Disagreement | str, interval: Interval | None, few: str) -> Coefficient:
    value = value_of(said)
    kept = interval if value is not None else None
    missing = "" if kept is not None else few or (UNDEFINED_DRAW if value is not None else "there is no value")
    return Coefficient(
        name=name,
        value=value,
        reason=reason_of(said),
        observed=None if isinstance(said, str) else 1 - said.observed,
        by_chance=None if isinstance(said, str) or name in NOT_CORRECTED else 1 - said.expected,
        interval=kept,
        interval_reason=missing,
    )
