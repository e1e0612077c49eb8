"""A run over many inputs: in order, in bounded memory, in several processes, and from where an earlier one stopped.

What comes of an input depends on the input and the plan alone. So neither the number of workers nor
where a run was stopped changes a byte of what comes out.
"""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from claimgauge.errors import ClaimgaugeError, RunError
from claimgauge.readers import LIMIT
from claimgauge.readers.inputs import Input
from claimgauge.readers.rows import placed_inputs
from claimgauge.wiring.journals import Journal
from claimgauge.wiring.outcomes import Outcome, outcome_of
from claimgauge.wiring.plans import Plan, Ready
from claimgauge.wiring.run_log import RunLog
from claimgauge.workflow import AssessmentRow, Observer, Row, decoded_row

if TYPE_CHECKING:
    from claimgauge.wiring.workers import Workers

CHUNK_ROWS: Final = 16
"""Most inputs that a worker takes at once; the same for any number of workers."""
CHUNK_BYTES: Final = 1024 * 1024
"""Bytes of inputs from which on a chunk takes no more of them."""
CHUNKS_A_WORKER: Final = 2
"""Chunks in flight for each worker: one in its hands, and one that is ready when it comes back."""


class Finished(NamedTuple):
    """What came of one input: as JSON, and as a value; `row` gives the input as it may be shown."""

    encoded: bytes
    out: AssessmentRow
    row: Callable[[], Row]


class _Placed(NamedTuple):
    """An input, its number from 0, where it ends on the disk, and what is kept of it from an earlier run."""

    number: int
    each: Input
    position: int
    kept: bytes | None


class _Done(NamedTuple):
    """A placed input and what came of it; its row where that is at hand."""

    placed: _Placed
    outcome: Outcome
    row: Row | None = None


class Run:
    """A run that is open: `rows_in` and `rows_out` are the counts so far."""

    def __init__(
        self,
        ready: Ready,
        *,
        journal: Journal | None = None,
        log: RunLog | None = None,
        processes: "Workers | None" = None,
    ) -> None:
        """Without processes everything is done in this one."""
        self._ready = ready
        self._journal = journal
        self._log = log
        self._processes = processes
        self.rows_in = 0
        self.rows_out = 0

    @property
    def kept(self) -> int:
        """How many rows were done before this run."""
        return self._journal.rows if self._journal else 0

    @property
    def damaged(self) -> int:
        """How many lines of the journal could not be used; their rows are done anew."""
        return self._journal.damaged if self._journal else 0

    def over(
        self, paths: Iterable[str], *, limit: int = LIMIT, observer: Observer | None = None
    ) -> Generator[Finished, None, None]:
        """What comes of each input of the files, in order.

        Raises InputError for a path that cannot be opened, and RunError where the input is not that of the
        journal, where a worker dies, and where not every row that went in came out.
        """
        failures: list[ClaimgaugeError] = []
        placed = _until_failure(self._placed(paths, limit), failures)
        for done in self._alone(placed) if self._processes is None else self._shared(placed, self._processes):
            finished = self._finished(done)
            self.rows_out += 1
            if self._log is not None:
                _write_log(self._log, done, finished.out)
            yield finished
            if observer is not None:
                observer.advanced(rows=self.rows_out, position=done.placed.position)
        if failures:
            raise failures[0]
        self._end()

    def _placed(self, paths: Iterable[str], limit: int) -> Iterator[_Placed]:
        for number, (each, position) in enumerate(placed_inputs(paths, limit=limit)):
            self.rows_in += 1
            yield _Placed(number, each, position, self._journal.find(number, each) if self._journal else None)

    def _alone(self, placed: Iterable[_Placed]) -> Iterator[_Done]:
        for this in placed:
            if this.kept is not None:
                yield _Done(this, Outcome(this.kept))
                continue
            row, outcome = outcome_of(self._ready, this.each, observed=self._log is not None)
            self._keep([this], [outcome])
            yield _Done(this, outcome, row)

    def _shared(self, placed: Iterable[_Placed], processes: "Workers") -> Iterator[_Done]:
        waiting: deque[tuple[list[_Placed], Future[Sequence[Outcome]] | None]] = deque()
        for chunk in _chunks(placed):
            todo = [this for this in chunk if this.kept is None]
            keep = partial(self._keep, todo)
            waiting.append((chunk, processes.submit([this.each for this in todo], keep) if todo else None))
            if len(waiting) >= CHUNKS_A_WORKER * processes.count:
                yield from _in_order(*waiting.popleft())
        while waiting:
            yield from _in_order(*waiting.popleft())

    def _keep(self, placed: Sequence[_Placed], outcomes: Sequence[Outcome]) -> None:
        if self._journal is not None:
            for this, outcome in zip(placed, outcomes, strict=True):
                self._journal.keep(this.number, this.each, outcome.encoded)

    def _finished(self, done: _Done) -> Finished:
        at_hand, each = done.row, done.placed.each
        out = decoded_row(done.outcome.encoded)
        row = partial(self._ready.shown, each, out) if at_hand is None else lambda: at_hand
        return Finished(done.outcome.encoded, out, row)

    def _end(self) -> None:
        if self._journal is not None:
            self._journal.check_end(self.rows_in)
        if self.rows_in != self.rows_out:
            raise RunError(
                f"{self.rows_in} rows went in and {self.rows_out} came out; a fault of claimgauge: report it"
            )
        if self._log is not None:
            self._log.end(rows_in=self.rows_in, rows_out=self.rows_out, kept=self.kept)


