"""The shipped labeller on a few rows that it never learnt from: a small look at what its page measures."""

import gzip
import itertools
import json

import pytest

from claimgauge.evidence import EvidenceNode, shown_to
from claimgauge.wiring import load_entailment
from tests.conftest import SHARED

ROWS = 120
LEAST = 0.65
"""AUROC over so few rows moves by some hundredths; half is chance."""


def rows(name):
    path = SHARED / "data" / "train" / f"{name}.jsonl.gz"
    if not path.exists():
        pytest.skip(f"no labelled data at {path}")
    with gzip.open(path, "rt", encoding="utf-8") as file:
        held = (row for row in map(json.loads, file) if row["split"] == "heldout")
        return list(itertools.islice(held, ROWS))


@pytest.mark.parametrize("name", ["fever_symmetric", "begin"])
def test_supported_claims_score_above_others(name):
    labeller = load_entailment()
    scored = [
        (
            labeller.examine(
                row["hypothesis"], [EvidenceNode(evidence_id="e", type="PASSAGE", content=row["premise"])]
            ).support,
            row["label"] in ("entailment", "supported"),
        )
        for row in rows(name)
    ]
    held = [score for score, supported in scored if supported]
    rest = [score for score, supported in scored if not supported]
    wins = sum((one > other) + (one == other) / 2 for one in held for other in rest)
    assert wins / (len(held) * len(rest)) >= LEAST


def test_passages_of_other_documents_do_not_change_what_is_shown_of_its_own():  # law 4 on real passages
    held = rows("factcheck_gpt_stance")
    others = [
        EvidenceNode(evidence_id=f"other-{place}", type="PASSAGE", content=row["premise"])
        for place, row in enumerate(rows("fool_me_twice"))
    ]
    for place, row in enumerate(held):
        own = [EvidenceNode(evidence_id=f"own-{place}", type="PASSAGE", content=row["premise"])]
        shown = shown_to(row["hypothesis"], [*others, *own])
        assert shown_to(row["hypothesis"], own) == tuple(
            each for each in shown if each.evidence_ids[0].startswith("own")
        )
