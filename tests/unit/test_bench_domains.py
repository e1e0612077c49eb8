"""Domains by name, the two of records, and cases of the user's own."""

import json
from collections import Counter

import pytest

from claimgauge.claims import Claim
from claimgauge.errors import InputError, RunError
from claimgauge.wiring import load_contract, load_verifier
from claimgauge_bench.domains import DOMAINS, domain
from claimgauge_bench.domains.records import shipped_mapping
from claimgauge_bench.plan import CasesEntry
from tests.domains.evidence import EXAMPLES

GOALS = {
    "cards": ("CASHBACK", "FLEX_POINTS", "PROGRAM_POINTS"),
    "loans": ("APPLICANT", "REVIEWER", "AUDITOR"),
    "medication": ("PATIENT", "NURSE", "PHARMACIST"),
}
OF_RECORDS = ("loans", "medication")
KEPT_OUT = {"age", "sex", "nationality", "birth_date", "insurance_number"}
CLAIMED = {
    "APPLICATION": "APPLICATION", "DECISION": "DECISION", "AFFORDABILITY": "AFFORDABILITY",
    "CREDIT_FILE": "CREDIT_FILE", "PRESCRIPTION": "PRESCRIBED", "LAB_RESULT": "LAB_VALUE",
    "INTERACTION": "INTERACTION",
}  # fmt: skip
"""Node type → a claim type that may cite it alone."""


# by name


def test_three_domains_ship():
    assert set(GOALS) == set(DOMAINS)
    assert GOALS == {name: domain(name).goals for name in DOMAINS}
    assert set(GOALS) == {domain(name).contract for name in DOMAINS}


def test_an_unknown_domain_says_which_are_known():
    message = r"no domain has the name 'card'; known are cards, loans, medication, mine\. Declare .* \[cases\.card\]"
    with pytest.raises(RunError, match=message):
        domain("card", cases={"mine": CasesEntry(path="cases.jsonl", contract="cards")})


def test_a_domain_of_ones_own_has_a_name_of_its_own():
    with pytest.raises(RunError, match=r"cases\.loans: a domain that ships has this name"):
        domain("loans", cases={"loans": CasesEntry(path="cases.jsonl", contract="loans")})


# records


@pytest.mark.parametrize("name", OF_RECORDS)
def test_each_profile_is_narrated_for_three_readers_over_the_same_evidence(name):
    found = domain(name).instances(42, profiles=4)
    assert 12 == len(found)
    for first, *others in (found[at : at + 3] for at in range(0, 12, 3)):
        assert GOALS[name] == tuple(each.goal for each in (first, *others))
        assert {first.brief.graph.digest} == {each.brief.graph.digest for each in others}
        assert 3 == len({each.brief.question for each in (first, *others)})
        assert all("invented" in each.brief.question for each in (first, *others))


@pytest.mark.parametrize("name", OF_RECORDS)
def test_a_profile_depends_on_seed_and_place_alone(name):
    assert domain(name).instances(42, profiles=3)[:6] == domain(name).instances(42, profiles=2)
    assert domain(name).instances(42, profiles=1) != domain(name).instances(43, profiles=1)


@pytest.mark.parametrize("name", OF_RECORDS)
def test_fifty_profiles_differ_and_keep_out_what_must_be_kept_out(name):
    found = domain(name).instances(42, profiles=50)
    assert 50 == len({each.brief.graph.digest for each in found})
    assert set() == KEPT_OUT & {name for each in found for node in each.brief.nodes for name in node.fields}


def test_loans_are_approved_and_declined_in_turn():
    found = domain("loans").instances(42, profiles=50)[::3]
    assert {"approved": 25, "declined": 25} == Counter(each.strata["outcome"] for each in found)
    assert {"PLN-A", "PLN-B"} == {each.strata["product"] for each in found}


def test_some_charts_hold_two_drugs_that_interact():
    found = domain("medication").instances(42, profiles=50)[::3]
    assert {"listed", "none"} == {each.strata["interaction"] for each in found}


@pytest.mark.parametrize("name", OF_RECORDS)
def test_the_mapping_that_ships_is_the_one_of_the_examples(name):
    shipped = EXAMPLES.parent / "src" / "claimgauge_bench" / "data" / "mappings" / f"{name}.toml"
    assert (EXAMPLES / name / "mapping.toml").read_text(encoding="utf-8") == shipped.read_text(encoding="utf-8")
    assert name == shipped_mapping(name).id


@pytest.mark.parametrize("preset", ["released", "strict"])
@pytest.mark.parametrize("name", OF_RECORDS)
def test_what_a_node_says_verifies_under_both_presets(name, preset):
    verifier, contract = load_verifier(name, preset=preset), load_contract(name)
    for each in domain(name).instances(42, profiles=6)[::3]:
        compiled = verifier.compile(each.brief.nodes)
        made = [claim_about(node, contract, preset) for node in each.brief.nodes if node.type in CLAIMED]
        verdicts = compiled.check(made)
        assert made
        assert [] == [(verdict, claim) for verdict, claim in zip(verdicts, made, strict=True) if verdict.findings]


