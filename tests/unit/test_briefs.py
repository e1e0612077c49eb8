"""From a case to a brief: question, headlines, evidence, lists, and what is refused."""

import json

import pytest

import claimgauge
from claimgauge.errors import InputError
from claimgauge.evidence import EvidenceGraph
from claimgauge.workflow import brief_of
from tests.building import node

NODE = {"evidenceId": "n1", "type": "ROW", "content": "12.50"}


def brief(**keys):
    row = claimgauge.case_from({"id": "c", **keys})
    return brief_of(row.case, row_id=row.id)


def test_a_brief_holds_what_was_asked_and_all_evidence():
    found = brief(
        request={"text": "Which card?"},
        nodes=[NODE],
        passages=[{"evidenceId": "p1", "content": "A passage."}],
        edges=[{"from": "n1", "to": "p1", "type": "SUPPORTS"}],
        sources=[{"sourceId": "s"}],
    )
    assert ("c", "Which card?") == (found.id, found.question)
    assert [("n1", "ROW"), ("p1", "PASSAGE")] == [(each.evidence_id, each.type) for each in found.nodes]
    assert (1, 1) == (len(found.edges), len(found.sources))


def test_lists_are_in_order_and_absent_where_the_case_has_none():
    found = brief(allowedEntities=["b", "a"], allowedNumbers=["2", "10", "1"])
    assert (("a", "b"), ("1", "10", "2")) == (found.allowed_entities, found.allowed_numbers)
    assert (None, None) == (brief().allowed_entities, brief().allowed_numbers)


def test_headlines_are_those_of_meta():
    assert {"net gain": "$12.50"} == brief(meta={"headlines": {"net gain": "$12.50"}}, goal="CASHBACK").headlines


def test_else_they_are_goal_portfolio_and_figures_of_a_released_bundle():
    found = brief(goal="CASHBACK", portfolio=["b", "a"], breakdown={"netUsd": "9.90", "earnUsd": 12, "feesUsd": 1.50})
    expected = {"goal": "CASHBACK", "portfolio": "b, a", "earnUsd": "12", "feesUsd": "1.5", "netUsd": "9.90"}
    assert expected == found.headlines
    assert list(expected) == list(found.headlines)


@pytest.mark.parametrize("odd", [{}, {"portfolio": {"x": 1}}, {"breakdown": [1]}, {"meta": 7}, {"meta": {"note": "x"}}])
def test_what_is_no_headline_is_none(odd):
    assert {} == brief(**odd).headlines


def test_figures_that_are_no_text_and_no_number_are_left_out():
    assert {"a": "1"} == brief(breakdown={"a": "1", "b": None, "c": True, "d": [1]}).headlines


@pytest.mark.parametrize(
    ("headlines", "message"),
    [
        ([1], "meta.headlines: expected an object of texts, got [1]"),
        ({"net": 12}, "meta.headlines.net: expected a string, got 12"),
    ],
)
def test_headlines_that_are_no_texts_are_an_error_with_their_place(headlines, message):
    with pytest.raises(InputError) as caught:
        brief(meta={"headlines": headlines})
    assert message == str(caught.value)


def test_what_is_nested_too_deeply_is_an_error_and_no_crash():
    raw = b'{"id": "c", "meta": ' + b'{"headlines": ' * 400 + b"1" + b"}" * 400 + b"}"
    try:
        row = claimgauge.case_from(raw)
        brief_of(row.case)
    except InputError as error:
        assert "nested too deeply" in str(error) or "expected a string" in str(error)  # noqa: PT017  # either will do


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"policies": "bank"}, "policies: narrate applies no policies; use assess, or take the name out"),
        (
            {"sources": [{"sourceId": "s"}, {"sourceId": "t", "access": {"groups": ["hr"]}}]},
            "sources[1].access: says who may read it, and narrate applies no policies; ",
        ),
        (
            {"sources": [{"sourceId": "s", "scope": {"region": ["EU"]}}]},
            "sources[0].scope: says whom it applies to, and narrate applies no policies; ",
        ),
    ],
)
def test_evidence_about_which_policies_would_have_to_decide_is_told_to_nobody(keys, message):
    with pytest.raises(InputError) as caught:
        brief(**keys)
    assert str(caught.value).startswith(message)
    assert "use assess" in str(caught.value)


def test_evidence_of_ones_own_stands_in_for_a_case_without_any():
    shared = EvidenceGraph(nodes=(node("shared"),))
    without, own = (claimgauge.case_from(json.dumps(each)).case for each in ({"id": "a"}, {"id": "b", "nodes": [NODE]}))
    assert ["shared"] == [each.evidence_id for each in brief_of(without, evidence=shared).nodes]
    assert ["n1"] == [each.evidence_id for each in brief_of(own, evidence=shared).nodes]
