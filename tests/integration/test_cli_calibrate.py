"""`claimgauge calibrate` from files to text, JSON, a page, a proposed rubric and an exit code."""

import json
import tomllib

import jsonschema
import pytest

from claimgauge.wiring import json_schema, load_costs
from tests.integration.command import EXAMPLES, run

CASES = EXAMPLES / "calibration" / "cases.jsonl"
OUTCOMES = EXAMPLES / "calibration" / "outcomes.jsonl"


@pytest.fixture(scope="module")
def assessed(tmp_path_factory):
    """The example, scored."""
    ran = run("score", CASES, "--format", "jsonl", "--fail-on", "never")
    assert 0 == ran.code, ran.err
    path = tmp_path_factory.mktemp("calibration") / "assessed.jsonl"
    path.write_text(ran.out, encoding="utf-8")
    return path


def quick(*arguments, **keys):
    return run("calibrate", *arguments, "--iterations", "100", **keys)


@pytest.fixture(scope="module")
def found(assessed):
    return json.loads(quick(assessed, "--outcomes", OUTCOMES, "-f", "json").out)


def test_the_json_fits_its_schema(found):
    jsonschema.validate(found, json_schema("calibration"))
    assert ("claimgauge.calibration/1", 7, 100) == (found["schema"], found["seed"], found["iterations"])
    assert (
        240 == found["assessments"]["rows"] == found["outcomes"]["answers"] + len(found["outcomes"]["withoutOutcome"])
    )


def test_the_outcomes_of_the_example_fit_their_schema():
    schema = json_schema("outcomes")
    for line in OUTCOMES.read_text(encoding="utf-8").splitlines():
        jsonschema.validate(json.loads(line), schema)


def test_the_text_says_what_the_json_says(assessed, found):
    ran = quick(assessed, "--outcomes", OUTCOMES, "--windows", "2026-05-01")
    assert 0 == ran.code, ran.err
    assert all(f"  ! {notice}" in ran.out for notice in found["notices"])
    assert f"{found['discrimination']['auroc']['value']:.3f}" in ran.out
    assert f"{found['bands']['currentCost']['value']:.3f}" in ran.out
    assert "before 2026-05-01" in ran.out


def test_other_orders_and_hash_seeds_give_the_same_bytes(assessed, tmp_path, monkeypatch):
    turned = tmp_path / "turned.jsonl"
    turned.write_text("\n".join(reversed(OUTCOMES.read_text(encoding="utf-8").splitlines())), encoding="utf-8")
    monkeypatch.setenv("PYTHONHASHSEED", "1")
    one = quick(assessed, "--outcomes", OUTCOMES, "-f", "json").out
    monkeypatch.setenv("PYTHONHASHSEED", "2")
    assert one == quick("-", "--outcomes", turned, "-f", "json", given=assessed.read_bytes()).out


def test_a_rubric_is_proposed_once_and_explained(assessed, tmp_path, found):
    path = tmp_path / "proposed.toml"
    arguments = (assessed, "--outcomes", OUTCOMES, "--propose", path, "--date", "2026-07-01")
    ran = quick(*arguments)
    assert 0 == ran.code, ran.err
    assert f"proposed: {path}  rubric guarded-calibrated 2026-07-01" in ran.out
    written = tomllib.loads(path.read_text(encoding="utf-8"))
    assert [each["upTo"] for each in found["bands"]["fitted"]] == [band["up_to"] for band in written["bands"]]
    assert found["outcomes"]["digest"] in written["source"]
    again = quick(*arguments)
    assert (2, "") == (again.code, again.out)
    assert "is there already; a proposal is a new file" in again.err
    difference = run("rubric", "diff", "guarded", path)
    assert 0 == difference.code
    assert "scores above" in difference.out.partition("\nscores\n")[2]
    assert 0 == run("rubric", "check", path).code


def test_a_page_is_written(assessed, tmp_path, found):
    path = tmp_path / "pages" / "calibration.html"
    assert 0 == quick(assessed, "--outcomes", OUTCOMES, "--report", path).code
    assert found["outcomes"]["digest"] in path.read_text(encoding="utf-8")


