"""Filled sheets: what raters answered, and what is wrong with a sheet, with its row and column.

Spreadsheets save CSV with commas, semicolons or tabs; all three are read. Case and spaces around an answer do
not matter, and an apostrophe in front of it neither. An empty answer is a missing rating.
"""

import csv
import io
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from claimgauge.errors import InputError
from claimgauge.review import Annotation
from claimgauge_bench.raters.key import RaterKey
from claimgauge_bench.raters.rubric import ANSWERS

NEEDED: Final = ("rater", "item", "answer")
_DELIMITERS: Final = ",;\t"
_LARGEST: Final = 16 * 1024 * 1024


class Filled(NamedTuple):
    """The answers of all sheets, and how many were left empty."""

    annotations: tuple[Annotation, ...]
    empty: int


def read_sheets(paths: Iterable[Path], key: RaterKey) -> Filled:
    """The answers on these sheets. Raises InputError with file, row and column for what cannot be read."""
    found: list[Annotation] = []
    empty = 0
    seen: dict[tuple[str, str], str] = {}
    for path in paths:
        for number, row in _rows(path):
            rater, item = row["rater"], row["item"]
            place = f"row {number}"
            if not rater:
                raise InputError("is empty; write who answered", source=str(path), place=f"{place}, column rater")
            if item not in {each.item for each in key.items}:
                message = f"the key has no item {item[:40]!r}; take the sheets and the key of one export"
                raise InputError(message, source=str(path), place=f"{place}, column item")
            where = f"{path}, {place}"
            if (first := seen.setdefault((rater, item), where)) != where:
                message = f"{rater!r} answered {item!r} at {first} too; remove one of the two"
                raise InputError(message, source=str(path), place=place)
            answer = row["answer"].upper()
            if not answer:
                empty += 1
                continue
            if answer not in ANSWERS:
                message = f"expected {', '.join(ANSWERS)} or nothing, got {row['answer'][:40]!r}"
                raise InputError(message, source=str(path), place=f"{place}, column answer")
            found.append(Annotation(item=item, rater=rater, label=answer, note=row.get("note", "")))
    return Filled(tuple(found), empty)


def _rows(path: Path) -> Iterator[tuple[int, dict[str, str]]]:
    """The rows with their numbers as a spreadsheet shows them; names of columns in small letters."""
    text = _text(path)
    header = text.partition("\n")[0]
    delimiter = max(_DELIMITERS, key=header.count)
    try:
        records = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise InputError(f"is no CSV file: {error}", source=str(path)) from error
    columns = [_trimmed(name).lower() for name in records[0]] if records else []
    for name in NEEDED:
        if columns.count(name) != 1:
            what = "has no" if name not in columns else "has more than one"
            raise InputError(
                f"{what} column {name!r}; keep the first row of the sheet", source=str(path), place="row 1"
            )
    for number, record in enumerate(records[1:], start=2):
        if not any(map(str.strip, record)):
            continue
        if len(record) > len(columns):
            message = f"has {len(record)} cells, the first row has {len(columns)}; keep the quotes of the sheet"
            raise InputError(message, source=str(path), place=f"row {number}")
        padded = [*record, *[""] * (len(columns) - len(record))]
        yield number, {name: _trimmed(cell) for name, cell in zip(columns, padded, strict=True)}


def _trimmed(cell: str) -> str:
    """Without spaces, and without the apostrophe that keeps a spreadsheet from running it."""
    return cell.strip().removeprefix("'").strip()


def _text(path: Path) -> str:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}; check the path", source=str(path)) from error
    if len(raw) > _LARGEST:
        raise InputError(
            f"has {len(raw):,} bytes, no sheet is so large; name the file that was filled", source=str(path)
        )
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"is not UTF-8 at byte {error.start}; save it as CSV UTF-8", source=str(path)) from error
