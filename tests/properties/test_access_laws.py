"""Law 7: evidence that may not be read is in no output, prompt, log, error, page or emission; and what denying changes.

Everything of a denied source but its id holds the word `zqx`, and where the policy hides the id too, so does the id.
"""

import io
import json
import re

import msgspec
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from rich.console import Console

from claimgauge.cli import assessments
from claimgauge.labellers.judge import Judge, JudgeOfProse
from claimgauge.models.scripted import ScriptedModel
from claimgauge.readers import read_stream
from claimgauge.reports import case_page
from claimgauge.wiring import assessing, load_prompt, load_prose_tables, load_rubric, scoring, verifiers
from claimgauge.wiring.assessors import Guard
from claimgauge.wiring.release import load_release
from claimgauge.workflow import Assessment, CaseRow, ProseReader, assess_row
from claimgauge.workflow.release import release
from tests.eligibility_building import AT, Rules, denied

LAWS = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
HIDDEN = "zqx"
WORDS = ("leave", "fee", "card", "office", "salary", "2026", "95.00", "25 days")
said = st.lists(st.sampled_from(WORDS), min_size=1, max_size=4).map(" ".join)


class Heard:
    """An observer that keeps all that it is told."""

    def __init__(self):
        self.told = []

    def advanced(self, **numbers):
        self.told.append(numbers)

    def step(self, name, *, case_id):
        self.told.append((name, case_id))
        return self

    def count(self, **numbers):
        self.told.append(numbers)

    def __enter__(self):
        return self

    def __exit__(self, *_gone):
        return None


@st.composite
def cases(draw):
    """A case with some sources that are denied, the decisions, and whether the bytes are damaged."""
    decisions, sources, nodes, passages, edges = {}, [], [], [], []
    for number in range(draw(st.integers(1, 4))):
        fate = draw(st.sampled_from(["open", "denied", "opaque"]))
        hide = HIDDEN if fate != "open" else ""
        name = f"{HIDDEN if fate == 'opaque' else 's'}{number}"
        if fate != "open":
            decisions[name] = denied("some-policy", opaque=fate == "opaque")
        if draw(st.booleans()):
            source = {
                "sourceId": name,
                "title": f"{hide} {draw(said)}",
                "type": f"{hide}memo",
                "scope": {f"{hide}region": [f"{hide}EMEA"]},
                "access": {"groups": [f"{hide}hr"]},
                "supersedes": draw(st.sampled_from([[], ["s0"], [f"{HIDDEN}0"] if fate == "opaque" else []])),
            }
            sources.append(source | draw(st.sampled_from([{}, {"validUntil": "2025-01-01"}, {"issued": "2026-01-01"}])))
        for place in range(draw(st.integers(0, 2))):
            own = f"{HIDDEN if fate == 'opaque' else 'e'}{number}-{place}"
            text = f"{hide} {draw(said)}"
            node = {"evidenceId": own, "content": text, "sourceId": name}
            if draw(st.booleans()):
                extra = {"cardId": f"{hide}card", "fields": {f"{hide}fee": f"{hide}95.00"}, "type": f"{hide}ROW"}
                nodes.append(node | extra | draw(st.sampled_from([{}, {f"{hide}unknown": 1}])))
            else:
                passages.append(node)
            edges.append({"from": own, "to": draw(st.sampled_from(["e0-0", "e1-0"])), "type": f"{hide}SUPPORTS"})
    ids = [each["evidenceId"] for each in (*nodes, *passages)] + ["no-such"]
    plain = {
        "id": "case",
        "nodes": nodes,
        "passages": passages,
        "edges": edges,
        "sources": sources,
        "request": {"text": "What?", "time": AT},
        "contract": "records",
    }
    if draw(st.booleans()):
        plain["answer"] = {"text": ". ".join(draw(st.lists(said, min_size=1, max_size=3))).capitalize() + "."}
    else:
        plain["claims"] = [
            {"claimId": f"c{n}", "claimType": "FACT", "text": draw(said), "citedNumbers": ["95.00"],
             "citedEvidenceIds": draw(st.lists(st.sampled_from(ids), max_size=2))}
            for n in range(draw(st.integers(1, 3)))
        ]  # fmt: skip
    damage = draw(st.sampled_from(["none", "none", "none", "type", "key", "allow"]))
    if damage == "type" and nodes:
        nodes[-1]["fields"] = [f"{HIDDEN} in a list"]
    if damage == "key" and passages:
        passages[-1][f"{HIDDEN}key"] = HIDDEN
    if damage == "allow" and {each["sourceId"] for each in (*nodes, *passages, *sources)} & decisions.keys():
        plain["allowedNumbers"] = [f"{HIDDEN}95.00"]
        plain["allowedEntities"] = []
    return plain, decisions


