"""Assessments with any score, and outcomes, so that a test of a calibration shows only what it is about."""

import datetime as dt
from functools import cache

import msgspec

from claimgauge.calibration.calibrating import calibrate
from claimgauge.calibration.observations import Observation
from claimgauge.calibration.outcomes import Found, Outcome
from claimgauge.risk import band_of
from claimgauge.wiring import load_costs
from tests.risk_building import GUARDED, case_of, scored

COSTS = load_costs()
START = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)


@cache
def _whole(claims):
    (row,) = scored(case_of(*({"claimId": f"c{number}", "labels": ["PARTIAL"]} for number in range(claims)), id="q"))
    return row


def row(name, score, *, claims=1):
    """The assessment of a case with this score, under `guarded`."""
    whole = _whole(claims)
    band = band_of(score / 100, GUARDED)
    index = msgspec.structs.replace(whole.index, value=score / 100, score=score, band=band.name, action=band.action)
    return msgspec.structs.replace(whole, case_id=name, index=index).with_id()


def unassessed(name):
    """A case without claims, so without an index."""
    (found,) = scored(case_of(id=name))
    return found


def outcome(name, *, harmful, kind="audit_finding", day=0, line=1, **keys):
    """What became of a case, so many days after the first of January."""
    at = START + dt.timedelta(days=day)
    written = {
        "schema": "claimgauge.outcomes/1",
        "caseId": name,
        "kind": kind,
        "harmful": harmful,
        "time": at.isoformat(),
        "by": "audit",
    }
    return Found(msgspec.convert(written | keys, Outcome), at, "outcomes.jsonl", f"line {line}")


def seen(score, harmful, *, name="q", severity=None, day=0):
    """An observation with this score."""
    band = band_of(score / 100, GUARDED)
    at = START + dt.timedelta(days=day)
    return Observation(name, score, band.name, band.action, harmful, severity, at, adjudicated=False)


def answers(*pairs):
    """Rows and outcomes from pairs of a score and whether it was harmful; a case a day."""
    named = [(f"q{number:03}", score, harmful) for number, (score, harmful) in enumerate(pairs)]
    rows = [row(name, score) for name, score, _harmful in named]
    outcomes = [outcome(name, harmful=harmful, day=day) for day, (name, _score, harmful) in enumerate(named)]
    return rows, outcomes


def calibrated(rows, outcomes, **keys):
    """The calibration with few draws."""
    return calibrate(rows, outcomes, **{"rubric": GUARDED, "costs": COSTS, "iterations": 100} | keys)
