"""Where rows go: standard output in one of three formats, summaries to standard error and to a file."""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec
from rich.console import Console

from claimgauge.wiring import write_whole

Format = Literal["text", "json", "jsonl"]
_encoder = msgspec.json.Encoder()


def console(*, stderr: bool = False) -> Console:
    """A console that interprets nothing in what it is given: no markup, no emoji, no highlighting."""
    return Console(stderr=stderr, markup=False, emoji=False, highlight=False, soft_wrap=True)


def write_rows(pairs: Iterable[tuple[Any, Any]], form: Format, text: Callable[[tuple[Any, Any]], None]) -> None:
    """The row that came out of each pair (in, out), as soon as it is there.

    A line of JSON, an item of one array, or text for a person, who sees both halves of the pair.
    """
    if form == "text":
        for pair in pairs:
            text(pair)
    elif form == "jsonl":
        write = sys.stdout.buffer.write
        for _row, out in pairs:
            write(_encoder.encode(out) + b"\n")
        sys.stdout.buffer.flush()
    else:
        for piece in _array(out for _row, out in pairs):
            sys.stdout.buffer.write(piece)
        sys.stdout.buffer.flush()


def _array(rows: Iterable[Any]) -> Iterator[bytes]:
    yield b"["
    for index, row in enumerate(rows):
        yield (b",\n" if index else b"\n") + _encoder.encode(row)
    yield b"\n]\n"


def write_json(value: object) -> None:
    """One JSON document, laid out for reading."""
    sys.stdout.buffer.write(msgspec.json.format(_encoder.encode(value), indent=2) + b"\n")
    sys.stdout.buffer.flush()


def write_file(path: Path, value: object) -> None:
    """One JSON document into a file, whole or not at all. Raises InputError where it cannot be written."""
    write_whole(path, msgspec.json.format(_encoder.encode(value), indent=2) + b"\n")
