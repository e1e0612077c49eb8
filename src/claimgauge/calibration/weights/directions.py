"""Which trade-offs between criteria the data say nothing about."""

from collections.abc import Sequence

SMALL = 1e-9
"""An entry below this, of rows whose largest entry is 1, is what elimination leaves of 0."""
Row = Sequence[float]


def unseen_directions(rows: Sequence[Row], width: int) -> tuple[tuple[float, ...], ...]:
    """A basis of the vectors that every row sends to 0, each scaled so that its largest entry is 1 or -1.

    By Gauss–Jordan elimination with the largest pivot of a column. A free column gives one vector, so
    the vectors hold few entries that are not 0. Without rows every unit vector is one.
    """
    reduced, pivots = _reduced(rows, width)
    found = []
    for free in (column for column in range(width) if column not in pivots):
        vector = [0.0] * width
        vector[free] = 1.0
        for row, pivot in zip(reduced, pivots, strict=True):
            vector[pivot] = -row[free] if abs(row[free]) > SMALL else 0.0
        largest = max(map(abs, vector))
        found.append(tuple(each / largest for each in vector))
    return tuple(found)


def _reduced(rows: Sequence[Row], width: int) -> tuple[list[list[float]], list[int]]:
    """The reduced row echelon form without its empty rows, and the column of each pivot."""
    scale = max((abs(each) for row in rows for each in row), default=0.0)
    left = [[each / scale for each in row] for row in rows] if scale else []
    done: list[list[float]] = []
    pivots: list[int] = []
    for column in range(width):
        best = max(left, key=lambda row: abs(row[column]), default=None)
        if best is None or abs(best[column]) <= SMALL:
            continue
        left.remove(best)
        pivot = [each / best[column] for each in best]
        left = [_without(row, pivot, column) for row in left]
        done = [_without(row, pivot, column) for row in done]
        done.append(pivot)
        pivots.append(column)
    return done, pivots


def _without(row: list[float], pivot: list[float], column: int) -> list[float]:
    return [each - row[column] * by for each, by in zip(row, pivot, strict=True)]


def said(direction: Sequence[float], names: Sequence[str]) -> str:
    """A direction in words: `F up, C down`; shares are given where they are not 1."""
    parts = [
        f"{name} {'up' if part > 0 else 'down'}{'' if abs(abs(part) - 1) < 1e-6 else f' by {abs(part):.2g}'}"
        for name, part in zip(names, direction, strict=True)
        if abs(part) > SMALL
    ]
    return ", ".join(parts)