def claim_about(node, contract, preset):
    kinds = {name: field.kind for name, field in contract.fields.items()}
    held = {name: text for name, text in node.fields.items() if text is not None}
    entities = tuple(str(text) for name, text in held.items() if name in contract.entities.from_)
    numbers = [(name, str(text)) for name, text in held.items() if name in contract.numbers.from_]
    assert "text" not in {kinds[name] for name, _text in numbers}
    return Claim(
        claim_id=node.evidence_id,
        claim_type=CLAIMED[node.type],
        text=" and ".join(entities),
        cited_evidence_ids=(node.evidence_id,),
        cited_entities=entities,
        cited_numbers=tuple(f"{name}={text}" if preset == "strict" else text for name, text in numbers),
    )


# the user's own

NODE = {"evidenceId": "e1", "type": "RECORD", "content": "north: 12 units", "fields": {"region": "north", "units": 12}}

CLOSED = {"sourceId": "s", "access": {"classification": "secret"}}


@pytest.fixture
def own(tmp_path):
    def made(*cases, contract="records"):
        lines = [case if isinstance(case, str) else json.dumps(case) for case in cases]
        (tmp_path / "cases.jsonl").write_text("\n".join(lines), encoding="utf-8")
        return domain("mine", cases={"mine": CasesEntry(path="cases.jsonl", contract=contract)}, folder=tmp_path)

    return made


def test_each_case_is_an_instance_under_its_profile_and_goal(own):
    found = own(
        {"profileId": "north", "goal": "short", "nodes": [NODE], "request": {"text": "What of the north?"},
         "meta": {"headlines": {"region": "north"}, "strata": {"size": "small"}, "more": 7}},
        {"profileId": "north", "goal": "long", "nodes": [NODE]},
        {"id": "third", "nodes": [NODE], "allowedNumbers": ["12", "1"], "meta": "a note"},
    ).instances(7, profiles=9)  # fmt: skip
    assert [("north", "short"), ("north", "long"), ("third", "")] == [(each.profile, each.goal) for each in found]
    first, _second, third = found
    assert ("mine/7/north/short", "What of the north?", {"region": "north"}, {"size": "small"}) == (
        first.brief.id, first.brief.question, first.brief.headlines, first.strata,
    )  # fmt: skip
    assert (None, ("1", "12")) == (first.brief.allowed_numbers, third.brief.allowed_numbers)
    assert ("e1",) == tuple(node.evidence_id for node in third.brief.nodes)


def test_the_first_profiles_are_taken_whole(own):
    cases = [{"profileId": who, "goal": goal, "nodes": [NODE]} for goal in "xy" for who in "ab"]
    made = own(*cases)
    assert [("a", "x"), ("a", "y")] == [(each.profile, each.goal) for each in made.instances(1, profiles=1)]
    assert ("x", "y") == made.goals


def test_the_contract_of_ones_own_lies_beside_the_plan(own, tmp_path):
    assert "records" == own({"id": "a", "nodes": [NODE]}).contract
    assert str(tmp_path / "mine.toml") == own({"id": "a", "nodes": [NODE]}, contract="mine.toml").contract


@pytest.mark.parametrize(
    ("error", "message", "cases"),
    [
        (InputError, "line 1: is an empty array", ["[]"]),
        (InputError, "line 2.*is not JSON", [{"id": "a", "nodes": [NODE]}, '{"id": "b", nodes}']),
        (InputError, "line 1: has no evidence to narrate; write `nodes`", [{"id": "a"}, {"id": "b", "nodes": [NODE]}]),
        (InputError, "a narration applies no policies", [{"id": "a", "nodes": [NODE], "policies": "bank"}]),
        (InputError, "a narration applies no policies", [{"id": "a", "nodes": [NODE], "sources": [CLOSED]}]),
        (InputError, "meta.*headlines and strata", [{"id": "a", "nodes": [NODE], "meta": {"headlines": 7}}]),
        (RunError, "two cases have profile 'a' and goal ''", [{"id": "a", "nodes": [NODE]}] * 2),
    ],
)
def test_cases_that_cannot_be_narrated_say_where_and_why(own, error, message, cases):
    with pytest.raises(error, match=message):
        own(*cases).instances(1, profiles=5)


def test_a_file_that_is_not_there_is_an_error_with_its_name(tmp_path):
    made = domain("mine", cases={"mine": CasesEntry(path="none.jsonl", contract="cards")}, folder=tmp_path)
    with pytest.raises(InputError, match=r"none\.jsonl"):
        made.instances(1, profiles=1)
