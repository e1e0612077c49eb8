"""The labelled claims of two domains under preset strict: each comes to what the rules ask for."""

import json
from functools import cache

import pytest

from claimgauge.errors import PresetError
from claimgauge.wiring import load_contract, load_evidence, load_verifier
from tests.docs_runner import run_page
from tests.domains import loans, medication
from tests.domains.evidence import EXAMPLES
from tests.domains.labelled import FAMILIES
from tests.integration.command import run

DOMAINS = {"loans": loans, "medication": medication}
SAMPLES = {"loans": "applications.jsonl", "medication": "charts.jsonl"}
SEEDS = (1, 11, 2026)
PAGE = EXAMPLES.parent / "docs" / "reference" / "contracts-shipped.md"


@cache
def claims_of(domain):
    return (*DOMAINS[domain].by_hand(), *(each for seed in SEEDS for each in DOMAINS[domain].generated(seed)))


def strict(domain):
    """A contract under preset strict; the test is skipped where this version has none."""
    try:
        return load_verifier(domain, preset="strict")
    except PresetError as error:
        pytest.skip(str(error))


def disagreement(each, codes):
    """What the rules ask for and what was found, as one line; None where they agree."""
    if each.expected.agrees(codes):
        return None
    wanted = sorted(each.expected.codes | each.expected.one_of)
    return f"{each.name}: {each.claim.text!r} should be {wanted or 'verified'}, is {sorted(codes) or 'verified'}"


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("domain", DOMAINS)
def test_every_labelled_claim_comes_to_what_the_rules_ask_for(domain, family):
    verifier, compiled, wrong = strict(domain), {}, []
    for each in claims_of(domain):
        if each.family == family:
            if id(each.nodes) not in compiled:
                compiled[id(each.nodes)] = verifier.compile(each.nodes)
            (verdict,) = compiled[id(each.nodes)].check([each.claim])
            wrong.append(disagreement(each, frozenset(finding.code for finding in verdict.findings)))
    assert wrong
    assert [] == [line for line in wrong if line]


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_mapping_builds_a_graph_that_preset_strict_accepts(domain):
    graph = load_evidence(EXAMPLES / domain / SAMPLES[domain], mapping=EXAMPLES / domain / "mapping.toml")
    assert strict(domain).compile(graph.nodes)


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_case_of_the_sample_comes_to_what_it_says(domain):
    strict(domain)
    folder = EXAMPLES / domain
    cases = [json.loads(line) for line in (folder / "claims.jsonl").read_text(encoding="utf-8").splitlines()]
    evidence = ("--evidence", folder / SAMPLES[domain], "--mapping", folder / "mapping.toml")
    rows = run("verify", folder / "claims.jsonl", "--contract", domain, *evidence, "--format", "jsonl").rows
    wanted = {case["id"]: (case["meta"]["expect"]["status"], case["meta"]["expect"]["codes"]) for case in cases}
    assert wanted.keys() == {row["id"] for row in rows}
    found = {row["id"]: row["claims"][0] for row in rows}
    assert {name: status for name, (status, _codes) in wanted.items()} == {
        name: verdict["status"] for name, verdict in found.items()
    }
    codes = {name: {each["code"] for each in verdict["findings"]} for name, verdict in found.items()}
    assert [] == [name for name, (_status, must) in wanted.items() if not set(must) <= codes[name]]


@pytest.mark.parametrize("domain", DOMAINS)
def test_the_command_line_checks_and_shows_the_contract(domain):
    assert run("contract", "check", domain).out.startswith(f"ok  {domain} version 1  sha256:")
    shown = run("contract", "show", domain).out
    assert [] == [name for name in load_contract(domain).claim_types if name not in shown]


def test_the_page_about_the_two_contracts_shows_what_the_commands_print(tmp_path):
    for domain in DOMAINS:
        strict(domain)
    (tmp_path / "examples").symlink_to(EXAMPLES)
    assert [] == run_page(PAGE.read_text(encoding="utf-8"), tmp_path)
