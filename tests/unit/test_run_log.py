"""The log of a run: steps within steps, runs one after the other, and a file that cannot be written."""

import json

import pytest

from claimgauge.errors import InputError
from claimgauge.wiring.run_log import Recorder, RunLog, Step


def lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_a_step_within_a_step_ends_first_and_is_part_of_it():
    recorder = Recorder()
    with recorder.step("outer", case_id="a") as outer:
        outer.count(claims_in=2)
        with recorder.step("inner", case_id="a") as inner:
            inner.count(claims_in=1)
            inner.count(claims_out=1)
        outer.count(claims_out=2)
    inner, outer = recorder.steps
    assert ("inner", {"claims_in": 1, "claims_out": 1}) == (inner.name, inner.counts)
    assert ("outer", {"claims_in": 2, "claims_out": 2}) == (outer.name, outer.counts)
    assert 0 <= inner.seconds <= outer.seconds


def test_a_step_that_fails_is_recorded_all_the_same():
    recorder = Recorder()
    with pytest.raises(ZeroDivisionError), recorder.step("read", case_id="a"):
        raise ZeroDivisionError
    assert ["read"] == [step.name for step in recorder.steps]


def test_a_second_run_is_appended_to_the_first(tmp_path):
    path = tmp_path / "run.log"
    for kept in (0, 1):
        with RunLog(path) as log:
            log.start(workers=2, kept=kept)
            log.row(2, "b", [Step("assess", 0.5, {"claims_in": 1, "labels_given_out": 3})])
            log.error(3, "c", code="malformed", place="line 3")
            log.end(rows_in=3, rows_out=3, kept=kept)
    start, step, error, end = lines(path)[4:]
    name = {"schema": "claimgauge.log/1"}
    assert name | {"step": "start", "workers": 2, "rowsKept": 1} == start
    numbers = {"seconds": 0.5, "claimsIn": 1, "labelsGivenOut": 3}
    assert name | {"row": 2, "caseId": "b", "step": "assess"} | numbers == step
    assert name | {"row": 3, "caseId": "c", "step": "error", "code": "malformed", "place": "line 3"} == error
    assert name | {"step": "end", "rowsIn": 3, "rowsOut": 3, "rowsKept": 1} == {
        k: end[k] for k in end if k != "seconds"
    }


def test_a_log_that_cannot_be_written_is_an_error(tmp_path):
    with pytest.raises(InputError, match="cannot be written: Is a directory; choose another path"):
        RunLog(tmp_path)
