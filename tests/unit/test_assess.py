"""From one case to its assessment: the worked example of the paper, and what must not be lost on the way."""

import math
from importlib import resources

import msgspec
import pytest

from claimgauge.readers import case_from
from claimgauge.risk import Band
from claimgauge.wiring import load_rubric, score
from claimgauge.workflow import Assessment, AssessmentError
from tests.risk_building import (
    GUARDED,
    PAPER,
    TABLE_V,
    assess_one,
    assessed,
    case_of,
    changed,
    fact,
    floor_rule,
    score_one,
    scored,
    with_label,
)

CITES = {"citedEvidenceIds": ["e1"], "citedNumbers": ["5"]}
SUPPORTED = CITES | {"labels": ["SUPPORTED"]}
ROW = {"evidenceId": "e1", "type": "ROW", "content": "The fee is 5 euros.", "fields": {"fee": "5"}}


def labels_of(claim):
    return [(judgement.label, judgement.reason) for judgement in claim.judgements]


def table_v(rubric):
    return score_one(*TABLE_V, rubric=rubric)


# Table V.


@pytest.mark.parametrize("rubric", ["paper", "guarded"])
def test_the_worked_example_of_the_paper_comes_out_to_the_digit(rubric):
    out = table_v(rubric)
    dimensions = {"F": 3 / 11, "C": 3 / 11, "U": 1.5 / 11, "O": 1.5 / 11, "S": 0.75 / 11, "P": 1.2 / 11, "H": 0.0}
    assert dimensions == out.dimensions
    assert 1.92 / 11 == pytest.approx(out.index.additive, rel=1e-15)
    assert "0.175" == f"{out.index.additive:.3f}"
    assert (0.7, 0.7, 70.0) == (out.index.floor, out.index.hybrid, out.index.score)
    assert ("High", "review", True, "assessed") == (out.index.band, out.index.action, out.review, out.status)


@pytest.mark.parametrize("rubric", ["paper", "guarded"])
def test_the_highest_floor_of_table_v_is_its_third_claim(rubric):
    hit = table_v(rubric).index.floors[0]
    assert ("3", "CONTRADICTED", 0.7) == (hit.claim_id, hit.label, hit.value)


def test_under_paper_no_other_floor_of_table_v_holds():
    assert 1 == len(table_v("paper").index.floors)


def test_the_index_if_the_third_claim_were_supported_is_what_the_others_add():
    claim = table_v("paper").claims[2]
    assert 0.57 / 11 == pytest.approx(claim.if_supported, rel=1e-15)
    assert {"F": 3 / 11, "C": 3 / 11} == claim.contributions


def test_supporting_another_claim_of_table_v_leaves_its_floor():
    assert [0.7, 0.7, 0.7, 0.7, 0.7] == [
        claim.if_supported for claim in table_v("paper").claims if claim.claim_id != "3"
    ]


@pytest.mark.parametrize("rubric", ["paper", "guarded"])
def test_supporting_the_third_claim_of_table_v_makes_it_medium_or_better(rubric):
    lower = table_v(rubric).lower_band
    assert ("Medium", ("3",), True) == (lower.band, lower.claim_ids, lower.smallest)


def test_a_rubric_of_ones_own_scores_with_its_own_weights_floors_and_bands(tmp_path):
    """Everything that decides comes from the file: another file, another decision."""
    text = (resources.files("claimgauge") / "data" / "rubrics" / "paper.toml").read_text(encoding="utf-8")
    for old, new in [
        ('id          = "paper"', 'id          = "mine"'),
        ("F = 0.25\nC = 0.20", "F = 0.05\nC = 0.40"),
        ("value       = 0.70", "value       = 0.42"),
        ("up_to  = 50", "up_to  = 40"),
        ('name   = "High"', 'name   = "Amber"'),
    ]:
        assert old in text
        text = text.replace(old, new, 1)
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    out = table_v(str(path))
    assert (0.05 * 3 + 0.40 * 3 + 0.57) / 11 == pytest.approx(out.index.additive, rel=1e-15)
    assert (0.42, 42.0, "Amber", "review") == (out.index.floor, out.index.score, out.index.band, out.index.action)
    assert ("mine", load_rubric(path).digest) == (out.rubric.id, out.digests.rubric)


def test_floors_of_ones_own_decide_even_where_nothing_adds_up():
    rubric = changed(PAPER, floors=(floor_rule("UNSUPPORTED", value=0.9),))
    index = score_one({"labels": ["UNSUPPORTED"]}, rubric=rubric).index
    assert ("Critical", 90.0, 11.25) == (index.band, index.score, round(100 * index.additive, 9))


