"""Timing on a machine that others use too: work in turns, processor time, medians."""

import statistics
import time
from collections.abc import Callable, Mapping

Work = Callable[[], object]


def in_turns(work: Mapping[str, Work], *, rounds: int) -> dict[str, list[float]]:
    """Processor seconds of each piece of work in each round; one round runs every piece once, in order."""
    for piece in work.values():
        piece()
    taken: dict[str, list[float]] = {name: [] for name in work}
    for _ in range(rounds):
        for name, piece in work.items():
            start = time.process_time()
            piece()
            taken[name].append(time.process_time() - start)
    return taken


def ratio(taken: Mapping[str, list[float]], fast: str, slow: str) -> float:
    """How many times the rate of `slow` the rate of `fast` is: the median over the rounds."""
    return statistics.median(theirs / ours for ours, theirs in zip(taken[fast], taken[slow], strict=True))


def best(piece: Work, *, tries: int = 5, at_least: float = 0.004) -> float:
    """Processor seconds of one call, the least of several tries; a short call is repeated within a try."""
    start = time.process_time()
    piece()
    calls = max(1, round(at_least / max(time.process_time() - start, 1e-9)))
    seconds = []
    for _ in range(tries):
        start = time.process_time()
        for _ in range(calls):
            piece()
        seconds.append((time.process_time() - start) / calls)
    return min(seconds)
