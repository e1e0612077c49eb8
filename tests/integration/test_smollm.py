"""A real language model, served on loopback: what it chooses under its grammar passes every gate.

What it says is never looked at: a model of this size talks nonsense, and may, as long as it cannot
state anything that the evidence does not hold.
"""

import json

import msgspec
import pytest

from claimgauge import load_evidence
from claimgauge.evidence import EvidenceNode
from tests.proofs.smollm import EXAMPLES, PRESETS, ask_about, missing, served

pytestmark = [
    pytest.mark.skipif(bool(missing()), reason=f"the model cannot be served here; {missing()}"),
    pytest.mark.enable_socket,
]
CARDS = msgspec.convert(json.loads((EXAMPLES / "cards.json").read_text())[1]["nodes"], tuple[EvidenceNode, ...])


@pytest.fixture(scope="module")
def model():
    with served() as model:
        yield model


@pytest.mark.parametrize("preset", PRESETS)
def test_every_claim_that_it_chooses_about_cards_passes_every_gate(preset, model):
    asked = ask_about(model, "cards", "cards", CARDS, preset, max_claims=2, max_facts=2)
    assert ("stop", 0) == (asked.reply.finish, asked.rejected)
    assert 0 < asked.claims <= 2


def test_every_claim_that_it_chooses_about_records_passes_every_gate(model):
    nodes = load_evidence(EXAMPLES / "sales" / "sales.csv", mapping=EXAMPLES / "sales" / "mapping.toml").nodes[:3]
    asked = ask_about(model, "sales", "records", nodes, "strict", max_claims=2, max_facts=2)
    assert ("stop", 0) == (asked.reply.finish, asked.rejected)
    assert 0 < asked.claims <= 2
