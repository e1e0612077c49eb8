"""`claimgauge verify` from files and streams to rows and exit codes."""

import gzip
import json

import jsonschema
import pytest

from claimgauge.wiring import json_schema
from tests.integration.command import EXAMPLES, run

NODE = {"evidenceId": "n1", "type": "ROW", "fields": {"region": "North", "revenue": 86800.00}}


def case(name, *cited, **keys):
    claim = {"claimId": "c1", "claimType": "FACT", "text": "t", "citedEvidenceIds": list(cited), **keys}
    return json.dumps({"id": name, "nodes": [NODE], "claims": [claim]})


def test_rows_come_out_in_the_order_of_the_input_and_fit_their_schema():
    lines = "\n".join([case("a", "n1"), "{broken", case("b", "n9"), case("c", "n1")])
    ran = run("verify", "-", "--contract", "records", "--format", "jsonl", given=lines.encode())
    assert ["a", "stdin:2", "b", "c"] == [row["id"] for row in ran.rows]
    for row in ran.rows:
        jsonschema.validate(row, json_schema("verdicts"))


def test_an_unreadable_row_stands_in_its_place_and_the_others_are_done_first():
    ran = run(
        "verify", "-", "-c", "records", "-f", "jsonl", given=(case("a", "n1") + "\n[7]\n" + case("b", "n1")).encode()
    )
    assert 2 == ran.code
    assert {"place": "line 2", "message": "expected an object, got [7]"} == ran.rows[1]["error"]
    assert "exit 2: 1 row could not be read" in ran.err


@pytest.mark.parametrize(
    ("fail_on", "lines", "code"),
    [
        ("never", [case("a", "n9")], 0),
        ("unread", [case("a", "n9")], 0),
        ("unread", [case("a", "n1", extra=1)], 1),
        ("never", [case("a", "n1", extra=1)], 0),
        ("rejected", [case("a", "n1", citedNumbers=["86800.0"])], 0),
        ("rejected", [case("a", "n9")], 1),
        ("rejected", [case("a", "n9"), "nonsense"], 2),
    ],
)
def test_the_exit_code_says_what_failed(fail_on, lines, code):
    ran = run("verify", "-", "-c", "records", "--fail-on", fail_on, given="\n".join(lines).encode())
    assert code == ran.code


def test_numbers_of_fields_are_compared_as_written():
    ran = run("verify", "-", "-c", "records", "-f", "jsonl", given=case("a", "n1", citedNumbers=["86800.0"]).encode())
    assert "verified" == ran.rows[0]["claims"][0]["status"]


def test_gzip_is_recognised_by_content(tmp_path):
    path = tmp_path / "cases.jsonl"
    path.write_bytes(gzip.compress(case("a", "n1").encode()))
    assert ["a"] == [row["id"] for row in run("verify", path, "-c", "records", "-f", "jsonl").rows]


def test_several_files_are_read_in_order(tmp_path):
    for name in "ab":
        (tmp_path / name).write_text(case(name, "n1"))
    ran = run("verify", "b", "a", "-c", "records", "-f", "jsonl", cwd=tmp_path)
    assert ["b", "a"] == [row["id"] for row in ran.rows]


def test_json_output_is_one_array_even_of_nothing_but_errors():
    ran = run("verify", "-", "-c", "records", "-f", "json", given=b"x\ny")
    assert 2 == len(json.loads(ran.out))


def test_the_summary_goes_to_standard_error_and_to_a_file(tmp_path):
    path = tmp_path / "summary.json"
    ran = run("verify", EXAMPLES / "cards.json", "-c", "cards", "-f", "jsonl", "--summary", path)
    summary = json.loads(path.read_text())
    jsonschema.validate(summary, json_schema("summary"))
    assert (14, 9, 9 / 14) == (summary["claims"], summary["verified"], summary["claimSurvival"])
    assert "claim survival 64.3%" in ran.err


def test_a_file_that_is_not_there_is_named_with_the_next_step():
    ran = run("verify", "missing.json", "-c", "records")
    assert (2, "error: missing.json: cannot be opened: No such file or directory; check the path\n") == (
        ran.code,
        ran.err,
    )


def test_a_folder_in_place_of_a_file_is_a_clear_error(tmp_path):
    ran = run("verify", tmp_path, "-c", "records")
    assert 2 == ran.code
    assert "Is a directory" in ran.err


def test_a_case_without_a_contract_is_told_how_to_get_one():
    ran = run("verify", "-", "-f", "jsonl", given=case("a", "n1").encode())
    assert "the case names no contract; add --contract NAME|FILE" in ran.rows[0]["error"]["message"]


