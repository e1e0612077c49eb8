"""The log of a run: one line of JSON for each step of each row, with numbers and never a text."""

import os
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, NamedTuple, Self

import msgspec

from claimgauge.errors import InputError
from claimgauge.wiring.owned_files import append, open_to_append
from claimgauge.workflow import StepNote

SCHEMA: Final = "claimgauge.log/1"


class Step(NamedTuple):
    """One step of one row: how long it took, and its counts."""

    name: str
    seconds: float
    counts: Mapping[str, int]


class _Note:
    """Keeps the counts of one step."""

    def __init__(self) -> None:
        self.numbers: dict[str, int] = {}

    def count(self, **numbers: int) -> None:
        self.numbers |= numbers


class Recorder:
    """An observer that keeps the steps of one row, in the order in which they ended."""

    def __init__(self) -> None:
        self._steps: list[Step] = []

    def advanced(self, *, rows: int, position: int) -> None:
        """Nothing: a log is about steps."""

    def step(self, name: str, *, case_id: str) -> AbstractContextManager[StepNote]:  # noqa: ARG002  # the row has one
        """Take the time of one step by a clock that only goes forward."""
        return self._timed(name)

    @contextmanager
    def _timed(self, name: str) -> Iterator[StepNote]:
        note, start = _Note(), time.perf_counter()
        try:
            yield note
        finally:
            self._steps.append(Step(name, time.perf_counter() - start, note.numbers))

    @property
    def steps(self) -> tuple[Step, ...]:
        """What was recorded so far."""
        return tuple(self._steps)


class RunLog:
    """A file to which lines are appended; only its owner may read it. Raises InputError where it cannot be written."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._start = time.perf_counter()
        try:
            self._file = open_to_append(path)
        except OSError as error:
            raise self._unwritable(error) from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._file)

    def start(self, *, workers: int, kept: int) -> None:
        """A run begins, with so many rows kept of an earlier one."""
        self._write([{"step": "start", "workers": workers, "rowsKept": kept}])

    def row(self, number: int, case_id: str, steps: Sequence[Step]) -> None:
        """The steps of one row; rows count from 1."""
        named = {"row": number, "caseId": case_id}
        self._write([{**named, "step": each.name, "seconds": each.seconds, **_camel(each.counts)} for each in steps])

    def error(self, number: int, case_id: str, *, code: str, place: str) -> None:
        """A row that could not be read or assessed: where it stands and of which kind that is, not the message."""
        self._write([{"row": number, "caseId": case_id, "step": "error", "code": code, "place": place}])

    def end(self, *, rows_in: int, rows_out: int, kept: int) -> None:
        """The run is over; a log without this line is of a run that was stopped."""
        numbers = {"rowsIn": rows_in, "rowsOut": rows_out, "rowsKept": kept}
        self._write([{"step": "end", "seconds": time.perf_counter() - self._start, **numbers}])

    def _write(self, lines: Sequence[Mapping[str, object]]) -> None:
        text = b"".join(msgspec.json.encode({"schema": SCHEMA, **line}) + b"\n" for line in lines)
        try:
            append(self._file, text)
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> InputError:
        return InputError(f"cannot be written: {error.strerror}; choose another path", source=str(self._path))


def _camel(counts: Mapping[str, int]) -> dict[str, int]:
    """The counts under their names in JSON: `claims_in` is `claimsIn`."""
    return {_key(*name.split("_")): number for name, number in counts.items()}


def _key(first: str, *others: str) -> str:
    return first + "".join(map(str.capitalize, others))
