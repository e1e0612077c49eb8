"""Weights as a reader meets them: figures, words, and places in drawings that share one scale."""

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from claimgauge.calibration.weights import CriterionWeight, DelphiDetails, FitDetails, WeightsResult, WorkshopDetails

CONSISTENT: Final = {True: "consistent", False: "inconsistent"}
SPREADS: Final = {"experts": "of the experts", "rankings": "of the rankings"}
STEP: Final = 0.1
"""Drawings reach to the next multiple of this."""


class Span(NamedTuple):
    """A range in a drawing, from `start` to `start + width` in [0, 1], with a mark within or beside it."""

    start: float
    width: float
    mark: float


class WeightRow(NamedTuple):
    """One weight: its texts, and where it, its spread and the rubric's weight lie."""

    criterion: str
    name: str
    before: str
    found: str
    change: str
    spread: str
    at: float
    before_at: float | None
    span: Span | None


class RoundRow(NamedTuple):
    """One criterion over the rounds of a Delphi: whiskers and quartiles for each."""

    criterion: str
    rounds: tuple[tuple[Span, Span, str], ...]


class ScenarioRow(NamedTuple):
    """One scenario, its index before and after, and how long the bars are."""

    scenario: str
    text: str
    before: float
    after: float
    before_at: float
    after_at: float


class CorrelationRow(NamedTuple):
    """One dimension and its correlation with each of the others; empty where one does not vary."""

    name: str
    cells: tuple[str, ...]


def spread_title(result: WeightsResult) -> str:
    """What the lower and upper ends are."""
    if result.spread is None:
        return "no spread"
    return SPREADS.get(result.spread) or f"{100 * (result.level or 0):g}% interval"


def reach(weights: Iterable[CriterionWeight]) -> float:
    """How far the drawings of weights reach."""
    ends = (end for each in weights for end in (each.weight, each.current, each.upper) if end is not None)
    return _up(max(ends, default=STEP))


def _up(value: float) -> float:
    return min(1.0, max(STEP, STEP * math.ceil(round(value / STEP, 9))))


def weight_rows(result: WeightsResult) -> tuple[WeightRow, ...]:
    """The weights in the order of the result."""
    whole = reach(result.weights)
    return tuple(_row(each, whole) for each in result.weights)


def _row(each: CriterionWeight, whole: float) -> WeightRow:
    span = None
    if each.lower is not None and each.upper is not None:
        span = Span(each.lower / whole, (each.upper - each.lower) / whole, each.weight / whole)
    return WeightRow(
        criterion=each.criterion,
        name="" if each.name == each.criterion else each.name,
        before="none" if each.current is None else f"{each.current:.3f}",
        found=f"{each.weight:.3f}",
        change="" if each.current is None else f"{each.weight - each.current:+.3f}",
        spread="none" if span is None else f"{each.lower:.3f} to {each.upper:.3f}",
        at=each.weight / whole,
        before_at=None if each.current is None else each.current / whole,
        span=span,
    )


def round_rows(found: DelphiDetails) -> tuple[RoundRow, ...]:
    """The criteria with whiskers, quartiles and median of each round, all on one scale."""
    whole = _up(max(row.highest for each in found.rounds for row in each.criteria))
    return tuple(
        RoundRow(
            rows[0].criterion,
            tuple(
                (
                    Span(row.lowest / whole, (row.highest - row.lowest) / whole, row.median / whole),
                    Span(
                        row.lower_quartile / whole,
                        (row.upper_quartile - row.lower_quartile) / whole,
                        row.median / whole,
                    ),
                    f"{row.median:.3f}",
                )
                for row in rows
            ),
        )
        for rows in zip(*(each.criteria for each in found.rounds), strict=True)
    )


def scenario_rows(found: WorkshopDetails) -> tuple[ScenarioRow, ...]:
    """The scenarios, the riskiest first, with bars on one scale."""
    whole = _up(max(max(each.before, each.after) for each in found.scenarios))
    return tuple(
        ScenarioRow(
            each.scenario, each.text, 100 * each.before, 100 * each.after, each.before / whole, each.after / whole
        )
        for each in found.scenarios
    )


def correlation_rows(found: FitDetails, names: Sequence[str]) -> tuple[CorrelationRow, ...]:
    """The correlations as a square table."""
    held = {frozenset((each.first, each.second)): each.value for each in found.correlations}

    def cell(first: str, second: str) -> str:
        value = held.get(frozenset((first, second)))
        return "" if value is None else f"{value:+.2f}"

    return tuple(CorrelationRow(name, tuple(cell(name, other) for other in names)) for name in names)