def test_a_case_cannot_make_the_command_open_a_file(tmp_path):
    (tmp_path / "own.toml").write_text("secret")
    line = json.dumps({"id": "a", "contract": "own.toml", "claims": []})
    ran = run("verify", "-", "-f", "jsonl", given=line.encode(), cwd=tmp_path)
    assert "none of the contracts that ship has the name 'own.toml'" in ran.rows[0]["error"]["message"]


def test_the_released_gates_are_a_preset():
    ran = run("verify", EXAMPLES / "cards.json", "-c", "cards", "--preset", "released")
    assert "citedNumber not allowed: 250" in ran.out
    assert "verified under preset released does not mean true" in ran.err


def test_ids_that_repeat_are_an_error_row_under_strict():
    line = json.dumps({"id": "twice", "nodes": [NODE, NODE]}).encode()
    ran = run("verify", "-", "-c", "records", "-f", "jsonl", given=line)
    assert 2 == ran.code
    assert "several have the id 'n1'" in ran.rows[0]["error"]["message"]


def test_evidence_of_ones_own_csv_is_enough():
    sales = EXAMPLES / "sales"
    ran = run(
        "verify", sales / "claims.jsonl", "-c", sales / "contract.toml",
        "-e", sales / "sales.csv", "-m", sales / "mapping.toml", "-f", "jsonl",
    )  # fmt: skip
    assert ["verified", "rejected", "rejected", "rejected"] == [row["claims"][0]["status"] for row in ran.rows]


def test_a_mapping_without_evidence_is_told_what_is_missing():
    ran = run("verify", "-", "-c", "records", "-m", "mapping.toml")
    expected = "error: --mapping: says how the records of --evidence become nodes; add --evidence FILE\n"
    assert (2, expected) == (ran.code, ran.err)


def test_a_claim_that_was_left_out_is_named_by_its_place_in_the_document():
    claims = [
        {"claimId": "c1", "claimType": "FACT", "text": "t"},
        {"claimId": "c2", "claimType": "FACT"},
        {"claimId": "c3", "claimType": "FICTION", "text": "t"},
        7,
    ]
    ran = run("verify", "-", "-c", "records", "-f", "jsonl", given=json.dumps({"claims": claims}).encode())
    (row,) = ran.rows
    assert ["claims[1].text", "claims[2].claimType", "claims[3]"] == [each["place"] for each in row["unread"]]
    assert (1, 3) == (row["summary"]["claims"], row["summary"]["unread"])


def test_a_case_that_brings_its_own_lists_keeps_them_beside_shared_evidence(tmp_path):
    (tmp_path / "evidence.json").write_text(json.dumps({"nodes": [NODE]}))
    line = json.dumps({"claims": json.loads(case("a", "n1", citedNumbers=["7"]))["claims"], "allowedNumbers": ["7"]})
    options = ("-c", "records", "--preset", "released", "-e", tmp_path / "evidence.json", "-f", "jsonl")
    ran = run("verify", "-", *options, given=line.encode())
    assert "verified" == ran.rows[0]["claims"][0]["status"]


def test_untrusted_text_cannot_steer_the_terminal():
    hostile = case("a\x1b[2J", "n9\x1b]0;title\x07", text="\u202eevil\x1b[31m")
    ran = run("verify", "-", "-c", "records", given=hostile.encode())
    assert "\x1b" not in ran.out + ran.err
    assert "\u202e" not in ran.out
    assert r"\x1b[2J" in ran.out


def test_the_word_verified_never_stands_without_the_preset_and_what_it_does_not_mean():
    ran = run("verify", EXAMPLES / "cards.json", "-c", "cards")
    for line in ran.out.splitlines():
        assert "claims verified" not in line or "preset strict" in line
    assert "verified under preset strict does not mean true" in ran.err


def test_a_reader_that_leaves_early_is_no_error():
    import subprocess  # noqa: PLC0415
    import sys  # noqa: PLC0415

    lines = "\n".join(case(str(index), "n1") for index in range(5000)).encode()
    with subprocess.Popen(
        [
            sys.executable,
            "-c",
            "from claimgauge.cli import main; main()",
            "verify",
            "-",
            "-c",
            "records",
            "-f",
            "jsonl",
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        process.stdout.close()
        try:
            process.stdin.write(lines)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert b"Traceback" not in process.stderr.read()
    assert 0 == process.returncode
