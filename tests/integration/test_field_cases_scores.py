"""Field cases 1 to 10, scores that lie: the right outcome of each, as far as labels, scores and coverage go.

Each test is named after the number of its case and the kind of fault.
"""

import json
import re

import msgspec
import pytest

from claimgauge.labels import LABELS
from claimgauge.workflow import AssessmentError
from tests.integration.command import EXAMPLES, run
from tests.risk_building import GUARDED, assess_one, assessed, case_of, fact, score_one, scored

REVENUE = {"text": "Revenue was 4.2M", "citedEvidenceIds": ["e1"]}
GOOD = {"labels": ["SUPPORTED"], "citedEvidenceIds": ["e1"]}
WRONG = {"labels": ["CONTRADICTED"], "citedEvidenceIds": ["e1"]}
ROW = {"evidenceId": "e1", "type": "ROW", "content": "Revenue was 4.2M"}
DECLARED = REVENUE | {"citedNumbers": ["4.2M"]}
HELD = ROW | {"fields": {"revenue": "4.2M"}}
NOTHING = [("UNSUPPORTED", "no_evidence"), ("UNSUPPORTED", "undeclared_number")]


def labels_of(claim):
    return [(judgement.label, judgement.reason) for judgement in claim.judgements]


def command(tmp_path, *cases, name="score", arguments=()):
    """The command line over these cases: what it printed, and its summary."""
    (tmp_path / "cases.jsonl").write_text("\n".join(map(json.dumps, cases)), encoding="utf-8")
    ran = run(name, "cases.jsonl", "--summary", "summary.json", *arguments, cwd=tmp_path)
    return ran, json.loads((tmp_path / "summary.json").read_bytes())


# 1. An errored row leaves the denominator and the mean rises.


@pytest.mark.parametrize("fails", [{"claims": [fact(labels=["NO SUCH LABEL"])]}, {"claims": 7}, {"claims": []}])
def test_case_1_a_row_that_fails_stays_in_the_denominator(tmp_path, fails):
    ran, summary = command(tmp_path, case_of(WRONG), fails, arguments=["--rubric", "paper"])
    mean = 25.0
    assert {"mean": mean, "lowest": mean / 2, "highest": (mean + 100) / 2} == summary["score"]
    assert (2, 0.5) == (summary["rows"], summary["coverage"])
    assert 0 != ran.code


def test_case_1_a_row_that_fails_has_a_row_of_its_own_and_a_reason(tmp_path):
    ran, _summary = command(
        tmp_path, {"id": "bad", "claims": [fact(labels=["MAYBE"])]}, case_of(GOOD), arguments=["-f", "jsonl"]
    )
    assert ["bad", "cases.jsonl:2"] == [row["caseId"] for row in ran.rows]
    assert "claims[0].labels[0]: no label 'MAYBE'" in ran.rows[0]["error"]["message"]


# 2. Empty evidence scores perfect.


@pytest.mark.parametrize("content", ["", "   ", "\n\t", "\u200b", "\ufeff\u00a0"])
def test_case_2_evidence_that_holds_nothing_supports_nothing(content):
    out = assess_one(REVENUE, nodes=[ROW | {"content": content}])
    assert NOTHING == labels_of(out.claims[0])
    assert ("High", True) == (out.index.band, out.review)


@pytest.mark.parametrize("fields", [{"revenue": None}, {"revenue": " "}, {}])
def test_case_2_fields_that_hold_nothing_support_nothing(fields):
    out = assess_one(REVENUE, nodes=[{"evidenceId": "e1", "type": "ROW", "fields": fields}])
    assert NOTHING == labels_of(out.claims[0])


def test_case_2_a_passage_that_is_null_is_an_error_and_no_support():
    (out,) = assessed(case_of(REVENUE, passages=[{"evidenceId": "e1", "content": None}]))
    assert isinstance(out, AssessmentError)
    assert ("line 1, passages[0].content", "expected a string, got null") == (out.error.place, out.error.message)


@pytest.mark.parametrize("cited", [[], [""], ["  "]])
def test_case_2_a_claim_that_cites_nothing_is_not_supported(cited):
    verified = assess_one(REVENUE | {"citedEvidenceIds": cited}, nodes=[ROW])
    declared = score_one(REVENUE | {"citedEvidenceIds": cited, "labels": ["SUPPORTED"]})
    assert "SUPPORTED" not in {judgement.label for judgement in verified.claims[0].judgements}
    assert [("UNSUPPORTED", "no_evidence")] == labels_of(declared.claims[0])


def test_case_2_a_declared_support_by_evidence_that_holds_nothing_is_unsupported():
    out = score_one(REVENUE | {"labels": ["SUPPORTED"]}, nodes=[ROW | {"content": "  "}])
    assert [("UNSUPPORTED", "no_evidence")] == labels_of(out.claims[0])


