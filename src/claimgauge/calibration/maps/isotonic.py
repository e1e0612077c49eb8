"""Isotonic regression: the rising steps that are nearest to the outcomes, by pooling neighbours that fall.

Between the values that were seen the map is a straight line, beyond them it is level. Source: Ayer et al. (1955),
the pool-adjacent-violators algorithm; as a map of scores, Zadrozny and Elkan (2002).
"""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from claimgauge.calibration.curves import Step, Tally


class Knot(NamedTuple):
    """A score, and the probability that the map gives it."""

    score: float
    probability: float


class IsotonicMap(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The knots in rising order of their scores; probabilities never fall."""

    knots: tuple[Knot, ...]

    def probability(self, score: float) -> float:
        """The probability of harm at a score."""
        place = bisect_right(self.knots, score, key=lambda knot: knot.score)
        if place == 0:
            return self.knots[0].probability
        if place == len(self.knots):
            return self.knots[-1].probability
        low, high = self.knots[place - 1], self.knots[place]
        share = (score - low.score) / (high.score - low.score)
        return low.probability + share * (high.probability - low.probability)


def fitted_isotonic(tally: Tally) -> IsotonicMap:
    """The map of these answers; of a block of equal probabilities only the two ends are kept. There is an answer."""
    blocks: list[tuple[int, int, list[Step]]] = []
    for step in tally:
        harmful, n, held = step.harmful, step.harmful + step.harmless, [step]
        while blocks and blocks[-1][0] * n >= harmful * blocks[-1][1]:  # the share before is no smaller
            before = blocks.pop()
            harmful, n, held = before[0] + harmful, before[1] + n, before[2] + held
        blocks.append((harmful, n, held))
    return IsotonicMap(knots=tuple(_knots(blocks)))


def _knots(blocks: Iterable[tuple[int, int, list[Step]]]) -> Iterator[Knot]:
    for harmful, n, held in blocks:
        for value in dict.fromkeys((held[0].value, held[-1].value)):
            yield Knot(value, harmful / n)