@contextmanager
def open_run(plan: Plan, *, workers: int = 1, resume: Path | None = None, log: Path | None = None) -> Iterator[Run]:
    """A run by a plan. `resume` is the folder of its journal, `log` a file to which its log is appended.

    Raises RunError where the folder is in use or of another run, InputError where something cannot be
    read or written, and what `Ready` raises where the plan does not make sense.
    """
    ready = Ready(plan)
    if workers == 1:
        ready.load()
    with ExitStack() as stack:
        journal = stack.enter_context(Journal(resume, plan.settings())) if resume else None
        written = stack.enter_context(RunLog(log)) if log else None
        processes = stack.enter_context(_workers(plan, workers, observed=log is not None)) if workers > 1 else None
        run = Run(ready, journal=journal, log=written, processes=processes)
        if written is not None:
            written.start(workers=workers, kept=run.kept)
        yield run


def _workers(plan: Plan, count: int, *, observed: bool) -> "Workers":
    from claimgauge.wiring.workers import Workers  # noqa: PLC0415  # one process needs none of it

    return Workers(plan, count, observed=observed)


def assess_all(
    paths: Iterable[str], plan: Plan, *, workers: int = 1, resume: Path | None = None, limit: int = LIMIT
) -> Iterator[AssessmentRow]:
    """A row out for each input of the files, in order; raises as `open_run` and `Run.over` do.

    With several workers the calling script needs the guard `if __name__ == "__main__"`.
    """
    with open_run(plan, workers=workers, resume=resume) as run:
        for finished in run.over(paths, limit=limit):
            yield finished.out


def _until_failure(placed: Iterator[_Placed], failures: list[ClaimgaugeError]) -> Iterator[_Placed]:
    """Inputs until one cannot be had; why goes to `failures`, so that those before it are finished first."""
    try:
        yield from placed
    except ClaimgaugeError as error:
        failures.append(error)


def _chunks(placed: Iterable[_Placed]) -> Iterator[list[_Placed]]:
    chunk: list[_Placed] = []
    size = 0
    for this in placed:
        chunk.append(this)
        size += len(this.each.raw)
        if len(chunk) == CHUNK_ROWS or size >= CHUNK_BYTES:
            yield chunk
            chunk, size = [], 0
    if chunk:
        yield chunk


def _in_order(chunk: Sequence[_Placed], assessed: Future[Sequence[Outcome]] | None) -> Iterator[_Done]:
    """The inputs of a chunk with what came of them, now or in an earlier run."""
    fresh = iter(assessed.result() if assessed is not None else ())
    for this in chunk:
        yield _Done(this, next(fresh) if this.kept is None else Outcome(this.kept))


def _write_log(log: RunLog, done: _Done, out: AssessmentRow) -> None:
    number = done.placed.number + 1
    log.row(number, out.case_id, done.outcome.steps)
    if done.outcome.code:
        log.error(number, out.case_id, code=done.outcome.code, place=done.placed.each.place)
