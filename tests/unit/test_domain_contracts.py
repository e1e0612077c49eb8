"""The contracts `loans` and `medication`, their mappings, their samples and the labelled claims fit each other."""

import subprocess
import sys
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest

from claimgauge.contract import contract_problems, contract_warnings, typed_fields
from claimgauge.wiring import load_contract, load_evidence
from tests.domains import loans, medication
from tests.domains.evidence import EXAMPLES, explanations, mapped, only_content, plain_numbers
from tests.domains.labelled import FAILURES, FAMILIES
from tests.domains.samples import sample_files

DOMAINS = {"loans": loans, "medication": medication}
SAMPLES = {"loans": "applications.jsonl", "medication": "charts.jsonl"}
KEPT_OUT = {"loans": {"age", "sex", "nationality"}, "medication": {"birth_date", "insurance_number"}}
SEEDS = (1, 11, 2026)


@pytest.fixture(params=DOMAINS)
def domain(request):
    return request.param


@pytest.fixture
def contract(domain):
    return load_contract(domain)


@pytest.fixture
def sample(domain):
    return load_evidence(EXAMPLES / domain / SAMPLES[domain], mapping=EXAMPLES / domain / "mapping.toml")


def claims_of(domain):
    return (*DOMAINS[domain].by_hand(), *(each for seed in SEEDS for each in DOMAINS[domain].generated(seed)))


# the contracts


def test_the_contract_has_no_problem_and_raises_no_doubt(contract):
    assert ((), ()) == (contract_problems(contract), contract_warnings(contract))


def test_the_contract_is_strict_about_undeclared_prose(contract):
    assert ("strict", "reject") == (contract.preset, contract.prose.undeclared)


def test_every_claim_type_cites_evidence_and_forbids_the_same_fields(contract):
    rules = contract.claim_types.values()
    assert [] == [rule for rule in rules if not rule.cites_any]
    assert 1 == len({rule.forbids for rule in rules if rule.forbids})
    assert all(rule.forbids for rule in rules)


def test_every_field_that_a_rule_names_is_typed(contract):
    named = {name for rule in contract.claim_types.values() for name in rule.requires}
    named |= {name for rule in contract.nodes.values() for name in rule.same_entity}
    named |= {*contract.entities.from_, *contract.numbers.from_}
    assert set() == named - contract.fields.keys()


def test_medication_is_exact_throughout():
    fields = load_contract("medication").fields.values()
    assert {"exact"} == {field.equality for field in fields if field.kind in ("count", "money", "percent", "quantity")}


def test_no_field_of_a_sum_of_money_may_be_rounded_where_it_is_signed_for():
    fields = load_contract("loans").fields
    signed_for = ("amount", "rate", "term", "monthly_income", "monthly_debt", "max_dti")
    assert {"exact"} == {fields[name].equality for name in signed_for}


# the samples


@pytest.mark.parametrize("path", sample_files(), ids=lambda path: f"{path.parent.name}/{path.name}")
def test_the_sample_is_what_its_generator_writes(path):
    assert sample_files()[path] == path.read_text(encoding="utf-8")


def test_the_sample_has_a_node_of_every_type_that_the_contract_cites(contract, sample):
    cited = {name for rule in contract.claim_types.values() for name in (*rule.cites_any, *rule.cites_all_present)}
    assert set() == cited - {node.type for node in sample.nodes}


def test_the_mapping_keeps_out_what_the_contract_forbids(domain, contract, sample):
    assert set() == {name for node in sample.nodes for name in node.fields} & KEPT_OUT[domain]
    forbidden = next(iter(contract.claim_types.values())).forbids
    assert set() == KEPT_OUT[domain] - set(forbidden)


def test_every_field_of_the_sample_is_typed(contract, sample):
    assert set() == {name for node in sample.nodes for name in node.fields} - contract.fields.keys()


def test_the_templates_of_contract_and_mapping_are_one(contract, sample):
    read = [node for node in sample.nodes if contract.nodes[node.type].content and node.type != "LAB_RESULT"]
    assert read
    for node in read:
        (bare,) = only_content([node], node.evidence_id)
        assert {name: value for name, value in node.fields.items() if value is not None} == typed_fields(bare, contract)


# the labelled claims


def test_at_least_forty_claims_are_generated_and_twenty_written_by_hand(domain):
    made = DOMAINS[domain]
    assert all(len(made.generated(seed)) >= 40 for seed in SEEDS)
    assert len(made.by_hand()) >= 20


def test_every_family_has_a_claim_written_by_hand_and_every_failure_a_generated_one(domain):
    made = DOMAINS[domain]
    assert FAMILIES.keys() == {each.family for each in made.by_hand()}
    assert set() == FAILURES.keys() - {each.family for seed in SEEDS for each in made.generated(seed)}


def test_no_two_claims_have_one_name(domain):
    assert [] == [name for name, count in Counter(each.name for each in claims_of(domain)).items() if count > 1]


def test_the_same_seed_gives_the_same_records_and_claims(domain):
    made = DOMAINS[domain]
    assert made.records(3, 5) == made.records(3, 5)
    assert made.generated(3) == made.generated(3)
    assert made.records(3, 5) != made.records(4, 5)


def test_the_hash_seed_changes_nothing(domain):
    code = f"from tests.domains import {domain}; print([(each.nodes, each.claim) for each in {domain}.generated(3)])"
    root = Path(__file__).parents[2]
    done = [
        subprocess.run(
            [sys.executable, "-c", code],
            cwd=root,
            env={"PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]
    assert done[0] == done[1]


def test_every_claim_is_of_a_type_that_the_contract_knows(domain, contract):
    assert set() == {each.claim.claim_type for each in claims_of(domain)} - contract.claim_types.keys()


def test_an_undeclared_computation_is_explained_in_one_way_only():
    for seed in SEEDS:
        nodes = {node.evidence_id: node for node in mapped(loans.records(seed, 6), "loans")}
        made = [each for each in loans.generated(seed) if each.family == "undeclared computation"]
        for claim in (each.claim for each in made):
            cells = plain_numbers(nodes[name] for name in claim.cited_evidence_ids)
            assert 1 == explanations(Decimal(claim.cited_numbers[0]), cells)
