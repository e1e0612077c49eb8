"""The best net value by trying everything: each portfolio, each order of its cards, each card for what is left.

Nothing is shared with the optimum but the catalogue and the independent pricing.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import chain, combinations, permutations

from claimgauge_bench.domains.cards.pricing import priced


def best_net(catalogue, valuation, goal, spend, limits):
    """The highest net value of any portfolio within the limits; the empty one is worth 0."""
    found = Decimal(0)
    for count in range(1, limits.cards + 1):
        for cards in combinations(catalogue.cards, count):
            if sum(card.fee for card in cards) <= limits.fees:
                found = max(found, best_use(cards, catalogue, valuation, goal, spend))
    return found


def best_use(cards, catalogue, valuation, goal, spend):
    """The highest net value of these cards."""
    fixed = priced([card.id for card in cards], [], catalogue, valuation, goal).net
    return fixed + sum(_best_of(cards, category, spend, catalogue, valuation, goal) for category in spend)


def _best_of(cards, category, spend, catalogue, valuation, goal):
    """The most that one category earns."""
    portfolio = [card.id for card in cards]
    return max(
        priced(portfolio, placed, catalogue, valuation, goal).earn for placed in _ways(cards, category, spend[category])
    )


def _ways(cards: Sequence, category: str, amount: Decimal) -> Iterator[list[tuple[str, str, Decimal]]]:
    """Some cards up to their caps in some order, and one card for what is left."""
    for order in chain.from_iterable(permutations(cards, count) for count in range(len(cards) + 1)):
        left, placed = amount, []
        for card in order:
            cap = card.rate(category).yearly_cap
            taken = left if cap is None else min(left, cap)
            placed.append((card.id, category, taken))
            left -= taken
        for card in cards:
            yield [*placed, (card.id, category, left)]
