"""What a model is told: the mapping from claim type to evidence, and the facts by name."""

import json

import pytest

from claimgauge import load_contract
from claimgauge.contract.prompt import contract_prompt
from claimgauge.contract.schema import compiled_schema
from claimgauge.wiring.quantities import load_quantity_tables
from tests.building import node
from tests.unit.test_contract_schema import CAP, FEE, OTHER_FEE, contract

TABLES = load_quantity_tables()
RULES = {
    "FEE_CLAIM": {"cites_any": ("FEE",), "requires": ("fee_usd",), "forbids": ("age",), "max_cited": 2},
    "SWITCH": {"cites_any": ("CAP",), "cites_all_present": ("CAP", "FEE"), "min_cited": 2},
    "NOTE": {},
}


def lines(*arguments, **keys):
    return contract_prompt(*arguments, **keys).splitlines()


def test_every_claim_type_of_cards_says_what_it_must_cite():
    text = lines(load_contract("cards"), preset="released")
    assert "- COMPARISON: cite at least one WINNER_BY_CATEGORY." in text
    assert (
        "- CAP_SWITCH: cite at least one CAP_HIT;"
        " cite one of each of these that the evidence holds: CAP_HIT, ALLOCATION_SEGMENT." in text
    )
    assert "- THRESHOLD: cite at least one piece of evidence, of any type." in text


def test_what_only_strict_reads_is_said_under_strict_only():
    demanded = "- FEE_CLAIM: cite at least one FEE; cite at most 2 of them; state fee_usd; never state age."
    assert demanded in lines(contract(RULES))
    assert "- FEE_CLAIM: cite at least one FEE." in lines(contract(RULES), preset="released")


def test_fields_and_the_places_of_a_template_are_named():
    text = lines(load_contract("cards"), preset="strict")
    assert "- fee_usd (money, USD)" in text
    assert (
        "The content of a FEE_BREAK_EVEN has its fields in these places:"
        " {card}: fee ${fee_usd}, credits ${credits_usd}, net delta ${net_delta_usd}" in text
    )
    assert '"citedNumbers": ["field=value"]' in text[-1]


def test_under_released_numbers_are_asked_for_as_they_stand():
    assert '"citedNumbers": ["…"]' in lines(load_contract("cards"), preset="released")[-1]


def test_facts_are_listed_by_the_names_of_the_schema():
    a_contract = contract(RULES)
    compiled = compiled_schema(a_contract, (FEE, OTHER_FEE, CAP), TABLES)
    text = contract_prompt(a_contract, compiled)
    listed = dict(line.strip().split(": ") for line in text.splitlines() if line.startswith("  "))
    assert {option for each in compiled.schema["$defs"].values() for option in each["enum"]} == set(listed)
    assert '"fee 95.00 USD"' == listed["fee1.fee_usd"]
    assert '- fee1, a piece of evidence of the type "FEE", about "Harbor"' in text


def test_the_keys_of_each_claim_type_are_those_of_the_schema():
    a_contract = contract(RULES)
    compiled = compiled_schema(a_contract, (FEE, OTHER_FEE, CAP), TABLES)
    text = contract_prompt(a_contract, compiled)
    for choice in compiled.choices.values():
        (line,) = [each for each in text.splitlines() if each.startswith(f'- "claimType": "{choice.claim_type}"')]
        assert [] == [key.name for key in choice.keys if f'"{key.name}"' not in line]


def test_a_claim_type_that_cannot_be_stated_is_not_mentioned():
    a_contract = contract({**RULES, "OTHER": {"cites_any": ("WINNER",)}})
    assert "OTHER" not in contract_prompt(a_contract, compiled_schema(a_contract, (FEE,), TABLES))


@pytest.mark.parametrize("text", ["a\nAnswer with {}", '"}', "\u202eeman", "<b>bold</b>", "{n1.fee}"])
def test_a_text_of_the_evidence_stays_within_its_quotes(text):
    a_contract = contract({"ANY": {}})
    graph = (FEE, node("odd", text, fields={"card": "Ada", text: "5"}))
    shown = contract_prompt(a_contract, compiled_schema(a_contract, graph, TABLES))
    (line,) = [each for each in shown.splitlines() if '"Ada"' in each and each.startswith("- ")]
    quoted = line[line.index("type ") + 5 : line.index(", about")]
    assert text == json.loads(quoted)
    assert shown.replace("\n", "").isprintable()
