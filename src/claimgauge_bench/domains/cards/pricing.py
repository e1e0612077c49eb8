"""What a portfolio and an allocation come to, worked out from the catalogue alone.

It shares nothing with the optimum: it takes no tier and no worth from there, and knows of a segment only
the card, the category and the amount.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

from claimgauge_bench.domains.cards.catalogue import CENT, Catalogue
from claimgauge_bench.domains.cards.valuation import Valuation

Placed = tuple[str, str, Decimal]
"""Card, category, USD a year."""


class Breakdown(NamedTuple):
    """USD a year: what is earned, the credits, the fees, and what is left."""

    earn: Decimal
    credits: Decimal
    fees: Decimal

    @property
    def net(self) -> Decimal:
        """Earnings and credits less fees."""
        return self.earn + self.credits - self.fees

    def in_cents(self) -> "Breakdown":
        """The same, with the earnings rounded to the cent (half up)."""
        return self._replace(earn=self.earn.quantize(CENT, ROUND_HALF_UP))


def priced(
    portfolio: Sequence[str], placed: Iterable[Placed], catalogue: Catalogue, valuation: Valuation, goal: str
) -> Breakdown:
    """The breakdown, exact. Raises ValueError for a card that is not in the portfolio, or none of the catalogue."""
    cards = {card.id: card for card in catalogue.cards}
    if strangers := [card_id for card_id in portfolio if card_id not in cards]:
        raise ValueError(f"no card of catalogue {catalogue.id} has the id {strangers[0]!r}")
    totals: dict[tuple[str, str], Decimal] = defaultdict(Decimal)
    for card_id, category, amount in placed:
        if card_id not in portfolio:
            raise ValueError(f"{category} is placed on {card_id!r}, which is not in the portfolio")
        totals[card_id, category] += amount
    earn = Decimal(0)
    for (card_id, category), amount in totals.items():
        card = cards[card_id]
        rate, limit = card.rates.get(category), amount
        if rate is not None and rate.cap is not None:
            limit = min(amount, rate.cap * 12 if rate.period == "MONTHLY" else rate.cap)
        units = limit * (card.base if rate is None else rate.units)
        units += (amount - limit) * (Decimal(0) if rate is None else rate.fallback)
        counted = valuation.goals[goal].multipliers.get(card.currency, valuation.goals[goal].otherwise)
        earn += units * valuation.usd_per_unit[card.currency] * counted
    held = [cards[card_id] for card_id in portfolio]
    credit, fees = sum((card.credits for card in held), Decimal(0)), sum((card.fee for card in held), Decimal(0))
    return Breakdown(earn, credit, fees)


def misplaced(placed: Iterable[Placed], spend: Mapping[str, Decimal]) -> dict[str, Decimal]:
    """Category → by how much the amounts placed differ from what is spent; empty where all agree."""
    left = dict(spend)
    for _card, category, amount in placed:
        left[category] = left.get(category, Decimal(0)) - amount
    return {category: amount for category, amount in left.items() if amount}
