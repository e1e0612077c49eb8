"""The answer with its claims marked in place.

Spans are half-open and count code points of the answer as given.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from claimgauge.claims import Span
from claimgauge.reports.claim_rows import ClaimRow
from claimgauge.reports.marks import Piece, Stretch, pieces
from claimgauge.reports.shown import MOST

MARKS = 500
"""Claims that are marked in one answer; beyond that, the ones that add most risk."""


class MarkedAnswer(NamedTuple):
    """The pieces in order; the numbers of claims that are not marked, by the reason."""

    pieces: tuple[Piece, ...]
    left_out: int
    marked: frozenset[int]
    absent: tuple[int, ...]
    beyond: tuple[int, ...]
    unmarked: tuple[int, ...]
    overlap: bool


def marked_answer(
    text: str,
    rows: Sequence[ClaimRow],
    *,
    limit: int = MOST,
    at_odds: Mapping[int, tuple[Span, ...]] | None = None,
) -> MarkedAnswer:
    """The first `limit` characters of the answer in pieces.

    `at_odds` holds, by claim number, the places in the claim's text of numbers that its evidence writes differently.
    """
    kept = text[:limit]
    inside = [row for row in rows if row.span is not None and _fits(row.span, kept)]
    chosen = sorted(inside, key=lambda row: (-row.points, row.number))[:MARKS]
    found = pieces(kept, list(_stretches(kept, chosen, at_odds or {})))
    marked, within = frozenset(row.number for row in chosen), {row.number for row in inside}
    return MarkedAnswer(
        pieces=found,
        left_out=len(text) - len(kept),
        marked=marked,
        absent=tuple(row.number for row in rows if row.span is None and not row.left_out),
        beyond=tuple(row.number for row in rows if row.span is not None and row.number not in within),
        unmarked=tuple(row.number for row in inside if row.number not in marked),
        overlap=any(piece.covered > 1 for piece in found),
    )


def _fits(span: Span, text: str) -> bool:
    return 0 <= span[0] < span[1] <= len(text)


def _stretches(text: str, rows: Sequence[ClaimRow], at_odds: Mapping[int, tuple[Span, ...]]) -> Iterator[Stretch]:
    for row in rows:
        if row.span is not None:
            yield Stretch(row.span, row, tuple(_in_answer(text, row, row.span, at_odds.get(row.number, ()))))


def _in_answer(text: str, row: ClaimRow, span: Span, places: Sequence[Span]) -> Iterator[Span]:
    """Where in its stretch of the answer a claim has these places of its text; only where there is no doubt."""
    written = row.claim.text if row.claim else ""
    for start, end in places:
        number = written[start:end]
        at = text.find(number, *span)
        if at >= 0 and text.find(number, at + 1, span[1]) < 0:
            yield at, at + len(number)
