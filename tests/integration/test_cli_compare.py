"""`claimgauge compare` from two files of assessments to text, JSON, a page and an exit code."""

import gzip
import json

import jsonschema
import pytest

from claimgauge.wiring import json_schema
from tests.integration.command import EXAMPLES, run

LOANS = EXAMPLES / "loans"
EVIDENCE = ("--evidence", LOANS / "applications.jsonl", "--mapping", LOANS / "mapping.toml")
AS_ROWS = ("--at", "2026-03-02", "--format", "jsonl", "--fail-on", "never")


@pytest.fixture(scope="module")
def runs(tmp_path_factory):
    """Two systems on the example loans: A makes one true claim in each case, B a claim of each kind."""
    folder = tmp_path_factory.mktemp("runs")
    example = [json.loads(line) for line in (LOANS / "claims.jsonl").read_text(encoding="utf-8").splitlines()]
    true = next(case for case in example if case["id"] == "true")
    cases = [case | {"claims": true["claims"]} for case in example]
    worse = [case for case in example if case["id"] != "true"] + [{"id": "new", "claims": []}]
    found = []
    for name, rows in (("a", cases), ("b", worse)):
        given = "\n".join(map(json.dumps, rows)).encode()
        ran = run("assess", "-", "-c", "loans", *EVIDENCE, "--at", "2026-03-02", *AS_ROWS, given=given)
        assert (0, len(rows)) == (ran.code, len(ran.rows)), ran.err
        path = folder / f"{name}.jsonl"
        path.write_text(ran.out, encoding="utf-8")
        found.append(path)
    return found


def quick(*arguments, **keys):
    return run("compare", *arguments, "--iterations", "500", **keys)


def test_two_real_runs_come_out_as_text_that_says_which_is_riskier(runs):
    ran = quick(*runs)
    assert 0 == ran.code, ran.err
    lines = ran.out.splitlines()
    assert "A a.jsonl  B b.jsonl" == lines[0]
    assert 1 == ran.out.count("higher is riskier")
    assert "  only in A: true" in lines
    assert "  only in B: new" in lines
    (score,) = [line for line in lines if line.startswith("score ")]
    assert score.rstrip().endswith("higher")
    assert any(line.startswith("  F factual inconsistency") for line in lines)
    assert "rose most" in lines


def test_the_json_fits_its_schema_and_says_what_the_text_says(runs):
    ran = quick(*runs, "--format", "json")
    found = json.loads(ran.out)
    jsonschema.validate(found, json_schema("comparison"))
    assert ("claimgauge.comparison/1", 7, 500, 0.95) == tuple(
        found[key] for key in ("schema", "seed", "iterations", "level")
    )
    assert "higher" == found["score"]["reading"]
    assert found["score"]["interval"][0] > 0
    assert (17, 18, 18) == (found["pairing"]["pairs"], found["a"]["rows"], found["b"]["rows"])
    assert ["guarded"] == [each["id"] for each in found["a"]["rubrics"]]


def test_the_same_rows_in_another_order_form_and_packing_give_the_same_bytes(runs, tmp_path):
    a, b = runs
    lines = a.read_bytes().splitlines()
    packed, array = tmp_path / "x.gz", tmp_path / "y.json"
    packed.write_bytes(gzip.compress(b"\n".join(reversed(lines))))
    array.write_bytes(b"[" + b",".join(b.read_bytes().splitlines()) + b"]")
    assert quick(a, b, "-f", "json").out == quick(packed, array, "-f", "json").out
    assert quick(a, b, "-f", "json").out == quick("-", b, "-f", "json", given=a.read_bytes()).out


