"""The page of an agreement: how far raters agree, on what they do not, and what to do next."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from claimgauge.reports.agreement_rows import (
    STEP_WORDS,
    coefficient_rows,
    lowest,
    number,
    one_rows,
    votes_text,
)
from claimgauge.reports.drawings import StackPiece, stack
from claimgauge.reports.render import render
from claimgauge.review import Agreement, ItemAgreement, RaterPair

MOST_IN_MATRIX: Final = 12
NAMED: Final = 40
"""Pairs of raters beyond a matrix, raters, and disputed items that a page shows; the JSON holds all."""
TONES: Final = ("plain", "range", "none", "meanmark")
"""Of labels in a drawing of votes, by turns; none of them says that a label is good or bad."""


class MatrixCell(NamedTuple):
    """Two raters in a matrix: kappa in words, and how often they said the same of how many items."""

    kappa: str
    share: float
    items: int


class Disputed(NamedTuple):
    """An item whose raters differ, with its votes as a drawing."""

    item: ItemAgreement
    votes: str
    pieces: tuple[StackPiece, ...]
    step: str


def agreement_page(agreement: Agreement, *, names: Sequence[str]) -> str:
    """One self-contained HTML page; `names` are those of the files. The same arguments give the same bytes."""
    low = lowest(agreement)
    rows = coefficient_rows(agreement)
    first = next((row for row in rows if row.name == "Krippendorff's alpha"), rows[0])
    return render(
        "agreement.html.j2",
        agreement=agreement,
        names=names,
        rows=rows,
        first=first,
        low=low,
        labels=one_rows(agreement.by_label, low),
        dimensions=one_rows(agreement.by_dimension, low),
        matrix=_matrix(agreement),
        pairs=tuple(sorted(agreement.pairs, key=_by_kappa)[:NAMED]),
        raters=agreement.by_rater[:NAMED],
        disputed=tuple(_disputed(each, agreement.labels) for each in agreement.disputed[:NAMED]),
        disputed_count=len(agreement.disputed),
        steps=tuple((STEP_WORDS[step], count) for step, count in agreement.steps.items()),
        level=f"{100 * agreement.confidence:g}%",
        named=NAMED,
        number=number,
    )


def _by_kappa(pair: RaterPair) -> tuple[bool, float, str, str]:
    return (pair.kappa is None, pair.kappa or 0.0, pair.a, pair.b)


def _matrix(agreement: Agreement) -> tuple[tuple[str, tuple[MatrixCell | None, ...]], ...]:
    """Every rater against every other, where they are few; None on the diagonal and where no item is shared."""
    raters = [each.rater for each in agreement.by_rater]
    if not 2 < len(raters) <= MOST_IN_MATRIX:
        return ()
    found: dict[tuple[str, str], MatrixCell] = {}
    for pair in agreement.pairs:
        found[pair.a, pair.b] = found[pair.b, pair.a] = MatrixCell(number(pair.kappa), pair.agreement, pair.items)
    return tuple((one, tuple(found.get((one, other)) for other in raters)) for one in raters)


def _disputed(item: ItemAgreement, labels: Sequence[str]) -> Disputed:
    parts = [(label, TONES[labels.index(label) % len(TONES)], count) for label, count in item.votes.items()]
    return Disputed(item=item, votes=votes_text(item), pieces=stack(parts), step=STEP_WORDS[item.step])
