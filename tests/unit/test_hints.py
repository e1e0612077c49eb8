"""What would have satisfied a gate."""

import pytest

from tests.building import claim, contract, findings, hints, node

LONG = "72094cb0e48f2fc847d9edff007c410135c886182b568875b5b9bf627c1d70de"


@pytest.mark.parametrize(
    ("cited", "why"),
    [
        (LONG[:12], "begins with the cited id, which looks shortened"),
        (LONG[-12:], "ends with the cited id, which looks shortened"),
        (LONG.upper(), "differs from the cited id in case only"),
        (LONG[:-1] + "f", "differs from the cited id in one character"),
        ("f" + LONG[1:], "differs from the cited id in one character"),
        (LONG[:30] + LONG[31:], "differs from the cited id in one character"),
        (LONG[:30] + "x" + LONG[30:], "differs from the cited id in one character"),
        (LONG[1::-1] + LONG[2:], "differs from the cited id in one character"),
        (LONG[:62] + LONG[:61:-1], "differs from the cited id in one character"),
    ],
)
def test_a_shortened_or_mistyped_id_is_recognised(cited, why):
    assert [(LONG, why)] == hints([node(LONG), node("b" * 64)], claim(cited))


def test_an_id_that_is_near_nothing_leads_to_the_node_about_the_claims_entities():
    nodes = [node("n1", card_id="harbor", category="GAS"), node("n2", card_id="harbor", category="DINING")]
    expected = [("n2", "the only node about DINING and harbor")]
    assert expected == hints(nodes, claim("ev-missing-10", entities=["harbor", "DINING"]))


def test_a_missing_type_leads_to_the_node_of_that_type_about_the_claims_entities():
    rules = contract({"FACT": {"cites_any": ("FEE",)}})
    nodes = [
        node("n1", "ROW", card_id="harbor"),
        node("n2", "FEE", card_id="harbor"),
        node("n3", "FEE", card_id="tide"),
    ]
    assert [("n2", "the only FEE about harbor")] == hints(nodes, claim("n1", entities=["harbor"]), rules)


def test_without_a_node_about_all_entities_those_about_most_are_named():
    rules = contract({"FACT": {"cites_any": ("SEGMENT",)}})
    nodes = [
        node("n1", "ROW", card_id="harbor"),
        node("n2", "SEGMENT", category="GAS"),
        node("n3", "SEGMENT", category="DINING"),
    ]
    assert [("n2", "the only SEGMENT about GAS")] == hints(nodes, claim("n1", entities=["harbor", "GAS"]), rules)


def test_without_entities_the_nodes_of_the_type_are_named():
    rules = contract({"FACT": {"cites_any": ("FEE",)}})
    nodes = [node("n1"), node("n3", "FEE"), node("n2", "FEE")]
    assert [("n2", "one of 2 FEE"), ("n3", "one of 2 FEE")] == hints(nodes, claim("n1"), rules)


def test_a_type_that_the_graph_lacks_gives_no_hint():
    rules = contract({"FACT": {"cites_any": ("FEE",)}})
    assert [] == hints([node("n1")], claim("n1"), rules)


@pytest.mark.parametrize("cited", ["95", "95.0", "95.", "095.00", "$95"])
def test_the_same_value_written_differently_is_named_as_it_stands(cited):
    nodes = [node("n1", content="fee $95.00, cap $6000")]
    assert [("n1", "holds 95.00, the same value written differently")] == hints(nodes, claim("n1", numbers=[cited]))


@pytest.mark.parametrize("cited", ["95.01", "9500", "9.5", "-95", "950"])
def test_another_value_gives_no_hint(cited):
    assert [] == hints([node("n1", content="fee $95.00")], claim("n1", numbers=[cited]))


def test_a_name_in_another_case_leads_to_the_entity_as_written():
    nodes = [node("n1", card_id="harbor-cash")]
    expected = [("n1", "is about harbor-cash, which differs in case or space only")]
    assert expected == hints(nodes, claim("n1", entities=["Harbor-Cash "]))


def test_at_most_three_nodes_are_named():
    rules = contract({"FACT": {"cites_any": ("FEE",)}})
    nodes = [node("x"), *(node(f"n{index}", "FEE") for index in range(9))]
    assert [("n0", "one of 9 FEE"), ("n1", "one of 9 FEE"), ("n2", "one of 9 FEE")] == hints(nodes, claim("x"), rules)


def test_hints_do_not_depend_on_the_order_of_nodes():
    rules = contract({"FACT": {"cites_any": ("FEE",)}})
    nodes = [node("x"), *(node(f"n{index}", "FEE", card_id="harbor") for index in range(9))]
    a_claim = claim("missing", entities=["harbor", "Harbor"], numbers=["7"])
    assert findings(nodes, a_claim, rules) == findings(nodes[::-1], a_claim, rules)


# A hint costs and says no more than its question: what is too long to be read is never named.

BIG = "x" * 80_000


@pytest.mark.parametrize(
    ("nodes", "a_claim"),
    [
        ([node(BIG, card_id="harbor")], claim("missing-id", entities=["harbor"])),
        ([node(BIG)], claim(BIG[:-1] + "y")),
        ([node("n1", card_id=BIG.upper())], claim("n1", entities=[BIG])),
        ([node("n1", content="9" * 80_000)], claim("n1", numbers=["9" * 80_000 + ".0"])),
    ],
    ids=["id", "near id", "entity", "number"],
)
def test_what_is_too_long_to_be_read_is_never_named_in_a_hint(nodes, a_claim):
    assert [] == hints(nodes, a_claim)


def test_a_hint_names_three_entities_and_counts_the_rest():
    names = [f"e{index}" for index in range(8)]
    rules = contract(entities=tuple(names))
    nodes = [node("n1", fields={name: name for name in names})]
    expected = [("n1", "the only node about e0, e1, e2 and 5 more")]
    assert expected == hints(nodes, claim("missing-id", entities=names), rules)


def test_a_graph_of_few_nodes_with_very_many_entities_gives_the_same_hints_as_any():
    fields = {f"f{index}": f"entity {index}" for index in range(400)}
    nodes = [node("n1", fields=fields), node("n2")]
    expected = [("n1", "is about entity 7, which differs in case or space only")]
    assert expected == hints(nodes, claim("n1", entities=["Entity 7"]), contract(entities=("*",)))
