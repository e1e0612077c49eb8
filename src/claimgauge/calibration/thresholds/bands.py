"""The bounds of the bands that cost least on observed answers: exact, by dynamic programming.

Answers of one score go to one band, and a higher score never goes to a lower band. Over all such ways the least
total cost is found in exact arithmetic. Of equally cheap ways the one that moves the fewest answers out of their
band of today is taken, and a bound that no answer contradicts stays where it is. Bounds lie between scores that were
seen, so nothing is known of where exactly in that gap.
"""

import math
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby, pairwise
from typing import NamedTuple

from claimgauge.calibration.observations import Observation
from claimgauge.calibration.thresholds.costs import Costs, cost_of
from claimgauge.risk import Band

HIGHEST = 100.0
MOST_PLACES = 12

_Price = tuple[int, int]
"""Cost in whole steps, and answers that leave their band of today."""


class FittedBands(NamedTuple):
    """The upper bounds of the bands, the last 100, and the mean cost of the answers they were fitted to."""

    bounds: tuple[float, ...]
    cost: float


class Priced(NamedTuple):
    """An answer, and its price in each band; None where the band cannot hold its score."""

    score: float
    prices: tuple[_Price | None, ...]


class Pricing(NamedTuple):
    """Answers with their prices, and the step of cost in which these are whole numbers."""

    answers: tuple[Priced, ...]
    step: Fraction


def fitted_bands(observations: Sequence[Observation], bands: Sequence[Band], costs: Costs) -> FittedBands:
    """The bounds for these bands, in their order and with their actions. There is at least one observation."""
    pricing = priced(observations, bands, costs)
    return cheapest_bands(pricing.answers, pricing.step, bands)


def cheapest_bands(answers: Sequence[Priced], step: Fraction, bands: Sequence[Band]) -> FittedBands:
    """The same for answers that are priced already, such as a draw of them."""
    scores, prices = _by_score(answers)
    places, (price, _moved) = _cheapest(prices, len(bands))
    bounds = _bounds(scores, places, [band.up_to for band in bands])
    return FittedBands(bounds, float(price * step / len(answers)))


def assigned_cost(observation: Observation, bounds: Sequence[float], bands: Sequence[Band], costs: Costs) -> float:
    """What an answer costs under these bounds."""
    return cost_of(bands[band_at(observation.score, bounds)].action, observation, costs)


def band_at(score: float, bounds: Sequence[float]) -> int:
    """The place of the first band whose bound the score does not exceed."""
    return next(place for place, bound in enumerate(bounds) if score <= bound)


def priced(observations: Sequence[Observation], bands: Sequence[Band], costs: Costs) -> Pricing:
    """What each answer costs in each band, exactly."""
    today, last = [band.up_to for band in bands], len(bands) - 1
    written = [[cost_of(band.action, each, costs) for band in bands] for each in observations]
    exact = {cost: Fraction(repr(cost)) for row in written for cost in row}
    scale = math.lcm(*(cost.denominator for cost in exact.values()))
    whole = {cost: int(fraction * scale) for cost, fraction in exact.items()}
    answers = []
    for each, row in zip(observations, written, strict=True):
        now = band_at(each.score, today)
        prices: list[_Price | None] = [(whole[cost], int(place != now)) for place, cost in enumerate(row)]
        if each.score <= 0:  # no bound lies below 0, and none but the last at 100
            prices[1:] = [None] * last
        if each.score >= HIGHEST:
            prices[:last] = [None] * last
        answers.append(Priced(each.score, tuple(prices)))
    return Pricing(tuple(answers), Fraction(1, scale))


def _by_score(answers: Sequence[Priced]) -> tuple[list[float], list[tuple[_Price | None, ...]]]:
    """The scores in rising order, and what all answers of each cost in each band."""
    found: dict[float, tuple[_Price | None, ...]] = {}
    for score, prices in sorted(answers, key=lambda each: each.score):
        before = found.get(score)
        found[score] = prices if before is None else tuple(map(_added, before, prices))
    return list(found), list(found.values())


def _added(one: _Price | None, other: _Price | None) -> _Price | None:
    return None if one is None or other is None else (one[0] + other[0], one[1] + other[1])


def _cheapest(groups: Sequence[Sequence[_Price | None]], count: int) -> tuple[list[int], _Price]:
    """The band of each score, never falling, and what that costs."""
    best: list[_Price | None] = [(0, 0)] + [None] * (count - 1)
    came: list[list[int]] = []
    for prices in groups:
        cheapest: list[_Price | None] = []
        before: list[int] = []
        leader: int | None = None
        for place in range(count):
            here, lead = best[place], None if leader is None else best[leader]
            if here is not None and (lead is None or here < lead):
                leader = place
            lead, price = None if leader is None else best[leader], prices[place]
            cheapest.append(None if lead is None or price is None else (lead[0] + price[0], lead[1] + price[1]))
            before.append(-1 if leader is None else leader)
        best = cheapest
        came.append(before)
    reached = {place: price for place, price in enumerate(best) if price is not None}
    place = min(reached, key=lambda each: reached[each])
    price, places = reached[place], []
    for before in reversed(came):
        places.append(place)
        place = before[place]
    return places[::-1], price


def _bounds(scores: Sequence[float], places: Sequence[int], today: Sequence[float]) -> tuple[float, ...]:
    """A bound above the last score of each band but the last, and below the first score of those after it."""
    gaps = []
    for band in range(len(today) - 1):
        below = [score for score, place in zip(scores, places, strict=True) if place <= band]
        above = [score for score, place in zip(scores, places, strict=True) if place > band]
        gaps.append((below[-1] if below else 0.0, above[0] if above else HIGHEST))
    found: list[float] = []
    for gap, held in groupby(range(len(gaps)), key=lambda band: gaps[band]):
        inside = list(held)
        found += _placed(gap, [today[band] for band in inside])
    return (*found, HIGHEST)


def _placed(gap: tuple[float, float], today: Sequence[float]) -> Iterator[float]:
    """So many bounds within a gap (its lower end counts in): those of today where they fit, else evenly, and short."""
    low, high = gap
    if all(low <= bound < high for bound in today):
        yield from today
        return
    count = len(today)
    wanted = [low + (high - low) * (number + 1) / (count + 1) for number in range(count)]
    for places in range(MOST_PLACES):
        short = [round(each, places) for each in wanted]
        if low <= short[0] and short[-1] < high and all(one < other for one, other in pairwise(short)):
            yield from short
            return
    yield from wanted
