"""The answer with its claims marked in place.

Spans are half-open and count code points of the answer as given. Claims may overlap: the text is cut
at every beginning and end, and each piece knows the claims that cover it.
"""

import itertools
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from claimgauge.labels import Label
from claimgauge.reports.claim_rows import ClaimRow
from claimgauge.reports.shown import MOST
from claimgauge.reports.words import TONES

MARKS = 500
"""Claims that are marked in one answer; beyond that, the ones that add most risk."""

_RANK = {"ok": 0, "mild": 1, "open": 2, "bad": 3}


class Piece(NamedTuple):
    """A piece of the answer that the same claims cover; `ends` are the claims that end with it."""

    text: str
    tone: str
    covered: int
    ends: tuple[ClaimRow, ...]


class MarkedAnswer(NamedTuple):
    """The pieces in order; the numbers of claims that are not marked, by the reason."""

    pieces: tuple[Piece, ...]
    left_out: int
    absent: tuple[int, ...]
    beyond: tuple[int, ...]
    unmarked: tuple[int, ...]
    overlap: bool


def marked_answer(text: str, rows: Sequence[ClaimRow], *, limit: int = MOST) -> MarkedAnswer:
    """The first `limit` characters of the answer in pieces."""
    kept = text[:limit]
    inside = [row for row in rows if row.span is not None and _fits(row.span, kept)]
    chosen = sorted(inside, key=lambda row: (-row.points, row.number))[:MARKS]
    pieces = _pieces(kept, chosen)
    marked, within = {row.number for row in chosen}, {row.number for row in inside}
    return MarkedAnswer(
        pieces=pieces,
        left_out=len(text) - len(kept),
        absent=tuple(row.number for row in rows if row.span is None and not row.left_out),
        beyond=tuple(row.number for row in rows if row.span is not None and row.number not in within),
        unmarked=tuple(row.number for row in inside if row.number not in marked),
        overlap=any(piece.covered > 1 for piece in pieces),
    )


def _fits(span: tuple[int, int], text: str) -> bool:
    return 0 <= span[0] < span[1] <= len(text)


def _pieces(text: str, rows: Sequence[ClaimRow]) -> tuple[Piece, ...]:
    starts: dict[int, list[ClaimRow]] = {}
    ends: dict[int, list[ClaimRow]] = {}
    for row in rows:
        if row.span is not None:
            starts.setdefault(row.span[0], []).append(row)
            ends.setdefault(row.span[1], []).append(row)
    cuts = sorted({0, len(text), *starts, *ends})
    active: Counter[str] = Counter()
    pieces = []
    for start, end in itertools.pairwise(cuts):
        active.update(_tone(row.worst) for row in starts.get(start, ()))
        active.subtract(_tone(row.worst) for row in ends.get(start, ()))
        tones = [tone for tone, number in active.items() if number > 0]
        pieces.append(
            Piece(
                text=text[start:end],
                tone=max(tones, key=_RANK.__getitem__, default=""),
                covered=active.total(),
                ends=tuple(sorted(ends.get(end, ()), key=lambda row: row.number)),
            )
        )
    return tuple(pieces)


def _tone(label: Label) -> str:
    return TONES[label]
