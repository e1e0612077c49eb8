"""Mechanical repair: each rule with what it does, and every near case that it leaves alone."""

import pytest

from claimgauge.claims import Claim
from claimgauge.narration import Mechanic
from claimgauge.narration.plain_number import plain_value, values_in
from claimgauge.narration.whereabouts import LOOKED_AT, Whereabouts, stands_in
from claimgauge.wiring import case_verifier, load_verifier
from tests.building import claim, contract, node

WINNER = node(
    "winner-groceries", "WINNER_BY_CATEGORY", card_id="harbor-cash", category="GROCERIES",
    content="harbor-cash wins GROCERIES (first segment) over everyday-plus",
)  # fmt: skip
CAP = node(
    "cap-groceries", "CAP_HIT", card_id="harbor-cash", category="GROCERIES",
    content="Cap hit: harbor-cash GROCERIES cap=$6000.00 applied=$6000.00 remainder=$2400.00 fallback=everyday-plus",
)  # fmt: skip
SEGMENT = node(
    "segment-groceries", "ALLOCATION_SEGMENT", category="GROCERIES",
    content="Segment allocation GROCERIES: harbor-cash:6000.00 everyday-plus:2400.00",
)  # fmt: skip
FEE = node(
    "fee-harbor-cash", "FEE_BREAK_EVEN", card_id="harbor-cash",
    content="harbor-cash: fee $95.00, credits $0.00, net delta $161.00",
)  # fmt: skip
OTHER_FEE = node(
    "fee-meridian-travel", "FEE_BREAK_EVEN", card_id="meridian-travel",
    content="meridian-travel: fee $250.00, credits $120.00, net delta $44.50",
)  # fmt: skip
NODES = (WINNER, CAP, SEGMENT, FEE, OTHER_FEE)


def told(a_claim, nodes=NODES, preset="released", allowed_numbers=None):
    """The claim after repair with (rule, before, after) of each mark, or None."""
    verifier = load_verifier("cards", preset=preset)
    graph = verifier.compile(nodes, allowed_numbers=allowed_numbers)
    (verdict,) = graph.check([a_claim])
    found = Mechanic(verifier.contract, nodes, graph, allowed_numbers=allowed_numbers).repaired(a_claim, verdict)
    return found and (found[0], [(each.rule, each.before, each.after) for each in found[1]])


def marks(a_claim, nodes=NODES, preset="released", allowed_numbers=None):
    found = told(a_claim, nodes, preset, allowed_numbers)
    return found and found[1]


def fee_claim(*cited, numbers=("95.00",), entities=("harbor-cash",), text="Harbor Cash costs $95.00 a year."):
    return claim(*cited, kind="FEE_JUSTIFICATION", entities=entities, numbers=numbers, text=text)


BOTH = pytest.mark.parametrize("preset", ["released", "strict"])


@BOTH
def test_an_id_at_distance_one_becomes_the_one_that_is_there(preset):
    assert [("near_id", "fee-harbr-cash", "fee-harbor-cash")] == marks(fee_claim("fee-harbr-cash"), preset=preset)


@BOTH
def test_the_change_stands_in_the_place_of_what_it_is_for(preset):
    changed, _marks = told(fee_claim("winner-groceries", "fee-harbr-cash", "cap-groceries"), preset=preset) or (None, 0)
    expected = {"released": ("winner-groceries", "fee-harbor-cash", "cap-groceries"), "strict": None}[preset]
    assert expected == (
        changed and changed.cited_evidence_ids
    )  # strict: a cap is of a pair, and one of it is not named


@pytest.mark.parametrize(
    ("cited", "there"),
    [
        ("fee-2", "fee-1"),
        ("result-11", "result-1"),
        ("2024-row", "2025-row"),
        ("fee-harbr-csh", "fee-harbor-cash"),
        ("FEE-HARBOR-CASH", "fee-harbor-cash"),
        ("", "f"),
    ],
)
def test_an_id_that_may_be_another_is_left_alone(cited, there):
    assert Whereabouts([node(there)], ()).near(cited) is None


