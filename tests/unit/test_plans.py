"""What decides what a run does: it can be sent to a worker, and another content has another digest."""

import datetime as dt
import pickle

import pytest

from claimgauge.errors import InputError
from claimgauge.evidence import EvidenceGraph, EvidenceNode
from claimgauge.readers.inputs import Input
from claimgauge.wiring import Plan, load_contract, load_criticality, load_evidence_rules, load_rubric
from claimgauge.wiring.plans import Ready
from claimgauge.wiring.run_log import Recorder
from claimgauge.workflow import UNOBSERVED, AssessmentError, BrokenRow

NODE = EvidenceNode(evidence_id="e1", type="ROW", fields={"revenue": "4.2"})
WHOLE = Plan(
    "assess",
    contract=load_contract("records"),
    preset="strict",
    evidence=EvidenceGraph(nodes=(NODE,)),
    rubric=load_rubric("paper"),
    now=dt.datetime(2026, 3, 1, tzinfo=dt.UTC),
)
CASE = Input(
    "line 1",
    "cases:1",
    b'{"claims": [{"claimId": "c", "claimType": "FACT", "text": "", "citedEvidenceIds": ["e1"],'
    b' "citedNumbers": ["revenue=4.2"]}]}',
)


def test_a_plan_that_was_sent_is_the_same_plan():
    sent = pickle.loads(pickle.dumps(WHOLE))  # noqa: S301  # our own bytes
    assert WHOLE == sent
    assert WHOLE.settings() == sent.settings()
    assert Ready(WHOLE).assess(CASE, UNOBSERVED) == Ready(sent).assess(CASE, UNOBSERVED)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("command", {"command": "score"}),
        ("contract", {"contract": load_contract("cards")}),
        ("preset", {"preset": None}),
        ("evidence", {"evidence": EvidenceGraph(nodes=())}),
        ("rubric", {"rubric": load_rubric("guarded")}),
        ("time", {"now": None}),
        ("evidence rules", {"evidence_rules": load_evidence_rules()}),
        ("criticality", {"criticality": load_criticality()}),
    ],
)
def test_each_thing_that_decides_changes_its_own_setting(name, other):
    changed = WHOLE._replace(**other).settings()
    assert [name] == [each for each, value in WHOLE.settings().items() if changed[each] != value]


def test_the_content_of_files_is_a_setting_and_their_path_is_none(tmp_path):
    for name, text in (("a", "1"), ("b", "1"), ("c", "2")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "network.onnx").write_text(text)
    settings = [Plan("assess", labeller=tmp_path / name).settings()["labeller"] for name in "abc"]
    assert settings[0] == settings[1] != settings[2]


def test_a_file_that_cannot_be_read_is_named(tmp_path):
    with pytest.raises(InputError, match=r"absent\.toml: cannot be read: No such file or directory; check the path"):
        Plan("assess", judge=tmp_path / "absent.toml").settings()


def test_the_steps_of_a_row_are_observed_with_what_went_in_and_came_out():
    recorder = Recorder()
    Ready(WHOLE).assess(CASE, recorder)
    counts = [(step.name, step.counts) for step in recorder.steps]
    assert [
        ("read", {"bytes_in": len(CASE.raw), "rows_out": 1}),
        ("admission", {"evidence_in": 0, "evidence_out": 0, "sources_withheld": 0, "stopped": 0}),
        ("eligibility", {"stale": 0, "out_of_scope": 0}),
        ("labels", {"claims_in": 1, "claims_out": 1}),
        ("score", {"claims_in": 1, "unread": 0, "claims_out": 1}),
        ("assess", {"claims_in": 1, "claims_out": 1}),
    ] == counts
    assert [] == [step for step in recorder.steps if step.seconds < 0]


def test_an_input_that_cannot_be_read_is_a_row_too():
    row, out = Ready(WHOLE).assess(Input("line 1", "cases:1", b"", "is damaged"), UNOBSERVED)
    assert isinstance(row, BrokenRow)
    assert isinstance(out, AssessmentError)
    assert "cases:1" == out.case_id


def test_what_is_shown_of_a_row_later_is_what_was_shown_when_it_was_assessed():
    ready = Ready(WHOLE)
    shown, out = ready.assess(CASE, UNOBSERVED)
    assert ready.shown(CASE, out) == shown
