"""`claimgauge replay`, as a user runs it."""

import json

import pytest

from tests.integration.command import EXAMPLES, run

STREAM, CASE = EXAMPLES / "feedback" / "stream.jsonl", EXAMPLES / "feedback" / "answer.json"
SHORT = ("--half-life", "90", "--window", "90")


def test_a_recorded_stream_is_replayed_and_called_so():
    ran = run("replay", STREAM, "--case", CASE, *SHORT, "--step", "14")
    assert 0 == ran.code
    assert "recorded  answer card-answer  rubric guarded" in ran.out
    assert ["90", "90", "0.032", "50.0", "112", "102"] == ran.out.splitlines()[-1].split()


def test_a_simulated_stream_says_that_nobody_gave_it():
    ran = run("replay", "burst", "--case", CASE, "--simulated", "7", *SHORT)
    assert 0 == ran.code
    assert "the stream is simulated (scenario burst, seed 7): nobody gave this feedback" in ran.out


def test_the_same_seed_gives_the_same_bytes_and_json_holds_every_step():
    one, two = (run("replay", "drizzle", "--case", CASE, "--simulated", "3", *SHORT, "-f", "json") for _ in "ab")
    study = json.loads(one.out)
    assert one.out == two.out
    assert ("simulated", 3, 78) == (study["source"], study["seed"], len(study["steps"]))
    assert 78 == len(study["runs"][0]["points"])


def test_the_page_is_complete_in_itself_and_shows_nothing_raw(tmp_path):
    page, stream = tmp_path / "page.html", tmp_path / "<img src=x>.jsonl"
    stream.write_bytes(STREAM.read_bytes())
    assert 0 == run("replay", stream, "--case", CASE, *SHORT, "--report", page).code
    text = page.read_text()
    assert text.count("<svg") == 3
    assert "<img" not in text
    assert "<script" not in text
    assert "recorded feedback over time" in text


def test_a_case_in_prose_is_assessed_first(tmp_path):
    case = json.loads(CASE.read_text())
    del case["claims"]
    path = tmp_path / "prose.json"
    path.write_text(json.dumps(case))
    study = json.loads(run("replay", STREAM, "--case", path, *SHORT, "-f", "json").out)
    assert 2 == study["onTheAnswer"]


@pytest.mark.parametrize(
    ("message", "lines"),
    [
        ("line 1: is no row of a stream of feedback (claimgauge.feedback-stream/1)", b'{"kind": "wish"}\n{}\n'),
        ("line 1: is no row of a stream of feedback", b"[7]\nnothing\n"),
        ("is empty; expected JSON", b""),
    ],
)
def test_a_stream_that_cannot_be_read_ends_with_2_and_its_place(message, lines, tmp_path):
    path = tmp_path / "stream.jsonl"
    path.write_bytes(lines)
    ran = run("replay", path, "--case", CASE)
    assert (2, "") == (ran.code, ran.out)
    assert message in ran.err


def test_an_unknown_scenario_is_an_error_with_those_that_are_known():
    ran = run("replay", "storm", "--case", CASE, "--simulated", "7")
    assert 2 == ran.code
    assert "no scenario 'storm'; with --simulated the stream is one of burst, repeating, drizzle" in ran.err


def test_two_cases_are_one_too_many(tmp_path):
    path = tmp_path / "two.json"
    path.write_text(f"[{CASE.read_text()}, {CASE.read_text()}]")
    ran = run("replay", STREAM, "--case", path)
    assert (2, f"error: {path}: holds 2 cases; give a file with one\n") == (ran.code, ran.err)


def test_the_report_does_not_go_over_the_stream():
    ran = run("replay", STREAM, "--case", CASE, "--report", STREAM)
    assert 2 == ran.code
    assert b"claimgauge.feedback-stream/1" in STREAM.read_bytes()
