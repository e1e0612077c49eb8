"""The measures of a comparison as a reader meets them: figures, a word, and a place in a drawing."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from claimgauge.reports.figures import score_text, share, signed, unit
from claimgauge.statistics import Interval
from claimgauge.workflow import Comparison, Difference, MeasureRow, measure_rows

TITLES: Final = {
    "scores": "Scores",
    "bands": "Bands, share of pairs",
    "actions": "Actions, share of pairs",
    "labels": "Labels, share of claims",
}
WORDS: Final = {"higher": "higher", "lower": "lower", "undecided": ""}
"""Said of B where the interval leaves 0 out; never left to a colour."""
REACHES: Final = (0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1.0)
"""How far a drawing may reach to either side of 0, as a share of the whole scale."""


class Plot(NamedTuple):
    """Where the interval, its ends and the difference lie in a drawing with 0 in the middle, in [0, 1]."""

    start: float
    width: float
    point: float
    decided: bool


class ComparisonRow(NamedTuple):
    """One measure: its name and texts; `plot` is None where there is no interval.

    `key` marks the score, `blank` what is 0 in both runs.
    """

    name: str
    a: str
    b: str
    difference: str
    interval: str
    word: str
    plot: Plot | None
    key: bool
    blank: bool = False


class RowGroup(NamedTuple):
    """Measures of one kind, and how far their drawings reach to either side of 0; empty where there is no interval."""

    group: str
    title: str
    reach: str
    rows: tuple[ComparisonRow, ...]


def comparison_rows(comparison: Comparison) -> tuple[RowGroup, ...]:
    """All measures, by kind. Drawings of one kind share a scale."""
    return tuple(
        _group(name, list(rows)) for name, rows in groupby(measure_rows(comparison), key=lambda row: row.group)
    )


def _group(name: str, rows: Sequence[MeasureRow]) -> RowGroup:
    farthest = max(_ends(rows), default=0.0)
    span = next(reach for reach in REACHES if reach >= min(1.0, farthest))
    unit_of_reach = "points of 100" if name == "scores" else "percentage points"
    reach = f"{100 * span:g} {unit_of_reach}" if any(row.difference.interval for row in rows) else ""
    return RowGroup(name, TITLES[name], reach, tuple(_row(row, span) for row in rows))


def _ends(rows: Iterable[MeasureRow]) -> Iterable[float]:
    """How far from 0 the intervals reach, each as a share of its scale."""
    for row in rows:
        if row.difference.interval is not None:
            yield from (abs(end) / _whole(row) for end in row.difference.interval)


def _whole(row: MeasureRow) -> float:
    return 100.0 if row.unit == "score" else 1.0


def _row(row: MeasureRow, span: float) -> ComparisonRow:
    each = row.difference
    key = row.unit == "score"
    if each.a is None or each.b is None or each.difference is None:
        return ComparisonRow(row.name, "none", "none", "none", "none", "in no pair", None, key)
    return ComparisonRow(
        name=row.name,
        a=_level(row, each.a),
        b=_level(row, each.b),
        difference=difference_text(row, each.difference),
        interval=interval_text(row, each.interval),
        word=WORDS[each.reading],
        plot=_plot(each, span * _whole(row)),
        key=key,
        blank=each.a == each.b == 0,
    )


def _level(row: MeasureRow, value: float) -> str:
    if row.unit == "score":
        return score_text(value)
    return unit(value) if row.unit == "dimension" else share(value)


def difference_text(row: MeasureRow, value: float) -> str:
    """B minus A: points of a score, units of a dimension, percentage points of a share."""
    return signed(100 * value if row.unit == "share" else value, 3 if row.unit == "dimension" else 1)


def interval_text(row: MeasureRow, interval: Interval | None) -> str:
    """`+0.4 to +5.1`, or that there is none."""
    if interval is None:
        return "none"
    return f"{difference_text(row, interval.lower)} to {difference_text(row, interval.upper)}"


def _plot(each: Difference, span: float) -> Plot | None:
    if each.interval is None or each.difference is None:
        return None
    start, end, point = (0.5 + 0.5 * value / span for value in (*each.interval, each.difference))
    return Plot(start=start, width=end - start, point=point, decided=each.reading != "undecided")
