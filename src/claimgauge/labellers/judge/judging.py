"""Many claims through one judge, for callers that do not run an event loop."""

import asyncio
from collections.abc import Iterable, Sequence

from claimgauge.evidence import EvidenceNode
from claimgauge.labellers.judge.labeller import Judge
from claimgauge.labels import Judgement, LabellerFailure

AT_ONCE = 4
Judged = Judgement | LabellerFailure


def judge_all(
    judge: Judge, claims: Iterable[tuple[str, Sequence[EvidenceNode]]], *, at_once: int = AT_ONCE
) -> tuple[Judged, ...]:
    """One judgement or failure for each claim with its passages, in order; at most `at_once` are asked together.

    Raises RuntimeError within a running event loop, where `await judge.judge(…)` is the way, and
    ModelError as the model does.
    """
    return asyncio.run(_judged(judge, claims, at_once))


async def _judged(
    judge: Judge, claims: Iterable[tuple[str, Sequence[EvidenceNode]]], at_once: int
) -> tuple[Judged, ...]:
    free = asyncio.Semaphore(at_once)

    async def one(text: str, passages: Sequence[EvidenceNode]) -> Judged:
        async with free:
            return await judge.judge(text, passages)

    return tuple(await asyncio.gather(*(one(text, passages) for text, passages in claims)))
