"""What a run comes to: no row leaves the count, and beside a mean stand its bounds."""

import itertools

import msgspec
import pytest

from claimgauge.risk import Band
from claimgauge.workflow import AssessmentError, RiskTally
from tests.risk_building import PAPER, case_of, changed, fact, scored

GOOD = {"labels": ["SUPPORTED"], "citedEvidenceIds": ["e1"]}
WRONG = {"labels": ["CONTRADICTED"]}
OUTDATED = {"labels": ["OUTDATED"], "criticality": 3}
RAISES = case_of({"labels": ["NO SUCH LABEL"]})
UNLABELLED = case_of(fact())
EMPTY = {"claims": []}


def tally(*cases, rubric="paper"):
    counted = RiskTally()
    for row in scored(*cases, rubric=rubric):
        counted.add(row)
    return counted


def summary(*cases, **keys):
    return tally(*cases, **keys).summary()


def test_a_row_that_raises_stays_in_the_denominator_and_in_the_bounds():
    """Field case 1: the mean over what was assessed, coverage a half, worst-case bounds."""
    mean = 25.0
    outcome = summary(case_of(WRONG), RAISES)
    assert (mean, mean / 2, (mean + 100) / 2) == (
        outcome.score.mean,
        outcome.score.lowest,
        outcome.score.highest,
    )
    assert (0.5, 2, 1, 1) == (outcome.coverage, outcome.rows, outcome.assessed, outcome.errors)


def test_the_mean_of_a_dimension_has_bounds_too():
    outcome = summary(case_of(WRONG), RAISES).dimensions["F"]
    assert (1.0, 0.5, 1.0) == (outcome.mean, outcome.lowest, outcome.highest)


@pytest.mark.parametrize("missing", [EMPTY, UNLABELLED, b"not json", RAISES])
def test_whatever_has_no_index_widens_the_bounds(missing):
    outcome = summary(case_of(WRONG), missing).score
    assert (25.0, 12.5, 62.5) == (outcome.mean, outcome.lowest, outcome.highest)


def test_with_every_row_assessed_the_bounds_are_the_mean():
    outcome = summary(case_of(WRONG), case_of(GOOD))
    assert (12.5, 12.5, 12.5, 1.0) == (
        outcome.score.mean,
        outcome.score.lowest,
        outcome.score.highest,
        outcome.coverage,
    )


def test_where_nothing_was_assessed_there_is_no_mean_and_the_bounds_are_everything():
    outcome = summary(RAISES, EMPTY).score
    assert (None, 0.0, 100.0) == (outcome.mean, outcome.lowest, outcome.highest)


def test_without_rows_there_is_no_number_at_all():
    outcome = RiskTally().summary()
    assert (None, None, {}, None, 0) == (
        outcome.coverage,
        outcome.score,
        outcome.dimensions,
        outcome.labelled_share,
        outcome.rows,
    )


def test_counts_of_bands_labels_conflicts_and_review():
    conflict = {"labels": ["SUPPORTED", "CONTRADICTED"], "citedEvidenceIds": ["e1"], "criticality": 3}
    outcome = summary(case_of(GOOD), case_of(conflict), case_of(OUTDATED, fact("b")), EMPTY)
    assert {"Low": 2, "High": 1} == outcome.bands
    assert {"CONTRADICTED": 1, "OUTDATED": 1, "SUPPORTED": 2, "UNKNOWN": 1} == outcome.labels
    assert (4, 1, 3, 1) == (outcome.claims, outcome.conflicts, outcome.review, outcome.unassessed)
    assert (1.0 + 1.0 + 0.75) / 3 == outcome.labelled_share


def test_the_direction_of_the_score_is_printed():
    assert b'"direction":"higher is riskier"' in msgspec.json.encode(summary(case_of(GOOD)))


def test_the_order_of_the_rows_changes_no_byte():
    cases = [case_of(GOOD), case_of(WRONG), case_of(OUTDATED), RAISES, EMPTY, case_of(WRONG | {"criticality": 3})]
    orders = itertools.islice(itertools.permutations(cases), 0, None, 31)
    written = {msgspec.json.encode(summary(*order)) for order in orders}
    assert 1 == len(written)


def test_bands_stand_from_mild_to_severe():
    outcome = summary(case_of(WRONG | {"criticality": 3}), case_of(WRONG), case_of(GOOD))
    assert ["Low", "Medium", "High"] == list(outcome.bands)


# Failing a run.


@pytest.mark.parametrize(
    ("why", "fail_on", "cases"),
    [
        ("", "never", [EMPTY, case_of(WRONG | {"criticality": 3})]),
        ("", "unassessed", [case_of(WRONG | {"criticality": 3})]),
        ("1 of 1 cases have no index", "unassessed", [EMPTY]),
        ("1 of 2 cases have no index", "critical", [UNLABELLED, case_of(GOOD)]),
        ("1 of 2 cases are medium or above", "medium", [case_of(WRONG), case_of(GOOD)]),
        ("2 of 2 cases are medium or above", "medium", [case_of(WRONG), case_of(WRONG | {"criticality": 3})]),
        ("1 of 2 cases are high or above", "high", [case_of(WRONG), case_of(WRONG | {"criticality": 3})]),
        ("", "critical", [case_of(WRONG | {"criticality": 3})]),
        ("", "high", [case_of(GOOD)]),
    ],
)
def test_a_run_fails_from_the_band_on_that_it_was_told(why, fail_on, cases):
    assert why == tally(*cases).failed(fail_on, PAPER)


def test_a_band_counts_with_the_bands_above_it_in_a_rubric_of_ones_own():
    bands = (Band(name="High", up_to=10, action="caution"), Band(name="Severe", up_to=100, action="block"))
    rubric = changed(PAPER, bands=bands)
    counted = tally(case_of(GOOD), case_of(WRONG), rubric=rubric)
    assert "2 of 2 cases are high or above" == counted.failed("high", rubric)


def test_a_band_that_the_rubric_does_not_have_fails_the_run_and_is_not_passed_over():
    bands = (Band(name="Green", up_to=20, action="release"), Band(name="Red", up_to=100, action="block"))
    rubric = changed(PAPER, bands=bands)
    expected = "the rubric has no band high, so nothing can be said; its bands are Green, Red"
    assert expected == tally(case_of(WRONG), rubric=rubric).failed("high", rubric)


def test_rows_that_cannot_be_read_are_counted_apart():
    assert 2 == tally(RAISES, b"not json", case_of(GOOD)).unreadable


def test_a_stopped_case_has_no_index_either():
    (row,) = scored(EMPTY)
    counted = RiskTally()
    counted.add(msgspec.structs.replace(row, status="stopped", reason="scope"))
    assert (1, "1 of 1 cases have no index") == (counted.summary().stopped, counted.failed("unassessed"))


def test_an_error_row_counts_no_claims():
    (row,) = scored(RAISES)
    assert isinstance(row, AssessmentError)
    assert (0, {}) == (summary(RAISES).claims, summary(RAISES).labels)
