"""The smaller commands: contract, evidence, rubric, codebook, schema, score, assess."""

import json
import shutil

import jsonschema
import pytest

from claimgauge.wiring import KINDS, json_schema
from tests.integration.command import EXAMPLES, ROOT, run

PAPER = ROOT / "src" / "claimgauge" / "data" / "rubrics" / "paper.toml"
CARDS_TOML = ROOT / "src" / "claimgauge" / "data" / "contracts" / "cards.toml"


def test_contract_check_prints_the_digest_and_what_is_worth_a_thought(tmp_path):
    assert run("contract", "check", "cards").out.startswith("ok  cards version 1  sha256:")
    loose = (CARDS_TOML.read_text()).replace('preset  = "strict"', 'preset  = "released"')
    (tmp_path / "loose.toml").write_text(loose)
    ran = run("contract", "check", tmp_path / "loose.toml")
    assert "ALLOCATION, THRESHOLD may cite nothing" in ran.out


def test_contract_check_names_every_problem_with_file_and_place(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text('schema = "claimgauge.contract/1"\nid = 7\nclaim_type = {}\n')
    ran = run("contract", "check", "mine.toml", cwd=tmp_path)
    assert 2 == ran.code
    assert "error: mine.toml: id: expected a string, got 7" in ran.err
    assert "error: mine.toml: claim_type: is not a key that is known here; did you mean 'claim_types'?" in ran.err


def test_contract_show_as_json_fits_its_schema():
    jsonschema.validate(json.loads(run("contract", "show", "cards", "-f", "json").out), json_schema("contract"))


def test_evidence_that_was_built_digests_and_verifies(tmp_path):
    sales = EXAMPLES / "sales"
    built = run("evidence", "build", sales / "sales.csv", "-m", sales / "mapping.toml")
    jsonschema.validate(json.loads(built.out), json_schema("case"))
    (tmp_path / "evidence.json").write_text(built.out)
    digests = run("evidence", "digest", "evidence.json", "-f", "jsonl", cwd=tmp_path)
    (tmp_path / "digests.jsonl").write_text(digests.out)
    assert 0 == run("evidence", "verify", "evidence.json", "--against", "digests.jsonl", cwd=tmp_path).code
    changed = built.out.replace("86800", "86801", 1)
    assert changed != built.out
    (tmp_path / "evidence.json").write_text(changed)
    ran = run("evidence", "verify", "evidence.json", "--against", "digests.jsonl", cwd=tmp_path)
    assert (1, True) == (ran.code, ran.out.startswith("CHANGED"))


def test_evidence_verify_takes_verdict_rows_as_the_record(tmp_path):
    rows = run("verify", EXAMPLES / "cards.json", "-c", "cards", "-f", "jsonl").out
    (tmp_path / "verdicts.jsonl").write_text(rows)
    assert 0 == run("evidence", "verify", EXAMPLES / "cards.json", "--against", tmp_path / "verdicts.jsonl").code


def test_evidence_that_contradicts_itself_is_named_place_by_place():
    bundle = {
        "id": "b",
        "nodes": [{"evidenceId": "n", "type": "A"}, {"evidenceId": "n", "type": "B", "sourceId": "s9"}],
        "edges": [{"from": "n", "to": "gone", "type": "SUPPORTS"}],
        "sources": [{"sourceId": "s1"}],
    }
    ran = run("evidence", "verify", "-", "-f", "jsonl", given=json.dumps(bundle).encode())
    places = [problem["place"] for problem in ran.rows[0]["problems"]]
    assert (1, ["nodes[1].evidenceId", "edges[0].to", "nodes[1].sourceId"]) == (ran.code, places)


@pytest.mark.parametrize("kind", KINDS)
def test_every_wire_form_has_a_schema_that_is_one(kind):
    schema = json.loads(run("schema", kind).out)
    jsonschema.Draft202012Validator.check_schema(schema)


def test_an_unknown_schema_is_told_which_there_are():
    assert "the kinds are agreement, ahp, annotations, assessment" in run("schema", "cases").err


@pytest.mark.parametrize("rubric", ["paper", "guarded"])
def test_the_papers_example_is_high_and_goes_to_review(rubric):
    ran = run("score", EXAMPLES / "supplier-contract.json", "--rubric", rubric, "-f", "jsonl")
    (row,) = ran.rows
    jsonschema.validate(row, json_schema("assessment"))
    assert (0.175, 0.7, "High", "review") == (
        round(row["index"]["additive"], 3),
        row["index"]["hybrid"],
        row["index"]["band"],
        row["index"]["action"],
    )


def test_a_rubric_of_ones_own_changes_the_band(tmp_path):
    own = (
        PAPER.read_text()
        .replace("value       = 0.70", "value       = 0.80")
        .replace('id          = "paper"', 'id = "own"')
    )
    (tmp_path / "own.toml").write_text(own)
    ran = run("score", EXAMPLES / "supplier-contract.json", "-r", tmp_path / "own.toml", "-f", "jsonl")
    assert ("Critical", "block") == (ran.rows[0]["index"]["band"], ran.rows[0]["index"]["action"])


@pytest.mark.parametrize(
    ("fail_on", "code"), [("never", 0), ("unassessed", 0), ("medium", 1), ("high", 1), ("critical", 0)]
)
def test_a_run_of_scores_fails_from_a_band_on(fail_on, code):
    assert code == run("score", EXAMPLES / "supplier-contract.json", "--fail-on", fail_on).code


def test_a_case_without_claims_has_no_index_and_fails_the_run():
    ran = run("score", "-", "-f", "jsonl", given=b'{"id": "empty"}')
    assert (1, "unassessed", None, True) == (
        ran.code,
        ran.rows[0]["status"],
        ran.rows[0]["index"],
        ran.rows[0]["review"],
    )


def test_assess_joins_the_gates_and_the_index():
    ran = run("assess", EXAMPLES / "cards.json", "-f", "jsonl")
    first, second = ran.rows
    assert ("Medium", "Medium") == (first["index"]["band"], second["index"]["band"])
    assert "strict" == first["preset"]
    assert "meaning" in first["notChecked"]


def test_a_rubric_with_a_problem_ends_the_run_before_its_first_row(tmp_path):
    (tmp_path / "own.toml").write_text(PAPER.read_text().replace("F = 0.25", "F = 0.35"))
    ran = run("score", EXAMPLES / "supplier-contract.json", "-r", tmp_path / "own.toml")
    assert (2, "") == (ran.code, ran.out)
    assert "weights: sum to 1.1; they must sum to 1" in ran.err


def test_rubric_check_prints_the_band_that_each_label_alone_reaches():
    ran = run("rubric", "check", "paper")
    assert 0 == ran.code
    assert "no label alone reaches Critical; the highest score that can be reached is 87.25" in ran.out


def test_rubric_check_does_not_accept_a_rubric_that_breaks_a_law(tmp_path):
    own = PAPER.read_text().replace("U = 0.15", "U = 0.38").replace("F = 0.25", "F = 0.02")
    (tmp_path / "own.toml").write_text(own)
    ran = run("rubric", "check", tmp_path / "own.toml")
    assert 1 == ran.code
    assert "labels.CONTRADICTED: weighs less than UNSUPPORTED" in ran.out


def test_rubric_diff_speaks_in_words():
    out = run("rubric", "diff", "paper", "guarded").out
    assert "wholly UNSUPPORTED (U) at criticality 1: from Low to High" in out


def test_a_report_of_one_case_is_one_file_and_of_many_a_folder(tmp_path):
    shutil.copy(EXAMPLES / "cards.json", tmp_path / "cards.json")
    run("score", EXAMPLES / "supplier-contract.json", "--report", tmp_path / "one.html")
    run("assess", "cards.json", "--report", "many", cwd=tmp_path)
    assert ["case-00001.html", "case-00002.html", "index.html"] == sorted(
        path.name for path in (tmp_path / "many").iterdir()
    )
    assert "supplier-contract" in (tmp_path / "one.html").read_text()


def test_many_cases_do_not_fit_one_page_and_are_told_where_to_go(tmp_path):
    ran = run("assess", EXAMPLES / "cards.json", "--report", tmp_path / "one.html")
    assert 2 == ran.code
    assert "is one page and there are several cases; name a folder, such as report/" in ran.err


def test_the_version_is_printed():
    assert run("--version").out.startswith("claimgauge 0.")


def test_the_report_of_a_run_with_shared_evidence_shows_that_evidence(tmp_path):
    sales = EXAMPLES / "sales"
    run(
        "assess", sales / "claims.jsonl", "-c", sales / "contract.toml", "-e", sales / "sales.csv",
        "-m", sales / "mapping.toml", "--report", tmp_path / "many",
    )  # fmt: skip
    assert "for 92050.00 dollars in the quarter" in (tmp_path / "many" / "case-00001.html").read_text()