def test_costs_of_ones_own_move_the_bands(assessed, tmp_path, found):
    path = tmp_path / "costs.toml"
    text = (
        'schema = "claimgauge.costs/1"\nid = "mine"\nversion = "1"\nunit = "euros"\nseverity = "ignored"\n[costs]\n'
        "release = { harmful = 1, harmless = 0 }\ncaution = { harmful = 1, harmless = 0.5 }\n"
        "review = { harmful = 1, harmless = 1 }\nblock = { harmful = 1, harmless = 2 }\n"
    )
    path.write_text(text, encoding="utf-8")
    mine = json.loads(quick(assessed, "--outcomes", OUTCOMES, "--costs", path, "-f", "json").out)
    assert ("mine", "euros") == (mine["costs"]["id"], mine["bands"]["unit"])
    assert mine["bands"]["fitted"][0]["upTo"] > found["bands"]["fitted"][0]["upTo"]
    assert "provisional" == load_costs().id


@pytest.mark.parametrize(
    ("expected", "line"),
    [
        ("outcomes.jsonl: line 2: caseId: no assessment is of the case 'nobody'", {"caseId": "nobody"}),
        ("outcomes.jsonl: line 2: assessmentId: the outcome of 'desk-001' is about", {"assessmentId": "sha256:0"}),
        ("outcomes.jsonl: line 2: is no outcome (claimgauge.outcomes/1): Expected `bool`", {"harmful": "yes"}),
        ("outcomes.jsonl: line 2: time: expected a time", {"time": "soon"}),
        ("outcomes: all 1 answers with an outcome are harmless", {}),
    ],
)
def test_what_is_wrong_with_an_outcome_is_exit_code_2_with_line_and_key(expected, line, assessed, tmp_path):
    good = {
        "schema": "claimgauge.outcomes/1",
        "caseId": "desk-001",
        "kind": "audit_finding",
        "harmful": False,
        "time": "2026-03-01",
        "by": "audit",
    }
    path = tmp_path / "outcomes.jsonl"
    path.write_text(f"{json.dumps(good)}\n{json.dumps(good | line)}\n", encoding="utf-8")
    ran = quick(assessed, "--outcomes", path)
    assert (2, "") == (ran.code, ran.out)
    assert expected in ran.err, ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(
    ("expected", "arguments"),
    [
        ("error: --held-out: expected a number between 0 and 1", ("--held-out", "2")),
        ("error: --windows: expected a time", ("--windows", "spring")),
        ("error: --date: expected a date such as 2026-03-01", ("--date", "July")),
        ("none.toml: cannot be read", ("--costs", "none.toml")),
        ("by rubric guarded 1", ("--rubric", "paper")),
    ],
)
def test_settings_that_make_no_sense_are_exit_code_2(expected, arguments, assessed):
    ran = quick(assessed, "--outcomes", OUTCOMES, *arguments)
    assert (2, "") == (ran.code, ran.out)
    assert expected in ran.err, ran.err


def test_outcomes_that_are_missing_or_empty_are_exit_code_2(assessed, tmp_path):
    empty = tmp_path / "empty.jsonl"
    empty.write_text("", encoding="utf-8")
    for expected, path in (("empty.jsonl: line 1: is empty", empty), ("cannot be opened", tmp_path / "none.jsonl")):
        ran = quick(assessed, "--outcomes", path)
        assert 2 == ran.code
        assert expected in ran.err
    assert "can be read once only" in quick("-", "--outcomes", "-").err


def test_names_from_a_file_steer_no_terminal(tmp_path, assessed):
    path = tmp_path / "costs.toml"
    costs = "\n".join(f"{name} = {{ harmful = 1, harmless = 1 }}" for name in ("release", "caution", "review", "block"))
    path.write_text(
        f'schema = "claimgauge.costs/1"\nid = "\\u001b[31mred"\nversion = "1"\nunit = "\\u202e"\n'
        f'severity = "ignored"\n[costs]\n{costs}\n',
        encoding="utf-8",
    )
    shown = quick(assessed, "--outcomes", OUTCOMES, "--costs", path).out
    assert "\\x1b[31mred" in shown
    assert "\x1b" not in shown
