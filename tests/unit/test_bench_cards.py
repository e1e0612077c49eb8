"""Card portfolios of the benchmark: catalogue, households, optimum, and the evidence that is made of it."""

import gzip
import json
import subprocess
import sys
from collections import Counter
from decimal import Decimal

import pytest

from claimgauge.claims import Claim
from claimgauge.contract import typed_fields
from claimgauge.errors import DocumentError, InputError, RunError
from claimgauge.wiring import load_contract, load_verifier
from claimgauge_bench.domains.cards.blocks import Solved, edges_of, headlines_of, nodes_of
from claimgauge_bench.domains.cards.catalogue import read_catalogue, shipped_catalogue
from claimgauge_bench.domains.cards.filling import filled
from claimgauge_bench.domains.cards.instances import Cards
from claimgauge_bench.domains.cards.optimum import Limits, optimum
from claimgauge_bench.domains.cards.pricing import misplaced, priced
from claimgauge_bench.domains.cards.profiles import profile
from claimgauge_bench.domains.cards.released import read_released_catalogue
from claimgauge_bench.domains.cards.valuation import read_valuation, shipped_valuation

GOALS = ("CASHBACK", "FLEX_POINTS", "PROGRAM_POINTS")
BLOCKS = {
    "ALLOCATION_SEGMENT", "ASSUMPTION", "CAP_HIT", "EARN_RATE", "FEE_BREAK_EVEN", "PORTFOLIO_STOP", "RESULT",
    "WINNER_BY_CATEGORY",
}  # fmt: skip
HEAD = """
schema = "claimgauge.bench-catalogue/1"
id = "two"
version = "1"
title = "Two cards"
categories = ["GROCERIES", "TRAVEL", "OTHER"]
"""
TWO = f"""{HEAD}
[cards.grocer]
name = "Grocer"
issuer = "Nobody"
currency = "USD_CASH"
fee = "40"
base = "0.01"
rates.GROCERIES = {{ units = "0.06", cap = "500", period = "MONTHLY", fallback = "0.005" }}

[cards.plain]
name = "Plain"
issuer = "Nobody"
currency = "USD_CASH"
fee = "0"
base = "0.02"
"""
CASH = shipped_valuation()


@pytest.fixture(scope="module")
def instances():
    return Cards().instances(42, profiles=15)


def two():
    return read_catalogue(TWO.encode(), source="two.toml")


def solved(spend, *, catalogue=None, limits=None, goal="CASHBACK"):
    cards, limit = catalogue or two(), limits or Limits()
    return Solved(cards, CASH, goal, spend, limit, optimum(cards, CASH, goal, spend, limits=limit))


def nodes_by_id(answer):
    return {node.evidence_id: node for node in nodes_of(answer)}


# the catalogue


def test_the_catalogue_that_ships_has_twenty_four_cards_in_currencies_of_known_worth():
    catalogue, valuation = shipped_catalogue(), shipped_valuation()
    assert 24 == len(catalogue.cards)
    assert set() == {card.currency for card in catalogue.cards} - valuation.usd_per_unit.keys()
    assert {"MONTHLY", "ANNUAL"} == {
        rate.period for card in catalogue.cards for rate in card.rates.values() if rate.cap
    }


@pytest.mark.parametrize(
    ("message", "written", "instead"),
    [
        ("cards.grocer.rates.GROCERIES: falls back to 0.07, which is more than 0.06; a cap", '"0.005"', '"0.07"'),
        (
            "cards.grocer.rates.FUEL: is no category; those are GROCERIES, TRAVEL, OTHER",
            "rates.GROCERIES",
            "rates.FUEL",
        ),
        ("cards.plain: fee and credits are whole cents", 'fee = "0"', 'fee = "0.001"'),
        ("cards: holds no card; write at least one", TWO, f"{HEAD}[cards]\n"),
        ("categories: holds fewer than 3 categories, or not OTHER among them", '"TRAVEL", ', ""),
        ("cards.plain.colour: is not a key that is known here", 'fee = "0"', 'fee = "0"\ncolour = "red"'),
        ("Expected `str` matching regex", 'fee = "0"', 'fee = "-1"'),
    ],
)
def test_a_catalogue_that_makes_no_sense_says_where(message, written, instead):
    with pytest.raises(DocumentError) as raised:
        read_catalogue(TWO.replace(written, instead).encode(), source="two.toml")
    assert f"two.toml: {message}" in str(raised.value)


def test_a_valuation_names_no_currency_without_a_value():
    text = (
        'schema = "claimgauge.bench-valuation/1"\nid = "v"\nversion = "1"\ntitle = "v"\n'
        'usd_per_unit = { CASH = "1" }\n'
        '[goals.ALL]\nprimary = "MILES"\notherwise = "1"\nmultipliers = {}\n'
    )
    with pytest.raises(DocumentError, match=r"goals\.ALL: 'MILES' has no value in usd_per_unit"):
        read_valuation(text.encode(), source="v.toml")


