"""No reader breaks: a hundred thousand damaged inputs for each, by seed.

    make prove NAME=fuzz
    python -m tests.proofs.fuzz --count 10000 --seed 2 --target case

Every input must be read or be refused in the reader's own words, within two seconds and bounded
memory. An input that does neither is written to build/fuzz-failures, the table to standard output
and build/prove-fuzz.json. Exit code 1 where anything failed.
"""

import argparse
import datetime as dt
import json
import multiprocessing
import resource
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.fuzz.mutator import mutated
from tests.fuzz.targets import TARGETS, run

BUILD = Path(__file__).parent.parent.parent / "build"
FAILURES = BUILD / "fuzz-failures"
SECONDS = 2.0
"""Longest that one input may take."""
MEGABYTES = 400
"""Most memory of one process at its peak."""
CHUNK = 250
SILENCE = 300
"""Seconds without a word from any process, after which one of them hangs where no signal reaches it."""
KEPT = 20
"""Most failing inputs that are written for one target."""


class Hang(BaseException):
    """An input took too long. No Exception, so that nobody who catches those catches it."""


class Failure(NamedTuple):
    """One input that broke a promise; `mutated(…, seed=seed, index=index)` makes it again."""

    target: str
    seed: int
    index: int
    reason: str
    where: str


class Done(NamedTuple):
    """What a range of inputs came to. `megabytes` is the peak of the process that ran it, so far."""

    target: str
    inputs: int
    read: int
    slowest: float
    slowest_index: int
    megabytes: float
    failures: tuple[Failure, ...]


def tried(job: tuple[str, int, range]) -> Done:
    """Run a range of inputs of one target; in a process of its own."""
    target, seed, indices = job
    signal.signal(signal.SIGALRM, _too_long)
    failures: list[Failure] = []
    read, slowest = 0, (0.0, indices.start)
    for index in indices:
        raw = mutated(TARGETS[target].seeds, seed=seed, index=index)
        started = time.perf_counter()
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        try:
            read += run(target, raw)
        except (Exception, Hang) as error:  # noqa: BLE001  whatever it is, it is a finding
            failures.append(Failure(target, seed, index, f"{type(error).__name__}: {error}"[:200], _where(error)))
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        slowest = max(slowest, (time.perf_counter() - started, index))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Done(target, len(indices), read, *slowest, peak, tuple(failures))


def _too_long(_signal: int, _frame: object) -> None:
    raise Hang(f"took more than {SECONDS} s")


