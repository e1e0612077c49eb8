"""Invented households: what each spends by category, drawn from a seed and by strata.

Strata are the level of spending, how it is dominated, and the period in which it is stated; the paper has
the same three. Its shares of each are not published: the cycles below are ours. Every fifth household
states what it spends a month, and every seventh (7 of 50, 14 %) spends in one category what some card's
cap is, or 100 USD to either side of it.
"""

import random
from collections.abc import Mapping
from decimal import Decimal
from typing import NamedTuple

from claimgauge_bench.domains.cards.catalogue import CENT, MONTHS, OTHER, Catalogue

LEVELS: Mapping[str, tuple[int, int]] = {"low": (9_000, 18_000), "middle": (20_000, 38_000), "high": (48_000, 90_000)}
"""Level → least and most USD a year."""
DOMINANCE = ("one", "two", "even")
MONTHLY_EVERY, MONTHLY_FROM = 5, 4
CAP_EVERY, CAP_FROM = 7, 3
STEP = 100
"""Amounts are multiples of so many USD a year."""
ROOM_FOR_CAP = Decimal("0.6")
"""A cap is chosen that takes at most this share of what the household spends."""


class Profile(NamedTuple):
    """One household. `stated` is USD by category, a month or a year as `period` says; `cap` is `at` or `away`."""

    name: str
    level: str
    dominance: str
    period: str
    cap: str
    stated: Mapping[str, Decimal]

    @property
    def yearly(self) -> dict[str, Decimal]:
        """USD a year by category."""
        times = MONTHS if self.period == "monthly" else 1
        return {category: amount * times for category, amount in self.stated.items()}

    @property
    def strata(self) -> dict[str, str]:
        """How it was drawn."""
        return {"level": self.level, "dominance": self.dominance, "period": self.period, "cap": self.cap}


def profile(catalogue: Catalogue, seed: int, place: int) -> Profile:
    """The household at this place (from 0); each is drawn on its own, so that a shorter list begins a longer one."""
    chance = random.Random(f"cards/{seed}/{place}")  # noqa: S311  # a seeded draw
    level = tuple(LEVELS)[place % len(LEVELS)]
    dominance = DOMINANCE[place // len(LEVELS) % len(DOMINANCE)]
    period = "monthly" if place % MONTHLY_EVERY == MONTHLY_FROM else "annual"
    yearly = _spending(chance, catalogue.categories, LEVELS[level], dominance)
    at_cap = place % CAP_EVERY == CAP_FROM and _put_at_a_cap(chance, catalogue, yearly)
    ordered = {category: yearly[category] for category in catalogue.categories if category in yearly}
    stated = {name: (each / MONTHS).quantize(CENT) if period == "monthly" else each for name, each in ordered.items()}
    return Profile(f"profile-{place:03d}", level, dominance, period, "at" if at_cap else "away", stated)


def _spending(
    chance: random.Random, categories: tuple[str, ...], level: tuple[int, int], dominance: str
) -> dict[str, Decimal]:
    """Three to six categories, OTHER among them; one or two of the others dominate, or none does."""
    total = chance.randrange(level[0], level[1] + STEP, STEP)
    others = [category for category in categories if category != OTHER]
    active = chance.sample(others, chance.randint(2, len(others)))
    weights = {category: chance.uniform(1, 1.6) for category in (*active, OTHER)}
    leaders = {"one": active[:1], "two": active[:2], "even": []}[dominance]
    if leaders:
        share = chance.uniform(0.6, 0.72)
        rest = sum(weight for category, weight in weights.items() if category not in leaders)
        heads = sum(weights[category] for category in leaders)
        weights = {
            category: weight / heads * share if category in leaders else weight / rest * (1 - share)
            for category, weight in weights.items()
        }
    whole = sum(weights.values())
    steps = {category: max(1, round(total * weight / whole / STEP)) for category, weight in weights.items()}
    return {category: Decimal(count * STEP) for category, count in steps.items()}


def _put_at_a_cap(chance: random.Random, catalogue: Catalogue, yearly: dict[str, Decimal]) -> bool:
    """Whether a cap was found that fits; then one category spends that much, or a step to either side of it."""
    most = ROOM_FOR_CAP * sum(yearly.values())
    caps = sorted(
        {
            (category, cap)
            for card in catalogue.cards
            for category, rate in card.rates.items()
            if category in yearly and (cap := rate.yearly_cap) is not None and STEP < cap <= most
        }
    )
    if not caps:
        return False
    category, cap = chance.choice(caps)
    yearly[category] = cap + chance.choice((-STEP, 0, STEP))
    return True
