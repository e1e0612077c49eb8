"""What holds whatever a model says: no narrator raises, and every claim has a type of the contract and plain text."""

import asyncio
import json

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgauge.claims import Claim
from claimgauge.language import Answered, Failed, Refused, Truncated
from claimgauge.models import ScriptedModel
from claimgauge.narration import Complaint, Narration, RepairRequest
from claimgauge.narration.reading import read_claims
from claimgauge.wiring import load_contract, load_narrator, load_verifier
from claimgauge.wiring.narrators import FORMS
from tests.building import node
from tests.narration_building import brief, card_nodes
from tests.properties.test_reply_laws import texts

CARDS = load_contract("cards")
BRIEF = brief(card_nodes())
PIECES = (
    '{|}|[|]|"|,|:|\\|"claims"|"claimId"|"claimType"|"text"|"citedNumbers"|"COMPARISON"|"threshold"|"OPINION"|"more"|'
    '"evidence"|"c1"|7|95.00|1e999|NaN|null|true|{"claims":[|{"claimId":"c1","claimType":"ALLOCATION","text":"t"}|\ud800'
)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=5,
)
items = st.fixed_dictionaries(
    {},
    optional={
        "claimId": st.sampled_from(["c1", "", 1, None]),
        "claimType": st.sampled_from([*CARDS.claim_types, "comparison", "OPINION", 3]),
        "text": st.text(max_size=5) | values,
        "citedEvidenceIds": st.lists(values, max_size=3) | values,
        "citedNumbers": values,
        "more": values,
        "evidence": values,
    },
)
replies = st.one_of(
    texts,
    st.lists(st.sampled_from(PIECES.split("|")), max_size=25).map("".join),
    st.lists(items | values, max_size=4).map(json.dumps),
    st.lists(items, max_size=4).map(lambda each: json.dumps({"claims": each})),
)
completions = st.one_of(
    replies.map(lambda text: Answered(text=text)),
    st.tuples(replies, st.integers(0, 200)).map(lambda cut: Truncated(text=cut[0][: cut[1]])),
    texts.map(lambda text: Refused(reason=text)),
    st.just(Failed(kind="timeout", message="slow")),
)


def assert_is_sound(narration):
    assert isinstance(narration, Narration)
    assert set(CARDS.claim_types) >= {each.claim_type for each in narration.claims}
    for each in narration.claims:
        assert each == msgspec.json.decode(msgspec.json.encode(each), type=Claim)
    assert [] == [each for each in narration.unread if not each.message]
    msgspec.json.encode(narration.unread)


@pytest.mark.parametrize("form", FORMS[1:])
@given(completion=completions, preset=st.sampled_from(["released", "strict"]))
def test_whatever_a_model_says_its_claims_have_types_of_the_contract(form, completion, preset):
    narrator = load_narrator(form, CARDS, preset=preset, model=ScriptedModel(lambda _prompt: completion))
    narration = asyncio.run(narrator.narrate(BRIEF))
    assert_is_sound(narration)
    assert narration.call is not None
    if form == "compiled":
        compiled = load_verifier(CARDS, preset=preset).compile(BRIEF.nodes)
        assert [] == [each for each in compiled.check(narration.claims) if each.findings]


@given(st.text(max_size=20), st.text(max_size=20))
def test_whatever_the_evidence_and_a_complaint_say_a_repair_begins_as_the_first_prompt(content, said):
    model = ScriptedModel(lambda _prompt: "[]")
    narrator = load_narrator("grounded", CARDS, preset="released", model=model)
    a_brief = brief([node("a", "ASSUMPTION", category="TOPIC", content=content)], question=said)
    complaint = Complaint(claim_id=said, claim_type="X", gate="g", code="c", value="", message=said)
    request = RepairRequest(id="b", attempt=1, claims=(), complaints=(complaint,))
    asyncio.run(narrator.narrate(a_brief))
    asyncio.run(narrator.repair(a_brief, request))
    first, again = model.asked
    assert again.messages[-1].text.startswith(first.messages[-1].text)
    assert 5 == again.messages[-1].text.count("\n</data>")


@given(st.lists(st.sampled_from(["COMPARISON", "Allocation", "OPINION"]), max_size=6), st.integers(0, 600))
def test_of_a_list_that_is_cut_anywhere_every_whole_claim_is_kept(types, cut):
    items = [json.dumps({"claimId": f"c{place}", "claimType": kind, "text": "t"}) for place, kind in enumerate(types)]
    reply = f'{{"claims": [{", ".join(items)}]}}'
    whole = [place for place in range(len(items)) if len(f'{{"claims": [{", ".join(items[: place + 1])}') <= cut]
    kept = [f"c{place}" for place in whole if types[place] != "OPINION"]
    assert kept == [each.claim_id for each in read_claims(reply[:cut], CARDS.claim_types).claims]