def _where(error: BaseException) -> str:
    """The last place of our own that the error came through."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "claimgauge" in frame.filename]
    frame = frames[-1] if frames else traceback.extract_tb(error.__traceback__)[-1]
    return f"{Path(frame.filename).name}:{frame.lineno}"


def jobs(targets: list[str], seed: int, count: int) -> Iterator[tuple[str, int, range]]:
    for start in range(0, count, CHUNK):
        for target in targets:
            yield target, seed, range(start, min(count, start + CHUNK))


class Tally:
    """Adds up what the processes report for one target."""

    def __init__(self, target: str) -> None:
        self.target = target
        self.inputs = self.read = 0
        self.slowest, self.slowest_index, self.megabytes = 0.0, 0, 0.0
        self.failures: list[Failure] = []

    def add(self, done: Done) -> None:
        self.inputs += done.inputs
        self.read += done.read
        self.slowest, self.slowest_index = max((self.slowest, self.slowest_index), (done.slowest, done.slowest_index))
        self.megabytes = max(self.megabytes, done.megabytes)
        self.failures += done.failures

    @property
    def faults(self) -> dict[str, int]:
        """Each kind of failure once, with its count."""
        counts: dict[str, int] = {}
        for failure in self.failures:
            kind = f"{failure.where} {failure.reason}"
            counts[kind] = counts.get(kind, 0) + 1
        return counts

    @property
    def passed(self) -> bool:
        return not self.failures and self.megabytes <= MEGABYTES and self.slowest <= SECONDS

    def row(self) -> dict[str, object]:
        return {
            "target": self.target, "inputs": self.inputs, "read": self.read, "refused": self.refused,
            "slowestSeconds": round(self.slowest, 3), "slowestIndex": self.slowest_index,
            "peakMegabytes": round(self.megabytes), "passed": self.passed, "faults": self.faults,
        }  # fmt: skip

    @property
    def refused(self) -> int:
        return self.inputs - self.read - len(self.failures)


def fuzz(targets: list[str], *, seed: int, count: int, processes: int) -> list[Tally]:
    """All inputs of all targets over some processes, with a line of progress now and then."""
    tallies = {target: Tally(target) for target in targets}
    todo = list(jobs(targets, seed, count))
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes) as pool:
        results = pool.imap_unordered(tried, todo)
        for number in range(1, len(todo) + 1):
            done = results.next(timeout=SILENCE)
            tallies[done.target].add(done)
            keep(tallies[done.target], done.failures)
            if number % max(1, len(todo) // 20) == 0:
                say(
                    f"{number * 100 // len(todo):3d} %  {sum(each.inputs for each in tallies.values()):,} inputs",
                    sys.stderr,
                )
    return list(tallies.values())


def keep(tally: Tally, failures: tuple[Failure, ...]) -> None:
    """Write failing inputs, so that they can be looked at."""
    already = len(tally.failures) - len(failures)
    for failure in failures[: max(0, KEPT - already)]:
        FAILURES.mkdir(parents=True, exist_ok=True)
        path = FAILURES / f"{failure.target}-{failure.seed}-{failure.index}.bin"
        path.write_bytes(mutated(TARGETS[failure.target].seeds, seed=failure.seed, index=failure.index))


def report(tallies: list[Tally], *, seed: int, seconds: float) -> str:
    today = dt.datetime.now(tz=dt.UTC).date().isoformat()
    lines = [
        f"fuzz, {today}, seed {seed}, {seconds:.0f} s",
        "",
        f"{'target':<10} {'inputs':>9} {'read':>9} {'refused':>9} {'faults':>7} {'slowest':>9} {'memory':>8}",
    ]
    for tally in tallies:
        lines.append(
            f"{tally.target:<10} {tally.inputs:>9,} {tally.read:>9,} {tally.refused:>9,} {len(tally.failures):>7,}"
            f" {tally.slowest:>7.3f} s {tally.megabytes:>5.0f} MB{'' if tally.passed else '  FAILED'}"
        )
        lines += [f"{'':<10} {count:>9,} × {kind}" for kind, count in tally.faults.items()]
    return "\n".join(lines)


def say(text: str, stream: object = None) -> None:
    (stream or sys.stdout).write(f"{text}\n")  # type: ignore[attr-defined]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.proofs.fuzz", description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=100_000, help="inputs for each target")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--target", choices=sorted(TARGETS), action="append", help="may be given several times")
    parser.add_argument("--processes", type=int, default=2)
    options = parser.parse_args()
    chosen = options.target or list(TARGETS)
    started = time.perf_counter()
    tallies = fuzz(chosen, seed=options.seed, count=options.count, processes=options.processes)
    seconds = time.perf_counter() - started
    say(report(tallies, seed=options.seed, seconds=seconds))
    BUILD.mkdir(exist_ok=True)
    result = {
        "date": dt.datetime.now(tz=dt.UTC).isoformat(timespec="seconds"), "seed": options.seed, "count": options.count,
        "seconds": round(seconds, 1), "targets": [tally.row() for tally in tallies],
    }  # fmt: skip
    (BUILD / "prove-fuzz.json").write_text(json.dumps(result, indent=1) + "\n")
    return 0 if all(tally.passed for tally in tallies) else 1


if __name__ == "__main__":
    sys.exit(main())