def test_the_hash_seed_changes_no_byte(runs, monkeypatch):
    found = set()
    for seed in ("0", "1", "31"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        found.add(quick(*runs, "-f", "json").out)
    assert 1 == len(found)


def test_another_seed_gives_other_intervals_and_the_same_differences(runs):
    one, other = (json.loads(quick(*runs, "-f", "json", "--seed", seed).out) for seed in (7, 8))
    assert one["score"]["difference"] == other["score"]["difference"]
    assert [each["difference"] for each in one["labels"].values()] == [
        each["difference"] for each in other["labels"].values()
    ]
    assert one["score"]["interval"] != other["score"]["interval"]


def test_the_page_is_written_beside_the_text(runs, tmp_path):
    path = tmp_path / "pages" / "compared.html"
    ran = quick(*runs, "--report", path)
    page = path.read_text(encoding="utf-8")
    assert 0 == ran.code
    assert page.startswith("<!doctype html>")
    assert json.loads(quick(*runs, "-f", "json").out)["a"]["digest"] in page


@pytest.mark.parametrize(
    ("code", "arguments", "swap"),
    [
        (1, ("--fail-on", "worse"), False),
        (0, ("--fail-on", "worse"), True),
        (0, ("--fail-on", "never"), False),
        (0, (), False),
    ],
)
def test_the_exit_code_says_whether_b_is_worse(code, arguments, swap, runs):
    ran = quick(*(runs[::-1] if swap else runs), *arguments)
    assert code == ran.code
    assert (code == 1) == ("exit 1: the whole interval of the score difference lies above 0" in ran.err)


def test_what_is_wrong_with_a_file_is_exit_code_2_with_file_and_place(runs, tmp_path):
    a, b = runs
    lines = a.read_text(encoding="utf-8").splitlines()
    bad = tmp_path / "bad.jsonl"
    for expected, text in (
        ("bad.jsonl: line 2: is no assessment", f"{lines[0]}\nnonsense"),
        ("bad.jsonl: line 2: the case 'true' stands at line 1 too", f"{lines[0]}\n{lines[0]}"),
        (
            "bad.jsonl: line 1: the assessment of 'true' was changed",
            lines[0].replace('"review":', '"review":true,"x":', 1),
        ),
        ("bad.jsonl: line 1: expected an assessment", (LOANS / "claims.jsonl").read_text(encoding="utf-8")),
        ("bad.jsonl: line 1: is empty", ""),
    ):
        bad.write_text(text, encoding="utf-8")
        ran = quick(b, bad)
        assert (2, "") == (ran.code, ran.out)
        assert expected in ran.err, ran.err
        assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("expected", "arguments"),
    [
        ("error: iterations: 10 are too few at level 0.95; give 39 or more", ("--iterations", "10")),
        ("error: level: expected a number between 0 and 1", ("--level", "95")),
    ],
)
def test_settings_that_make_no_interval_are_exit_code_2(expected, arguments, runs):
    ran = run("compare", *runs, *arguments)
    assert 2 == ran.code
    assert expected in ran.err


def test_standard_input_can_be_read_once(runs):
    ran = quick("-", "-", given=runs[0].read_bytes())
    assert 2 == ran.code
    assert "error: stdin: can be read once only; give a file for A or for B" in ran.err


def test_a_page_that_cannot_be_written_is_exit_code_2(runs, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    ran = quick(*runs, "--report", tmp_path / "file" / "page.html")
    assert 2 == ran.code
    assert "page.html: cannot be written" in ran.err


def test_two_rubrics_are_an_error_unless_allowed(runs, tmp_path):
    given = (LOANS / "claims.jsonl").read_bytes()
    ran = run(
        "assess",
        "-",
        "-c",
        "loans",
        *EVIDENCE,
        "--at",
        "2026-03-02",
        "-r",
        "paper",
        "-f",
        "jsonl",
        "--fail-on",
        "never",
        given=given,
    )
    other = tmp_path / "paper.jsonl"
    other.write_text(ran.out, encoding="utf-8")
    refused, allowed = quick(runs[0], other), quick(runs[0], other, "--allow-different-rubrics")
    assert (2, 0) == (refused.code, allowed.code)
    assert "different rubrics scored: in A guarded 1" in refused.err
    assert "  ! different rubrics scored: in A guarded 1" in allowed.out


def test_names_from_a_file_steer_no_terminal(tmp_path):
    given = json.dumps({"id": "\x1b[31mred\u202e", "claims": [], "nodes": []}).encode()
    ran = run("score", "-", "-f", "jsonl", "--fail-on", "never", given=given)
    path = tmp_path / "run.jsonl"
    path.write_text(ran.out, encoding="utf-8")
    shown = quick(path, path).out
    assert "\\x1b[31mred\\u202e" in shown
    assert "\x1b" not in shown
