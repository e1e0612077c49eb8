"""The journal of a run: what came of each row, kept in a folder, so that a run that was stopped can go on.

    FOLDER/run.json     by what the run was begun: the digest of each setting
    FOLDER/rows.jsonl   a line for each row that is done, in the order in which they were done
    FOLDER/lock         held while a run is at work

A line carries a digest over itself. A last line that was cut off is taken out, and so is a line in
which a bit was flipped: their rows are done anew. The files hold assessments and digests of the
inputs, never the inputs.
"""

import os
import time
from array import array
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Final, Literal, NamedTuple, Self

import msgspec

from claimgauge.digests import canonical, digest
from claimgauge.errors import RunError
from claimgauge.readers.inputs import Input
from claimgauge.wiring.owned_files import append, locked, open_to_append, own_folder, part_of, replace_whole

SCHEMA: Final = "claimgauge.run/1"
BEGUN: Final = "run.json"
ROWS: Final = "rows.jsonl"
LOCK: Final = "lock"
SYNC_EVERY: Final = 1.0
"""Seconds after which the system is asked to bring what was written onto the disk; a killed process loses nothing."""
OTHERWISE: Final = "or name another folder for --resume"
_ABSENT: Final = -1


class _Begun(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """By what a run was begun, and a digest over that."""

    schema: Literal["claimgauge.run/1"] = SCHEMA
    settings: dict[str, str]
    digest: str


class _Kept(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """One row that is done: the digest of its input, what came of it byte by byte, and a digest over the line."""

    row: int
    input: str
    out: msgspec.Raw
    digest: str


class _Line(NamedTuple):
    """A line of the rows: where it begins, its bytes, and what it holds, None where it is damaged or cut off."""

    at: int
    raw: bytes
    kept: _Kept | None


_begun = msgspec.json.Decoder(_Begun)
_kept = msgspec.json.Decoder(_Kept)


class Journal:
    """The rows of a run that are done; several threads may tell it of more.

    Raises RunError where the folder is in use, was begun with other settings, or is none of a run.
    """

    def __init__(self, folder: Path, settings: Mapping[str, str]) -> None:
        self._folder = folder
        self._path = folder / ROWS
        self._writing = Lock()
        self._synced = time.monotonic()
        with ExitStack() as stack:
            try:
                own_folder(folder)
                stack.enter_context(locked(folder / LOCK))
                _begin(folder, settings)
                self._places, self.damaged = _mend(self._path)
                self._out = open_to_append(self._path)
                stack.callback(os.close, self._out)
                self._in = stack.enter_context(self._path.open("rb"))
            except OSError as error:
                raise self._unusable(error) from error
            self._stack = stack.pop_all()
        self.rows = sum(at != _ABSENT for at in self._places)
        """How many rows were there when the journal was opened."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):
            os.fsync(self._out)
        self._stack.close()

    def find(self, number: int, each: Input) -> bytes | None:
        """What came of a row, counted from 0; None where it is not done. Raises RunError for another input."""
        if number >= len(self._places) or self._places[number] == _ABSENT:
            return None
        self._in.seek(self._places[number])
        kept = _read(self._in.readline())
        if kept is None:
            raise RunError(f"{self._path}: was changed while the run went on; start it again")
        if kept.input != input_digest(each):
            message = f"{each.fallback_id} is not what stood there when the run was begun; give the same input"
            raise RunError(f"{self._folder}: {message}, {OTHERWISE}")
        return bytes(kept.out)

    def keep(self, number: int, each: Input, out: bytes) -> None:
        """What came of a row, so that it is there for another run. Raises RunError where it cannot be written."""
        named = input_digest(each)
        line = _Kept(row=number, input=named, out=msgspec.Raw(out), digest=_line_digest(number, named, out))
        try:
            with self._writing:
                append(self._out, msgspec.json.encode(line) + b"\n")
                if time.monotonic() - self._synced >= SYNC_EVERY:
                    os.fsync(self._out)
                    self._synced = time.monotonic()
        except OSError as error:
            raise self._unusable(error) from error

    def check_end(self, rows: int) -> None:
        """Raises RunError where the journal holds rows beyond the end of the input."""
        if len(self._places) > rows:
            message = f"holds a row {len(self._places)}, and the input ends after {rows}; give the same input"
            raise RunError(f"{self._folder}: {message}, {OTHERWISE}")

    def _unusable(self, error: OSError) -> RunError:
        return RunError(f"{self._folder}: cannot be used: {error.strerror}; name another folder for --resume")


def input_digest(each: Input) -> str:
    """Of everything that is known of an input: where it stands, its bytes, and why there are none."""
    named = f"{each.place}\n{each.fallback_id}\n{each.fault}".encode(errors="surrogatepass")
    return digest(named + b"\n" + each.raw)


def _line_digest(number: int, named: str, out: bytes) -> str:
    return digest(f"{number} {named} ".encode() + out)


def _begin(folder: Path, settings: Mapping[str, str]) -> None:
    """Write by what the run is begun, or compare with what is written. Raises RunError where they differ."""
    path = folder / BEGUN
    if path.exists():
        _compare(folder, _read_begun(path), settings)
        return
    ours = {LOCK, part_of(path).name}
    if any(each.name not in ours for each in folder.iterdir()):
        raise RunError(f"{folder}: holds other things and no {BEGUN}; name a new folder for --resume")
    begun = _Begun(settings=dict(settings), digest=_begun_digest(settings))
    replace_whole(path, [msgspec.json.format(msgspec.json.encode(begun), indent=2), b"\n"])


def _begun_digest(settings: Mapping[str, str]) -> str:
    return digest(canonical({"schema": SCHEMA, "settings": dict(settings)}))


def _read_begun(path: Path) -> _Begun:
    try:
        begun = _begun.decode(path.read_bytes())
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RunError(f"{path}: is no journal of a run that can be read ({error}); {_START_ANEW}") from error
    if begun.digest != _begun_digest(begun.settings):
        raise RunError(f"{path}: was changed; {_START_ANEW}")
    return begun


_START_ANEW: Final = "remove the folder, or name another one for --resume"


def _compare(folder: Path, begun: _Begun, settings: Mapping[str, str]) -> None:
    names = [name for name in {**begun.settings, **settings} if begun.settings.get(name) != settings.get(name)]
    if names:
        listed = "; ".join(
            f"{name} {_short(begun.settings.get(name))} then, {_short(settings.get(name))} now" for name in names
        )
        message = f"was begun with other settings: {listed}; start with the same"
        raise RunError(f"{folder}: {message}, {OTHERWISE}")


def _short(value: str | None) -> str:
    return "none" if value is None else value if len(value) <= 30 else f"{value[:19]}…"


def _read(raw: bytes) -> _Kept | None:
    """A line that is whole and unchanged, or None."""
    try:
        kept = _kept.decode(raw) if raw.endswith(b"\n") else None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    if kept is None or kept.row < 0 or kept.digest != _line_digest(kept.row, kept.input, bytes(kept.out)):
        return None
    return kept


def _lines(path: Path) -> Iterator[_Line]:
    if not path.exists():
        return
    at = 0
    with path.open("rb") as stream:
        for raw in stream:
            yield _Line(at, raw, _read(raw))
            at += len(raw)


class _Scan(NamedTuple):
    """What a file of rows holds: where the line of each row begins, and where lines begin that cannot be used."""

    places: "array[int]"
    damaged: tuple[int, ...]
    cut_off: int | None


def _scan(path: Path) -> _Scan:
    places, damaged, cut_off = array("q"), [], None
    for line in _lines(path):
        if line.kept is not None:
            places.extend([_ABSENT] * (line.kept.row + 1 - len(places)))
            places[line.kept.row] = line.at
        elif line.raw.endswith(b"\n"):
            damaged.append(line.at)
        else:
            cut_off = line.at
    return _Scan(places, tuple(damaged), cut_off)


def _mend(path: Path) -> tuple["array[int]", int]:
    """Take out what is damaged or cut off; where each row stands now, and how many lines were damaged.

    Raises OSError.
    """
    found = _scan(path)
    if found.damaged:
        replace_whole(path, (line.raw for line in _lines(path) if line.kept is not None))
        return _scan(path).places, len(found.damaged)
    if found.cut_off is not None:
        os.truncate(path, found.cut_off)
    return found.places, 0