def everything(plain, decisions, *, judged):
    """All that comes out of one case, whole, by its door."""
    (row,) = read_stream(io.BytesIO(json.dumps(plain).encode()), name="cases.jsonl")
    heard, model = Heard(), ScriptedModel(lambda _prompt: '{"label": "SUPPORTED", "quotes": []}')
    guard = Guard(lambda _case: Rules(read=decisions), quiet=True)
    reader = ProseReader(load_prose_tables(), JudgeOfProse(Judge(model, load_prompt("judge"))))
    keys = {"policies": guard}
    door = assessing(verifiers(), prose=lambda: reader, **keys) if judged else scoring(**keys)
    shown, out = assess_row(row, door, quiet=True, observer=heard)
    said = {"row": repr(shown), "assessment": msgspec.json.encode(out).decode(), "observed": repr(heard.told)}
    said["prompts"] = repr(model.asked)
    said["terminal"] = on_terminal(shown, out)
    if isinstance(shown, CaseRow) and isinstance(out, Assessment):
        said["page"] = case_page(out, shown.case, load_rubric("guarded"), unread=shown.unread)
        for rules in ("default", "trimmed"):
            said[rules] = msgspec.json.encode(release(shown.case, out, load_release(rules))).decode()
    return said, out


def on_terminal(row, out):
    paper = io.StringIO()
    assessments._out.cache_clear()
    before = assessments.console
    assessments.console = lambda **_keys: Console(file=paper, width=200)
    try:
        assessments.print_assessment((row, out))
    finally:
        assessments.console = before
        assessments._out.cache_clear()
    return paper.getvalue()


@LAWS
@given(case=cases(), judged=st.booleans())
def test_what_may_not_be_read_comes_out_nowhere(case, judged):
    plain, decisions = case
    said, _out = everything(plain, decisions, judged=judged)
    assert [] == [door for door, text in said.items() if HIDDEN in text.casefold()]


def test_the_word_is_found_where_nothing_is_denied():
    """The law would hold of an empty search; here every door but the log shows the word."""
    plain = {
        "id": "case",
        "request": {"time": AT},
        "passages": [{"evidenceId": "e1", "content": f"The {HIDDEN} opens at nine.", "sourceId": "s"}],
        "answer": {"text": f"The {HIDDEN} opens at nine."},
    }
    said, _out = everything(plain, {}, judged=True)
    assert {"observed", "default", "trimmed"} >= {door for door, text in said.items() if HIDDEN not in text.casefold()}


@LAWS
@given(case=cases())
def test_every_denied_source_is_named_once_and_no_other_is(case):
    plain, decisions = case
    _said, out = everything(plain, decisions, judged=True)
    if isinstance(out, Assessment):
        there = {each["sourceId"] for each in (*plain["nodes"], *plain["passages"], *plain["sources"])}
        assert len(there & decisions.keys()) == len(out.withheld)
        assert {"some-policy"} >= {each.policy_id for each in out.withheld}
        assert all(re.fullmatch(r"s\d|withheld-\d", each.source_id) for each in out.withheld)


@LAWS
@given(case=cases())
def test_what_is_denied_neither_supports_nor_contradicts(case):
    """The text of denied evidence decides nothing: another text in its place, the same assessment."""
    plain, decisions = case
    other = json.loads(json.dumps(plain).replace(f"{HIDDEN} ", f"{HIDDEN} leave 25 days card fee "))
    for each in (*other["nodes"], *other["passages"]):
        if each["sourceId"] in decisions:
            each["content"] = "The office gives 25 days of leave."
    for each in other["sources"]:
        each["title"] = next(one["title"] for one in plain["sources"] if one["sourceId"] == each["sourceId"])
    first, second = (everything(each, decisions, judged=True)[1] for each in (plain, other))
    assert msgspec.json.encode(first) == msgspec.json.encode(second)


@LAWS
@given(case=cases(), data=st.data())
def test_the_order_of_evidence_and_sources_changes_nothing(case, data):
    plain, decisions = case
    mixed = dict(plain)
    for key in ("passages", "sources", "edges"):
        mixed[key] = data.draw(st.permutations(plain[key]))
    first, second = (everything(each, decisions, judged=True)[1] for each in (plain, mixed))
    if isinstance(first, Assessment) and isinstance(second, Assessment) and not first.warnings:
        assert msgspec.json.encode(first) == msgspec.json.encode(second)
