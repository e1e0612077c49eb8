"""In which order the network meets the pairs: two stages, a mixture each, every choice seeded.

The order depends on the pairs, the mixture and the seed alone, never on the clock, so a run can stop anywhere and
go on.
"""

import math
import random
from collections.abc import Mapping, Sequence
from typing import Final

BATCH: Final = 32
"""Pairs in a batch."""
BUCKET: Final = 50
"""Batches whose pairs are sorted by length together, so that little padding is wasted."""
WARM: Final = 0.05
"""The share of the run over which the learning rate rises."""

STAGES: Final[tuple[Mapping[str, float], ...]] = (
    {
        "snli_dev_test": 1.0,
        "fever_symmetric": 1.0,
        "fool_me_twice": 1.0,
        "begin": 0.6,
        "infotabs_train": 0.6,
        "tabfact_pairs_train": 0.4,
        "contractnli_dev": 1.0,
        "expertqa_val": 0.5,
        "factcheck_gpt_stance": 1.0,
        "summedits": 1.0,
        "wice": 1.0,
    },
    {
        "snli_dev_test": 1.0,
        "fever_symmetric": 3.0,
        "fool_me_twice": 2.0,
        "begin": 0.6,
        "infotabs_train": 0.5,
        "tabfact_pairs_train": 0.3,
        "contractnli_dev": 2.0,
        "expertqa_val": 1.0,
        "factcheck_gpt_stance": 2.0,
        "summedits": 2.0,
        "wice": 2.0,
    },
)
"""How often a pair of each source is met in each stage: 0.4 is two pairs in five, once; 2.0 every pair twice."""


def batches(
    sources: Sequence[str],
    lengths: Sequence[int],
    *,
    seed: int,
    passes: float = 1.0,
    stages: Sequence[Mapping[str, float]] = STAGES,
) -> list[list[int]]:
    """Positions of the pairs to learn from, batch by batch.

    ``sources`` and ``lengths`` (in tokens) are one a pair; ``passes`` multiplies the whole mixture, to fit a budget.
    A source that no mixture names raises ``KeyError``.
    """
    order = random.Random(seed)
    places: dict[str, list[int]] = {}
    for position, source in enumerate(sources):
        places.setdefault(source, []).append(position)
    found: list[list[int]] = []
    for stage in stages:
        drawn = [place for source in sorted(places) for place in _drawn(places[source], stage[source] * passes, order)]
        order.shuffle(drawn)
        found.extend(_bucketed(drawn, lengths, order))
    return found


def rate(done: float) -> float:
    """The factor of the learning rate after a share of the run: it rises linearly, then falls along half a cosine.

    0.0 at the start and at the end, and behind the end too.
    """
    if done < WARM:
        return done / WARM
    return 0.5 * (1.0 + math.cos(math.pi * min(1.0, (done - WARM) / (1.0 - WARM))))


def _drawn(places: Sequence[int], times: float, order: random.Random) -> list[int]:
    whole, rest = divmod(times, 1.0)
    return [*places] * int(whole) + order.sample(places, round(rest * len(places)))


def _bucketed(drawn: Sequence[int], lengths: Sequence[int], order: random.Random) -> list[list[int]]:
    found: list[list[int]] = []
    for start in range(0, len(drawn), BATCH * BUCKET):
        bucket = sorted(drawn[start : start + BATCH * BUCKET], key=lambda place: (lengths[place], place))
        cut = [bucket[at : at + BATCH] for at in range(0, len(bucket), BATCH)]
        order.shuffle(cut)
        found.extend(cut)
    return found