RULE = {"category": "TRAVEL", "multiplier": 5.0, "cap": None, "fallbackMultiplier": None, "currency": "CHASE_UR"}
CAPPED = RULE | {"cap": {"period": "WEEKLY", "amountUsd": 5.0}, "category": "OTHER"}
REST = RULE | {"category": "OTHER", "multiplier": 1.5}


def released(**changes):
    card = {"id": "one", "displayName": "One", "issuer": "N", "annualFee": 95.0, "statementCreditsAnnual": 50.0}
    return gzip.compress(json.dumps({"version": "1.0", "cards": [card | {"rules": [RULE, REST]} | changes]}).encode())


def test_the_released_format_is_read_under_the_names_of_the_valuation():
    valuation = shipped_valuation("released")
    (card,) = read_released_catalogue(released(), valuation, source="catalog").cards
    assert ("BANK_UR", Decimal(95), Decimal(50)) == (card.currency, card.fee, card.credits)
    assert (Decimal(5), Decimal(1)) == (card.rate("TRAVEL").units, card.rate("GAS").units)
    (other,) = read_released_catalogue(released(), valuation, source="catalog", other_for_unlisted=True).cards
    assert Decimal("1.5") == other.rate("GAS").units


@pytest.mark.parametrize(
    "raw",
    [
        b"{",
        b'{"cards": [{}]}',
        b'{"cards": 7}',
        b"\x1f\x8bno",
        released(annualFee="much"),
        released(rules=[CAPPED]),
        released(rules=[RULE, REST | {"currency": "USD"}]),
    ],
)
def test_a_released_catalogue_of_another_form_is_an_error_with_its_name(raw):
    with pytest.raises(InputError, match="catalog"):
        read_released_catalogue(raw, shipped_valuation("released"), source="catalog")


# households


def test_households_are_spread_over_the_strata():
    drawn = [profile(shipped_catalogue(), 42, place) for place in range(50)]
    assert {"low": 17, "middle": 17, "high": 16} == Counter(each.level for each in drawn)
    assert {"one": 18, "two": 17, "even": 15} == Counter(each.dominance for each in drawn)
    assert {"annual": 40, "monthly": 10} == Counter(each.period for each in drawn)
    assert {"at": 7, "away": 43} == Counter(each.cap for each in drawn)
    assert {3, 4, 5, 6} == {len(each.stated) for each in drawn}


def test_a_household_depends_on_seed_and_place_alone():
    catalogue = shipped_catalogue()
    assert profile(catalogue, 42, 7) == profile(catalogue, 42, 7)
    assert profile(catalogue, 42, 7).stated != profile(catalogue, 43, 7).stated
    longer, shorter = (Cards().instances(42, profiles=count) for count in (3, 2))
    assert longer[:6] == shorter


def test_a_household_at_a_cap_spends_what_some_cap_is_or_a_hundred_to_either_side():
    catalogue = shipped_catalogue()
    household = profile(catalogue, 42, 3)
    caps = [
        (category, cap)
        for card in catalogue.cards
        for category, rate in card.rates.items()
        if (cap := rate.yearly_cap) is not None
    ]
    assert any(abs(household.yearly.get(category, Decimal(0)) - cap) <= 100 for category, cap in caps)


# the optimum


def test_a_cap_splits_the_spending_of_one_category_between_two_cards():
    spend = {"GROCERIES": Decimal(8000), "OTHER": Decimal(1000)}
    found = optimum(two(), CASH, "CASHBACK", spend)
    assert ("grocer", "plain") == found.portfolio
    placed = [(each.category, each.card, each.amount) for each in found.segments]
    assert [("GROCERIES", "grocer", 6000), ("GROCERIES", "plain", 2000), ("OTHER", "plain", 1000)] == placed
    assert (420, 0, 40, 380) == (*found.breakdown, found.breakdown.net)


def test_beyond_the_cap_of_the_only_card_the_same_card_has_a_second_segment():
    cards = [card for card in two().cards if card.id == "grocer"]
    first, second = filled(cards, {"GROCERIES": Decimal(8000)}, CASH, "CASHBACK")
    assert ((1, Decimal(6000)), (2, Decimal(2000))) == ((first.place, first.amount), (second.place, second.amount))
    assert Decimal(10) == second.earned


@pytest.mark.parametrize(
    ("portfolio", "limits"),
    [
        (("grocer", "plain"), Limits()),
        (("plain",), Limits(fees=Decimal(39))),
        (("grocer",), Limits(cards=1)),
        ((), Limits(cards=0)),
    ],
)
def test_the_optimum_keeps_to_the_number_of_cards_and_the_fees(portfolio, limits):
    spend = {"GROCERIES": Decimal(6000), "OTHER": Decimal(1000)}
    assert portfolio == optimum(two(), CASH, "CASHBACK", spend, limits=limits).portfolio


