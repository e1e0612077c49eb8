"""Answers in prose, with the network that ships: nothing raises, nothing is lost, nothing unknown is good news."""

import contextlib
import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import claimgauge
from claimgauge.claims import claims_from
from claimgauge.errors import InputError
from claimgauge.readers import case_from
from claimgauge.wiring import load_prose_tables

WORDS = st.sampled_from(
    [
        "The fee is $95.",
        "Sales rose 5%.",
        "It is not.",
        "Is it?",
        "I could not find this.",
        "売上は5です。",
        "- a\n- b\n",
        "1. ",
    ]
)
TEXTS = st.one_of(st.lists(WORDS, max_size=5).map(" ".join), st.text(max_size=80))
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False), TEXTS),
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=6,
)
KEYS = [
    "user_input", "retrieved_contexts", "response", "reference", "question", "contexts", "answer", "ground_truth",
    "input", "actual_output", "actualOutput", "retrieval_context", "source_info", "prompt", "id", "passages", "nodes",
    "claims",
]  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(answer=TEXTS, contexts=st.lists(TEXTS, max_size=4))
def test_any_answer_and_any_texts_come_to_an_assessment(answer, contexts):
    found = claimgauge.assess(answer=answer, contexts=contexts)
    assert len(claims_from(answer, load_prose_tables()).claims) == len(found.claims)
    json.loads(msgspec.json.encode(found), parse_constant=pytest.fail)  # no number that is none
    for claim in found.claims:
        assert claim.judgements
        assert all(each.evidence for each in claim.judgements if each.label == "SUPPORTED")
    unknown = any(each.label == "UNKNOWN" for claim in found.claims for each in claim.judgements)
    assert found.review or not unknown
    assert found.index is not None or found.review


@settings(max_examples=300, deadline=None)
@given(row=st.dictionaries(st.sampled_from(KEYS), VALUES, max_size=6))
def test_any_row_of_another_library_is_a_case_or_an_error_of_ours(row):
    with contextlib.suppress(InputError):
        assert isinstance(case_from(json.dumps(row)).case, claimgauge.Case)
