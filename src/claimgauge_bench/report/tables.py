"""A table as both the terminal and the page show it, and a section that holds tables and a drawing."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

LEFT: Final = "<"
RIGHT: Final = ">"
NAMED: Final = 6
"""Rows that a note names."""


class Table(NamedTuple):
    """Rows of cells under headings. A heading that begins with `>` is of a column of numbers.

    `notes` say why something is not there. A table that is `detail` is folded on the page and left out on the
    terminal.
    """

    caption: str
    headings: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()
    detail: bool = False

    @property
    def titles(self) -> tuple[tuple[str, bool], ...]:
        """Each heading, and whether its column holds numbers."""
        return tuple((each.removeprefix(RIGHT), each.startswith(RIGHT)) for each in self.headings)


class Section(NamedTuple):
    """A part of the report. `plots` are names of drawings."""

    id: str
    title: str
    paragraphs: tuple[str, ...]
    tables: tuple[Table, ...]
    plots: tuple[str, ...] = ()


def table(
    caption: str,
    headings: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    notes: Iterable[tuple[str, str]] = (),
    detail: bool = False,
) -> Table:
    """A table from anything that can be gone through; `notes` are of whom each is, and what it says.

    Raises ValueError where a row is not as wide as the headings.
    """
    found = tuple(tuple(row) for row in rows)
    if any(len(row) != len(headings) for row in found):
        raise ValueError(f"a row of {caption!r} is not as wide as its headings")
    return Table(caption, tuple(headings), found, tuple(_together(notes, len(found))), detail)


def _together(notes: Iterable[tuple[str, str]], rows: int) -> Iterator[str]:
    """Each note once, with all of whom it is said."""
    said: dict[str, dict[str, None]] = {}
    for whom, note in notes:
        said.setdefault(note, {})[whom] = None
    for note, found in said.items():
        named = "; ".join(list(found)[:NAMED])
        more = f" and {len(found) - NAMED:,} more" if len(found) > NAMED else ""
        yield f"all rows: {note}" if 1 < len(found) == rows else f"{named}{more}: {note}"


def aligned(given: Table) -> list[str]:
    """The lines of a table: columns of text from the left, columns of numbers from the right."""
    titles = [title for title, _ in given.titles]
    widths = [max(map(len, column)) for column in zip(titles, *given.rows, strict=True)]
    sides = [RIGHT if numeric else LEFT for _, numeric in given.titles]
    return [
        "  ".join(f"{cell:{side}{width}}" for cell, side, width in zip(row, sides, widths, strict=True)).rstrip()
        for row in (titles, *given.rows)
    ]
