"""A real language model under every form of prompt: whatever it says, what comes out is claims or a listed reason."""

import asyncio

import msgspec
import pytest

from claimgauge.language import Message, Prompt
from claimgauge.narration import Complaint, PromptedNarrator, RepairRequest, ReplyBounds
from claimgauge.wiring import FORMS, load_contract, load_prompt, load_verifier
from claimgauge.wiring.quantities import load_quantity_tables
from tests.building import node
from tests.narration_building import brief
from tests.proofs.smollm import missing, served

pytestmark = [
    pytest.mark.skipif(bool(missing()), reason=f"the model cannot be served here; {missing()}"),
    pytest.mark.enable_socket,
]
CARDS = load_contract("cards")
BRIEF = brief(
    [
        node(
            "fee-harbor",
            "FEE_BREAK_EVEN",
            card_id="harbor",
            content="harbor: fee $95.00, credits $0.00, net delta $5.00",
        ),
        node("win-travel", "WINNER_BY_CATEGORY", card_id="harbor", category="TRAVEL"),
    ],
    question="Is the fee worth it?",
    headlines={"goal": "CASHBACK", "netUsd": "960.00"},
)
COMPLAINT = Complaint(
    claim_id="c1", claim_type="ALLOCATION", gate="existence", code="unknown_id", value="x", message="no x"
)
REQUEST = RepairRequest(id="b", attempt=1, claims=(), complaints=(COMPLAINT,))


@pytest.fixture(scope="module")
def model():
    with served(context=2048) as model:
        yield model


def narrating(form, model):
    """A narrator that lets the model say little: it is slow, and what it says is not looked at."""
    prompt, repair = load_prompt(f"narrate-{form}"), load_prompt("narrate-repair")
    short = msgspec.structs.replace(prompt, max_tokens=60)
    settings = {"preset": "released", "bounds": ReplyBounds(max_claims=1)}
    return PromptedNarrator(form, CARDS, load_quantity_tables(), model, prompt=short, repair=repair, **settings)


@pytest.mark.parametrize("form", FORMS[1:])
def test_its_reply_under_the_schema_of_the_form_is_read(form, model):
    said = asyncio.run(narrating(form, model).narrate(BRIEF))
    assert said.call.outcome in ("answered", "truncated")
    assert (said.call.outcome == "truncated", 1) == (bool(said.unread), len(said.claims) + len(said.unread))
    assert ("SmolLM2-135M-Instruct.Q4_1.gguf", True) == (said.call.model, "sha256:" in said.call.served)
    assert said.call.tokens_in
    assert 60 >= said.call.tokens_out
    if form == "compiled":
        compiled = load_verifier(CARDS, preset="released").compile(BRIEF.nodes)
        assert [] == [each for each in compiled.check(said.claims) if each.findings]


def test_a_reply_to_a_repair_is_read_too(model):
    said = asyncio.run(narrating("compiled", model).repair(BRIEF, REQUEST))
    assert said.call.outcome in ("answered", "truncated")
    assert 1 == len(said.claims) + len(said.unread)


def test_a_closed_model_that_is_asked_again_serves_again():
    prompt = Prompt(messages=(Message(role="user", text="Hello?"),), max_tokens=2)
    with served(context=256) as model:
        first = asyncio.run(model.complete(prompt))
        model.close()
        assert first.text == asyncio.run(model.complete(prompt)).text
