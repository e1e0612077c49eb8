"""`claimgauge weights` from a protocol to text, JSON, a page and a proposed rubric."""

import json
import re

import jsonschema
import msgspec
import pytest

from claimgauge.calibration.proposal import rubric_toml
from claimgauge.cli.weighed import print_weights
from claimgauge.reports import weights_page
from claimgauge.risk import Rubric, law_problems
from claimgauge.wiring import (
    json_schema,
    load_protocol,
    load_rubric,
    shipped_names,
    weigh,
    write_proposal,
    write_weights,
)
from tests.integration.command import EXAMPLES, run
from tests.unit.test_reports import HOSTILE, read
from tests.unit.test_weights_fit import answers
from tests.weights_building import delphi, fit

WEIGHTS = EXAMPLES / "weights"
AHP = WEIGHTS / "regulated" / "ahp.toml"
WORKSHOP = WEIGHTS / "knowledge-search" / "workshop.toml"
METHODS = ("ahp", "delphi", "workshop", "fit")


@pytest.fixture(scope="module")
def protocols(tmp_path_factory):
    """A file for each method, two of them in JSON."""
    folder = tmp_path_factory.mktemp("protocols")
    rounds = [{"u": (5, 3, 2), "v": (4, 4, 2), "w": (2, 4, 4)}] * 2
    written = {
        "delphi": delphi(*rounds, criteria="FCU", people="fictional", title="Three dimensions"),
        "fit": fit(answers(120), iterations=39),
    }
    paths = {"ahp": AHP, "workshop": WORKSHOP}
    for method, protocol in written.items():
        paths[method] = folder / f"{method}.json"
        paths[method].write_bytes(msgspec.json.encode(protocol))
    return paths


@pytest.fixture(scope="module")
def results(protocols):
    return {method: weigh(method, [path]) for method, path in protocols.items()}


@pytest.mark.parametrize("method", METHODS)
def test_a_result_and_its_protocol_fit_their_schemas(protocols, results, method):
    jsonschema.validate(json.loads(msgspec.json.encode(results[method])), json_schema("weights"))
    protocol = load_protocol(method, [protocols[method]])
    jsonschema.validate(json.loads(msgspec.json.encode(protocol)), json_schema(method))


@pytest.mark.parametrize("method", METHODS)
def test_the_same_protocol_gives_the_same_bytes(protocols, results, method):
    assert msgspec.json.encode(results[method]) == msgspec.json.encode(weigh(method, [protocols[method]]))


@pytest.mark.parametrize("method", METHODS)
def test_the_text_shows_every_weight_beside_the_one_of_the_rubric(results, method, capsys):
    print_weights(results[method])
    (line,) = [line for line in capsys.readouterr().out.splitlines() if line.startswith("F  ")]
    assert "0.250" in line
    assert "factual" in line


@pytest.mark.parametrize("method", METHODS)
def test_the_page_is_whole_and_loads_nothing(results, method):
    text, again = (weights_page(results[method], load_rubric()) for _ in range(2))
    reader = read(text)
    assert sorted(set(reader.ids)) == sorted(reader.ids)
    assert not any(mark in text for mark in ("http://", "https://", "url(", "@import", "<script", " style="))
    assert text.count("<table") == text.count("<caption")
    assert all("scope=" in tag for tag in re.findall(r"<th[ >][^>]*", text))
    assert text == again


