"""Inputs assessed in worker processes, each made ready once; loaded only where several are wanted.

A worker is a process of its own with a pipe. One thread here waits for one worker, so a worker that
dies is known at once, with the chunk that it had in hand; a worker whose parent dies ends by itself.
"""

import contextlib
import multiprocessing
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Self

from claimgauge.errors import ClaimgaugeError, RunError
from claimgauge.readers.inputs import Input
from claimgauge.wiring.outcomes import Outcome, outcome_of
from claimgauge.wiring.plans import Plan, Ready


class Workers:
    """Some processes, ready to assess. Raises RunError where one cannot be made ready."""

    def __init__(self, plan: Plan, count: int, *, observed: bool) -> None:
        self.count = count
        self._workers: list[_Worker] = []
        self._mine = threading.local()
        self._free = list(range(count))
        self._threads = ThreadPoolExecutor(count, initializer=self._take)
        try:
            resource_tracker.ensure_running()
            with _interrupts_wait():
                self._workers += [_Worker(plan, observed=observed) for _ in range(count)]
            for worker in self._workers:
                worker.wait_until_ready()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def submit(self, inputs: Sequence[Input], done: Callable[[Sequence[Outcome]], None]) -> Future[Sequence[Outcome]]:
        """Assess inputs some time; `done` is called with what came of them as soon as it is there, in any order.

        The future raises RunError where the worker died over them.
        """
        return self._threads.submit(self._assess, inputs, done)

    def close(self) -> None:
        """End all of it, whatever is under way."""
        for worker in self._workers:
            worker.end()
        self._threads.shutdown(cancel_futures=True)
        for worker in self._workers:
            worker.pipe.close()

    def _take(self) -> None:
        self._mine.worker = self._workers[self._free.pop()]

    def _assess(self, inputs: Sequence[Input], done: Callable[[Sequence[Outcome]], None]) -> Sequence[Outcome]:
        worker: _Worker = self._mine.worker
        outcomes = worker.assess(inputs)
        done(outcomes)
        return outcomes


class _Worker:
    """One process and the pipe to it."""

    def __init__(self, plan: Plan, *, observed: bool) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, far = context.Pipe()
        self._process = context.Process(target=_serve, args=(far, plan, observed), daemon=True)
        self._process.start()
        far.close()  # so that the end of the process is the end of the pipe

    def wait_until_ready(self) -> None:
        """Raises RunError where the process says that it cannot work, or has ended."""
        try:
            problem = self.pipe.recv()
        except (EOFError, OSError) as error:
            raise RunError(f"a worker process {self._how_it_ended()} before it was ready; run again") from error
        if problem:
            raise RunError(problem)

    def assess(self, inputs: Sequence[Input]) -> Sequence[Outcome]:
        """Raises RunError where the process dies over the inputs."""
        try:
            self.pipe.send(inputs)
            outcomes: Sequence[Outcome] = self.pipe.recv()
        except (EOFError, OSError) as error:
            at = f"{inputs[0].fallback_id} and the rows after it, {len(inputs)} in all"
            message = f"a worker process {self._how_it_ended()} while it assessed {at}"
            raise RunError(f"{message}; run again with --resume, and fewer --workers if memory is short") from error
        return outcomes

    def end(self) -> None:
        self._process.terminate()
        self._process.join()

    def _how_it_ended(self) -> str:
        self._process.join(timeout=5)
        code = self._process.exitcode
        if code is None or code >= 0:
            return "ended" if code is None else f"ended with exit code {code}"
        return f"was killed (signal {-code})"


def _serve(pipe: Connection, plan: Plan, observed: bool) -> None:  # noqa: FBT001  # a process takes arguments like this
    """What a worker does: once ready, chunk after chunk, until nobody is there any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever is at the keyboard means the parent
    try:
        ready = Ready(plan)
        ready.load()
    except ClaimgaugeError as error:
        pipe.send(str(error))
        return
    with contextlib.suppress(EOFError, OSError):
        pipe.send("")
        while True:
            inputs = pipe.recv()
            pipe.send([outcome_of(ready, each, observed=observed)[1] for each in inputs])


@contextlib.contextmanager
def _interrupts_wait() -> Iterator[None]:
    """An interrupt from the keyboard waits until this is over, and processes that are started never see one."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
