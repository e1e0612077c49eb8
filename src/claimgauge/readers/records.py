"""Plain records one by one, in bounded memory: CSV by its name, otherwise JSON or JSON Lines.

CSV: the first line that is not blank names the columns, blank lines are skipped, and every other
row has as many values. The delimiter is `,`; only where the header line has none it is `;` or a
tab (in a `.tsv` file a tab goes first). Cells are kept as written.
JSON: an object is a record, an array holds several, otherwise each line is one. Numbers are kept
as their literals. gzip and a byte-order mark are accepted throughout.
Every fault is an InputError with file and place.
"""

import csv
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import PurePath
from typing import IO, Any, NamedTuple

from claimgauge.errors import InputError
from claimgauge.readers.cases import parse, show
from claimgauge.readers.inputs import LIMIT, Input, open_input, read_inputs

_TABLES = (".csv", ".tsv")
_BOM = b"\xef\xbb\xbf"


class Record(NamedTuple):
    """One record. `place` is `line 17` or `[3]`, `number` counts from 1, `raw` is its JSON (empty for a row of CSV)."""

    place: str
    number: int
    value: dict[str, Any]
    raw: bytes = b""


def read_records(path: str, *, limit: int = LIMIT) -> Iterator[Record]:
    """The records of one file in order; `-` is standard input, which is JSON. No record may exceed `limit` bytes."""
    name = "stdin" if path == "-" else path
    with open_input(path) as stream:
        if _uncompressed(path).endswith(_TABLES):
            yield from _table_records(stream, name, limit)
        else:
            yield from _json_records(stream, name, limit)


def stem_of(path: str) -> str:
    """The name of a file without its folder and its ending: `sales` for `data/sales.csv.gz`."""
    if path == "-":
        return "stdin"
    name = PurePath(path).name
    name = name[:-3] if name.lower().endswith(".gz") else name
    return PurePath(name).stem or name or path


def _uncompressed(path: str) -> str:
    return path.lower().removesuffix(".gz")


def _json_records(stream: IO[bytes], name: str, limit: int) -> Iterator[Record]:
    for number, each in enumerate(read_inputs(stream, name=name, limit=limit), start=1):
        yield Record(each.place, number, _object_of(each, name), each.raw)


def _object_of(each: Input, name: str) -> dict[str, Any]:
    if each.fault:
        raise InputError(each.fault, source=name, place=each.place)
    try:
        value = parse(each.raw)
    except InputError as error:
        message = f"{error.message}; write each record as one JSON object, and let the name of a CSV file end in .csv"
        raise InputError(message, source=name, place=each.place) from error
    except RecursionError as error:
        raise InputError("nested too deeply; flatten it", source=name, place=each.place) from error
    if isinstance(value, dict):
        return value
    message = (
        f"expected a record, which is an object, got {show(value)}; put it under a name, such as " + '{"table": …}'
    )
    raise InputError(message, source=name, place=each.place)


def _table_records(stream: IO[bytes], name: str, limit: int) -> Iterator[Record]:
    lines = _Lines(stream, name, limit)
    first = next((line for line in lines if line.strip()), None)
    if first is None:
        raise InputError("is empty; expected a header line that names the columns", source=name)
    delimiter = _delimiter(first, name)
    rows = _rows(csv.reader(chain([first], lines), delimiter=delimiter, strict=True), lines)
    header = next(rows)[1]
    _check_header(header, lines)
    for number, (line, row) in enumerate(rows, start=1):
        if len(row) != len(header):
            message = (
                f"has {len(row)} values, and the header names {len(header)} columns;"
                f" put a value that holds {delimiter!r} in quotes"
            )
            raise InputError(message, source=name, place=f"line {line}")
        yield Record(f"line {line}", number, dict(zip(header, row, strict=True)))


def _delimiter(header: str, name: str) -> str:
    order = "\t,;" if _uncompressed(name).endswith(".tsv") else ",;\t"
    return next((each for each in order if each in header), ",")


def _rows(reader: Iterator[list[str]], lines: "_Lines") -> Iterator[tuple[int, list[str]]]:
    """The rows that are not blank, each with the line on which it starts."""
    start = lines.number
    while True:
        try:
            row = next(reader, None)
        except csv.Error as error:
            raise lines.fault(f"is not CSV: {error}; look for a quote that is not closed or not doubled") from error
        if row is None:
            return
        if row:
            yield start, row
        start = lines.start_row()


def _check_header(header: Sequence[str], lines: "_Lines") -> None:
    for position, column in enumerate(header, start=1):
        if not column.strip():
            raise lines.fault(f"column {position} has no name; give each column a name of its own")
    column, count = Counter(header).most_common(1)[0]
    if count > 1:
        raise lines.fault(f"{count} columns have the name {column!r}; give each column a name of its own")


class _Lines:
    """The lines of a stream as text; `number` is that of the last one read. No row is longer than the limit."""

    def __init__(self, stream: IO[bytes], name: str, limit: int) -> None:
        self.number = 0
        self._stream = stream
        self._name = name
        self._limit = limit
        self._size = 0

    def __iter__(self) -> Iterator[str]:
        return self

    def __next__(self) -> str:
        try:
            line = self._stream.readline(self._limit + 1)
        except (OSError, EOFError, zlib.error) as error:
            raise self.fault(f"is damaged after this line: {error}; fetch or compress it anew") from error
        if not line:
            raise StopIteration
        self.number += 1
        self._size += len(line)
        return self._text(line.removeprefix(_BOM) if self.number == 1 else line)

    def _text(self, line: bytes) -> str:
        if self._size > self._limit:
            raise self.fault(f"is longer than {self._limit} bytes; close an open quote, or split the row")
        if b"\0" in line:
            raise self.fault("holds a NUL byte, so it is not text in UTF-8; save it as CSV in UTF-8")
        try:
            return line.decode()
        except UnicodeDecodeError as error:
            raise self.fault(f"is not UTF-8 at byte {error.start} of the line; save it as UTF-8") from error

    def start_row(self) -> int:
        """Count bytes anew; the line on which the next row starts."""
        self._size = 0
        return self.number + 1

    def fault(self, message: str) -> InputError:
        """An error at the line that was read last."""
        return InputError(message, source=self._name, place=f"line {self.number}")
