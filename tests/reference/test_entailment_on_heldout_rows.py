"""The shipped labeller on a few rows that it never learnt from: a small look at what its page measures."""

import gzip
import itertools
import json

import pytest

from claimgauge.evidence import EvidenceNode
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
