"""The header of a grid: a name for each column, what is said of the whole table, and its scale.

Header cells of one column are joined with ` / `. Three habits of printed tables are read:

- A cell that stands alone in its row, over a column that a fuller row names too, says something of the
  whole table (`Years Ended September 30,`, `(in millions)`), and so does a cell over the row names.
  It goes to `about`, not into the name of the one column above which it was centred.
- A cell stands for the blank cells to its right where the first column is filled, for those to its
  left where the last is, as long as a row below names all of their columns. This is believed only
  where it gives every column a name of its own; else each cell stands for its own column.
- A name that comes twice gets a number: `2019`, `2019 (2)`. A column without a name is `column 3`,
  counted from 1.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

ROW, HEADER, SCALE = "row", "header", "scale"
JOINT = " / "
_SCALES = (
    ("thousand", re.compile(r"thousand|['’‘]000", re.IGNORECASE)),  # noqa: RUF001 (as printed)
    ("million", re.compile(r"million|[$€£¥] ?m\b", re.IGNORECASE)),
    ("billion", re.compile(r"billion|[$€£¥] ?bn\b", re.IGNORECASE)),
)
Texts = Sequence[Sequence[str]]


class Header(NamedTuple):
    """`names` has an entry for each column, `row` for the one that names the rows; `scale` may be empty."""

    names: tuple[str, ...]
    about: str
    scale: str


def header_depth(is_filled: Sequence[Sequence[bool]], *, row_header: int, width: int) -> int:
    """How many rows are headers: those before the first that names a row once every column has a name.

    Where some column never gets a name: the first row, and those after it that name no row.
    `is_filled` says of every cell of the table whether it holds a text, each row as long as `width`.
    """
    unnamed = set(range(width)) - {row_header}
    for depth, row in enumerate(is_filled):
        if depth and not unnamed and row[row_header]:
            return depth
        unnamed -= {column for column, filled in enumerate(row) if filled}
    return next((depth for depth, row in enumerate(is_filled) if depth and row[row_header]), len(is_filled))


def read_header(texts: Texts, *, row_header: int, width: int) -> Header:
    """The header that the header rows come to; `texts` holds their cells, each row as long as `width`."""
    columns = [column for column in range(width) if column != row_header]
    over_columns = [{column: row[column] for column in columns if row[column]} for row in texts]
    named: set[int] = set().union(*(row for row in over_columns if len(row) > 1))
    alone = {index for index, row in enumerate(over_columns) if len(row) == 1 and named.issuperset(row)}
    naming = [row for index, row in enumerate(over_columns) if row and index not in alone]
    about = [
        text
        for index, row in enumerate(texts)
        for text in (row[row_header], *(over_columns[index].values() if index in alone else ()))
        if text
    ]
    names = {row_header: ROW} | _numbered(_column_names(naming, columns))
    return Header(tuple([names[column] for column in range(width)]), JOINT.join(about), _scale(about, naming, columns))


def _column_names(rows: Sequence[dict[int, str]], columns: Sequence[int]) -> dict[int, str]:
    """The joined names, with merged cells spread where that tells every column apart."""
    merged: list[dict[int, str]] = []
    below: set[int] = set()
    for row in reversed(rows):
        merged.insert(0, _spread(row, columns, below))
        below |= row.keys()
    spread = _joined(merged, columns)
    return spread if len(set(spread.values())) == len(columns) else _joined(rows, columns)


def _joined(rows: Sequence[dict[int, str]], columns: Sequence[int]) -> dict[int, str]:
    return {column: JOINT.join([row[column] for row in rows if column in row]) for column in columns}


def _spread(row: dict[int, str], columns: Sequence[int], below: set[int]) -> dict[int, str]:
    """A row of merged cells with their blanks filled from one side; `below` are the columns that a row below names."""
    if len(row) < 2 or (columns[0] not in row and columns[-1] not in row):
        return row
    text, full = "", dict(row)
    for column in columns if columns[0] in row else reversed(columns):
        if column in row:
            text = row[column] if column in below else ""
        elif text and column in below:
            full[column] = text
    return full


def _numbered(names: dict[int, str]) -> dict[int, str]:
    """Every name once: none of the grid's own names, none empty, none twice."""
    written, taken = set(names.values()), {ROW, HEADER, SCALE}
    counts: dict[str, int] = {}
    unique: dict[int, str] = {}
    for column, name in names.items():
        base = name or f"column {column + 1}"
        count = counts.get(base, 0) + 1
        candidate = base if count == 1 else f"{base} ({count})"
        while candidate in taken or (count > 1 and candidate in written):
            count += 1
            candidate = f"{base} ({count})"
        counts[base] = count
        taken.add(candidate)
        unique[column] = candidate
    return unique


def _scale(about: Sequence[str], naming: Sequence[dict[int, str]], columns: Sequence[int]) -> str:
    """The one scale that the whole table names; a scale of some columns only is none of the table's."""
    found = {scale for text in about for scale in scales_in(text)}
    for row in naming:
        named = [scales_in(row.get(column, "")) for column in columns]
        found |= named[0].intersection(*named) if named else set()
    return found.pop() if len(found) == 1 else ""


def scales_in(text: str) -> set[str]:
    """`thousand`, `million`, `billion`, as far as a header cell names them: `(in millions)`, `$'000`, `€m`."""
    return {scale for scale, pattern in _SCALES if pattern.search(text)}
