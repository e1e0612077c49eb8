"""The page of a comparison: two runs over the same cases, what differs, and how sure that is."""

from typing import NamedTuple

from claimgauge.reports import words
from claimgauge.reports.comparison_rows import comparison_rows
from claimgauge.reports.figures import signed
from claimgauge.reports.render import render
from claimgauge.workflow import ComparedRun, Comparison
from claimgauge.workflow.pairing import FEW

NAMED = 100
"""Cases of each kind that a page names; all are counted."""
READINGS = {
    "higher": "The whole interval lies above 0: on cases like these B is riskier.",
    "lower": "The whole interval lies below 0: on cases like these B is less risky.",
    "undecided": "0 is within the interval: these cases do not tell which of the two is riskier.",
}


class MatrixRow(NamedTuple):
    """A band of A, and how many of its pairs are in each band in B; None is no index."""

    band: str | None
    counts: tuple[int, ...]


def comparison_page(comparison: Comparison, *, names: tuple[str, str]) -> str:
    """One self-contained HTML page; `names` are what A and B are called. The same arguments give the same bytes."""
    bands = (*comparison.bands, *([None] if comparison.pairing.without_index else []))
    return render(
        "comparison.html.j2",
        comparison=comparison,
        pairing=comparison.pairing,
        names=names,
        groups=comparison_rows(comparison),
        reading=_reading(comparison),
        bands=bands,
        matrix=_matrix(comparison, bands),
        movers=(("risen", "Rose most", comparison.risen), ("fallen", "Fell most", comparison.fallen)),
        runs=_runs(comparison, names),
        level=f"{100 * comparison.level:g}%",
        named=NAMED,
        signed=signed,
        words=words,
    )


def _reading(comparison: Comparison) -> str:
    if comparison.score.interval is None:
        return "There are too few pairs with an index for an interval, so nothing can be said of other cases."
    hint = " With so few pairs, take it as a hint." if comparison.score.pairs < FEW else ""
    return READINGS[comparison.score.reading] + hint


def _matrix(comparison: Comparison, bands: tuple[str | None, ...]) -> tuple[MatrixRow, ...]:
    counts = {(move.from_, move.to): move.pairs for move in comparison.moves}
    return tuple(MatrixRow(before, tuple(counts.get((before, after), 0) for after in bands)) for before in bands)


def _runs(comparison: Comparison, names: tuple[str, str]) -> tuple[tuple[str, str, ComparedRun], ...]:
    return (("A", names[0], comparison.a), ("B", names[1], comparison.b))