def test_the_command_writes_json_and_a_page(tmp_path, results):
    ran = run("weights", "ahp", AHP, "--format", "json", "--report", tmp_path / "page.html")
    assert (0, "") == (ran.code, ran.err)
    assert json.loads(msgspec.json.encode(results["ahp"])) == json.loads(ran.out)
    assert weights_page(results["ahp"], load_rubric()) == (tmp_path / "page.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_of_a_protocol_is_shown_as_text(kind, tmp_path):
    raw, shown = HOSTILE[kind]
    protocol = delphi({"u": (5, 3, 2), "v": (2, 2, 6)}, criteria="FCU", title=raw, rule=(1, 0.0, 0.0, 0.0))
    said = msgspec.structs.replace(protocol.answers[0], note=raw, role=raw)
    path = tmp_path / "hostile.json"
    path.write_bytes(msgspec.json.encode(msgspec.structs.replace(protocol, answers=(said, *protocol.answers[1:]))))
    found = weigh("delphi", [path])
    write_weights(tmp_path / "page.html", found, rubric=load_rubric())
    assert read((tmp_path / "page.html").read_text(encoding="utf-8")).said.count(shown) >= 3
    write_proposal(tmp_path / "new.toml", found, load_rubric())
    assert raw == load_rubric(tmp_path / "new.toml").title


def test_hostile_text_of_a_protocol_steers_no_terminal(tmp_path):
    protocol = delphi({"u\x1b[2J": (5, 3, 2), "v": (1, 1, 8)}, criteria="FCU", title="a\u202eb", rule=(1, 0, 0, 0))
    (tmp_path / "d.json").write_bytes(msgspec.json.encode(protocol))
    ran = run("weights", "delphi", tmp_path / "d.json")
    assert 0 == ran.code, ran.err
    assert not any(mark in ran.out for mark in ("\x1b", "\u202e"))


@pytest.mark.parametrize(("profile", "method"), [("regulated", "ahp"), ("knowledge-search", "workshop")])
def test_the_rubric_of_a_profile_is_what_its_protocol_proposes(profile, method, results, tmp_path):
    path = tmp_path / "rubric.toml"
    rubric = write_proposal(path, results[method], load_rubric())
    assert rubric == load_rubric(path)
    assert (WEIGHTS / profile / "rubric.toml").read_text(encoding="utf-8") == path.read_text(encoding="utf-8")
    assert (profile, True, ()) == (rubric.id, rubric.provisional, law_problems(rubric))
    assert results[method].protocol.digest in rubric.source
    assert load_rubric().digest in rubric.source


def test_a_regulated_setting_weighs_contradiction_and_permission_higher_and_a_search_support_and_context():
    guarded, regulated, search = (
        load_rubric(each).weights
        for each in ("guarded", WEIGHTS / "regulated" / "rubric.toml", WEIGHTS / "knowledge-search" / "rubric.toml")
    )
    assert regulated["F"] > guarded["F"]
    assert regulated["F"] + regulated["C"] > guarded["F"] + guarded["C"]
    assert regulated["P"] > 1.5 * guarded["P"]
    assert search["U"] > 1.5 * guarded["U"]
    assert search["C"] > guarded["C"]


def test_a_proposal_never_takes_the_place_of_a_file(tmp_path):
    path = tmp_path / "mine.toml"
    path.write_text("kept", encoding="utf-8")
    ran = run("weights", "ahp", AHP, "--propose", path)
    assert 2 == ran.code
    assert f"error: {path}: is there already; a proposal is a new file, so choose another path\n" == ran.err
    assert "kept" == path.read_text(encoding="utf-8")


def test_a_proposal_that_breaks_a_law_is_written_and_said_to_be_not_accepted(tmp_path):
    protocol = delphi({"u": (1, 9, 1, 1, 1, 1, 1), "v": (1, 9, 1, 1, 1, 1, 1)}, criteria="FCUOSPH", rule=(1, 1, 1, 1))
    (tmp_path / "d.json").write_bytes(msgspec.json.encode(protocol))
    ran = run("weights", "delphi", tmp_path / "d.json", "--propose", tmp_path / "new.toml")
    assert 1 == ran.code
    assert "exit 1: rubric check does not accept it: labels.UNSUPPORTED: weighs less than PARTIAL" in ran.err
    assert (tmp_path / "new.toml").is_file()


def test_criteria_that_are_no_dimensions_are_weighed_and_not_proposed(tmp_path):
    protocol = delphi({"u": (5, 5), "v": (6, 4)}, criteria=("speed", "cost"))
    (tmp_path / "d.json").write_bytes(msgspec.json.encode(protocol))
    assert 0 == run("weights", "delphi", tmp_path / "d.json").code
    ran = run("weights", "delphi", tmp_path / "d.json", "--propose", tmp_path / "new.toml")
    assert (2, False) == (ran.code, (tmp_path / "new.toml").exists())
    assert "error: p: criteria: weighs speed, cost, and a rubric has weights for F, C, U, O, S, P, H only" in ran.err


def test_two_experts_may_write_their_judgements_in_two_files(tmp_path):
    whole = AHP.read_text(encoding="utf-8")
    head, *experts = whole.split("[[experts]]")
    paths = []
    for number, each in enumerate(experts):
        paths.append(tmp_path / f"{number}.toml")
        paths[-1].write_text(f"{head}[[experts]]{each}", encoding="utf-8")
    together = run("weights", "ahp", *reversed(paths), "--format", "json")
    assert run("weights", "ahp", AHP, "--format", "json").out == together.out


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "schema = 'claimgauge.ahp/1'\nid = 'p'\nheld = 2026-03-01\nexperts = []\n",
            "experts: are none; give at least one",
        ),
        ('{"schema": "claimgauge.ahp/1"', "is not JSON: "),
        ("schema = ", "is not TOML: "),
        (
            "schema = 'claimgauge.ahp/1'\nid = 'p'\nheld = 2026-03-01\nexpert = []\n",
            "expert: is not a key that is known here",
        ),
    ],
)
def test_a_protocol_that_cannot_be_read_says_where_and_why(text, expected, tmp_path):
    path = tmp_path / "broken.toml"
    path.write_text(text, encoding="utf-8")
    ran = run("weights", "ahp", path)
    assert 2 == ran.code
    assert f"error: {path}: {expected}" in ran.err


