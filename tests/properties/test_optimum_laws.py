"""The optimum of card portfolios: nothing is better, and what it comes to is what an independent pricing says."""

from decimal import Decimal

from hypothesis import given, settings
from hypothesis import strategies as st

from claimgauge_bench.domains.cards.catalogue import Card, Catalogue, Rate
from claimgauge_bench.domains.cards.optimum import Limits, optimum
from claimgauge_bench.domains.cards.pricing import misplaced, priced
from claimgauge_bench.domains.cards.valuation import Goal, Unlisted, Valuation
from tests.domains.every_portfolio import best_net

CATEGORIES = ("GROCERIES", "TRAVEL", "OTHER")
VALUATION = Valuation(
    id="small",
    version="1",
    title="small",
    usd_per_unit={"CASH": Decimal(1), "MILES": Decimal("0.5")},
    goals={"ANY": Goal("CASH", Decimal(1), {}), "CASH": Goal("CASH", Decimal(0), {"CASH": Decimal(1)})},
    names={},
    unlisted=Unlisted(Decimal(1), {}),
)
hundredths = st.integers(0, 8).map(lambda count: Decimal(count) / 100)
hundreds = st.integers(0, 60).map(lambda count: Decimal(count * 100))


@st.composite
def rates(draw):
    units = draw(hundredths)
    if draw(st.booleans()):
        return Rate(units)
    fallback = min(units, draw(hundredths))
    period = draw(st.sampled_from(("MONTHLY", "ANNUAL")))
    return Rate(units, draw(hundreds.filter(bool)) / (10 if period == "MONTHLY" else 1), period, fallback)


@st.composite
def catalogues(draw):
    cards = [
        Card(
            id=f"card-{place}",
            name="",
            issuer="",
            currency=draw(st.sampled_from(("CASH", "MILES"))),
            fee=draw(st.integers(0, 30)) * Decimal(10),
            credits=draw(st.integers(0, 10)) * Decimal(10),
            base=draw(hundredths),
            rates=draw(st.dictionaries(st.sampled_from(CATEGORIES), rates(), max_size=3)),
        )
        for place in range(draw(st.integers(1, 5)))
    ]
    return Catalogue("small", "1", "small", CATEGORIES, tuple(cards))


spending = st.dictionaries(st.sampled_from(CATEGORIES), hundreds, min_size=1, max_size=3)
limits = st.builds(Limits, st.integers(0, 3), st.integers(0, 60).map(lambda count: Decimal(count * 10)))
goals = st.sampled_from(("ANY", "CASH"))


@settings(max_examples=60, deadline=None)
@given(catalogues(), spending, goals, limits)
def test_no_portfolio_and_no_use_of_it_is_better(catalogue, spend, goal, limit):
    found = optimum(catalogue, VALUATION, goal, spend, limits=limit)
    assert best_net(catalogue, VALUATION, goal, spend, limit) == found.breakdown.net


@settings(max_examples=60, deadline=None)
@given(catalogues(), spending, goals, limits)
def test_the_optimum_keeps_its_limits_and_comes_to_what_it_says(catalogue, spend, goal, limit):
    found = optimum(catalogue, VALUATION, goal, spend, limits=limit)
    placed = [(segment.card, segment.category, segment.amount) for segment in found.segments]
    assert found.breakdown == priced(found.portfolio, placed, catalogue, VALUATION, goal)
    assert found.breakdown.earn == sum(segment.earned for segment in found.segments)
    assert found.portfolio == tuple(sorted(found.portfolio))
    assert len(found.portfolio) <= limit.cards
    assert found.breakdown.fees <= limit.fees
    assert not found.portfolio or {} == misplaced(placed, spend)


@settings(max_examples=30, deadline=None)
@given(catalogues(), spending, goals)
def test_the_order_of_the_spending_changes_no_portfolio(catalogue, spend, goal):
    turned = dict(reversed(spend.items()))
    one, two = (optimum(catalogue, VALUATION, goal, each) for each in (spend, turned))
    assert (one.portfolio, one.breakdown) == (two.portfolio, two.breakdown)