def test_a_digit_in_a_digest_says_no_more_than_a_letter():
    digest = "3a6c0eedc015b7c2a7864941e903bfec"
    assert digest == Whereabouts([node(digest)], ()).near(digest.replace("903", "803"))


def test_two_ids_at_distance_one_are_two_answers():
    assert Whereabouts([node("fee-cash"), node("fee-cast")], ()).near("fee-cas") is None


@pytest.mark.parametrize("size", [1, 5000])
def test_an_id_is_found_among_many_and_none_is_said_where_too_many_would_have_to_be_looked_at(size):
    names = ["".join(chr(97 + (n // 26**k) % 26) for k in range(4)) for n in range(size)]
    spread = Whereabouts([node(f"household-of-profile-{name}-fee-of-card") for name in names], ())
    assert "household-of-profile-aaaa-fee-of-card" == spread.near("household-of-profile-aaaa-fe-of-card")
    alike = Whereabouts([node(f"the-household-of-the-profile-with-the-name-{name}") for name in names], ())
    wanted = "the-household-of-the-profile-with-the-name-aaaa"
    assert (None if size > LOOKED_AT else wanted) == alike.near(wanted[:-1])


def test_a_number_is_written_as_the_evidence_writes_it():
    assert [("equal_number", "95", "95.00")] == marks(fee_claim("fee-harbor-cash", numbers=("95",)))
    assert [("equal_number", "$95", "95.00")] == marks(fee_claim("fee-harbor-cash", numbers=("$95",)))
    cap = claim("cap-groceries", "segment-groceries", kind="CAP_SWITCH", entities=("harbor-cash",), numbers=("6,000",))
    assert [("equal_number", "6,000", "6000.00")] == marks(cap)


def test_where_a_value_may_be_written_in_several_ways_that_of_the_cited_node_counts():
    allowed = ("95", "95.00", "0.00", "161.00")
    assert [("equal_number", "95.0", "95.00")] == marks(
        fee_claim("fee-harbor-cash", numbers=("95.0",)), allowed_numbers=allowed
    )
    both = node("fee-harbor-cash", "FEE_BREAK_EVEN", card_id="harbor-cash", content="harbor-cash: fee $95.00 or 95")
    assert marks(fee_claim("fee-harbor-cash", numbers=("95.0",)), (both,), allowed_numbers=allowed) is None


@pytest.mark.parametrize(
    "number",
    [
        "95.00.00",
        "0.95.00",
        "-95",
        "95 %",
        "1,00",
        "9,5",
        "095",
        "95e0",
        "٩٥",
        "95\n",
        "9" * 5000,
        "95" + "0" * 80,
        "x",
    ],
)
def test_what_does_not_tell_its_value_by_its_digits_is_left_alone(number):
    assert marks(fee_claim("fee-harbor-cash", numbers=(number,))) is None


def test_a_number_of_another_value_is_never_changed():
    assert marks(fee_claim("fee-harbor-cash", numbers=("96",))) is None


def test_a_number_of_evidence_that_the_claim_does_not_cite_is_left_alone():
    """Under released `250.00` would pass, whoever it belongs to; a repair does not make that happen."""
    assert marks(fee_claim("fee-harbor-cash", numbers=("250",))) is None
    assert marks(fee_claim("fee-harbor-cash", numbers=("777.0",)), allowed_numbers=("777.00",)) is not None


def test_a_free_number_stands_for_no_other_spelling():
    assert marks(fee_claim("fee-harbor-cash", numbers=("2.0",))) is None


@pytest.mark.parametrize(
    ("locale", "number", "value"),
    [
        ("en-US", "1,452.40", "1452.4"),
        ("en-US", "2.400", "2.4"),
        ("", "2.400", ""),
        ("", "95.00", "95"),
        ("", "1,452", ""),
        ("de-DE", "2.400", ""),
        ("de-DE", "95", "95"),
        ("de-DE", "95.", ""),
        ("en-US", "0.00", "0"),
        ("en-US", "95.", "95"),
    ],
)
def test_how_a_number_is_read_depends_on_the_locale(locale, number, value):
    assert value == plain_value(number, locale)


def test_a_number_in_a_text_that_does_not_tell_its_value_stands_there_as_it_is():
    assert {"6000", "95", "1,00", "2.3.4"} == values_in("After $6,000, 95.00 and 1,00 in 2.3.4.", "en-US")
    assert {"2", "3"} == values_in("1 card, $2 and 3 %, 1", "en-US", free=("1", "2", "3"))


@BOTH
def test_the_one_node_of_a_missing_type_about_the_same_entities_is_cited_too(preset):
    comparison = claim("fee-harbor-cash", kind="COMPARISON", entities=("harbor-cash", "GROCERIES"), text="It wins.")
    changed, found = told(comparison, preset=preset)
    assert [("one_node", "", "winner-groceries")] == found
    assert ("fee-harbor-cash", "winner-groceries") == changed.cited_evidence_ids


def test_who_is_named_in_the_content_of_the_node_may_be_named_by_the_claim():
    entities = ("harbor-cash", "everyday-plus", "GROCERIES")
    both = claim("fee-harbor-cash", kind="CAP_SWITCH", entities=entities, text="Switch at the cap.")
    assert [("one_node", "", "cap-groceries"), ("one_node", "", "segment-groceries")] == marks(both, preset="strict")


@BOTH
def test_a_claim_about_more_than_the_node_is_not_propped_up_by_it(preset):
    """The fee node is about the card alone; nothing of it is in a claim that names a category and no number."""
    changed_type = fee_claim("winner-groceries", numbers=(), entities=("harbor-cash", "GROCERIES"), text="It wins.")
    assert marks(changed_type, preset=preset) is None
    with_its_number = fee_claim("winner-groceries", entities=("harbor-cash", "GROCERIES"))
    assert [("one_node", "", "fee-harbor-cash")] == marks(with_its_number, preset=preset)


@BOTH
def test_two_nodes_that_would_do_are_two_answers(preset):
    assert marks(fee_claim("winner-groceries", entities=("harbor-cash", "meridian-travel")), preset=preset) is None


@BOTH
def test_evidence_about_others_is_never_cited(preset):
    assert marks(fee_claim("winner-groceries", entities=("everyday-plus",)), preset=preset) is None
    assert marks(fee_claim("winner-groceries", entities=()), preset=preset) is None


def test_what_the_text_says_and_the_cited_evidence_does_not_is_not_shipped_by_a_repair():
    """Preset released does not read the text; a repair does."""
    assert marks(fee_claim("winner-groceries")) is not None
    assert marks(fee_claim("winner-groceries", text="Harbor Cash costs $205 a year.")) is None
    assert marks(fee_claim("winner-groceries", numbers=("95.00", "250.00"))) is None
    assert marks(fee_claim("winner-groceries", text="Harbor Cash costs 95 a year, 2 cards in all.")) is not None


@pytest.mark.parametrize(
    ("text", "kept"),
    [("It has 3 tiers.", True), ("It costs $3.", False), ("It pays 3%.", False), ("3.00 a year", False)],
)
def test_a_free_number_in_a_text_is_a_count_and_no_money(text, kept):
    assert kept == (marks(fee_claim("winner-groceries", text=text)) is not None)


def test_digits_in_a_name_are_no_numbers():
    nodes = (node("fee-card-4711", "FEE_BREAK_EVEN", card_id="card-4711", content="card-4711: fee $95.00"),)
    assert marks(fee_claim(entities=("card-4711",), text="card-4711 costs 95."), nodes) is not None


@BOTH
def test_a_claim_that_cites_nothing_may_lack_the_one_node_only(preset):
    assert [("one_node", "", "fee-harbor-cash")] == marks(fee_claim(), preset=preset)


def test_under_strict_the_one_node_of_a_number_is_cited_too():
    threshold = claim(
        "winner-groceries", kind="THRESHOLD", entities=("harbor-cash",), numbers=("95.00",), text="It costs $95.00."
    )
    assert [("one_node", "", "fee-harbor-cash")] == marks(threshold, preset="strict")


@pytest.mark.parametrize("entities", [("harbor-cash", "meridian-travel"), ("harbor-cash", "GROCERIES"), ()])
def test_a_number_that_may_be_of_another_is_not_bound_by_a_repair(entities):
    """Who names two cards and cites one may mean either by the fee of the other."""
    number = claim("winner-groceries", kind="THRESHOLD", entities=entities, numbers=("250.00",), text="It is $250.00.")
    assert marks(number, preset="strict") is None


@pytest.mark.parametrize(
    "wrong",
    [
        fee_claim("fee-harbor-cash", numbers=("fee_usd=96",)),
        fee_claim("fee-harbor-cash", text="Harbor Cash costs $95.00 and $7.77."),
        fee_claim("fee-harbor-cash", entities=("harbour-cash",)),
        fee_claim("fee-harbor-cash", entities=("harbor-cash", "GROCERIES")),
        fee_claim("fee-harbor-cash", numbers=("256.00",)),
    ],
)
def test_what_has_no_rule_stays_as_it_was_under_strict(wrong):
    assert marks(wrong, preset="strict") is None


def test_one_finding_without_an_answer_leaves_the_whole_claim():
    assert marks(fee_claim("fee-harbr-cash", entities=("harbour-cash",))) is None
    assert marks(fee_claim("fee-harbr-cash", "nowhere")) is None
    assert marks(fee_claim("fee-harbor-cash", numbers=("95", "96"))) is None


def test_several_rules_can_put_one_claim_right():
    switch = claim("cap-grocereis", kind="CAP_SWITCH", entities=("harbor-cash", "GROCERIES"), numbers=("6000",))
    assert [
        ("near_id", "cap-grocereis", "cap-groceries"),
        ("one_node", "", "segment-groceries"),
        ("equal_number", "6000", "6000.00"),
    ] == marks(switch)


def test_an_answer_that_the_claim_has_already_is_none_since_the_marks_must_lead_back():
    assert marks(fee_claim("fee-harbr-cash", "fee-harbor-cash")) is None
    assert marks(fee_claim("fee-harbor-cash", numbers=("95", "95.00"))) is None
    assert marks(fee_claim("fee-harbor-cash", numbers=("95", "95.0"))) is None
    assert [("equal_number", "95", "95.00")] == marks(fee_claim("fee-harbor-cash", numbers=("95", "95")))


def test_a_claim_with_very_many_findings_is_not_looked_at():
    assert marks(fee_claim(*["fee-harbr-cash"] * 31)) is not None
    assert marks(fee_claim(*["fee-harbr-cash"] * 32)) is None


def test_of_nodes_with_one_id_the_first_counts():
    first = node("winner-groceries", "RESULT", content="nothing")
    assert marks(fee_claim("fee-harbr-cash"), (FEE, OTHER_FEE, first)) is not None
    comparison = claim("fee-harbor-cash", kind="COMPARISON", entities=("harbor-cash", "GROCERIES"), text="It wins.")
    assert marks(comparison, (first, *NODES)) is None


def test_entities_and_numbers_of_fields_count_as_those_of_content_do():
    verifier = case_verifier("records", preset="strict").verifier
    rows = [node("n", fields={"region": "North", "revenue": "86800.00"}), node("s", fields={"region": "South"})]
    graph = verifier.compile(rows)
    a_claim = Claim(
        claim_id="c", claim_type="FACT", text="North made 86800.00.", cited_evidence_ids=("s",),
        cited_entities=("North",), cited_numbers=("revenue=86800.00",),
    )  # fmt: skip
    (verdict,) = graph.check([a_claim])
    assert (
        Mechanic(verifier.contract, rows, graph).repaired(a_claim, verdict) is None
    )  # its node is about its number too


@pytest.mark.parametrize(
    ("name", "text", "expected"),
    [("OTHER", "wins OTHER (first)", True), ("OTHER", "ANOTHER", False), ("a", "a-b a", True), ("", "x", False)],
)
def test_a_name_stands_in_a_text_as_a_word_of_its_own(name, text, expected):
    assert expected == stands_in(name, text)


def test_a_contract_of_ones_own_is_put_right_by_the_same_rules():
    own = contract({"FACT": {"cites_any": ["ROW"]}}, entities=("cardId",))
    nodes = [node("r", "ROW", card_id="x", content="x is 12.50"), node("s", "SUM", card_id="x", content="x")]
    graph = load_verifier(own).compile(nodes)
    a_claim = claim("s", entities=("x",), numbers=("12.50",), text="x is 12.50")
    (verdict,) = graph.check([a_claim])
    changed, (mark,) = Mechanic(own, nodes, graph).repaired(a_claim, verdict)
    assert (("s", "r"), "one_node") == (changed.cited_evidence_ids, mark.rule)


# What looks like one right answer and says something else.

FEE_A = node("FEE-A", "FEE_BREAK_EVEN", card_id="A", content="A: fee $95, credits $100, net delta $5")
SEGMENT_B = node("SEG-B", "ALLOCATION_SEGMENT", card_id="B", category="GAS", content="B: takes all")
WINS = node("W1", "WINNER_BY_CATEGORY", card_id="A", category="GAS", content="A wins GAS (first segment) over B")
EARNS = node("E1", "EARN_RATE", card_id="B", category="GAS", content="B earns 1 point a dollar of GAS")
TAKES = node("S", "ALLOCATION_SEGMENT", card_id="A", category="GAS", content="Segment: A takes $400 of GAS")
TRAPS = {
    "an id of another card": (
        (FEE_A, SEGMENT_B),
        claim("FEE-B", kind="FEE_JUSTIFICATION", entities=(), numbers=("95",), text="The annual fee of Card B is $95."),
    ),
    "a number that another node holds": (
        (FEE_A, TAKES),
        claim("S", kind="FEE_JUSTIFICATION", entities=("A",), numbers=("400.00",), text="The annual fee of A is $400."),
    ),
    "the other way round": (
        (WINS, EARNS),
        claim("E1", kind="COMPARISON", entities=("B", "GAS", "A"), numbers=(), text="B wins GAS over A."),
    ),
    "the runner-up": (
        (WINS, EARNS),
        claim("E1", kind="COMPARISON", entities=("B", "GAS", "A"), numbers=(), text="B wins GAS."),
    ),
    "a minus": (
        (FEE_A,),
        claim("FEE-A", kind="FEE_JUSTIFICATION", entities=("A",), numbers=("$5",), text="The net delta of A is -$5."),
    ),
    "a letter behind a number": (
        (FEE_A,),
        claim("FEE-A", kind="FEE_JUSTIFICATION", entities=("A",), numbers=("$95",), text="The fee of A is $95k."),
    ),
    "a word that multiplies": (
        (FEE_A,),
        claim(
            "FEE-A", kind="FEE_JUSTIFICATION", entities=("A",), numbers=("$95",), text="The fee of A is $95 million."
        ),
    ),
}


@BOTH
@pytest.mark.parametrize("trap", TRAPS)
def test_a_claim_that_says_something_else_is_not_put_right(trap, preset):
    nodes, a_claim = TRAPS[trap]
    assert marks(a_claim, nodes, preset) is None


def test_the_same_claims_are_put_right_where_they_say_what_the_evidence_says():
    right = claim("E1", kind="COMPARISON", entities=("A", "GAS", "B"), numbers=(), text="A wins GAS over B.")
    assert [("one_node", "", "W1")] == marks(right, (WINS, EARNS))
