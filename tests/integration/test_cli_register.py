"""`claimgauge register` and `claimgauge checklist`: text, JSON, a page and an exit code."""

import json

import jsonschema
import pytest

from claimgauge.wiring import json_schema
from tests.integration.command import EXAMPLES, run

PAPER = EXAMPLES / "register" / "paper.toml"
BAD = """
schema = "claimgauge.register/1"
id = "mine"
version = "1"
[[sources]]
id = "page"
type = "product_page"
title = "A page"
locator = "somewhere"
primary = true
mutable = true
[[claims]]
id = "score"
text = "It is right in 97 % of cases."
kind = "benchmark"
places = [{ page = "README.md", anchor = "right in 97 %" }]
sources = ["page"]
status = "verified_in_source"
"""


@pytest.fixture
def bad(tmp_path):
    path = tmp_path / "bad.toml"
    path.write_text(BAD, encoding="utf-8")
    return path


def test_the_register_of_the_paper_is_in_order():
    ran = run("register", "check", PAPER)
    assert (0, "") == (ran.code, ran.err)
    assert ran.out.startswith("ok  hallucination-risk-index version 1  7 claims, 10 sources\n")


def test_what_is_wrong_is_said_with_what_to_do_and_exit_code_1(bad):
    ran = run("register", "check", bad)
    assert (1, "exit 1: 2 findings (--fail-on finding)\n") == (ran.code, ran.err)
    lines = ran.out.splitlines()
    assert "claim score  vendor_is_not_independent" in lines
    assert "source page  access_date" in lines
    assert "Drop the number" in ran.out
    assert 0 == run("register", "check", bad, "--fail-on", "never").code


def test_the_json_holds_standings_and_findings(bad):
    found = json.loads(run("register", "check", bad, "-f", "json", "--fail-on", "never").out)
    assert ["claimgauge.register-check/1", ["score"]] == [
        found["schema"],
        [each["claimId"] for each in found["claims"]],
    ]
    assert ["removed", "softened", "not_claimed"] == found["findings"][0]["expected"]
    assert {"sourceId": "page", "why": "wrong_type"} == found["claims"][0]["uncounted"][0]


def test_anchors_are_looked_for_below_a_folder(bad, tmp_path):
    (tmp_path / "README.md").write_text("It is right\nin 97 % of cases.", encoding="utf-8")
    assert "place" not in run("register", "check", bad, "--pages", tmp_path).out
    (tmp_path / "README.md").write_text("It is right in 96 % of cases.", encoding="utf-8")
    ran = run("register", "check", bad, "--pages", tmp_path)
    assert "README.md: 'right in 97 %' no longer stands there" in ran.out
    (tmp_path / "README.md").unlink()
    assert "README.md: there is no such page" in run("register", "check", bad, "--pages", tmp_path).out


def test_a_page_outside_of_the_folder_is_not_opened(bad, tmp_path):
    (tmp_path / "outside.md").write_text("right in 97 %", encoding="utf-8")
    (tmp_path / "pages").mkdir()
    bad.write_text(BAD.replace("README.md", "../outside.md"), encoding="utf-8")
    ran = run("register", "check", bad, "--pages", tmp_path / "pages")
    assert 2 == ran.code
    assert "../outside.md: lies outside of the folder of --pages" in ran.err


def test_a_register_and_the_rules_are_shown_with_their_digests():
    for words in (("show", PAPER), ("rules",)):
        text = run("register", *words)
        shown = json.loads(run("register", *words, "-f", "json").out)
        assert 0 == text.code
        assert shown["digest"] in text.out
    assert "never" not in text.err
    assert "internal_policy" in text.out


def test_the_checklist_of_the_paper_passes_as_text_as_json_and_as_a_page(tmp_path):
    path = tmp_path / "pages" / "checklist.html"
    ran = run("checklist", PAPER, "--rubric", "paper", "--report", path)
    assert (0, "") == (ran.code, ran.err)
    assert 6 == ran.out.count("✓ pass")
    assert 1 == ran.out.count("· n/a")
    found = json.loads(run("checklist", PAPER, "--rubric", "paper", "-f", "json").out)
    jsonschema.validate(found, json_schema("checklist"))
    assert found["register"]["digest"] in path.read_text(encoding="utf-8")


def test_a_check_that_fails_is_exit_code_1(bad):
    ran = run("checklist", bad)
    assert (1, "exit 1: 4 checks fail (--fail-on fail)\n") == (ran.code, ran.err)
    assert 0 == run("checklist", bad, "--fail-on", "never").code


def test_the_hash_seed_changes_no_byte(bad, monkeypatch):
    found = set()
    for seed in ("0", "1", "31"):
        monkeypatch.setenv("PYTHONHASHSEED", seed)
        found.add(run("checklist", bad, "-r", "guarded", "-f", "json").out + run("register", "check", bad).out)
    assert 1 == len(found)


@pytest.mark.parametrize(
    ("expected", "words"),
    [
        ("none.toml: cannot be read", ("register", "check", "none.toml")),
        ("none.toml: cannot be read", ("checklist", "none.toml")),
        ("one of the evidence_rules that ship: default", ("register", "rules", "none")),
        ("one of the rubrics that ship", ("checklist", PAPER, "--rubric", "none")),
        ("one of the codebooks that ship", ("checklist", PAPER, "--rubric", "paper", "--codebook", "none")),
        ("is not a key that is known here", ("register", "check", EXAMPLES / "loans" / "mapping.toml")),
        ("one of the evidence_rules that ship", ("assess", EXAMPLES / "cards.json", "--evidence-rules", "none")),
    ],
)
def test_what_cannot_be_read_is_exit_code_2_with_what_to_do(expected, words, tmp_path):
    ran = run(*words, cwd=tmp_path)
    assert (2, "") == (ran.code, ran.out)
    assert expected in ran.err
    assert "Traceback" not in ran.err


def test_hostile_text_steers_no_terminal(bad):
    bad.write_text(BAD.replace('"score"', '"sc\\u202eore\\u001b[31m"'), encoding="utf-8")
    for words in (("register", "check"), ("register", "show"), ("checklist",)):
        ran = run(*words, bad)
        assert "\u202e" not in ran.out
        assert "\x1b" not in ran.out
        assert "sc\\u202eore\\x1b[31m" in ran.out


@pytest.mark.parametrize("kind", ["register", "evidence-rules", "checklist"])
def test_each_wire_form_has_a_schema(kind):
    shown = json.loads(run("schema", kind).out)
    jsonschema.Draft202012Validator.check_schema(shown)
    assert f"claimgauge.{kind}/1" == shown["$id"]