def test_bands_of_ones_own_name_the_action():
    rubric = changed(PAPER, bands=(Band(name="Fine", up_to=100, action="release"),))
    out = score_one({"labels": ["CONTRADICTED"], "criticality": 3}, rubric=rubric)
    assert ("Fine", "release", False, None) == (out.index.band, out.index.action, out.review, out.lower_band)


def test_the_default_rubric_is_guarded_and_a_case_may_name_another_that_ships():
    unnamed, named = scored(case_of(SUPPORTED), case_of(SUPPORTED, rubric="paper"))
    assert ("guarded", "paper") == (unnamed.rubric.id, named.rubric.id)


def test_a_rubric_that_does_not_ship_is_an_error_of_that_case_alone():
    cases = [case_of(SUPPORTED, rubric="/etc/mine.toml"), case_of(SUPPORTED, rubric="paper")]
    wrong, right = scored(*cases)
    assert "none of the rubrics that ship has the name '/etc/mine.toml'; those that do: guarded, paper" in (
        wrong.error.message
    )
    assert "paper" == right.rubric.id


def test_a_result_says_whether_the_constants_are_provisional():
    ours = changed(PAPER, provisional=False)
    assert (True, False) == (table_v("paper").rubric.provisional, table_v(ours).rubric.provisional)


# Labels that came with the claim.


def test_a_label_outside_the_taxonomy_is_an_error_that_names_its_place():
    out = score_one(SUPPORTED, {"labels": ["SUPPORTED", "NEUTRAL"]})
    expected = (
        "claims[1].labels[1]: no label 'NEUTRAL'; the labels are SUPPORTED, PARTIAL, UNSUPPORTED, CONTRADICTED, "
        "OUTDATED, OUT_OF_SCOPE, ACCESS_GAP, VALIDATED_NEGATIVE_FEEDBACK, UNKNOWN"
    )
    assert isinstance(out, AssessmentError)
    assert ("line 1", expected) == (out.error.place, out.error.message)


def test_the_place_of_a_label_is_that_of_the_document_where_claims_before_it_were_left_out():
    (out,) = scored({"claims": [{"claimId": "no text"}, 7, fact(labels=["supported"])]})
    assert out.error.message.startswith("claims[2].labels[0]: no label 'supported'")


@pytest.mark.parametrize(
    ("message", "label", "dimensions"),
    [
        ("rubric guarded lets UNSUPPORTED go to U, not to F", "UNSUPPORTED", ["F"]),
        ("rubric guarded lets PARTIAL go to U or to C, not to U, C", "PARTIAL", ["U", "C"]),
        ("rubric guarded lets CONTRADICTED go to F or to F, C, not to C", "CONTRADICTED", ["C"]),
        ("rubric guarded lets SUPPORTED go to no dimension, not to U", "SUPPORTED", ["U"]),
    ],
)
def test_dimensions_that_the_rubric_does_not_let_a_label_go_to_are_an_error(message, label, dimensions):
    out = score_one(CITES | {"claimId": "c7", "labels": [{"label": label, "dimensions": dimensions}]})
    assert f"claim c7: {message}" == out.error.message


@pytest.mark.parametrize(
    ("expected", "label", "dimensions"),
    [
        ({"U": 0.5}, "PARTIAL", []),
        ({"C": 0.5}, "PARTIAL", ["C"]),
        ({"F": 1.0}, "CONTRADICTED", []),
        ({"F": 1.0, "C": 1.0}, "CONTRADICTED", ["C", "F"]),
        ({"U": 0.75}, "UNKNOWN", []),
    ],
)
def test_a_label_goes_where_it_says_or_else_where_the_rubric_says(expected, label, dimensions):
    out = score_one(SUPPORTED, CITES | {"labels": [{"label": label, "dimensions": dimensions}]})
    assert {name: value / 2 for name, value in expected.items()} == out.claims[1].contributions
    assert out.claims[1].contributions == {name: value for name, value in out.dimensions.items() if value}


def test_of_several_labels_the_largest_contribution_counts_once_for_a_dimension():
    out = score_one({"labels": ["UNSUPPORTED", "UNKNOWN", "PARTIAL", "OUTDATED"]}, rubric="paper")
    assert {"U": 0.75, "O": 0.75} == out.claims[0].contributions


def test_a_claim_declared_supported_that_cites_nothing_is_unsupported():
    out = score_one({"labels": ["SUPPORTED"]})
    assert [("UNSUPPORTED", "no_evidence")] == labels_of(out.claims[0])
    assert (True, 0.75) == (out.review, out.dimensions["U"])