def test_of_two_portfolios_that_come_to_the_same_the_one_with_fewer_cards_is_held():
    twins = TWO + TWO.split("[cards.plain]")[1].join(("[cards.copy]", ""))
    assert ("copy",) == optimum(
        read_catalogue(twins.encode(), source="t"), CASH, "CASHBACK", {"OTHER": Decimal(5)}
    ).portfolio


@pytest.mark.parametrize(
    ("message", "goal", "written"),
    [
        ("valuation fictional has no goal 'CASH'; it has CASHBACK, FLEX_POINTS, PROGRAM_POINTS", "CASH", TWO),
        ("no value for 'SHELLS', the currency of card grocer", "CASHBACK", TWO.replace("USD_CASH", "SHELLS", 1)),
    ],
)
def test_a_valuation_that_lacks_a_goal_or_a_currency_is_named(message, goal, written):
    with pytest.raises(RunError, match=message):
        optimum(read_catalogue(written.encode(), source="t"), CASH, goal, {"OTHER": Decimal(5)})


def test_the_solver_writes_nothing():
    code = (
        "from claimgauge_bench.domains.cards.instances import Cards; Cards().instances(1, profiles=1); print('nothing')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=environment())
    assert ("nothing\n", "") == (done.stdout, done.stderr)


def environment():
    return {"PYTHONPATH": ":".join(sys.path)}


@pytest.mark.parametrize(
    ("message", "portfolio", "placed"),
    [
        ("no card of catalogue two has the id 'gold'", ["gold"], []),
        ("OTHER is placed on 'plain', which is not in the portfolio", ["grocer"], [("plain", "OTHER", Decimal(1))]),
    ],
)
def test_what_cannot_be_priced_says_why(message, portfolio, placed):
    with pytest.raises(ValueError, match=message):
        priced(portfolio, placed, two(), CASH, "CASHBACK")


def test_spending_that_is_not_placed_is_named():
    assert {"OTHER": Decimal(5)} == misplaced([("plain", "GROCERIES", Decimal(7))],
                                              {"GROCERIES": Decimal(7), "OTHER": Decimal(5)})  # fmt: skip


# the evidence


def test_the_blocks_say_what_the_optimum_is():
    found = nodes_by_id(solved({"GROCERIES": Decimal(8000), "OTHER": Decimal(1000)}))
    assert {
        "result": "Result for CASHBACK: earnings $420.00, credits $0.00, fees $40.00, net $380.00",
        "stop": "NO_CARD_ADDS_VALUE: 2 of at most 3 cards, fees $40.00 of at most $1000.00",
        "winner/GROCERIES": "grocer wins GROCERIES (first segment) over plain",
        "winner/OTHER": "plain wins OTHER (first segment) over grocer",
        "segment/GROCERIES/1": "Segment: grocer takes $6000.00 of GROCERIES, which earns $360.00",
        "segment/GROCERIES/2": "Segment: plain takes $2000.00 of GROCERIES, which earns $40.00",
        "segment/OTHER/1": "Segment: plain takes $1000.00 of OTHER, which earns $20.00",
        "cap/GROCERIES/grocer": "Cap hit: grocer GROCERIES cap=$6000.00 applied=$6000.00 remainder=$2000.00 "
        "fallback=plain",
        "fee/grocer": "grocer: fee $40.00, credits $0.00, net delta $200.00",
        "fee/plain": "plain: fee $0.00, credits $0.00, net delta $40.00",
        "rate/GROCERIES/grocer": "grocer earns 0.06 USD_CASH a dollar of GROCERIES, worth $0.06",
        "rate/GROCERIES/plain": "plain earns 0.02 USD_CASH a dollar of GROCERIES, worth $0.02",
        "rate/OTHER/plain": "plain earns 0.02 USD_CASH a dollar of OTHER, worth $0.02",
        "rate/OTHER/grocer": "grocer earns 0.01 USD_CASH a dollar of OTHER, worth $0.01",
        "assumption/USD_CASH": "Assumed for CASHBACK: a unit of USD_CASH is worth $1 and counts 1 times",
    } == {name: node.content for name, node in found.items()}


@pytest.mark.parametrize(
    ("reason", "spend", "limits"),
    [
        ("MAX_CARDS_REACHED", 8000, Limits(cards=1)),
        ("FEE_BUDGET_REACHED", 8000, Limits(fees=Decimal(39))),
        ("NO_CARD_ADDS_VALUE", 100, Limits()),
        ("NO_CARD_PAYS", 0, Limits()),
    ],
)
def test_the_reason_why_there_is_no_further_card(reason, spend, limits):
    node = nodes_by_id(solved({"GROCERIES": Decimal(spend)}, limits=limits))["stop"]
    assert reason == node.content.split(":")[0]


def test_where_no_card_pays_the_evidence_says_so_and_nothing_is_left_empty():
    answer = solved({"GROCERIES": Decimal(8000)}, goal="FLEX_POINTS")
    assert {"result", "stop"} == nodes_by_id(answer).keys()
    assert "NO_CARD_PAYS: 0 of at most 3 cards" in nodes_by_id(answer)["stop"].content
    assert ("no card", "0.00") == tuple(headlines_of(answer)[name] for name in ("portfolio", "net (USD a year)"))


def test_a_cap_that_is_hit_depends_on_the_winner_of_its_category():
    edges = edges_of(nodes_of(solved({"GROCERIES": Decimal(8000)})))
    assert [("cap/GROCERIES/grocer", "winner/GROCERIES")] == [
        (edge.from_, edge.to) for edge in edges if edge.type == "DEPENDS_ON"
    ]
    assert {"result"} == {edge.from_ for edge in edges if edge.type == "SUPPORTS"}


def test_ids_are_unique_edges_lead_to_nodes_and_every_block_comes(instances):
    for each in instances:
        ids = [node.evidence_id for node in each.brief.nodes]
        assert len(ids) == len(set(ids))
        assert set() == {end for edge in each.brief.edges for end in (edge.from_, edge.to)} - set(ids)
    assert BLOCKS == {node.type for each in instances for node in each.brief.nodes}


def test_an_instance_knows_its_keys_and_its_brief_the_headlines(instances):
    assert 45 == len(instances)
    assert GOALS == tuple(each.goal for each in instances[:3])
    first = instances[0]
    assert "cards/42/profile-000/CASHBACK" == first.brief.id
    assert {"level", "dominance", "period", "cap"} == first.strata.keys()
    assert ["goal", "portfolio", "primary currency"] == list(first.brief.headlines)[:3]
    assert 7 == len(first.brief.headlines)
    assert "invented household" in first.brief.question


def test_the_allowlists_hold_the_four_figures_and_all_that_the_nodes_name(instances):
    for each in instances:
        allowed = each.brief.allowed_numbers
        for name, text in each.brief.headlines.items():
            if name.endswith("(USD a year)"):
                assert {text, text.rstrip("0").rstrip(".")} <= set(allowed)
        assert {node.card_id or "RESULT" for node in each.brief.nodes} - {"RESULT"} <= set(each.brief.allowed_entities)


def test_every_content_follows_the_template_of_its_type(instances):
    contract = load_contract("cards")
    for each in instances:
        for node in each.brief.nodes:
            fields = typed_fields(node, contract)
            assert fields, node.content
            assert None not in fields.values()


KINDS = {
    "ASSUMPTION": "ASSUMPTION", "CAP_HIT": "CAP_SWITCH", "FEE_BREAK_EVEN": "FEE_JUSTIFICATION",
    "WINNER_BY_CATEGORY": "COMPARISON",
}  # fmt: skip


def claims_of(instance, contract, *, named):
    """A claim about each node that states all of its numbers; `named` writes them as `field=value`."""
    segments = {node.category: node for node in instance.brief.nodes if node.type == "ALLOCATION_SEGMENT"}
    for node in instance.brief.nodes:
        kinds, fields = contract.fields, typed_fields(node, contract)
        cited = [node, *([segments[node.category]] if node.type == "CAP_HIT" else [])]
        held = {text for one in cited for text in (one.card_id, one.category) if text}
        numbers = [(name, text) for name, text in fields.items() if name in kinds and kinds[name].kind != "entity"]
        yield Claim(
            claim_id=node.evidence_id,
            claim_type=KINDS.get(node.type, "ALLOCATION"),
            text="As stated.",
            cited_evidence_ids=tuple(one.evidence_id for one in cited),
            cited_entities=tuple(sorted(held)),
            cited_numbers=tuple(f"{name}={text}" if named else text.removeprefix("-") for name, text in numbers),
        )


@pytest.mark.parametrize("preset", ["released", "strict"])
def test_what_the_evidence_says_verifies_under_both_presets(instances, preset):
    contract, verifier = load_contract("cards"), load_verifier("cards", preset=preset)
    for each in instances:
        brief = each.brief
        allowed = {"allowed_entities": brief.allowed_entities, "allowed_numbers": brief.allowed_numbers}
        compiled = verifier.compile(brief.nodes, **allowed)
        made = list(claims_of(each, contract, named=preset == "strict"))
        verdicts = compiled.check(made)
        assert [] == [(verdict, claim) for verdict, claim in zip(verdicts, made, strict=True) if verdict.findings]
