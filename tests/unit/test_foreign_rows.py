"""Rows of RAGAS, DeepEval and RAGTruth are cases."""

import json
import re

import pytest

from claimgauge.errors import InputError
from claimgauge.readers import case_from


def read(row):
    case = case_from(row).case
    passages = [(each.evidence_id, each.content, each.role) for each in case.passages]
    return case.request.text if case.request else None, case.answer.text, passages


CONTEXT, REFERENCE = ("context-1", "28 days.", "context"), ("reference-1", "28", "reference")
RAGAS = {"user_input": "How long?", "retrieved_contexts": ["28 days."], "response": "28."}
OLD_RAGAS = {"question": "How long?", "contexts": ["28 days."], "answer": "28.", "ground_truth": "28"}
DEEPEVAL = {"input": "How long?", "actual_output": "28.", "retrieval_context": ["28 days."], "context": ["28"]}
CAMEL = {"input": "How long?", "actualOutput": "28.", "retrievalContext": ["28 days."], "expectedOutput": None}
RAGTRUTH = {"id": 7, "prompt": "How long?", "source_info": "28 days.", "response": "28.", "labels": []}
MARCO = {"source_info": {"question": "q", "passages": "28 days."}, "response": "28.", "model": "m"}


@pytest.mark.parametrize(
    ("expected", "row"),
    [
        (("How long?", "28.", [CONTEXT, REFERENCE]), RAGAS | {"reference": "28"}),
        (("How long?", "28.", [CONTEXT, REFERENCE]), OLD_RAGAS),
        (("How long?", "28.", [CONTEXT, REFERENCE]), DEEPEVAL),
        (("How long?", "28.", [CONTEXT]), CAMEL),
        (("How long?", "28.", [CONTEXT]), RAGTRUTH),
        ((None, "28.", [CONTEXT]), MARCO),
        (("How long?", "28.", [("context-1", "", "context")]), RAGAS | {"retrieved_contexts": [None]}),
        (("How long?", "28.", []), RAGAS | {"retrieved_contexts": None}),
    ],
)
def test_a_row_of_another_library(expected, row):
    assert expected == read(row)


def test_a_record_as_a_source_is_written_out_without_its_question():
    row = {"source_info": {"name": "Bar", "stars": 4.50, "question": "q"}, "response": "Good."}
    assert [("context-1", '{"name": "Bar", "stars": 4.5}', "context")] == read(row)[2]


def test_the_id_of_the_row_and_its_other_keys_are_kept():
    case = case_from({"id": "r-1", "user_input": "q", "response": "a", "rubrics": {"x": 1}}).case
    assert "r-1" == case.id
    assert {"id": "r-1", "rubrics": {"x": 1}} == {
        key: int_of(value) for key, value in json.loads(bytes(case.meta)).items()
    }


def int_of(value):
    return {"x": int(value["x"])} if isinstance(value, dict) else value


@pytest.mark.parametrize(
    ("place", "row"),
    [
        ("retrieved_contexts[1]: expected a string, got 12", RAGAS | {"retrieved_contexts": ["a", 12]}),
        ("response: expected a string, got null", RAGAS | {"response": None}),
        ("question: expected a string, got [1]", OLD_RAGAS | {"question": [1]}),
    ],
)
def test_a_wrong_value_is_named_by_its_own_key(place, row):
    with pytest.raises(InputError, match=re.escape(place)):
        case_from(row)


def test_a_case_of_ours_is_not_taken_for_another():
    case = case_from({"answer": {"text": "a"}, "passages": [{"evidenceId": "e", "content": "c"}]}).case
    assert ["e"] == [each.evidence_id for each in case.passages]