def test_a_claim_without_labels_is_unknown_with_a_named_failure():
    out = score_one(*[SUPPORTED] * 3, fact("b"))
    claim = out.claims[3]
    assert [("declared/1", "no_label", "the claim carries no label; it counts as UNKNOWN")] == [
        (each.labeller, each.reason, each.message) for each in claim.failures
    ]
    assert ((), {"U": 0.75 / 4}) == (claim.judgements, claim.contributions)
    assert (0.75, "assessed", True) == (out.labelled_share, out.status, out.review)


# What could not be read stays in the count.


def test_a_claim_that_could_not_be_read_is_unknown_and_counts():
    (out,) = scored({"claims": [fact("a") | SUPPORTED, {"claimId": "no text"}, fact("b") | SUPPORTED]})
    assert ["a", "b", "claims[1]"] == [claim.claim_id for claim in out.claims]
    assert [("reader/1", "missing")] == [(each.labeller, each.reason) for each in out.claims[2].failures]
    assert (2 / 3, 0.25, True) == (out.labelled_share, out.dimensions["U"], out.review)


def test_an_unread_claim_and_one_of_an_unknown_type_are_two_claims():
    """The one is the first of the document, the other the first of those that could be read."""
    claims = [{"claimId": "no text"}, fact("vibe", claimType="VIBE"), fact("a") | CITES]
    (out,) = assessed({"claims": claims, "nodes": [ROW]})
    assert (3, 1 / 3) == (len(out.claims), out.labelled_share)
    assert ["missing", "unknown_claim_type"] == [each.reason for claim in out.claims for each in claim.failures]


def test_a_claim_with_several_faults_is_one_claim():
    (out,) = scored({"claims": [{"claimId": 1, "text": [], "claimType": None}]})
    assert (1, "unassessed") == (len(out.claims), out.status)


def test_a_key_that_was_dropped_leaves_its_claim_in_and_is_warned_about():
    out = score_one(SUPPORTED | {"confidence": 0.9})
    assert (1, 1.0, True) == (len(out.claims), out.labelled_share, out.review)
    assert "claims[0].confidence" in out.warnings[0]


@pytest.mark.parametrize("criticality", [0, -1, "high", None])
def test_a_criticality_that_is_none_leaves_the_claim_unknown(criticality):
    (out,) = scored({"claims": [fact(criticality=criticality, labels=["UNSUPPORTED"])]})
    assert ("unassessed", "labelled_share") == (out.status, out.reason)


# No index where there is nothing to base one on.


def test_an_answer_without_claims_has_no_index():
    out = score_one()
    assert ("unassessed", "no_claims", None, None, True) == (
        out.status,
        out.reason,
        out.index,
        out.labelled_share,
        out.review,
    )
    assert b'"index":null' in msgspec.json.encode(out)


@pytest.mark.parametrize(("status", "unlabelled"), [("assessed", 1), ("unassessed", 2)])
def test_an_answer_of_which_less_than_half_is_labelled_has_no_index(status, unlabelled):
    out = score_one(SUPPORTED, *[fact("b")] * unlabelled)
    assert (status, status == "assessed") == (out.status, out.index is not None)


@pytest.mark.parametrize("count", [1, 3, 49, 98, 103])
def test_exactly_half_is_enough_however_many_claims_there_are(count):
    assert 0.5 == score_one(*[SUPPORTED] * count, *[fact("b")] * count).labelled_share


def test_the_labelled_share_counts_criticality():
    assert 0.75 == score_one(SUPPORTED | {"criticality": 3}, fact("b")).labelled_share


def test_without_an_index_there_is_neither_what_if_nor_lower_band():
    out = score_one(SUPPORTED, fact("b"), fact("c"))
    assert (None, {None}) == (out.lower_band, {claim.if_supported for claim in out.claims})
    assert {"U": 0.5} == {name: value for name, value in out.dimensions.items() if value}


# Routing whatever the band.


def test_support_against_contradiction_scores_the_severer_label_and_goes_to_review():
    out = score_one(*[SUPPORTED] * 9, CITES | {"labels": ["SUPPORTED", "CONTRADICTED"]}, rubric="paper")
    assert ("Low", "release", True, True) == (out.index.band, out.index.action, out.claims[9].conflict, out.review)
    assert {"F": 0.1} == out.claims[9].contributions


def test_a_gate_against_a_declared_label_is_a_conflict_too():
    out = assess_one(CITES | {"labels": ["CONTRADICTED"]}, nodes=[ROW])
    assert [("SUPPORTED", "verified"), ("CONTRADICTED", "declared")] == labels_of(out.claims[0])
    assert (True, True) == (out.claims[0].conflict, out.review)


