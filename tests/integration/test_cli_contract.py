"""`contract new`, `test` and `show`: a contract from records, its examples, and what it demands."""

import json

import pytest

from claimgauge.wiring import load_contract
from tests.integration.command import EXAMPLES, run

SALES = EXAMPLES / "sales"
EXAMPLE = """
[[examples]]
case = "claims.json"
expect = {{ claimId = "{claim}", status = "{status}", codes = [{codes}] }}
"""


def drafted(*args):
    return run("contract", "new", *args).out


def test_a_contract_is_drafted_from_records(tmp_path):
    (tmp_path / "own.toml").write_text(drafted(SALES / "sales.csv", "--name", "mine"))
    contract = load_contract(tmp_path / "own.toml")
    kinds = {name: field.kind for name, field in contract.fields.items()}
    assert {"region": "entity", "quarter_end": "date", "units": "count", "revenue": "count"} == kinds
    assert (("region",), "strict") == (contract.entities.from_, contract.preset)


@pytest.mark.parametrize(
    ("expected", "cells"),
    [
        ('{ kind = "money", unit = "USD" }', ["$95.00", "$12"]),
        ('{ kind = "percent", signed = true }', ["5 %", "-3.5 %"]),
        ('{ kind = "quantity", unit = "kilogram" }', ["21 kg", "3 kg"]),
        ('{ kind = "count" }', ["5", "640.25"]),
        ('{ kind = "date" }', ["2026-01-01", "2025-12-31"]),
        ('{ kind = "entity" }', ["North", "South"]),
        ('{ kind = "text" }', ["$5", "5 kg"]),
        ('{ kind = "text" }', ["5", "none of your business, and that is a long story told in full"]),
        ('{ kind = "text" }', ["", ""]),
    ],
)
def test_a_kind_is_proposed_where_every_value_is_read_as_it(tmp_path, expected, cells):
    (tmp_path / "r.json").write_text(json.dumps([{"id": str(n), "field": cell} for n, cell in enumerate(cells)]))
    assert f"field = {expected}\n" in drafted(tmp_path / "r.json", "--name", "x")


def test_names_that_are_no_bare_keys_are_quoted(tmp_path):
    (tmp_path / "r.json").write_text(json.dumps([{'a "b"\n': "North", "net (USD)": "5"}]))
    (tmp_path / "own.toml").write_text(drafted(tmp_path / "r.json", "--name", 'my "own"'))
    assert {'a "b"\n', "net (USD)"} == load_contract(tmp_path / "own.toml").fields.keys()


def test_a_contract_needs_evidence_to_be_drafted_from(tmp_path):
    (tmp_path / "r.json").write_text('{"nodes": []}')
    ran = run("contract", "new", tmp_path / "r.json", "--name", "x")
    assert 2 == ran.code
    assert "no evidence to draft a contract from" in ran.err


def with_example(tmp_path, claim, status, *codes):
    """A contract of its own with one example."""
    nodes = [{"evidenceId": "n1", "type": "RECORD", "fields": {"region": "North", "units": "5"}}]
    claims = [
        {"claimId": "good", "claimType": "RECORD", "text": "5 in North.", "citedEvidenceIds": ["n1"]}
        | {"citedEntities": ["North"], "citedNumbers": ["units=5"]},
        {"claimId": "bad", "claimType": "RECORD", "text": "6 in North.", "citedEvidenceIds": ["n1"]}
        | {"citedEntities": ["North"], "citedNumbers": ["units=6"]},
    ]
    (tmp_path / "claims.json").write_text(json.dumps({"id": "x", "nodes": nodes, "claims": claims}))
    (tmp_path / "r.json").write_text(json.dumps(nodes[0]["fields"]))
    listed = ", ".join(f'"{code}"' for code in codes)
    text = drafted(tmp_path / "r.json", "--name", "x") + EXAMPLE.format(claim=claim, status=status, codes=listed)
    (tmp_path / "own.toml").write_text(text)
    return tmp_path / "own.toml"


@pytest.mark.parametrize(
    ("expected", "claim", "status", "codes"),
    [
        (0, "good", "verified", ()),
        (0, "bad", "rejected", ("different_value",)),
        (1, "good", "rejected", ()),
        (1, "bad", "rejected", ("null_field",)),
    ],
)
def test_the_examples_of_a_contract_are_run(tmp_path, expected, claim, status, codes):
    path = with_example(tmp_path, claim, status, *codes)
    ran = run("contract", "test", path, "-f", "jsonl")
    assert expected == ran.code
    assert [not expected] == [row["passed"] for row in ran.rows]
    assert f"{int(not expected)} of 1 examples hold" in run("contract", "test", path).out


def test_an_example_of_a_claim_that_is_not_there_is_an_error_with_its_place(tmp_path):
    ran = run("contract", "test", with_example(tmp_path, "ugly", "verified"))
    assert 2 == ran.code
    assert "examples[0].expect.claimId: no claim 'ugly' in claims.json" in ran.err


def test_a_contract_without_examples_has_not_passed():
    assert 1 == run("contract", "test", SALES / "contract.toml").code


def test_show_says_what_strict_demands():
    out = run("contract", "show", "loans").out
    assert "prose         reject what is not declared" in out
    assert "monthly_income    money" in out
    assert "never states" in out


def test_a_report_that_declares_nothing_is_assessed_sentence_by_sentence(tmp_path):
    folder = EXAMPLES / "box-scores"
    text = (folder / "report.txt").read_text()
    (tmp_path / "case.json").write_text(json.dumps({"id": "game", "answer": {"text": text}}))
    options = ("-c", folder / "contract.toml", "-e", folder / "game.jsonl", "-m", folder / "mapping.toml")
    ran = run("assess", tmp_path / "case.json", *options, "-f", "jsonl", "--report", tmp_path / "page.html")
    (row,) = ran.rows
    labels = [claim["judgements"][0]["label"] for claim in row["claims"]]
    assert {"SUPPORTED", "CONTRADICTED", "UNKNOWN"} == set(labels)
    assert {"records/1"} == {judgement["labeller"] for claim in row["claims"] for judgement in claim["judgements"]}
    spans = [claim["span"] for claim in row["claims"]]
    assert "Tess Orlova added 18 points and seven assists." in [text[start:end] for start, end in spans]
    page = (tmp_path / "page.html").read_text()
    assert "Tess Orlova added 18 points" in page
    assert "not in the case" not in page


def test_an_answer_over_evidence_without_fields_is_read_as_prose(tmp_path):
    case = {"id": "x", "answer": {"text": "It is 5."}, "passages": [{"evidenceId": "p", "content": "It is 5."}]}
    (tmp_path / "case.json").write_text(json.dumps(case))
    (row,) = run("assess", tmp_path / "case.json", "-c", "records", "-f", "jsonl").rows
    assert [["verbatim"]] == [[each["reason"] for each in claim["judgements"]] for claim in row["claims"]]
