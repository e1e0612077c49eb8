"""Where things lie in the drawings: coordinates as shares of the width, so that text keeps its size."""

from collections.abc import Sequence
from typing import NamedTuple

from claimgauge.risk import Action, Rubric

LEFT, RIGHT = 0.08, 0.92


class BandPiece(NamedTuple):
    """One band on the scale of 0 to 100, from `start` to `end` in [0, 1]."""

    name: str
    action: Action
    start: float
    end: float
    up_to: float


def band_pieces(rubric: Rubric) -> tuple[BandPiece, ...]:
    """The bands of a rubric side by side."""
    starts = [0.0, *(band.up_to / 100 for band in rubric.bands)]
    return tuple(
        BandPiece(name=band.name, action=band.action, start=start, end=band.up_to / 100, up_to=band.up_to)
        for start, band in zip(starts, rubric.bands, strict=False)
    )


def text_anchor(value: float) -> str:
    """How a label above a marker is aligned, so that it stays within the drawing."""
    return "start" if value < LEFT else "end" if value > RIGHT else "middle"


class StackPiece(NamedTuple):
    """One part of a stacked bar, from `start` to `start + width` in [0, 1]."""

    name: str
    kind: str
    number: int
    start: float
    width: float


def stack(parts: Sequence[tuple[str, str, int]]) -> tuple[StackPiece, ...]:
    """Parts (name, kind, number) of a whole, side by side; parts of 0 have no width."""
    total = sum(number for _name, _kind, number in parts)
    pieces, before = [], 0
    for name, kind, number in parts:
        width = number / total if total else 0.0
        pieces.append(
            StackPiece(name=name, kind=kind, number=number, start=before / total if total else 0.0, width=width)
        )
        before += number
    return tuple(pieces)
