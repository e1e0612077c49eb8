"""An optimum as evidence: nodes of eight types, edges, allowlists and headline figures.

Contents follow the templates of contract `cards`, so that both presets read them. Ids say what a node is
about; two segments of one card and category have two ids.
"""

from collections.abc import Iterable, Iterator, Mapping
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise
from typing import NamedTuple

from claimgauge.evidence import Edge, EvidenceNode
from claimgauge_bench.domains.cards.catalogue import CENT, Card, Catalogue
from claimgauge_bench.domains.cards.filling import Segment, Spend, filled
from claimgauge_bench.domains.cards.optimum import Limits, Optimum
from claimgauge_bench.domains.cards.pricing import Breakdown
from claimgauge_bench.domains.cards.valuation import Valuation

ROOT = "result"
NONE = "N/A"
SOURCE = "optimiser"


class Solved(NamedTuple):
    """One household's question with its answer."""

    catalogue: Catalogue
    valuation: Valuation
    goal: str
    spend: Spend
    limits: Limits
    optimum: Optimum

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards of the portfolio."""
        return tuple(card for card in self.catalogue.cards if card.id in self.optimum.portfolio)

    def net_with(self, cards: Iterable[Card]) -> Decimal:
        """USD a year that these cards come to, used as well as can be."""
        held = tuple(cards)
        earned = sum((each.earned for each in filled(held, self.spend, self.valuation, self.goal)), Decimal(0))
        return earned + sum((card.credits - card.fee for card in held), Decimal(0))

    def worth(self, card: Card, category: str) -> Decimal:
        """USD that a dollar of a category counts before any cap."""
        return card.rate(category).units * self.valuation.worth(card.currency, self.goal)

    def ranking(self, category: str) -> list[Card]:
        """The portfolio by what a dollar of the category counts before any cap, the best first."""
        return sorted(self.cards, key=lambda card: (-self.worth(card, category), card.id))


def money(amount: Decimal) -> str:
    """USD with two digits behind the point, rounded half up; never `-0.00`."""
    return f"{amount.quantize(CENT, ROUND_HALF_UP) + 0:f}"


def plain(amount: Decimal) -> str:
    """A number without zeros at its end."""
    text = f"{amount:f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


def nodes_of(solved: Solved) -> tuple[EvidenceNode, ...]:
    """The evidence: the result first, then block by block, in the order of the categories and of the ids."""
    segments: dict[str, list[Segment]] = {}
    for segment in solved.optimum.segments:
        segments.setdefault(segment.category, []).append(segment)
    return (
        _result(solved),
        _stop(solved),
        *(_winner(solved, category) for category in segments),
        *(node for each in segments.values() for node in _segments(each)),
        *(node for each in segments.values() for node in _cap_hits(solved, each)),
        *(_fee(solved, card) for card in solved.cards),
        *(node for category in segments for node in _rates(solved, category)),
        *_assumptions(solved),
    )


def edges_of(nodes: Iterable[EvidenceNode]) -> tuple[Edge, ...]:
    """The result is supported by every other node; a cap that is hit depends on the winner of its category."""
    held = tuple(nodes)
    supports = [Edge(from_=ROOT, to=node.evidence_id, type="SUPPORTS") for node in held if node.evidence_id != ROOT]
    winners = {node.category: node.evidence_id for node in held if node.type == "WINNER_BY_CATEGORY"}
    depends = [
        Edge(from_=node.evidence_id, to=winners[node.category], type="DEPENDS_ON")
        for node in held
        if node.type == "CAP_HIT"
    ]
    return (*supports, *depends)


def headlines_of(solved: Solved) -> dict[str, str]:
    """Goal, portfolio, primary currency and the four figures: what an ungrounded narrator may know."""
    return {
        "goal": solved.goal,
        "portfolio": ", ".join(solved.optimum.portfolio) or "no card",
        "primary currency": solved.valuation.goals[solved.goal].primary,
        **{f"{name} (USD a year)": money(figure) for name, figure in _figures(solved.optimum.breakdown).items()},
    }


def entities_of(solved: Solved, nodes: Iterable[EvidenceNode]) -> tuple[str, ...]:
    """The allowed entities of preset released: portfolio, allocated cards, categories, and those of every node."""
    found = {*solved.optimum.portfolio, *solved.spend}
    found |= {name for segment in solved.optimum.segments for name in (segment.card, segment.category)}
    found |= {name for node in nodes for name in (node.card_id, node.category)}
    return tuple(sorted(found - {""}))


def figures_allowed(solved: Solved) -> frozenset[str]:
    """The four figures of the breakdown, with and without zeros at the end."""
    figures = _figures(solved.optimum.breakdown).values()
    return frozenset(text for figure in figures for text in (money(figure), plain(Decimal(money(figure)))))


def _figures(breakdown: Breakdown) -> Mapping[str, Decimal]:
    shown = breakdown.in_cents()
    return {"earnings": shown.earn, "credits": shown.credits, "fees": shown.fees, "net": shown.net}


def _node(kind: str, evidence_id: str, content: str, *, card: str = "", category: str = "") -> EvidenceNode:
    return EvidenceNode(
        evidence_id=evidence_id, type=kind, content=content, card_id=card, category=category, source_id=SOURCE
    )


def _result(solved: Solved) -> EvidenceNode:
    earn, credit, fees, net = (money(figure) for figure in _figures(solved.optimum.breakdown).values())
    content = f"Result for {solved.goal}: earnings ${earn}, credits ${credit}, fees ${fees}, net ${net}"
    return _node("RESULT", ROOT, content)


def _stop(solved: Solved) -> EvidenceNode:
    held, limits = len(solved.cards), solved.limits
    fees = money(solved.optimum.breakdown.fees)
    content = f"{_why_no_more(solved)}: {held} of at most {limits.cards} cards, fees ${fees} of at most "
    return _node("PORTFOLIO_STOP", "stop", f"{content}${money(limits.fees)}")


def _why_no_more(solved: Solved) -> str:
    """Why there is no further card: the number, the fees, or that none brings more than it costs."""
    if len(solved.cards) >= solved.limits.cards:
        return "MAX_CARDS_REACHED"
    now = solved.net_with(solved.cards)
    others = [card for card in solved.catalogue.cards if card not in solved.cards]
    gains = any(solved.net_with((*solved.cards, card)) - now >= CENT for card in others)
    if gains:
        return "FEE_BUDGET_REACHED"
    return "NO_CARD_ADDS_VALUE" if solved.cards else "NO_CARD_PAYS"


def _winner(solved: Solved, category: str) -> EvidenceNode:
    first, *others = solved.ranking(category)
    runner_up = others[0].id if others else NONE
    content = f"{first.id} wins {category} (first segment) over {runner_up}"
    return _node("WINNER_BY_CATEGORY", f"winner/{category}", content, card=first.id, category=category)


def _segments(segments: list[Segment]) -> Iterator[EvidenceNode]:
    for place, segment in enumerate(segments, start=1):
        content = f"Segment: {segment.card} takes ${money(segment.amount)} of {segment.category}, "
        yield _node(
            "ALLOCATION_SEGMENT",
            f"segment/{segment.category}/{place}",
            f"{content}which earns ${money(segment.earned)}",
            card=segment.card,
            category=segment.category,
        )


def _cap_hits(solved: Solved, segments: list[Segment]) -> Iterator[EvidenceNode]:
    """A node for each card that is used up to its cap while some spending is left."""
    left = sum((segment.amount for segment in segments), Decimal(0))
    for segment, following in pairwise(segments):
        left -= segment.amount
        cap = solved.catalogue.card(segment.card).rate(segment.category).yearly_cap
        if segment.place == 1 and cap == segment.amount:
            content = f"Cap hit: {segment.card} {segment.category} cap=${money(cap)} applied=${money(segment.amount)} "
            yield _node(
                "CAP_HIT",
                f"cap/{segment.category}/{segment.card}",
                f"{content}remainder=${money(left)} fallback={following.card}",
                card=segment.card,
                category=segment.category,
            )


def _fee(solved: Solved, card: Card) -> EvidenceNode:
    """What the portfolio would lose without this card, the others used as well as can be."""
    without = solved.net_with(other for other in solved.cards if other is not card)
    gain = money(solved.net_with(solved.cards) - without)
    content = f"{card.id}: fee ${money(card.fee)}, credits ${money(card.credits)}, net delta ${gain}"
    return _node("FEE_BREAK_EVEN", f"fee/{card.id}", content, card=card.id)


def _rates(solved: Solved, category: str) -> Iterator[EvidenceNode]:
    """What a dollar earns on the winner and the runner-up."""
    for card in solved.ranking(category)[:2]:
        units, worth = plain(card.rate(category).units), plain(solved.worth(card, category))
        content = f"{card.id} earns {units} {card.currency} a dollar of {category}, worth ${worth}"
        yield _node("EARN_RATE", f"rate/{category}/{card.id}", content, card=card.id, category=category)


def _assumptions(solved: Solved) -> Iterator[EvidenceNode]:
    """What a unit of each currency in the portfolio is taken to be worth."""
    for currency in sorted({card.currency for card in solved.cards}):
        unit = plain(solved.valuation.usd_per_unit[currency])
        times = plain(solved.valuation.multiplier(currency, solved.goal))
        content = f"Assumed for {solved.goal}: a unit of {currency} is worth ${unit} and counts {times} times"
        yield _node("ASSUMPTION", f"assumption/{currency}", content, category=currency)
