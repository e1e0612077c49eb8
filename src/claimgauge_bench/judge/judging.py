"""Ask the judge about every pair, twice, and stop where too many calls fail."""

from collections.abc import AsyncIterator
from typing import Final

from claimgauge.errors import RunError
from claimgauge_bench.judge.asking import ORDERS, PairReply, UsefulnessJudge
from claimgauge_bench.judge.pairs import Pairs

MOST_FAILED: Final = 0.05
"""Source: VERITYGATE (arXiv 2610.00833v1): a run with more than 5 % failed calls aborts."""


async def replies_on(pairs: Pairs, judge: UsefulnessJudge) -> AsyncIterator[PairReply]:
    """The replies, pair by pair, in both orders.

    Raises RunError as soon as more than MOST_FAILED of all calls have failed.
    """
    failed, planned = 0, len(ORDERS) * len(pairs.pairs)
    for pair in pairs.pairs:
        for order in ORDERS:
            reply = await judge.ask(pair, order)
            failed += reply.fault == "failed"
            if failed > MOST_FAILED * planned:
                message = f"{failed} of {planned} calls failed, the last because {reply.message}"
                raise RunError(f"{message}; what was answered is on file, so put that right and judge again")
            yield reply
