"""The four gates, one story each."""

from claimgauge.gates import Verifier
from tests.building import claim, contract, findings, messages, node

CAP_SWITCH = {"CAP_SWITCH": {"cites_any": ("CAP_HIT",), "cites_all_present": ("CAP_HIT", "ALLOCATION_SEGMENT")}}


def test_a_claim_that_cites_what_is_there_is_verified():
    nodes = [node("n1", card_id="harbor", content="fee $95.00")]
    assert () == findings(nodes, claim("n1", entities=["harbor"], numbers=["95.00"]))


def test_an_id_that_is_no_node_is_found_by_the_first_gate():
    assert ["citedEvidenceId not in graph: n2"] == messages([node("n1")], claim("n2"))


def test_an_id_cited_twice_is_found_twice():
    assert 2 == len(findings([node("n1")], claim("n2", "n2")))


def test_an_entity_is_compared_as_the_exact_string():
    nodes = [node("n1", card_id="harbor")]
    assert ["citedEntity not allowed: Harbor"] == messages(nodes, claim("n1", entities=["Harbor"]))


def test_a_number_is_compared_as_the_exact_string():
    nodes = [node("n1", content="fee $95.00")]
    assert ["citedNumber not allowed: 95"] == messages(nodes, claim("n1", numbers=["95"]))


def test_free_numbers_need_no_evidence():
    nodes = [node("n1")]
    rules = contract(free=("0", "1", "2", "3"))
    assert [["citedNumber not allowed: 4"]] == [messages(nodes, claim("n1", numbers=["3", "4"]), rules)]


def test_an_empty_entity_or_number_is_skipped():
    assert () == findings([node("n1", card_id="x", category="y")], claim("n1", entities=[""], numbers=[""]))


def test_the_fourth_gate_names_the_types_of_which_one_is_needed():
    rules = contract({"FACT": {"cites_any": ("A", "B")}})
    assert ["FACT must cite [A, B] evidence"] == messages([node("n1", "C")], claim("n1"), rules)


def test_a_type_that_the_graph_does_not_hold_need_not_be_cited():
    nodes = [node("n1", "CAP_HIT")]
    assert () == findings(nodes, claim("n1", kind="CAP_SWITCH"), contract(CAP_SWITCH))


def test_a_type_that_the_graph_holds_must_be_cited():
    nodes = [node("n1", "CAP_HIT"), node("n2", "ALLOCATION_SEGMENT")]
    expected = ["CAP_SWITCH must cite ALLOCATION_SEGMENT evidence"]
    assert expected == messages(nodes, claim("n1", kind="CAP_SWITCH"), contract(CAP_SWITCH))


def test_a_switch_that_cites_nothing_gets_all_three_messages():
    nodes = [node("n1", "CAP_HIT"), node("n2", "ALLOCATION_SEGMENT")]
    expected = [
        "CAP_SWITCH must cite [CAP_HIT] evidence",
        "CAP_SWITCH must cite CAP_HIT evidence",
        "CAP_SWITCH must cite ALLOCATION_SEGMENT evidence",
    ]
    assert expected == messages(nodes, claim(kind="CAP_SWITCH"), contract(CAP_SWITCH))


def test_findings_come_in_the_order_of_the_gates():
    rules = contract({"FACT": {"cites_any": ("A",)}})
    found = findings([node("n1", "B")], claim("n2", entities=["e"], numbers=["7"]), rules)
    assert ["existence", "entities", "numbers", "type_rules"] == [each.gate for each in found]


def test_of_two_nodes_with_one_id_the_first_gives_the_type():
    rules = contract({"FACT": {"cites_any": ("A",)}})
    assert () == findings([node("n1", "A"), node("n1", "B")], claim("n1"), rules)


def test_given_lists_replace_what_the_nodes_hold():
    compiled = Verifier(contract()).compile([node("n1", content="5")], allowed_entities=["e"], allowed_numbers=["7"])
    (verdict,) = compiled.check([claim("n1", entities=["e"], numbers=["5", "7"])])
    assert ["5"] == [each.value for each in verdict.findings]


def test_an_empty_given_list_allows_nothing():
    compiled = Verifier(contract()).compile([node("n1", content="5")], allowed_numbers=[])
    (verdict,) = compiled.check([claim("n1", numbers=["5"])])
    assert "rejected" == verdict.status


def test_two_claims_with_one_id_keep_their_own_verdicts():
    compiled = Verifier(contract()).compile([node("n1")])
    assert ["verified", "rejected"] == [each.status for each in compiled.check([claim("n1"), claim("n2")])]


def test_a_claim_type_is_recognised_in_any_case():
    assert ("FACT", None) == (Verifier(contract()).claim_type("Fact"), Verifier(contract()).claim_type("FICTION"))
