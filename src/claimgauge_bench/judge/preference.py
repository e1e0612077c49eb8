"""What replies on pairs come to: preference, how often the first place wins, and how many pairs hold both ways.

A pair that chose one side in both orders counts 1 or 0 for A; one whose orders disagree counts a half, as a tie
does. Source: VERITYGATE (arXiv 2610.00833v1): each pair judged twice with the order swapped, the position-A rate
reported beside it.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from claimgauge.narration import PromptReference
from claimgauge.statistics import Interval, bootstrap_intervals, fewest_units
from claimgauge_bench.judge.asking import ORDERS, Fault, PairReply
from claimgauge_bench.judge.pairs import Pairs, Which

SCHEMA: Final = "claimgauge.bench-judged/1"
CAPTION: Final = (
    "This is which of two texts a language model calls more useful. It is no measure of faithfulness: the judge saw no "
    "evidence, so a text that invents what the reader would like to know can win."
)
EVEN: Final = 0.5
LOPSIDED: Final = 0.65
"""From this share of the first place on, or below its mirror, the place decides more than the text may."""
Cluster = Literal["instance", "profile"]


class JudgeDraws(NamedTuple):
    """How often to draw, from which seed, the level, and what is drawn together."""

    iterations: int = 10_000
    seed: int = 7
    level: float = 0.95
    cluster: Cluster = "instance"


class Share(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A share of `of` things with its interval; None where there is nothing, or too little for an interval."""

    value: float | None
    of: int
    interval: Interval | None