def test_case_2_one_node_that_holds_something_is_enough():
    nodes = [HELD, ROW | {"evidenceId": "e2", "content": ""}]
    out = assess_one(DECLARED | {"citedEvidenceIds": ["e2", "e1"]}, nodes=nodes)
    assert [("SUPPORTED", "verified")] == labels_of(out.claims[0])
    assert ("e1",) == out.claims[0].judgements[0].evidence


def test_case_2_two_nodes_with_one_id_are_an_error_and_no_support():
    (out,) = assessed(case_of(REVENUE, nodes=[ROW | {"content": ""}, ROW]))
    assert isinstance(out, AssessmentError)
    assert "several have the id 'e1'" in out.error.message


# 3. An abstention scores 0, 1 or NaN.


@pytest.mark.parametrize("name", ["score", "assess"])
def test_case_3_an_abstention_has_no_index_and_is_counted_apart(tmp_path, name):
    abstains = {"answer": {"text": "I could not find this in the sources."}, "claims": []}
    arguments = ["-f", "jsonl", *(["-c", "records"] if name == "assess" else [])]
    ran, summary = command(tmp_path, abstains, name=name, arguments=arguments)
    reason = {"assess": "abstention", "score": "no_claims"}[name]
    assert ("unassessed", reason, None) == tuple(ran.rows[0][key] for key in ("status", "reason", "index"))
    assert (1, 0, None, True) == (
        summary["unassessed"],
        summary["assessed"],
        summary["score"]["mean"],
        ran.rows[0]["review"],
    )
    assert not re.search(r"\b(NaN|Infinity|nan|inf)\b", ran.out + ran.err + json.dumps(summary))


def test_case_3_an_abstention_is_neither_good_nor_bad_for_the_mean(tmp_path):
    _ran, summary = command(tmp_path, case_of(WRONG), {"claims": []}, arguments=["--rubric", "paper"])
    assert 25.0 == summary["score"]["mean"]


# 4. A refusal that is wrong.


def test_case_4_a_claim_of_absence_that_is_contradicted_scores_as_a_contradiction():
    """The answer says that the source has no figure, and the source has one."""
    denies = DECLARED | {"text": "The source gives no revenue.", "labels": ["CONTRADICTED"]}
    out = assess_one(denies, nodes=[HELD])
    assert (1.0, True, True) == (out.dimensions["F"], out.claims[0].conflict, out.review)


# 5. A score out of range is accepted.


@pytest.mark.parametrize("label", ["10/10, id 7259001000", "1.0", "", "SUPPORTED."])
def test_case_5_a_reply_that_is_no_label_is_an_error_and_no_number(label):
    out = score_one({"labels": [label]})
    assert isinstance(out, AssessmentError)
    assert f"claims[0].labels[0]: no label {label!r}" in out.error.message


@pytest.mark.parametrize("label", [10, None, {"label": 10}, {"score": 1}])
def test_case_5_a_label_that_is_no_text_leaves_its_claim_unknown_with_a_reason(label):
    out = score_one(GOOD, {"labels": [label]})
    (failure,) = out.claims[1].failures
    assert "claims[1]" == out.claims[1].claim_id
    assert failure.reason in ("wrong_type", "missing")
    assert (0.5, True) == (out.labelled_share, out.review)


@pytest.mark.parametrize("severity", [1.5, -0.1, 10, "high"])
def test_case_5_a_severity_out_of_range_is_refused_and_never_clamped(severity):
    event = {"eventId": "f", "claimText": "t", "severity": severity, "time": "2026-01-01", "validation": "reviewer"}
    out = score_one(GOOD, feedback={"reviewed": 1, "events": [event]})
    assert "line 1, feedback.events[0].severity" == out.error.place


# 6. Polarity inverted, or an unknown label mapped silently.


@pytest.mark.parametrize("label", ["supported", "Entailment", "NEUTRAL", "hallucinated", "TRUE", "0"])
def test_case_6_an_unknown_label_is_an_error_and_mapped_to_nothing(label):
    out = score_one({"labels": [label]})
    assert f"no label {label!r}; the labels are {', '.join(LABELS)}" in out.error.message


def test_case_6_the_direction_is_printed_with_the_score(tmp_path):
    ran, summary = command(tmp_path, case_of(WRONG))
    assert "higher is riskier" in ran.out
    assert "higher is riskier" == summary["direction"]


def test_case_6_a_supported_answer_scores_least_and_a_contradicted_one_most():
    scores = {
        label: score_one({"labels": [label], "citedEvidenceIds": ["e1"]}).index
        for label in ("SUPPORTED", "PARTIAL", "UNSUPPORTED", "CONTRADICTED")
    }
    assert [0.0, 7.5, 51.0, 76.0] == [index.score for index in scores.values()]


