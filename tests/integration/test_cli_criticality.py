"""`--criticality`, `criticality check` and `criticality show`, as a user runs them."""

import json

import pytest

from claimgauge.wiring import load_criticality
from tests.integration.command import EXAMPLES, run

CASE = EXAMPLES / "supplier-contract.json"
MINE = """schema = "claimgauge.criticality/1"
id = "mine"
version = "3"
[[rules]]
id = "hours"
value = 3
patterns = ["around the clock"]
[[rules]]
id = "prices"
value = 2
patterns = ["price*"]
use_cases = ["contract-review"]
"""


@pytest.fixture
def mine(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text(MINE)
    return path


def case(*claims, **keys):
    return json.dumps({"id": "x", "claims": list(claims), **keys}).encode()


def claim(text, **keys):
    return {"claimId": "c1", "claimType": "FACT", "text": text, "labels": ["UNSUPPORTED"]} | keys


def test_check_names_the_rules_their_digest_and_that_they_are_provisional():
    ran = run("criticality", "check")
    first = ran.out.splitlines()[0]
    assert (0, f"ok  default version 1  {load_criticality().digest}  provisional") == (ran.code, first)
    assert {"compliance", "legal", "safety", "contractual", "financial"} <= set(ran.out.split())


def test_check_of_rules_that_make_no_sense_ends_with_2_and_every_place(tmp_path):
    path = tmp_path / "wrong.toml"
    path.write_text(MINE.replace("value = 3", "value = 0.5").replace('["price*"]', '["p*"]'))
    ran = run("criticality", "check", path)
    assert (2, "") == (ran.code, ran.out)
    assert [
        f"error: {path}: rules[0].value: is 0.5; v of a rule is finite and 1 or more, for rules only raise",
        f"error: {path}: rules[1].patterns[0]: 'p*' has 'p*'; write 3 letters or more before *",
    ] == ran.err.splitlines()


def test_rules_of_no_name_and_no_file_are_an_error():
    ran = run("score", CASE, "--criticality", "absent")
    assert (2, "") == (ran.code, ran.out)
    assert "name a file, or one of the criticality that ship: default" in ran.err


def test_show_names_the_rule_of_each_claim_and_what_other_values_would_make():
    ran = run("criticality", "show", CASE)
    lines = ran.out.splitlines()
    assert (0, "supplier-contract  rubric guarded") == (ran.code, lines[0])
    assert any("3 (rule legal)" in line for line in lines)
    assert any("2 (given)" in line for line in lines)
    assert any(line.split() == ["every", "claim", "at", "v", "1", "21.0", "Medium"] for line in lines)


def test_show_as_json_holds_the_same_for_a_case_and_for_its_assessment(tmp_path):
    rows = tmp_path / "rows.jsonl"
    rows.write_text(run("score", CASE, "--criticality", "default", "-f", "jsonl").out)
    of_case, of_row = (run("criticality", "show", path, "-f", "jsonl") for path in (CASE, rows))
    assert of_case.rows == of_row.rows
    assert "claimgauge.criticality-sensitivity/1" == of_row.rows[0]["schema"]


def test_an_assessment_that_was_changed_is_refused(tmp_path):
    rows = tmp_path / "rows.jsonl"
    rows.write_text(run("score", CASE, "-f", "jsonl").out.replace('"criticality":3.0', '"criticality":1.0'))
    ran = run("criticality", "show", rows)
    assert 2 == ran.code
    assert "was changed after it was written" in ran.err


def test_an_assessment_of_another_rubric_is_refused(tmp_path):
    rows = tmp_path / "rows.jsonl"
    rows.write_text(run("score", CASE, "-f", "jsonl").out)
    ran = run("criticality", "show", rows, "--rubric", "paper")
    assert 2 == ran.code
    assert "was scored with rubric guarded" in ran.err


def test_a_case_without_labels_has_nothing_that_could_depend_on_criticality():
    ran = run("criticality", "show", "-", given=case(claim("The fee is 5 euros.", labels=[])))
    assert 0 == ran.code
    assert "2 (rule financial)" in ran.out
    assert "the answer has no index, so nothing can depend on it" in ran.out


def test_a_row_that_cannot_be_read_keeps_its_place_and_ends_with_2():
    ran = run("criticality", "show", "-", "-f", "jsonl", given=b'{"claims": 7}\n' + case(claim("A door.")))
    assert (2, ["error" in row for row in ran.rows]) == (ran.code, [True, False])


def test_own_rules_stand_in_every_assessment_with_their_digest(mine):
    (row,) = run("score", CASE, "--criticality", mine, "-f", "jsonl").rows
    assert {"id": "mine", "version": "3", "provisional": False} == {
        key: value for key, value in row["criticality"].items() if key != "digest"
    }
    assert load_criticality(mine).digest == row["criticality"]["digest"]
    assert all("criticalityFrom" in each for each in row["claims"])


def test_without_the_option_the_rows_are_as_they_were():
    (row,) = run("score", CASE, "-f", "jsonl").rows
    assert "criticality" not in row
    assert not any("criticalityFrom" in each for each in row["claims"])


def test_assess_has_the_option_too_and_finds_rules_in_prose(tmp_path):
    given = {"id": "p", "answer": {"text": "The supplier is liable for any loss."}, "passages": [
        {"evidenceId": "e", "content": "The supplier is liable for any loss."}]}  # fmt: skip
    (row,) = run("assess", "-", "--criticality", "default", "-f", "jsonl", given=json.dumps(given).encode()).rows
    assert [("rule", "legal")] == [
        (each["criticalityFrom"]["by"], each["criticalityFrom"]["rule"]) for each in row["claims"]
    ]


def test_workers_and_one_process_give_the_same_bytes(tmp_path):
    cases = tmp_path / "cases.jsonl"
    cases.write_bytes(
        b"".join(case(claim(f"The fee is {number} euros."), id=f"c{number}") + b"\n" for number in range(5))
    )
    one, two = (run("score", cases, "--criticality", "default", "-f", "jsonl", "--workers", str(n)) for n in (1, 2))
    assert one.out == two.out
    assert 5 == len(one.rows)


def test_a_run_is_not_taken_up_again_with_other_rules(tmp_path, mine):
    folder = tmp_path / "run"
    assert 0 == run("score", CASE, "--criticality", "default", "--resume", folder).code
    ran = run("score", CASE, "--criticality", mine, "--resume", folder)
    assert 2 == ran.code
    assert "criticality" in ran.err


def test_two_runs_under_other_rules_are_compared_with_a_notice(tmp_path):
    a, b = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    a.write_text(run("score", CASE, "-f", "jsonl").out)
    b.write_text(run("score", CASE, "--criticality", "default", "-f", "jsonl").out)
    assert "different rules of criticality took part: in A none; in B sha256:" in run("compare", a, b).out
    assert "criticality" not in run("compare", a, a).out
    assert '"criticality"' not in run("compare", a, a, "-f", "json").out


def test_the_report_names_rules_and_reviewers_and_hides_nothing(tmp_path):
    page = tmp_path / "page.html"
    given = case(claim("The fee is 5 euros.", criticality=2, criticalityBy="<b>B.</b>\u202eOrtiz"))
    assert 0 == run("score", "-", "--criticality", "default", "--report", page, given=given).code
    text = page.read_text()
    assert "<b>B.</b>" not in text
    assert "&lt;b&gt;B.&lt;/b&gt;" in text
    assert load_criticality().digest in text


def test_texts_of_rules_and_claims_are_written_out(tmp_path):
    path = tmp_path / "odd.toml"
    path.write_text(MINE.replace('id = "hours"', 'id = "\\u001b[31mhours"'))
    given = case(claim("Open around the clock.\x1b[2J", criticalityBy=""))
    ran = run("criticality", "show", "-", "--criticality", path, given=given)
    assert 0 == ran.code
    assert "\x1b" not in ran.out
    assert "\\x1b[31mhours" in ran.out
