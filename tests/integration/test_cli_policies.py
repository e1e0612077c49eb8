"""`policies check`, `show` and `test`, as a user runs them."""

import json
import shutil
from importlib import resources

import pytest

from claimgauge.wiring import load_bundle
from tests.integration.command import run

SHIPPED = resources.files("claimgauge") / "data" / "policies"


@pytest.fixture
def mine(tmp_path):
    """A copy of the bundle `bank`."""
    with resources.as_file(SHIPPED / "bank") as folder:
        return shutil.copytree(folder, tmp_path / "mine")


def changed(place, name, before, after):
    text = (place / name).read_text()
    assert before in text
    (place / name).write_text(text.replace(before, after))


@pytest.mark.parametrize("name", ["bank", "hospital", "open", "public-office"])
def test_check_names_the_bundle_its_digest_and_every_policy(name):
    ran = run("policies", "check", name)
    bundle = load_bundle(name)
    assert (0, "") == (ran.code, ran.err)
    assert f"ok  {name} version 1  {bundle.digest}" == ran.out.splitlines()[0]
    assert bundle.text("policies.cedar").count("@id(") == sum(
        " permit " in each or " forbid " in each for each in ran.out.splitlines()
    )
    assert "provisional" in ran.out


def test_check_shows_annotations():
    lines = run("policies", "check", "bank").out.splitlines()
    assert ["payroll-hidden", "forbid", "read", "@opaque(true)"] in [line.split() for line in lines]


def test_check_of_a_broken_bundle_ends_with_2_and_every_place(mine):
    changed(mine, "policies.cedar", 'resource.type == "payroll"', 'resource.kind == "payroll"')
    changed(mine, "policies.cedar", '@title("Nobody reads what', '@titel("Nobody reads what')
    ran = run("policies", "check", mine)
    assert (2, "") == (ran.code, ran.out)
    place = f"error: {mine}: policies.cedar, line 51, policy 'payroll-hidden': "
    assert [
        f"{place}@titel is no annotation that is known; known are id, title, source, opaque, stops, answered",
        f"{place}does not fit the schema: attribute `kind` on entity type `Source` not found",
    ] == ran.err.splitlines()


def test_show_prints_the_texts_with_nothing_hidden(mine):
    changed(mine, "policies.cedar", "// --- ask", "// \u202e--- ask")
    ran = run("policies", "show", mine)
    assert "bank version 1 · Retail advice in a bank  provisional" == ran.out.splitlines()[0]
    assert "principal required, what no policy permits is denied" in ran.out
    assert "\nentities.json\n" in ran.out
    assert r"// \u202e--- ask" in ran.out


def test_show_as_json_holds_every_file():
    ran = run("policies", "show", "public-office", "-f", "json")
    shown, bundle = json.loads(ran.out), load_bundle("public-office")
    assert (dict(bundle.files), bundle.digest, True) == (shown["files"], shown["digest"], shown["opaque"])
    assert "and hidden with its id" in run("policies", "show", "public-office").out


def test_the_examples_of_a_bundle_hold(mine):
    ran = run("policies", "test", mine)
    assert 0 == ran.code
    assert "✓ auditor ask  forbid, audit-outside-approved, answered" in ran.out.splitlines()
    assert "27 of 27 examples hold" == ran.out.splitlines()[-1]


def test_an_example_that_does_not_hold_ends_with_1_and_what_was_found(mine):
    changed(mine, "policies.cedar", '"public", "internal"]', '"public"]')
    ran = run("policies", "test", mine)
    assert 1 == ran.code
    assert [
        "✗ teller read handbook  permit, staff-reads-internal; found default, default-deny",
    ] == [line for line in ran.out.splitlines() if line.startswith("✗")]
    assert "26 of 27 examples hold" == ran.out.splitlines()[-1]


@pytest.mark.parametrize("form", ["json", "jsonl"])
def test_results_are_there_for_programs_too(form):
    ran = run("policies", "test", "open", "-f", form)
    rows = json.loads(ran.out) if form == "json" else ran.rows
    said = {"expected": "permit, anyone-asks", "found": "permit, anyone-asks"}
    assert {"question": "nobody ask", **said, "message": "", "passed": True} == rows[0]


def test_no_examples_are_no_success(mine):
    (mine / "tests.toml").write_text('schema = "claimgauge.policies-tests/1"\n')
    ran = run("policies", "test", mine)
    assert (1, "0 of 0 examples hold\n") == (ran.code, ran.out)


def test_a_bundle_that_is_not_there_ends_with_2():
    ran = run("policies", "check", "nothing")
    assert 2 == ran.code
    assert (
        "error: nothing: is no folder; name the folder of a bundle, or one of the policies that ship: bank" in ran.err
    )


@pytest.mark.parametrize("kind", ["policies", "policies-tests"])
def test_there_is_a_schema_of_both_documents(kind):
    assert f"claimgauge.{kind}/1" == json.loads(run("schema", kind).out)["$id"]
