"""From paths to rows: the one door through which cases come in."""

from collections.abc import Iterable, Iterator
from typing import IO

from claimgauge.errors import Problem
from claimgauge.readers.cases import read_case
from claimgauge.readers.inputs import LIMIT, Input, open_input, read_inputs
from claimgauge.workflow import BrokenRow, Row


def read_paths(paths: Iterable[str], *, limit: int = LIMIT) -> Iterator[Row]:
    """The rows of several files in order; `-` is standard input. Raises InputError for a path that cannot be opened."""
    for path in paths:
        with open_input(path) as stream:
            yield from read_stream(stream, name="stdin" if path == "-" else path, limit=limit)


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
