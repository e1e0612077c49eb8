"""From files and streams to the bytes of single inputs, in bounded memory.

A file that is one JSON value is one input (an array: several); otherwise each line is one. gzip is
recognised by content. A byte-order mark is accepted. A row longer than the limit is refused and
skipped, and a file is looked at as one value only as far as the limit reaches.
"""

import gzip
import io
import json
import sys
import zlib
from collections.abc import Iterator
from typing import IO, NamedTuple, cast

import msgspec

from claimgauge.errors import InputError

LIMIT = 64 * 1024 * 1024
"""Largest single input in bytes, unless told otherwise."""
_GZIP = b"\x1f\x8b"
BOM = b"\xef\xbb\xbf"
_OPENING = (b"{", b"[")
"""A first line that is only this opens one value over many lines, laid out for reading."""
_SKIP = 1024 * 1024
_whole = msgspec.json.Decoder(msgspec.Raw)
_array = msgspec.json.Decoder(list[msgspec.Raw])


class Input(NamedTuple):
    """The bytes of one input, or why there are none. `place` is `line 17` or `[3]`."""

    place: str
    fallback_id: str
    raw: bytes
    fault: str = ""


class _Gzip(gzip.GzipFile):
    """Decompression that closes the file below it too."""

    def __init__(self, below: "io.BufferedReader[io.FileIO]") -> None:
        super().__init__(fileobj=below)
        self._below = below

    def close(self) -> None:
        super().close()
        self._below.close()


def open_input(path: str) -> IO[bytes]:
    """A file or, for `-`, standard input; decompressed where it is gzip. Raises InputError."""
    try:
        # The caller closes it; closing standard input is nobody's business.
        stream = io.FileIO(sys.stdin.fileno(), closefd=False) if path == "-" else io.FileIO(path)
        buffered = io.BufferedReader(stream)
        return cast("IO[bytes]", _Gzip(buffered)) if buffered.peek(2)[:2] == _GZIP else buffered
    except (OSError, ValueError) as error:  # ValueError: a path that no system could have
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot be opened: {reason}; check the path", source=path) from error


def position(stream: IO[bytes]) -> int:
    """How many bytes of the file on disk have been read so far; 0 for a pipe."""
    below = getattr(stream, "fileobj", stream)  # of gzip: the file below
    try:
        return int(below.tell())
    except OSError:
        return 0


def read_inputs(stream: IO[bytes], *, name: str, limit: int = LIMIT) -> Iterator[Input]:
    """The inputs of one stream in order; a damaged stream ends with an input that says so."""
    return _Lines(stream, name, limit).inputs()


class _Lines:
    """A stream line by line, with its line number."""

    def __init__(self, stream: IO[bytes], name: str, limit: int) -> None:
        self._stream = stream
        self._name = name
        self._limit = limit
        self._number = 0

    def inputs(self) -> Iterator[Input]:
        first = self._next()
        if first is None:
            yield Input("line 1", self._name, b"", "is empty; expected JSON")
            return
        if first.fault or (not first.raw.startswith(b"[") and _is_value(first.raw)):
            yield first
        else:
            head, lines, complete = self._collect(first.raw)
            if complete and _is_value(head):
                yield from self._elements(head)
                return
            if complete and len(lines) > 1 and first.raw in _OPENING:
                at, why = _fault(head)
                yield Input(lines[at].place, self._name, b"", f"is not JSON: {why}")
                return
            yield from lines
        while (line := self._next()) is not None:
            yield line

    def _next(self) -> Input | None:
        """The next line that is not blank; where the stream is damaged, a last one that says so."""
        try:
            return self._read()
        except (OSError, EOFError, zlib.error) as error:
            self._stream = io.BytesIO()
            return Input("end of file", self._name, b"", f"is damaged: {error}; the inputs before this were read")

    def _read(self) -> Input | None:
        while line := self._stream.readline(self._limit + 1):
            self._number += 1
            if self._number == 1:
                line = line.removeprefix(BOM)
            if len(line) > self._limit:
                self._skip(line)
                return self._input(b"", f"is longer than {self._limit} bytes; raise the limit or split it")
            if stripped := line.strip():
                return self._input(stripped)
        return None

    def _skip(self, line: bytes) -> None:
        while line and not line.endswith(b"\n"):
            line = self._stream.readline(_SKIP)

    def _input(self, raw: bytes, fault: str = "") -> Input:
        return Input(f"line {self._number}", f"{self._name}:{self._number}", raw, fault)

    def _collect(self, first: bytes) -> tuple[bytes, list[Input], bool]:
        """Lines as far as the limit reaches: as one text and one by one, and whether that is all."""
        lines, size = [self._input(first)], len(first)
        while size <= self._limit:
            line = self._next()
            if line is None:
                return b"\n".join(each.raw for each in lines), lines, not any(each.fault for each in lines)
            lines.append(line)
            size += len(line.raw) + 1
        return b"", lines, False

    def _elements(self, whole: bytes) -> Iterator[Input]:
        if not whole.startswith(b"["):
            yield Input("line 1", f"{self._name}:1", whole)
            return
        items = _array.decode(whole)
        if not items:
            yield Input("line 1", self._name, b"", "is an empty array; expected something in it")
        for index, item in enumerate(items):
            yield Input(f"[{index}]", f"{self._name}[{index}]", bytes(item))


def _fault(raw: bytes) -> tuple[int, str]:
    """In which line, from 0, reading stops, and why."""
    try:
        json.loads(raw)
    except json.JSONDecodeError as error:
        return error.lineno - 1, error.msg
    except (ValueError, RecursionError) as error:
        return 0, str(error)
    return 0, "it is nested too deeply"


def _is_value(raw: bytes) -> bool:
    try:
        _whole.decode(raw)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True