# 7. Omission counts as contradiction.


def test_case_7_facts_that_the_answer_leaves_out_fail_nothing():
    nodes = [{"evidenceId": f"e{n}", "type": "ROW", "fields": {"costs": str(n)}} for n in range(10)]
    claims = [
        {"text": f"This one costs {n}.", "citedEvidenceIds": [f"e{n}"], "citedNumbers": [str(n)]} for n in range(5)
    ]
    out = assess_one(*claims, nodes=nodes)
    assert (5, 0.0, "release", False) == (len(out.claims), out.index.score, out.index.action, out.review)
    assert {("SUPPORTED", "verified")} == {pair for claim in out.claims for pair in labels_of(claim)}


# 8. The reason contradicts the score.


@pytest.mark.parametrize("rubric", ["paper", "guarded"])
def test_case_8_reasons_and_score_are_one_record(rubric):
    case = json.loads((EXAMPLES / "supplier-contract.json").read_bytes())
    (out,) = scored(case, rubric=rubric)
    by_id = {claim.claim_id: claim for claim in out.claims}
    for dimension, score in out.dimensions.items():
        assert score == pytest.approx(sum(claim.contributions.get(dimension, 0.0) for claim in out.claims), rel=1e-15)
    for hit in out.index.floors:
        assert hit.value <= out.index.score / 100
        said = [{judgement.label for judgement in by_id[name].judgements} for name in hit.claim_ids]
        assert said
        assert all(labels & {*hit.label.split(" or "), "CONTRADICTED"} for labels in said)
    assert out.index.floor == max(hit.value for hit in out.index.floors)


def test_case_8_what_is_printed_is_what_is_in_the_row():
    case = EXAMPLES / "supplier-contract.json"
    (row,) = run("score", case, "-f", "jsonl").rows
    text = run("score", case).out
    index = row["index"]
    assert f"{index['score']:.1f} {index['band']} → {index['action']}" in text
    assert f"additive {100 * index['additive']:.1f}, floor {100 * index['floor']:.1f}" in text
    for name, value in row["dimensions"].items():
        assert (value > 0) == (re.search(rf"^  {name} {value:.3f} ", text, re.MULTILINE) is not None)
    for hit in index["floors"]:
        assert hit["why"] in text
    lower = row["lowerBand"]
    assert f"{lower['band']} or lower if supported: {', '.join(lower['claimIds'])}" in text


# 9. "Don't know" counts as faithful.


@pytest.mark.parametrize("claim", [{"labels": ["UNKNOWN"]}, {"labels": ["UNSUPPORTED"]}, {"labels": []}])
def test_case_9_what_nobody_could_support_counts_against_the_answer(claim):
    out = score_one(GOOD, claim)
    assert (0.375, "High", True) == (out.dimensions["U"], out.index.band, out.index.action == "review")


def test_case_9_an_answer_of_which_nothing_is_known_has_no_score():
    assert None is score_one({"labels": []}, {"labels": ["UNKNOWN"]}).index


@pytest.mark.parametrize("code", sorted(GUARDED.gates))
def test_case_9_no_finding_of_a_gate_is_support(code):
    assert "SUPPORTED" != GUARDED.gates[code].label


# 10. One supporting source outvotes a contradicting one.


@pytest.mark.parametrize("supporting", [1, 2, 9])
def test_case_10_the_severer_label_scores_the_claim_is_marked_and_goes_to_review(supporting):
    labels = [*["SUPPORTED"] * supporting, "CONTRADICTED"]
    out = score_one(*[GOOD] * 19, {"labels": labels, "citedEvidenceIds": ["e1"]}, rubric="paper")
    claim = out.claims[19]
    assert ({"F": 1 / 20}, True, supporting + 1) == (claim.contributions, claim.conflict, len(claim.judgements))
    assert ("Low", "release", True) == (out.index.band, out.index.action, out.review)


def test_case_10_conflicts_are_counted(tmp_path):
    conflict = {"labels": ["SUPPORTED", "CONTRADICTED"], "citedEvidenceIds": ["e1"]}
    ran, summary = command(tmp_path, case_of(conflict, GOOD))
    assert (1, 1) == (summary["conflicts"], summary["review"])
    assert "conflict" in ran.out


def test_case_10_a_conflict_is_in_the_row_and_in_the_summary_alike():
    out = score_one({"labels": ["SUPPORTED", "CONTRADICTED"], "citedEvidenceIds": ["e1"]})
    assert b'"conflict":true' in msgspec.json.encode(out)
