"""Small builders for labelled claims, rubrics and assessed cases, so that a test shows only what it is about."""

import io
import json

import msgspec

from claimgauge.labels import Judgement
from claimgauge.readers import read_stream
from claimgauge.risk import FloorRule, LabelledClaim
from claimgauge.wiring import assessing, load_rubric, scoring, verifiers
from claimgauge.workflow import assess_rows

PAPER = load_rubric("paper")
GUARDED = load_rubric("guarded")

TABLE_V = (
    {"claimId": "1", "criticality": 1, "labels": ["SUPPORTED"], "citedEvidenceIds": ["e1"]},
    {"claimId": "2", "criticality": 2, "labels": ["UNSUPPORTED"]},
    {"claimId": "3", "criticality": 3, "labels": [{"label": "CONTRADICTED", "dimensions": ["F", "C"]}]},
    {"claimId": "4", "criticality": 2, "labels": ["OUTDATED"]},
    {"claimId": "5", "criticality": 2, "labels": ["ACCESS_GAP"]},
    {"claimId": "6", "criticality": 1, "labels": ["OUT_OF_SCOPE"]},
)
"""The worked example of the paper: six claims, v = 1, 2, 3, 2, 2, 1."""


def said(label, *dimensions, reason="declared"):
    return Judgement(label=label, dimensions=dimensions, labeller="test/1", reason=reason)


def labelled(*labels, v=1.0, name="c1", recurrence=None):
    """A claim with its labels; a label with dimensions is a tuple: `("CONTRADICTED", "F", "C")`."""
    judgements = tuple(said(*each) if isinstance(each, tuple) else said(each) for each in labels)
    return LabelledClaim(claim_id=name, criticality=v, judgements=judgements, recurrence=recurrence)


def answer_of(*labels, v=1.0):
    """One claim for each label, all of one criticality."""
    return [labelled(label, v=v, name=f"c{number}") for number, label in enumerate(labels)]


def changed(rubric, **values):
    """The same rubric with other values."""
    return msgspec.structs.replace(rubric, **values)


def with_label(rubric, label, **values):
    """The same rubric with another rule for one label."""
    return changed(rubric, labels=rubric.labels | {label: changed(rubric.labels[label], **values)})


def floor_rule(*labels, **conditions):
    """A floor as the file writes it: `floor_rule("OUTDATED", value=0.5, share={"from": 0.2})`."""
    named = {"label": labels[0]} if len(labels) == 1 else {"labels": labels}
    return msgspec.convert({**named, **conditions}, FloorRule)


def fact(name="a", **keys):
    """A plain claim of the contract `records`."""
    return {"claimId": name, "claimType": "FACT", "text": f"text of {name}"} | keys


def case_of(*claims, **keys):
    return {"claims": [fact() | claim for claim in claims]} | keys


def rows_of(cases, assess):
    lines = [case if isinstance(case, bytes) else json.dumps(case).encode() for case in cases]
    stream = io.BytesIO(b"\n".join(lines))
    return [out for _row, out in assess_rows(read_stream(stream, name="cases"), assess)]


def scored(*cases, rubric=None, now=None):
    """What comes out for cases whose claims carry labels."""
    return rows_of(cases, scoring(rubric, now=now))


def score_one(*claims, rubric=None, now=None, **keys):
    """The assessment of one case with these claims."""
    (out,) = scored(case_of(*claims, **keys), rubric=rubric, now=now)
    return out


def assessed(*cases, rubric=None, contract="records", now=None):
    """What comes out for cases whose claims are verified first."""
    return rows_of(cases, assessing(verifiers(contract), rubric, now=now))


def assess_one(*claims, rubric=None, now=None, **keys):
    """The assessment of one case with these claims, verified first."""
    (out,) = assessed(case_of(*claims, **keys), rubric=rubric, now=now)
    return out
