"""A text with claims marked in it.

Stretches are half-open and count code points. They may overlap: the text is cut at every beginning and
end, and each piece knows the claims that cover it.
"""

import itertools
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from claimgauge.claims import Span
from claimgauge.reports.claim_rows import ClaimRow
from claimgauge.reports.words import TONES

SLOTS = 60
"""Claims of a page whose marks are lit together, in the answer and in the evidence."""

_RANK = {"ok": 0, "mild": 1, "open": 2, "bad": 3}


class Stretch(NamedTuple):
    """A part of a text that belongs to a claim; `numbers` are the places in it that are at odds with the other side."""

    span: Span
    row: ClaimRow
    numbers: tuple[Span, ...] = ()


class Piece(NamedTuple):
    """A piece of a text that the same claims cover; `ends` are the claims that end with it.

    `at_odds`: it is a number that the claim and its evidence write differently.
    """

    text: str
    tone: str
    covered: int
    ends: tuple[ClaimRow, ...]
    numbers: tuple[int, ...] = ()
    at_odds: bool = False


def pieces(text: str, stretches: Sequence[Stretch], *, start: int = 0, end: int | None = None) -> tuple[Piece, ...]:
    """The text from `start` to `end` in pieces; every stretch lies within."""
    end = len(text) if end is None else end
    starts: dict[int, list[ClaimRow]] = {}
    ends: dict[int, list[ClaimRow]] = {}
    for each in stretches:
        starts.setdefault(each.span[0], []).append(each.row)
        ends.setdefault(each.span[1], []).append(each.row)
    odd = _at_odds(stretches)
    cuts = sorted({start, end, *starts, *ends, *itertools.chain.from_iterable(odd)})
    active: Counter[str] = Counter()
    covering: dict[int, None] = {}
    found = []
    for begin, stop in itertools.pairwise(cuts):
        opening, closing = starts.get(begin, ()), ends.get(begin, ())
        active.update(_tone(row) for row in opening)
        active.subtract(_tone(row) for row in closing)
        covering.update(dict.fromkeys(row.number for row in opening))
        for row in closing:
            covering.pop(row.number, None)
        tones = [tone for tone, number in active.items() if number > 0]
        found.append(
            Piece(
                text=text[begin:stop],
                tone=max(tones, key=_RANK.__getitem__, default=""),
                covered=active.total(),
                ends=tuple(sorted(ends.get(stop, ()), key=lambda row: row.number)),
                numbers=tuple(itertools.islice(covering, SLOTS)),
                at_odds=any(first <= begin and stop <= last for first, last in odd),
            )
        )
    return tuple(found)


def slots(numbers: Iterable[int]) -> dict[int, int]:
    """Claim number → its slot, for the first `SLOTS` different claims in the order of the page."""
    return {number: slot for slot, number in enumerate(sorted(set(numbers))[:SLOTS])}


def _at_odds(stretches: Iterable[Stretch]) -> list[Span]:
    return sorted({place for each in stretches for place in each.numbers})


def _tone(row: ClaimRow) -> str:
    return TONES[row.worst]
