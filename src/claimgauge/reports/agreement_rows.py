"""Coefficients of agreement as a reader meets them: figures, a reason where there is none, a place in a drawing."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from claimgauge.reports.figures import fixed
from claimgauge.review import (
    COEFFICIENT_NAMES,
    Agreement,
    Coefficient,
    CoefficientName,
    ItemAgreement,
    OneAgainstRest,
    Step,
)
from claimgauge.statistics import Interval

STEP_WORDS: Final[dict[Step, str]] = {
    "settled": "settled",
    "second": "for a second rater",
    "third": "for a third rater",
    "adjudicate": "for an adjudicator",
    "adjudicated": "adjudicated",
}
NONE: Final = "none"


class AgreementPlot(NamedTuple):
    """Where the interval and the value lie in a drawing, in [0, 1]; without an interval the width is 0."""

    start: float
    width: float
    point: float


class CoefficientRow(NamedTuple):
    """One coefficient in words; `note` says why something is missing. `plot` is None where there is no value."""

    name: str
    value: str
    interval: str
    by_chance: str
    note: str
    plot: AgreementPlot | None


class OneRow(NamedTuple):
    """One label or dimension against the rest: its alpha in full, and what is said beside it."""

    name: str
    share: float
    items: int
    specific: str
    gwet: str
    alpha: CoefficientRow


def coefficient_name(name: CoefficientName, agreement: Agreement) -> str:
    """What it is called, with its number or weights where it has some."""
    weighted = agreement.weights != "none"
    if name == "gwet_ac":
        return "Gwet's AC2" if weighted else "Gwet's AC1"
    return COEFFICIENT_NAMES[name]


def number(value: float | None) -> str:
    """A coefficient with three decimals; what is not 0 or 1 is never shown as that."""
    if value is None:
        return NONE
    return f"-{fixed(-value, 3)}" if value < 0 else fixed(value, 3)


def lowest(agreement: Agreement) -> float:
    """Where the drawings begin: at 0, or at −1 where something reaches below."""
    ones = (*agreement.by_label, *agreement.by_dimension)
    every = [*agreement.coefficients, *(each for one in ones for each in one.coefficients)]
    ends = [end for each in every for end in (each.value, each.interval.lower if each.interval else None)]
    return -1.0 if any(end is not None and end < 0 for end in ends) else 0.0


def coefficient_rows(agreement: Agreement) -> tuple[CoefficientRow, ...]:
    """Those of all labels at once."""
    low = lowest(agreement)
    return tuple(_row(each, coefficient_name(each.name, agreement), low) for each in agreement.coefficients)


def one_rows(ones: Sequence[OneAgainstRest], low: float) -> tuple[OneRow, ...]:
    """A row for each label, or each dimension; the drawings begin at `low`."""
    return tuple(_one(each, low) for each in ones)


def votes_text(item: ItemAgreement) -> str:
    """`2 YES, 1 NO`, the most votes first."""
    ordered = sorted(item.votes.items(), key=lambda each: (-each[1], each[0]))
    return ", ".join(f"{count} {label}" for label, count in ordered)


def _one(each: OneAgainstRest, low: float) -> OneRow:
    found = {one.name: one for one in each.coefficients}
    return OneRow(
        name=each.name,
        share=each.share,
        items=each.items,
        specific=number(found["specific_agreement"].value),
        gwet=number(found["gwet_ac"].value),
        alpha=_row(found["krippendorff_alpha"], each.name, low),
    )


def _row(each: Coefficient, name: str, low: float) -> CoefficientRow:
    return CoefficientRow(
        name=name,
        value=number(each.value),
        interval=interval_text(each.interval),
        by_chance="" if each.by_chance is None else number(each.by_chance),
        note=each.reason or each.interval_reason,
        plot=_plot(each, low),
    )


def interval_text(interval: Interval | None) -> str:
    """`0.412 to 0.508`, or that there is none."""
    return NONE if interval is None else f"{number(interval.lower)} to {number(interval.upper)}"


def _plot(each: Coefficient, low: float) -> AgreementPlot | None:
    if each.value is None:
        return None
    start, end, point = (
        (max(low, value) - low) / (1 - low) for value in (*(each.interval or (each.value, each.value)), each.value)
    )
    return AgreementPlot(start=start, width=end - start, point=point)
