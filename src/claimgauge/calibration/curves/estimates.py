"""A figure with its interval, how many answers it rests on, and why it is missing where it is.

Intervals are percentiles of the bootstrap: whole answers are drawn with replacement, and each figure is computed
anew from every draw. A figure that a draw leaves undefined has no interval, as it would be too narrow.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeVar

import msgspec

from claimgauge.statistics import Interval, fewest_units, percentile_interval
from claimgauge.workflow.measures import Draws

Item = TypeVar("Item")
Figure = Callable[[Sequence[Item]], float | None]
"""From answers, in any order, to a number; None where it is not defined."""

NO_ANSWERS: Final = "there are no answers"
UNDEFINED: Final = "it needs harmful and harmless answers, and there are none of one kind"
TOO_FEW: Final = "too few answers for an interval at this level"
LOST: Final = "some draws left it undefined, so it has no interval"


class Estimate(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """`value` over `answers` answers. `reason` says why the value, or else the interval, is None."""

    value: float | None
    interval: Interval | None
    answers: int
    harmful: int
    reason: str | None = None


def drawn_estimates(
    items: Sequence[Item],
    figures: Mapping[str, Figure[Item]],
    *,
    harmful: Callable[[Item], bool],
    draws: Draws,
) -> dict[str, Estimate]:
    """Every figure over the answers, all of them from the same draws."""
    values = {name: figure(items) for name, figure in figures.items()}
    found: dict[str, list[float]] = {name: [] for name, value in values.items() if value is not None}
    enough = len(items) >= fewest_units(draws.level)
    if enough and found:
        chance = random.Random(draws.seed)  # noqa: S311  # a draw that can be repeated, no secret
        for _ in range(draws.iterations):
            drawn = chance.choices(items, k=len(items))
            for name, kept in found.items():
                if (value := figures[name](drawn)) is not None:
                    kept.append(value)
    count = sum(map(harmful, items))

    def estimate(name: str) -> Estimate:
        value, kept = values[name], found.get(name, [])
        whole = len(kept) == draws.iterations
        missing = UNDEFINED if items else NO_ANSWERS
        reason = missing if value is None else TOO_FEW if not enough else None if whole else LOST
        interval = percentile_interval(kept, level=draws.level) if whole else None
        return Estimate(value=value, interval=interval, answers=len(items), harmful=count, reason=reason)

    return {name: estimate(name) for name in figures}
