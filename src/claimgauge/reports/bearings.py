"""Which words of which passage each claim leans on, and the part of each passage that is shown."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from claimgauge.claims import Span
from claimgauge.evidence import PassageText
from claimgauge.reports.claim_rows import ClaimRow
from claimgauge.reports.marks import Piece, Stretch, pieces

WHOLE = 2_000
"""A passage of up to so many characters is shown whole."""
AROUND = 240
"""Characters that are shown before and after a mark in a longer one."""
NEAR = 120
"""Parts of a passage with so few characters between them are shown as one."""
MARKS = 40
"""Claims that are marked in one passage; beyond that, the ones that add most risk."""
LONGEST_MARK = 1_000
"""Characters of one mark."""
AT_ODDS = "different_number"
"""The reason of a judgement that holds a number of the claim against another one in the evidence."""


class Part(NamedTuple):
    """A part of a passage: `left_out` characters stand before it that are not shown; it begins at `start`."""

    start: int
    left_out: int
    pieces: tuple[Piece, ...]


class MarkedPassage(NamedTuple):
    """The parts of a passage in order, and how many characters after the last are not shown.

    `marked` are the numbers of the claims that have a mark. `claimed` holds, by claim number, the places of
    the claim's text in which this passage has another number.
    """

    parts: tuple[Part, ...]
    left_out: int
    marked: tuple[int, ...]
    claimed: Mapping[int, tuple[Span, ...]]
    unmarked: tuple[int, ...]
    overlap: bool


def marked_passage(text: str, evidence_id: str, rows: Sequence[ClaimRow]) -> MarkedPassage:
    """The passage with what bears on each of the claims that lean on it."""
    passage = PassageText(text)
    stretches: list[Stretch] = []
    claimed: dict[int, tuple[Span, ...]] = {}
    chosen = sorted(rows, key=lambda row: (-row.points, row.number))[:MARKS]
    for row in sorted(chosen, key=lambda row: row.number):
        found = passage.bearing(row.claim.text) if row.claim else None
        if found is None:
            continue
        odd = _is_at_odds(row, evidence_id)
        start, end = found.span
        end = min(end, start + LONGEST_MARK)
        stretches.append(Stretch((start, end), row, tuple(each for each in found.held if odd and each[1] <= end)))
        if odd and found.claimed:
            claimed[row.number] = found.claimed
    shown = _shown(text, [each.span for each in stretches])
    parts = tuple(_part(text, place, before, stretches) for place, before in zip(shown, _ends(shown), strict=True))
    return MarkedPassage(
        parts=parts,
        left_out=len(text) - shown[-1][1],
        marked=tuple(each.row.number for each in stretches),
        claimed=claimed,
        unmarked=tuple(sorted(row.number for row in rows if row not in chosen)),
        overlap=any(piece.covered > 1 for part in parts for piece in part.pieces),
    )


def _is_at_odds(row: ClaimRow, evidence_id: str) -> bool:
    return any(each.reason == AT_ODDS and evidence_id in each.evidence for each in row.assessed.judgements)


def _part(text: str, place: Span, before: int, stretches: Iterable[Stretch]) -> Part:
    start, end = place
    within = [each for each in stretches if start <= each.span[0] and each.span[1] <= end]
    return Part(start=start, left_out=start - before, pieces=pieces(text, within, start=start, end=end))


def _ends(shown: Sequence[Span]) -> list[int]:
    return [0, *(end for _, end in shown[:-1])]


def _shown(text: str, marks: Sequence[Span]) -> list[Span]:
    """The parts of a text that are shown: all of a short one, the beginning of one without marks, else around them."""
    if len(text) <= WHOLE:
        return [(0, len(text))]
    if not marks:
        return [(0, WHOLE)]
    found: list[Span] = []
    for start, end in sorted(marks):
        first, last = _back(text, start), _on(text, end)
        if found and first <= found[-1][1] + NEAR:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return found


def _back(text: str, start: int) -> int:
    """A place before `start` at which a word begins, where there is one nearby."""
    first = start - AROUND
    if first <= NEAR:
        return 0
    return next((place for place in range(first, start) if text[place - 1].isspace()), first)


def _on(text: str, end: int) -> int:
    """A place after `end` at which a word ends, where there is one nearby."""
    last = end + AROUND
    if last >= len(text) - NEAR:
        return len(text)
    return next((place for place in range(last, end, -1) if text[place].isspace()), last)
