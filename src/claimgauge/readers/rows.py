"""From paths to rows: the one door through which cases come in."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import IO, Any

from claimgauge.errors import InputError, Problem
from claimgauge.readers.cases import read_case
from claimgauge.readers.inputs import BOM, LIMIT, Input, open_input, position, read_inputs
from claimgauge.workflow import BrokenRow, CaseRow, Observer, Row

REPORT_EVERY = 128
"""Rows between two words to the observer."""


def read_paths(paths: Iterable[str], *, limit: int = LIMIT, observer: Observer | None = None) -> Iterator[Row]:
    """The rows of several files in order; `-` is standard input. Raises InputError for a path that cannot be opened."""
    for rows, (each, at) in enumerate(placed_inputs(paths, limit=limit), start=1):
        yield read_input(each)
        if observer is not None and rows % REPORT_EVERY == 0:
            observer.advanced(rows=rows, position=at)


def placed_inputs(paths: Iterable[str], *, limit: int = LIMIT) -> Iterator[tuple[Input, int]]:
    """The inputs of several files in order, each with the bytes on disk that were read until after it.

    Raises InputError for a path that cannot be opened.
    """
    before = 0
    for path in paths:
        with open_input(path) as stream:
            for each in read_inputs(stream, name="stdin" if path == "-" else path, limit=limit):
                yield each, before + position(stream)
            before += position(stream)


def read_stream(stream: IO[bytes], *, name: str, limit: int = LIMIT) -> Iterator[Row]:
    """The rows of one stream of bytes in order."""
    for each in read_inputs(stream, name=name, limit=limit):
        yield read_input(each)


def read_input(each: Input) -> Row:
    """One input as a row, broken where it is unreadable."""
    if each.fault:
        problem = Problem(place=each.place, code="malformed", message=each.fault)
        return BrokenRow(place=each.place, id=each.fallback_id, problem=problem)
    return read_case(each.raw, place=each.place, fallback_id=each.fallback_id)


def case_from(data: bytes | str | Mapping[str, Any]) -> CaseRow:
    """One case from JSON or from plain data, read as leniently as from a file.

    Raises InputError where it cannot be read; what was left out stands in `unread` of the row.
    """
    if isinstance(data, Mapping):
        try:
            data = json.dumps(data, allow_nan=False)
        except (TypeError, ValueError, RecursionError) as error:
            raise InputError(f"is not plain data: {error}", source="case") from error
    raw = data.encode(errors="surrogatepass") if isinstance(data, str) else data
    row = read_case(raw.removeprefix(BOM), place="case", fallback_id="case")
    if isinstance(row, BrokenRow):
        raise InputError(row.problem.message, source=row.problem.place)
    return row
