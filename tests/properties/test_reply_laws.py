"""What holds for every reply: nothing raises, and no label comes out that is not in the table."""

import asyncio
import json

from hypothesis import given
from hypothesis import strategies as st

from claimgauge.claims.proposals import ExtractionFailure, ModelClaimExtractor, ProposedClaims
from claimgauge.evidence import EvidenceNode
from claimgauge.labellers.judge import JUDGE_LABELS, Judge, judge_all
from claimgauge.labels import Judgement, LabellerFailure
from claimgauge.language import Spent, Truncated, read_items
from claimgauge.models import ScriptedModel
from claimgauge.models.replied import completion_of
from claimgauge.wiring import load_prompt

PASSAGE = EvidenceNode(evidence_id="p", type="PASSAGE", content="The fee is 95 a year, and nothing is refunded.")
JUDGE, EXTRACT = load_prompt("judge"), load_prompt("extract-claims")
PIECES = (
    '{|}|[|]|"|\'|,|:|\\|\n|```json|```|<think>|</think>|label|"label"|"quotes"|"evidenceId"|"quote"|"p"|"The fee"|'
    '"claims"|"text"|SUPPORTED|"SUPPORTED"|"supported"|"CONTRADICTED"|"MAYBE"|10/10|7259001000|1e999|NaN|null|true|'
    " |é|\ud800"
)
texts = st.one_of(
    st.text(max_size=60),
    st.binary(max_size=60).map(lambda raw: raw.decode("utf-8", "surrogateescape")),
    st.lists(st.sampled_from(PIECES.split("|")), max_size=30).map("".join),
)
words = st.sampled_from((*JUDGE_LABELS, "supported", "MAYBE", "UNKNOWN", "OUTDATED", "", 10, None))
quotes = st.lists(
    st.fixed_dictionaries(
        {"evidenceId": st.sampled_from(["p", "q", 1]), "quote": st.sampled_from(["The fee", "no", ""])}
    ),
    max_size=3,
)
verdicts = st.fixed_dictionaries({"label": words}, optional={"quotes": quotes, "confidence": st.floats()})


def judged(reply):
    (found,) = judge_all(Judge(ScriptedModel(lambda _prompt: reply), JUDGE), [("The fee is 95.", [PASSAGE])])
    return found


def holds(found):
    """A failure, or a label of the table that rests on what was shown."""
    if isinstance(found, LabellerFailure):
        return True
    rests = found.evidence == (() if found.label == "UNSUPPORTED" else ("p",))
    return isinstance(found, Judgement) and found.label in JUDGE_LABELS and found.confidence is None and rests


@given(texts)
def test_no_reply_raises_or_gives_a_label_outside_the_table(reply):
    assert holds(judged(reply))


@given(texts, verdicts, texts)
def test_no_verdict_within_any_text_gives_a_label_that_it_does_not_hold(before, verdict, after):
    found = judged(f"{before}{json.dumps(verdict)}{after}")
    assert holds(found)
    said = str(verdict["label"]).upper()
    assert isinstance(found, LabellerFailure) or found.label in (before + after).upper() + said


@given(verdicts)
def test_a_plain_verdict_is_read_as_what_it_says(verdict):
    found = judged(json.dumps(verdict))
    assert isinstance(found, LabellerFailure) or found.label == verdict["label"].upper()


@given(st.lists(st.tuples(st.text(max_size=5), st.text(max_size=5)), max_size=5), st.data())
def test_of_an_array_cut_anywhere_only_items_that_are_in_it_are_read(items, data):
    plain = [{"text": text, "quote": quote} for text, quote in items]
    whole = json.dumps({"claims": plain}, ensure_ascii=data.draw(st.booleans()))
    cut = whole[: data.draw(st.integers(0, len(whole)))]
    found = read_items(cut, "claims", dict[str, str])
    read = list(getattr(found, "items", ()))
    assert plain[: len(read)] == read
    assert cut != whole or plain == read


@given(texts, texts, st.booleans())
def test_no_reply_makes_an_extractor_raise_or_invent_a_place(reply, answer, cut):
    said = Truncated(text=reply) if cut else reply
    found = asyncio.run(ModelClaimExtractor(ScriptedModel(lambda _prompt: said), EXTRACT).extract(answer))
    assert isinstance(found, ProposedClaims | ExtractionFailure)
    for claim in getattr(found, "claims", ()):
        assert claim.quote == answer[slice(*claim.span)]


@given(st.one_of(st.binary(max_size=80), texts.map(lambda text: text.encode("utf-8", "surrogatepass"))))
def test_no_bytes_of_an_endpoint_raise(raw):
    assert completion_of(raw, Spent()) is not None