class DomainPreference(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The preference within one domain."""

    domain: str
    preference: Share


class Judged(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """The result, with every reply. `caption` says what it is not, wherever it is shown.

    `preference` is that for A, over the pairs with two readable replies; `first_place` how often the text in place A
    was chosen, of the replies that chose; `consistent` how many pairs say the same in both orders. `empty_a` and
    `empty_b` count instances where only that side said nothing, `unjudged` pairs with a reply that could not be used.
    """

    schema: Literal["claimgauge.bench-judged/1"] = SCHEMA
    caption: str = CAPTION
    a: str
    b: str
    texts: Which
    model: str
    prompt: PromptReference
    instances: int
    empty_a: int
    empty_b: int
    empty_both: int
    identical: int
    unpaired: int
    pairs: int
    unjudged: int
    faults: dict[Fault, int]
    preference: Share
    wins_a: int
    wins_b: int
    halves: int
    first_place: Share
    consistent: Share
    words_a: float | None
    words_b: float | None
    by_domain: tuple[DomainPreference, ...]
    iterations: int
    seed: int
    level: float
    cluster: Cluster
    notices: tuple[str, ...]
    replies: tuple[PairReply, ...]


class _Pair(NamedTuple):
    """A pair with its two replies."""

    domain: str
    profile: str
    instance: str
    replies: tuple[PairReply, ...]

    @property
    def whole(self) -> bool:
        return len(self.replies) == len(ORDERS) and all(each.choice is not None for each in self.replies)

    @property
    def consistent(self) -> bool:
        return len({each.side for each in self.replies}) == 1

    @property
    def score(self) -> float:
        """1 for A, 0 for B, a half where the orders disagree or both tie."""
        sides = {each.side for each in self.replies}
        return 1.0 if sides == {"a"} else 0.0 if sides == {"b"} else EVEN


def judged(
    pairs: Pairs,
    replies: Iterable[PairReply],
    *,
    which: Which,
    model: str,
    prompt: PromptReference,
    draws: JudgeDraws,
) -> Judged:
    """The result of these replies. Raises ValueError where the iterations are too few for the level."""
    kept = tuple(replies)
    by_pair: dict[str, list[PairReply]] = {each.id: [] for each in pairs.pairs}
    for reply in kept:
        by_pair[reply.pair].append(reply)
    found = [
        _Pair(each.key[0], f"{each.key[0]}/{each.key[1]}/{each.key[2]}", each.id, tuple(by_pair[each.id]))
        for each in pairs.pairs
    ]
    whole = [each for each in found if each.whole]
    place = _share(found, _first_place, _choosing, draws)
    faults: list[Fault] = [each.fault for each in kept if each.fault is not None]
    return Judged(
        a=pairs.a,
        b=pairs.b,
        texts=which,
        model=model,
        prompt=prompt,
        instances=len(pairs.pairs) + pairs.empty_a + pairs.empty_b + pairs.empty_both + pairs.identical,
        empty_a=pairs.empty_a,
        empty_b=pairs.empty_b,
        empty_both=pairs.empty_both,
        identical=pairs.identical,
        unpaired=pairs.unpaired,
        pairs=len(found),
        unjudged=len(found) - len(whole),
        faults={fault: faults.count(fault) for fault in dict.fromkeys(sorted(faults))},
        preference=_preference(whole, draws),
        wins_a=sum(each.score == 1 for each in whole),
        wins_b=sum(each.score == 0 for each in whole),
        halves=sum(each.score == EVEN for each in whole),
        first_place=place,
        consistent=_share(whole, lambda each: float(each.consistent), _one, draws),
        words_a=_mean([len(each.a.split()) for each in pairs.pairs]),
        words_b=_mean([len(each.b.split()) for each in pairs.pairs]),
        by_domain=tuple(
            DomainPreference(
                domain=name, preference=_preference([each for each in whole if each.domain == name], draws)
            )
            for name in dict.fromkeys(each.domain for each in found)
        ),
        iterations=draws.iterations,
        seed=draws.seed,
        level=draws.level,
        cluster=draws.cluster,
        notices=tuple(_notices(pairs, found, whole, place)),
        replies=kept,
    )


def _notices(pairs: Pairs, found: Sequence[_Pair], whole: Sequence[_Pair], place: Share) -> Iterable[str]:
    if place.value is not None and not 1 - LOPSIDED < place.value < LOPSIDED:
        yield f"in {100 * place.value:.0f} % of the replies the first place was chosen: the place decides much"
    if len(found) > len(whole):
        yield f"pairs without two usable replies: {len(found) - len(whole)} of {len(found)}; they are left out"
    if pairs.empty_a or pairs.empty_b:
        said = f"{pairs.empty_a} where only A said nothing, {pairs.empty_b} where only B did"
        yield f"instances that were not asked: {said}; a preference among texts does not count them"
    if "(simulated)" in pairs.a + pairs.b:
        yield "simulated narrators say nothing about any model"


def _preference(whole: Sequence[_Pair], draws: JudgeDraws) -> Share:
    return _share(whole, lambda each: each.score, _one, draws)


def _one(_each: _Pair) -> float:
    return 1.0


def _first_place(each: _Pair) -> float:
    return float(sum(reply.choice == "A" for reply in each.replies))


def _choosing(each: _Pair) -> float:
    return float(sum(reply.choice in ("A", "B") for reply in each.replies))


def _share(
    pairs: Sequence[_Pair], value: Callable[[_Pair], float], per: Callable[[_Pair], float], draws: JudgeDraws
) -> Share:
    """A ratio of totals, drawn by the cluster."""
    units: dict[str, list[float]] = {}
    for each in pairs:
        unit = units.setdefault(each.profile if draws.cluster == "profile" else each.instance, [0.0, 0.0])
        unit[0] += value(each)
        unit[1] += per(each)
    rows = list(units.values())
    totals = [sum(column) for column in zip(*rows, strict=True)] or [0.0, 0.0]
    interval = None
    if len(rows) >= fewest_units(draws.level):
        chance = random.Random(draws.seed)  # noqa: S311  # a draw that can be repeated, no secret
        (interval,) = bootstrap_intervals(rows, [_ratio], iterations=draws.iterations, level=draws.level, chance=chance)
    return Share(value=_ratio(totals), of=round(totals[1]), interval=interval)


def _ratio(totals: Sequence[float]) -> float | None:
    return totals[0] / totals[1] if totals[1] else None


def _mean(numbers: Sequence[int]) -> float | None:
    return sum(numbers) / len(numbers) if numbers else None
