"""`claimgauge contract prompt`, `schema` and `fill`: each command's output is the next one's input."""

import json

import jsonschema
import pytest

from tests.integration.command import EXAMPLES, run

SALES = ("--evidence", EXAMPLES / "sales" / "sales.csv", "--mapping", EXAMPLES / "sales" / "mapping.toml")
CONTRACT = EXAMPLES / "sales" / "contract.toml"
CHOICE = {"claims": [{"claimType": "SALES", "sale": "sale4.units", "more": ["sale4.revenue"]}]}


def test_a_choice_under_the_schema_becomes_a_case_that_verify_accepts(tmp_path):
    made = run("contract", "schema", CONTRACT, *SALES, "--max-claims", 2)
    assert (0, "") == (made.code, made.err)
    jsonschema.validate(CHOICE, json.loads(made.out))
    filled = run("contract", "fill", CONTRACT, *SALES, given=json.dumps(CHOICE).encode())
    assert (0, "") == (filled.code, filled.err)
    (tmp_path / "case.json").write_text(filled.out)
    checked = run(
        "verify", tmp_path / "case.json", "--contract", CONTRACT, "--format", "jsonl", "--fail-on", "rejected"
    )
    assert (0, ["verified"]) == (checked.code, [claim["status"] for claim in checked.rows[0]["claims"]])


def test_the_case_names_a_contract_that_ships(tmp_path):
    (tmp_path / "cards.json").write_text(json.dumps(json.loads((EXAMPLES / "cards.json").read_text())[1]))
    choice = {"claims": [{"claimType": "COMPARISON", "winner_by_category": "winner1.category", "more": []}]}
    (tmp_path / "choice.json").write_text(json.dumps(choice))
    filled = run("contract", "fill", "cards", tmp_path / "choice.json", "--evidence", tmp_path / "cards.json")
    assert "cards" == json.loads(filled.out)["contract"]
    checked = run("verify", "-", "--fail-on", "rejected", "--format", "jsonl", given=filled.out.encode())
    assert (0, 1) == (checked.code, checked.rows[0]["summary"]["verified"])


def test_the_aliases_go_to_a_file_of_their_own(tmp_path):
    run("contract", "schema", CONTRACT, *SALES, "--aliases", tmp_path / "aliases.json")
    assert "Northmark/2026-06-30" == json.loads((tmp_path / "aliases.json").read_text())["sale4"]


def test_the_schema_can_be_about_one_entity():
    made = json.loads(run("contract", "schema", CONTRACT, *SALES, "--about", "Northmark").out)
    assert {"sale3", "sale4"} == {name.partition(".")[0] for name in made["$defs"]["SALE"]["enum"]}


def test_the_prompt_states_the_mapping_and_with_evidence_the_facts():
    alone = run("contract", "prompt", "cards")
    assert "- FEE_JUSTIFICATION: cite at least one FEE_BREAK_EVEN.\n" in alone.out
    told = run("contract", "prompt", CONTRACT, *SALES)
    assert '  sale4.units: "units 1315"\n' in told.out


@pytest.mark.parametrize(
    ("arguments", "given", "message"),
    [
        (("fill", CONTRACT, *SALES), b'{"claims": [', "error: stdin: is not the answer of a model under the schema"),
        (
            ("fill", CONTRACT, *SALES),
            b'{"claims": [{}]}',
            "error: stdin: claims[0].claimType: got NoneType, expected one of SALES",
        ),
        (("fill", CONTRACT, "no-such-file", *SALES), b"", "error: no-such-file: is not the answer of a model"),
        (("fill", CONTRACT, *SALES), b"[" * 100_000, "error: stdin: is not the answer of a model"),
        (("schema", "cards", *SALES), b"", "error: no claim of contract cards can be stated in this evidence"),
        (("prompt", CONTRACT, "--about", "Northmark"), b"", "error: --about: says which facts are offered"),
    ],
)
def test_what_cannot_be_done_says_why(arguments, given, message):
    ran = run("contract", *arguments, given=given)
    assert 2 == ran.code
    assert message in ran.err
