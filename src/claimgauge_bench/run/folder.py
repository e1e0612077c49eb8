"""A run folder: rows that are appended whole and in order, a journal that says which are, and the manifest.

    FOLDER/plan.toml       the plan as it was given
    FOLDER/manifest.json   by what the run was made, and how far it came
    FOLDER/rows.jsonl      a line for each cell that is done, in the order of the plan
    FOLDER/journal.jsonl   the digest of each of these lines
    FOLDER/calls*.jsonl    what models were asked and answered
    FOLDER/lock            held while a run is at work

A row counts when its line is whole and its digest stands in the journal. From the first one on that does not
count, both files are cut off and the cells done anew.
"""

import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

import msgspec

from claimgauge.digests import digest
from claimgauge.errors import RunError
from claimgauge.wiring import append, locked, open_to_append, own_folder, replace_whole
from claimgauge_bench.run.manifest import Manifest, begun_by, decoded, encoded

PLAN: Final = "plan.toml"
MANIFEST: Final = "manifest.json"
ROWS: Final = "rows.jsonl"
JOURNAL: Final = "journal.jsonl"
LOCK: Final = "lock"
OPTION: Final = "--out"
SYNC_EVERY: Final = 1.0
"""Seconds after which the system is asked to bring what was written onto the disk; a killed process loses nothing."""


class _Entry(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """A line of the journal: the digest of a row, and how many of its calls failed."""

    row: str
    failed: int = 0


class Kept(NamedTuple):
    """What a row is that counts: its line, and how many of its calls failed."""

    line: bytes
    failed: int


_entry: Final = msgspec.json.Decoder(_Entry)


class RunFolder:
    """A folder that one process works in.

    Raises RunError where it is in use, holds another run or something else, or cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder
        self._synced = time.monotonic()
        with ExitStack() as stack:
            with self._usable():
                own_folder(folder)
                stack.enter_context(locked(folder / LOCK, option=OPTION))
                self._refuse_others()
                self.manifest = self._read_manifest()
            self._open = stack.pop_all()
        self._files: tuple[int, int] | None = None
        self.kept = 0
        """How many rows count."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in self._files or ():
            with suppress(OSError):
                os.fsync(file)
        self._open.close()

    def begin(self, manifest: Manifest, plan: bytes) -> Manifest:
        """Go on with what is there, or begin. The manifest that counts: that of the first start, where there is one.

        Raises RunError where the folder was begun by something else.
        """
        with self._usable():
            if self.manifest is None:
                replace_whole(self.path / PLAN, [plan])
                self.manifest = manifest
                self.write(manifest)
            else:
                self._compare(self.manifest, manifest)
            return self.manifest

    def take_up(self, *, most: int, anew_from_failure: bool) -> Iterator[Kept]:
        """The rows that count, up to `most`; afterwards the files end behind them and can be appended to.

        With `anew_from_failure` the first row of which a call failed does not count.
        """
        with self._usable():
            rows_end = journal_end = 0
            for kept, entry in self._pairs():
                if self.kept == most or (anew_from_failure and kept.failed):
                    break
                rows_end, journal_end = rows_end + len(kept.line), journal_end + len(entry)
                self.kept += 1
                yield kept
            files = []
            for name, end in ((ROWS, rows_end), (JOURNAL, journal_end)):
                file = open_to_append(self.path / name)
                self._open.callback(os.close, file)
                os.ftruncate(file, end)
                files.append(file)
            self._files = (files[0], files[1])

    def add(self, line: bytes, *, failed: int) -> None:
        """A row behind the others. Raises RunError where it cannot be written."""
        assert self._files is not None, "take_up comes first"
        rows, journal = self._files
        with self._usable():
            append(rows, line)
            append(journal, msgspec.json.encode(_Entry(row=digest(line), failed=failed)) + b"\n")
            self.kept += 1
            if time.monotonic() - self._synced >= SYNC_EVERY:
                os.fsync(rows)
                os.fsync(journal)
                self._synced = time.monotonic()

    def write(self, manifest: Manifest) -> None:
        """The manifest in the place of the one before. Raises RunError where it cannot be written."""
        with self._usable():
            replace_whole(self.path / MANIFEST, [encoded(manifest)])
            self.manifest = manifest

    def rows_digest(self) -> str:
        """`sha256:…` over the bytes of all rows."""
        with self._usable(), (self.path / ROWS).open("rb") as file:
            return f"sha256:{hashlib.file_digest(file, 'sha256').hexdigest()}"

    def _pairs(self) -> Iterator[tuple[Kept, bytes]]:
        """Each row that counts with its line of the journal."""
        if not all((self.path / name).exists() for name in (ROWS, JOURNAL)):
            return
        with (self.path / ROWS).open("rb") as rows, (self.path / JOURNAL).open("rb") as journal:
            for line, raw in zip(rows, journal, strict=False):
                try:
                    entry = _entry.decode(raw) if raw.endswith(b"\n") else None
                except (msgspec.DecodeError, UnicodeDecodeError):
                    return
                if entry is None or not line.endswith(b"\n") or entry.row != digest(line):
                    return
                yield Kept(line, entry.failed), raw

    def _refuse_others(self) -> None:
        ours = {LOCK, PLAN, f".{PLAN}.part", f".{MANIFEST}.part"}
        if not (self.path / MANIFEST).exists() and any(each.name not in ours for each in self.path.iterdir()):
            raise RunError(f"{self.path}: holds other things and no {MANIFEST}; name a new folder for {OPTION}")

    def _read_manifest(self) -> Manifest | None:
        path = self.path / MANIFEST
        if not path.exists():
            return None
        try:
            return decoded(path.read_bytes())
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            message = f"is no manifest of a run that can be read ({error}); remove the folder, or name another one"
            raise RunError(f"{path}: {message} for {OPTION}") from error

    def _compare(self, then: Manifest, now: Manifest) -> None:
        before, after = begun_by(then), begun_by(now)
        names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
        if names:
            listed = "; ".join(
                f"{name} {_short(before.get(name))} then, {_short(after.get(name))} now" for name in names
            )
            message = f"was begun by something else: {listed}; start with the same, or name another folder for {OPTION}"
            raise RunError(f"{self.path}: {message}")

    def _usable(self) -> "_Usable":
        return _Usable(self.path)


class _Usable:
    """Turns what the system says against a folder into a RunError."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(error, OSError):
            message = f"cannot be used: {error.strerror}; what is done stays; make room, or name another folder"
            raise RunError(f"{self._folder}: {message} for {OPTION}") from error


def _short(value: str | None) -> str:
    return "none" if value is None else value if len(value) <= 30 else f"{value[:19]}…"
