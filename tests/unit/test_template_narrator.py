"""The template narrator: every claim verified, one wherever one can be stated, the same for any order of nodes."""

import asyncio
import random

import pytest

from claimgauge import load_evidence
from claimgauge.contract.schema import compiled_facts
from claimgauge.errors import EvidenceError
from claimgauge.narration import Narrator, ReplyBounds
from claimgauge.wiring import load_contract, load_narrator, load_verifier
from claimgauge.wiring.quantities import load_quantity_tables
from tests.building import node
from tests.conftest import ROOT
from tests.narration_building import brief, card_nodes, reference_briefs

PRESETS = ("released", "strict")
RECORDS = {"loans": "applications.jsonl", "medication": "charts.jsonl"}


def told(a_brief, contract="cards", **settings):
    return asyncio.run(load_narrator("template", contract, **settings).narrate(a_brief))


def rejected(a_brief, claims, contract, preset):
    compiled = load_verifier(contract, preset=preset).compile(
        a_brief.nodes, allowed_entities=a_brief.allowed_entities, allowed_numbers=a_brief.allowed_numbers
    )
    return [
        (claim, found.findings) for claim, found in zip(claims, compiled.check(claims), strict=True) if found.findings
    ]


def records_of(domain):
    folder = ROOT / "examples" / domain
    return load_evidence(folder / RECORDS[domain], mapping=folder / "mapping.toml").nodes


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", ["greedy", "cap-aware"])
def test_of_every_reference_bundle_it_states_something_and_all_of_it_is_verified(reference_data, name, preset):
    for each in reference_briefs(reference_data / f"{name}.jsonl.gz"):
        claims = told(each, preset=preset).claims
        assert (each.id, 8, []) == (each.id, len(claims), rejected(each, claims, "cards", preset))


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("domain", RECORDS)
def test_of_the_records_of_other_domains_too(domain, preset):
    nodes = records_of(domain)
    for start in range(0, len(nodes) - 11, 5):
        few = brief(nodes[start : start + 12])
        claims = told(few, domain, preset=preset).claims
        assert claims
        assert [] == rejected(few, claims, domain, preset)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("domain", RECORDS)
def test_it_is_silent_about_a_node_only_where_no_claim_could_be_chosen_either(domain, preset):
    contract, tables = load_contract(domain), load_quantity_tables()
    for each in records_of(domain):
        try:
            compiled_facts(contract, [each], tables, preset=preset)
        except EvidenceError:
            assert () == told(brief([each]), contract, preset=preset).claims
        else:
            assert told(brief([each]), contract, preset=preset).claims


@pytest.mark.parametrize("preset", PRESETS)
def test_the_order_of_the_nodes_changes_nothing(preset):
    nodes = list(card_nodes())
    expected = told(brief(nodes), preset=preset)
    for seed in range(5):
        random.Random(seed).shuffle(nodes)  # noqa: S311  # any order will do
        assert expected == told(brief(nodes), preset=preset)


def test_each_claim_type_that_can_be_stated_gets_its_share():
    contract, nodes = load_contract("cards"), [node("w1", "WINNER_BY_CATEGORY", card_id="harbor", category="TRAVEL")]
    nodes += [node(f"a{each}", "ASSUMPTION", category=f"TOPIC_{each}") for each in "ABCDEFGH"]
    claims = told(brief(nodes), contract, preset="released", bounds=ReplyBounds(max_claims=4)).claims
    assert ["COMPARISON", "ASSUMPTION", "THRESHOLD", "ALLOCATION"] == [each.claim_type for each in claims]
    assert 4 == len({each.cited_evidence_ids for each in claims})


def test_a_claim_says_the_facts_of_its_node():
    fee = node("f1", "FEE_BREAK_EVEN", card_id="harbor", content="harbor: fee $95.00, credits $10.00, net delta $5.00")
    (claim,) = told(brief([fee]), preset="strict", bounds=ReplyBounds(max_claims=1)).claims
    assert "FEE_JUSTIFICATION" == claim.claim_type
    assert ("fee_usd=95.00", "credits_usd=10.00", "net_delta_usd=5.00") == claim.cited_numbers
    assert [] == [each for each in ("harbor", "95.00", "10.00", "5.00") if each not in claim.text]


def test_nodes_with_the_entities_of_the_first_go_with_it():
    nodes = [node(f"h{each}", "CAP_HIT", card_id=f"card {each}", category=each) for each in ("TRAVEL", "DINING")]
    nodes += [node(f"s{each}", "ALLOCATION_SEGMENT", category=each) for each in ("DINING", "TRAVEL")]
    claims = told(brief(nodes), preset="released", bounds=ReplyBounds(max_claims=12)).claims
    switches = {each.cited_evidence_ids for each in claims if each.claim_type == "CAP_SWITCH"}
    assert {("hTRAVEL", "sTRAVEL"), ("hDINING", "sDINING")} == switches


@pytest.mark.parametrize("nodes", [(), (node("r", "RESULT"),), (node("x", "NOTE", content="no entity, no number"),)])
def test_where_nothing_can_be_stated_there_are_no_claims_and_a_reason(nodes):
    said = told(brief(nodes), preset="strict")
    assert ((), 1, None) == (said.claims, len(said.unread), said.call)


def test_what_an_allowlist_leaves_out_is_not_said():
    nodes = [node(each, "ASSUMPTION", category=each, content="rate 1.5") for each in ("ONE", "TWO")]
    only = brief(nodes, allowed_entities=("TWO",), allowed_numbers=())
    claims = told(only, preset="released").claims
    assert ({("TWO",)}, {()}) == ({each.cited_entities for each in claims}, {each.cited_numbers for each in claims})
    assert [] == rejected(only, claims, "cards", "released")


def test_of_two_nodes_with_one_id_the_first_counts_as_it_does_for_the_gates():
    twice = brief([node("a", "ASSUMPTION", category="ONE"), node("a", "FEE_BREAK_EVEN", category="TWO")])
    claims = told(twice, preset="released").claims
    assert "ASSUMPTION" in {each.claim_type for each in claims}
    assert [] == rejected(twice, claims, "cards", "released")


def test_it_is_a_narrator_that_names_itself_and_repairs_nothing():
    narrator = load_narrator("template", "cards")
    assert isinstance(narrator, Narrator)
    assert ("template", "template", "") == (narrator.reference.id, narrator.reference.kind, narrator.reference.model)
