"""Small builders for streams of feedback and their replay, so that a test shows only what it is about."""

import datetime as dt

import msgspec

from claimgauge.calibration.feedback_stream import SCHEMA, StreamRow, feedback_stream
from claimgauge.calibration.replay import Grid, replay
from claimgauge.wiring import scoring
from tests.risk_building import GUARDED, case_of, rows_of

START = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
SUPPORTED = {"labels": ["SUPPORTED"], "citedEvidenceIds": ["e1"]}


def at(day):
    return (START + dt.timedelta(days=day)).isoformat()


def review(day, answers=10, wrong=0):
    return {"kind": "review", "time": at(day), "answers": answers, "wrong": wrong}


def event(day, name="f1", text="text of a", severity=1.0, validation="reviewer", **keys):
    found = {"kind": "event", "time": at(day), "eventId": name, "severity": severity, **keys}
    found |= {"claimText": text} if text else {}
    return found | ({"validation": validation} if validation else {})


def resolution(day, name="f1"):
    return {"kind": "resolution", "time": at(day), "eventId": name}


def rows(*each):
    for number, row in enumerate(each, start=1):
        yield f"line {number}", msgspec.convert({"schema": SCHEMA, **row}, StreamRow)


def stream(*each, **keys):
    return feedback_stream(rows(*each), name="stream", **keys)


def replayed(*each, claims=(SUPPORTED,), rubric=GUARDED, half_lives=(90,), windows=(365,), step=10):
    """The study of a case with these claims over a stream of these rows."""
    (out,) = rows_of([case_of(*claims)], scoring(rubric))
    texts = [claim.get("text", "text of a") for claim in claims]
    return replay(stream(*each), out, texts, rubric, grid=Grid(half_lives, windows, step))
