"""How a portfolio is used best: each category's spending, dollar by dollar, where the next dollar counts most.

Caps belong to one card and one category, and beyond a cap a dollar earns no more than before it. So the
categories do not touch each other, and taking the tiers in the order of their worth is exact.
"""

from collections.abc import Iterable, Mapping
from decimal import Decimal
from typing import NamedTuple

from claimgauge_bench.domains.cards.catalogue import Card
from claimgauge_bench.domains.cards.valuation import Valuation

Spend = Mapping[str, Decimal]
"""USD a year by category."""


class Tier(NamedTuple):
    """What a card offers in a category up to its cap (`place` 1), or beyond it (`place` 2).

    `worth` is USD a dollar, `room` USD a year; None is without end.
    """

    card: str
    category: str
    place: int
    worth: Decimal
    room: Decimal | None


class Segment(NamedTuple):
    """A part of a category's spending on one tier of a card: `amount` and `earned` are USD a year."""

    category: str
    card: str
    place: int
    amount: Decimal
    earned: Decimal


def tiers(card: Card, category: str, valuation: Valuation, goal: str) -> tuple[Tier, ...]:
    """The one or two tiers of a card in a category."""
    rate, worth = card.rate(category), valuation.worth(card.currency, goal)
    cap = rate.yearly_cap
    if cap is None:
        return (Tier(card.id, category, 1, rate.units * worth, None),)
    return (
        Tier(card.id, category, 1, rate.units * worth, cap),
        Tier(card.id, category, 2, rate.fallback * worth, None),
    )


def filled(cards: Iterable[Card], spend: Spend, valuation: Valuation, goal: str) -> tuple[Segment, ...]:
    """The best use of these cards, category by category; no segment where there is no card.

    Of tiers that are worth the same, the card that comes first by its id is used first.
    """
    held = tuple(cards)
    return tuple(
        segment
        for category, amount in spend.items()
        for segment in _poured(amount, [tier for card in held for tier in tiers(card, category, valuation, goal)])
    )


def _poured(amount: Decimal, offered: Iterable[Tier]) -> Iterable[Segment]:
    left = amount
    for tier in sorted(offered, key=lambda tier: (-tier.worth, tier.card, tier.place)):
        taken = left if tier.room is None else min(left, tier.room)
        if taken > 0:
            yield Segment(tier.category, tier.card, tier.place, taken, taken * tier.worth)
            left -= taken