def test_a_protocol_that_is_not_there_is_said_not_to_be():
    ran = run("weights", "fit", "nowhere.toml")
    assert (2, "error: nowhere.toml: cannot be read (No such file or directory); name a protocol\n") == (
        ran.code,
        ran.err,
    )


@pytest.mark.parametrize("name", shipped_names("rubrics"))
def test_a_rubric_that_is_written_reads_back_as_the_same(name, tmp_path):
    rubric = msgspec.structs.replace(load_rubric(name), title='"quoted" \\ \x7f', freshness={"a b": 3.0, "c": 2.5})
    path = tmp_path / "again.toml"
    path.write_text(rubric_toml(rubric, head=["one\nline", "two"]), encoding="utf-8")
    assert rubric == load_rubric(path)
    assert isinstance(rubric, Rubric)


def test_rubric_diff_says_in_words_what_new_weights_mean():
    ran = run("rubric", "diff", "guarded", WEIGHTS / "knowledge-search" / "rubric.toml")
    assert 0 == ran.code
    assert any(
        line.startswith("  unsupportedness (U) counts 1.6") and "times as much: 0.24" in line
        for line in ran.out.splitlines()
    )
    assert "  unsupportedness (U) now counts more than context deviation (C)" in ran.out.splitlines()


def test_assessments_and_outcomes_become_the_protocol_of_a_fit(tmp_path):
    desk = EXAMPLES / "calibration"
    assessed = run("score", desk / "cases.jsonl", "--format", "jsonl")
    (tmp_path / "assessed.jsonl").write_text(assessed.out)
    settings = ("--id", "desk", "--people", "fictional", "--held", "2026-07-01", "--to", tmp_path / "fit.json")
    ran = run("weights", "observe", tmp_path / "assessed.jsonl", "--outcomes", desk / "outcomes.jsonl", *settings)
    assert 0 == ran.code
    assert "left out: 29 without an outcome" in ran.err
    protocol = load_protocol("fit", [tmp_path / "fit.json"])
    rows = {row["caseId"]: row for row in map(json.loads, assessed.out.splitlines())}
    assert 211 == len(protocol.answers)
    assert all(each.scores.get("F", 0) == rows[each.id]["dimensions"]["F"] for each in protocol.answers)
    again = run("weights", "observe", tmp_path / "assessed.jsonl", "--outcomes", desk / "outcomes.jsonl", *settings)
    assert (2, True) == (again.code, "is there already" in again.err)