def test_a_rubric_may_leave_conflicts_to_the_band():
    rubric = changed(PAPER, review=changed(PAPER.review, conflict=False))
    claims = [*[SUPPORTED] * 9, CITES | {"labels": ["SUPPORTED", "CONTRADICTED"]}]
    assert not score_one(*claims, rubric=rubric).review


# Claims that are verified first.


def test_a_verified_claim_is_supported_and_carries_what_verified_does_not_mean():
    out = assess_one(CITES, nodes=[ROW])
    assert [("SUPPORTED", "verified")] == labels_of(out.claims[0])
    assert ("strict", True) == (out.preset, "meaning" in out.not_checked)
    assert 0.0 == out.index.score


def test_a_claim_that_cites_nothing_is_unsupported():
    out = assess_one(fact("a"), nodes=[ROW])
    assert [("UNSUPPORTED", "no_citation")] == labels_of(out.claims[0])
    assert out.review


def test_each_finding_becomes_what_the_rubric_makes_of_it():
    out = assess_one(CITES | {"citedNumbers": ["6"], "citedEntities": ["x"]}, nodes=[ROW])
    assert [("UNSUPPORTED", "unknown_entity"), ("UNSUPPORTED", "unknown_number")] == labels_of(out.claims[0])


def test_another_gates_table_gives_another_label():
    judged = changed(GUARDED.gates["unknown_number"], label="CONTRADICTED", dimensions=("F", "C"))
    rubric = changed(GUARDED, gates=GUARDED.gates | {"unknown_number": judged})
    out = assess_one(CITES | {"citedNumbers": ["6"]}, nodes=[ROW], rubric=rubric)
    assert [("CONTRADICTED", "unknown_number")] == labels_of(out.claims[0])


def test_digests_name_what_the_assessment_rests_on():
    verified, given = assess_one(CITES, nodes=[ROW]), score_one(SUPPORTED, nodes=[ROW])
    assert (True, True) == (verified.digests.contract is not None, given.digests.contract is None)
    assert verified.digests.graph == given.digests.graph
    assert None is score_one(SUPPORTED).digests.graph


# Spans.


def test_each_claim_has_its_place_in_the_answer_and_one_that_has_none_says_so():
    answer = {"text": "Sales rose 5%. Costs rose 5%."}
    claims = [SUPPORTED | {"text": "Costs rose 5%."}, SUPPORTED | {"text": "Profits rose 5%.", "claimId": "p"}]
    out = score_one(*claims, answer=answer)
    assert [(15, 29), None] == [claim.span for claim in out.claims]
    assert ("claim p: its text does not stand in the answer",) == out.warnings


# The record.


def test_the_id_is_the_digest_of_everything_else():
    out = table_v("paper")
    assert out.id == out.expected_id()
    assert out.id != msgspec.structs.replace(out, case_id="another").expected_id()


def test_an_assessment_goes_through_json_and_back_to_the_same_bytes():
    written = msgspec.json.encode(table_v("guarded"))
    assert written == msgspec.json.encode(msgspec.json.decode(written, type=Assessment))


@pytest.mark.parametrize("criticality", [5e-324, 1e-300, 1e300, 1.7e308])
def test_criticality_of_any_size_gives_the_same_score(criticality):
    claims = [CITES | {"labels": [label], "criticality": criticality} for label in ("OUTDATED", "SUPPORTED")]
    out = score_one(*claims, rubric=changed(PAPER, floors=()))
    assert 0.375 == pytest.approx(out.dimensions["O"], rel=1e-15)
    assert math.isfinite(out.index.value)


def test_a_label_of_ones_own_rubric_may_go_to_feedback_and_then_the_larger_counts():
    rubric = with_label(PAPER, "VALIDATED_NEGATIVE_FEEDBACK", contribution=1.0, dimensions=("H",))
    out = score_one(SUPPORTED, {"labels": ["VALIDATED_NEGATIVE_FEEDBACK"]}, rubric=rubric)
    assert 0.5 == out.dimensions["H"]


def test_a_claim_declared_unsupported_that_cites_nothing_goes_to_review_whatever_the_band():
    row = case_from({"claims": [{"claimId": "1", "claimType": "FACT", "text": "t", "labels": ["UNSUPPORTED"]}]})
    out = score(row, "paper")
    assert ("Low", True, "no_evidence") == (out.index.band, out.review, out.claims[0].judgements[0].reason)
