"""Two runs over the same cases: which pairs meet, what is measured, and what is said where nothing can be."""

import math
import time

import msgspec
import pytest

from claimgauge.errors import InputError
from claimgauge.statistics import Interval
from claimgauge.workflow import AssessmentError, compare_runs, measure_rows, why_failed
from claimgauge.workflow.verdicts import RowError
from tests.risk_building import case_of, fact, scored

GOOD = {"labels": ["SUPPORTED"], "citedEvidenceIds": ["e1"]}
WRONG = {"labels": ["CONTRADICTED"], "citedEvidenceIds": ["e1"]}
PARTIAL = {"labels": ["PARTIAL"], "citedEvidenceIds": ["e1"]}
FEW = {"iterations": 200}


def a_run(*answers, rubric="paper", start=0):
    """One case for each answer, an answer being its claims: `q0`, `q1`, …"""
    cases = [case_of(*claims, id=f"q{number}") for number, claims in enumerate(answers, start=start)]
    return scored(*cases, rubric=rubric)


def error(name):
    return AssessmentError(case_id=name, error=RowError(place="line 1", message="raised"))


def compared(a, b, **keys):
    return compare_runs(a, b, **FEW | keys)


def test_the_difference_is_b_minus_a_and_higher_is_riskier():
    found = compared(a_run([GOOD], [GOOD]), a_run([GOOD], [WRONG]))
    assert (0.0, 12.5, 12.5) == (found.score.a, found.score.b, found.score.difference)  # WRONG alone scores 25 here
    assert (0.5, "higher is riskier") == (found.dimensions["F"].difference, found.direction)


def test_one_claim_less_supported_in_every_case_is_higher_beyond_the_interval():
    found = compared(a_run(*[[GOOD]] * 8), a_run(*[[WRONG]] * 8))
    assert (25.0, Interval(25.0, 25.0), "higher") == (
        found.score.difference,
        found.score.interval,
        found.score.reading,
    )
    back = compared(a_run(*[[WRONG]] * 8), a_run(*[[GOOD]] * 8))
    assert (-25.0, "lower") == (back.score.difference, back.score.reading)


def test_a_pair_without_an_index_enters_no_mean_and_widens_the_bounds():
    """Field case 1, for a difference: two pairs, one of which has no index in B."""
    found = compared(a_run([GOOD], [WRONG]), [*a_run([WRONG]), error("q1")])
    assert (1, 25.0) == (found.score.pairs, found.score.difference)
    # the other: 25 in A, and from 0 to 100 in B
    assert Interval((25 - 25) / 2, (25 + 75) / 2) == found.score.bounds
    assert [("q1", "assessed", "error")] == [(each.case_id, each.a, each.b) for each in found.pairing.without_index]
    assert (0.0, 0.5, 0.5) == (found.no_index.a, found.no_index.b, found.no_index.difference)


@pytest.mark.parametrize(
    ("expected", "missing"), [("unassessed", []), ("unassessed", [fact()]), ("error", [{"labels": ["NO SUCH LABEL"]}])]
)
def test_whatever_has_no_index_is_named_with_its_status(expected, missing):
    found = compared(a_run([GOOD], [GOOD]), a_run([GOOD], missing))
    assert [("q1", "assessed", expected)] == [(each.case_id, each.a, each.b) for each in found.pairing.without_index]
    assert (2, 1) == (found.pairing.pairs, found.pairing.scored)


def test_without_any_index_there_is_no_number_and_the_bounds_are_the_whole_scale():
    found = compared(a_run([], []), a_run([GOOD], []))
    assert (None, None, None, None) == (
        found.score.a,
        found.score.b,
        found.score.difference,
        found.score.interval,
    )
    assert Interval(-100.0, 50.0) == found.score.bounds


def test_cases_in_one_run_only_are_counted_and_named():
    found = compared(a_run([GOOD], [GOOD], [GOOD]), a_run([GOOD], [GOOD], start=2))
    assert (("q0", "q1"), ("q3",), 1) == (found.pairing.only_a, found.pairing.only_b, found.pairing.pairs)
    assert "cases without a pair: 2 only in A, 1 only in B" in found.notices


def test_runs_without_a_common_case_are_an_error():
    with pytest.raises(InputError, match="no case stands in both A and B"):
        compared(a_run([GOOD]), a_run([GOOD], start=1))


def test_a_case_that_a_run_holds_twice_is_an_error():
    with pytest.raises(InputError, match=r"^B: the case 'q0' stands in it twice"):
        compared(a_run([GOOD]), a_run([GOOD]) * 2)


def test_shares_of_bands_and_actions_are_of_all_pairs_and_sum_to_one_with_those_without_an_index():
    found = compared(a_run([GOOD], [WRONG], [], [GOOD]), a_run([WRONG], [WRONG], [GOOD], [GOOD]))
    assert {"Low": (0.5, 0.5), "Medium": (0.25, 0.5)} == {name: (each.a, each.b) for name, each in found.bands.items()}
    for shares in (found.bands, found.actions):
        assert math.fsum(each.a for each in shares.values()) + found.no_index.a == 1
        assert math.fsum(each.b for each in shares.values()) + found.no_index.b == 1
    assert ["Low", "Medium"] == list(found.bands)


def test_the_moves_from_band_to_band_are_all_pairs():
    found = compared(a_run([GOOD], [WRONG], [], [GOOD]), a_run([WRONG], [WRONG], [GOOD], [GOOD]))
    moves = {(move.from_, move.to): move.pairs for move in found.moves}
    assert {("Low", "Low"): 1, ("Low", "Medium"): 1, ("Medium", "Medium"): 1, (None, "Low"): 1} == moves


def test_the_share_of_a_label_is_of_the_claims_and_a_case_is_drawn_as_a_whole():
    found = compared(a_run([GOOD] * 9, [WRONG]), a_run([GOOD] * 4, [WRONG]))
    wrong = found.labels["CONTRADICTED"]
    assert (0.1, 0.2) == (wrong.a, wrong.b)
    assert wrong.difference == pytest.approx(0.1, abs=1e-12)
    assert ["SUPPORTED", "CONTRADICTED"] == list(found.labels)


def test_a_claim_without_a_judgement_counts_as_unknown():
    found = compared(a_run([GOOD, GOOD, fact()]), a_run([GOOD, GOOD, GOOD]))
    assert 1 / 3 == found.labels["UNKNOWN"].a


def test_review_and_labels_leave_out_error_rows_and_say_over_how_many_pairs_they_are():
    found = compared(a_run([GOOD], [WRONG]), [*a_run([GOOD]), error("q1")])
    assert (1, 1, 2, 1) == (
        found.review.pairs,
        found.labels["SUPPORTED"].pairs,
        found.no_index.pairs,
        found.score.pairs,
    )


def test_the_mean_labelled_share_is_of_the_answers_with_claims():
    found = compared(a_run([GOOD, fact()], []), a_run([GOOD, GOOD], []))
    assert (1, 0.5, 1.0, 0.5) == (
        found.labelled_share.pairs,
        found.labelled_share.a,
        found.labelled_share.b,
        found.labelled_share.difference,
    )


# --- rubrics, contracts, evidence -------------------------------------------------------------------


def test_two_rubrics_are_no_difference_of_systems():
    with pytest.raises(InputError) as raised:
        compared(a_run([GOOD], rubric="paper"), a_run([GOOD], rubric="guarded"))
    assert "different rubrics scored: in A paper 1 (sha256:" in str(raised.value)
    assert "give --allow-different-rubrics" in str(raised.value)


def test_two_rubrics_within_one_run_are_none_either():
    mixed = [*a_run([GOOD], rubric="paper"), *a_run([GOOD], rubric="guarded", start=1)]
    with pytest.raises(InputError, match="different rubrics scored"):
        compared(mixed, mixed)


def test_two_rubrics_that_are_allowed_stand_before_the_numbers():
    found = compared(a_run([GOOD], rubric="paper"), a_run([GOOD], rubric="guarded"), allow_different_rubrics=True)
    assert found.notices[0].startswith("different rubrics scored: in A paper 1 (")
    assert (["paper"], ["guarded"]) == ([each.id for each in found.a.rubrics], [each.id for each in found.b.rubrics])


@pytest.mark.parametrize(
    ("expected", "change"),
    [
        ("different presets took part: in A none; in B strict", {"preset": "strict"}),
        ("different contracts took part: in A none; in B sha256:0000", {"contract": "sha256:0000"}),
        ("different policies took part: in A none; in B sha256:1111", {"policies": "sha256:1111"}),
        ("different evidence rules took part: in A none; in B sha256:3333", {"evidence_rules": "sha256:3333"}),
        ("evidence in B other than in A: 1 of 1 pairs", {"graph": "sha256:2222"}),
    ],
)
def test_what_else_differs_is_said(expected, change):
    (row,) = a_run([GOOD])
    preset = {key: value for key, value in change.items() if key == "preset"}
    digests = {key: value for key, value in change.items() if key != "preset"}
    other = msgspec.structs.replace(row, digests=msgspec.structs.replace(row.digests, **digests), **preset)
    assert expected in compared([row], [other.with_id()]).notices
    assert expected not in compared([row], [row]).notices


def test_the_digest_of_a_run_covers_its_rows_and_no_order():
    rows = [*a_run([GOOD], [WRONG]), error("q9")]
    found = compared(rows, rows[::-1])
    assert found.a == found.b
    assert found.a.digest != compared(rows[:2], rows).a.digest
    assert (3, 2, 0, 0, 1) == (found.a.rows, found.a.assessed, found.a.unassessed, found.a.stopped, found.a.errors)


# --- how little is too little -----------------------------------------------------------------------


def test_five_pairs_are_too_few_for_an_interval_at_95_percent_and_six_are_enough():
    five = compared(a_run(*[[GOOD]] * 5), a_run(*[[WRONG]] * 5))
    assert (None, "undecided") == (five.score.interval, five.score.reading)
    assert "pairs with an index: 5; intervals at level 0.95 need 6 or more" in five.notices
    six = compared(a_run(*[[GOOD]] * 6), a_run(*[[WRONG]] * 6))
    assert "higher" == six.score.reading
    assert "pairs with an index: 6; with fewer than 30, intervals are too narrow" in six.notices


@pytest.mark.parametrize(
    ("expected", "keys"),
    [
        ("^iterations: 38 are too few at level 0.95; give 39 or more", {"iterations": 38}),
        ("^level: expected a number between 0 and 1", {"level": 95}),
        ("^level: expected a number between 0 and 1", {"level": 0}),
        ("^level: expected a number between 0 and 1", {"level": math.nan}),
    ],
)
def test_draws_that_make_no_interval_are_an_error(expected, keys):
    with pytest.raises(InputError, match=expected):
        compared(a_run([GOOD]), a_run([GOOD]), **keys)


@pytest.mark.parametrize(
    ("expected", "fail_on", "a", "b"),
    [
        ("the whole interval of the score difference lies above 0, from +25.00 on", "worse", GOOD, WRONG),
        ("", "never", GOOD, WRONG),
        ("", "worse", WRONG, GOOD),
        ("", "worse", GOOD, GOOD),
    ],
)
def test_a_comparison_fails_where_b_is_worse_for_sure(expected, fail_on, a, b):
    assert expected == why_failed(compared(a_run(*[[a]] * 6), a_run(*[[b]] * 6)), fail_on)


def test_where_nothing_can_be_said_a_comparison_that_must_not_be_worse_fails():
    found = compared(a_run([GOOD]), a_run([GOOD]))
    assert "pairs with an index: 1, too few for an interval, so nothing can be said" == why_failed(found, "worse")


# --- movers -----------------------------------------------------------------------------------------


def test_the_cases_that_moved_farthest_come_first_then_by_id():
    answers = [[GOOD], [WRONG], [PARTIAL], [GOOD], [PARTIAL]]
    found = compared(a_run(*answers), a_run([WRONG], [GOOD], [WRONG], [PARTIAL], [PARTIAL]))
    assert ["q0", "q2", "q3"] == [mover.case_id for mover in found.risen]
    assert [("q1", 25.0, 0.0, -25.0, "Medium", "Low")] == [
        (each.case_id, each.a, each.b, each.difference, each.band_a, each.band_b) for each in found.fallen
    ]
    assert (3, 1, 1) == (found.pairing.rises, found.pairing.falls, found.pairing.same)
    assert 0.625 == pytest.approx(found.pairing.sign_test)  # 2 · (1 + 4) / 16


def test_ten_movers_are_listed_and_all_are_counted():
    found = compared(a_run(*[[GOOD]] * 12), a_run(*[[WRONG]] * 12))
    assert (10, 12) == (len(found.risen), found.pairing.rises)


def test_every_measure_has_a_row():
    found = compared(a_run([GOOD], [WRONG]), a_run([GOOD], [WRONG]))
    names = [row.name for row in measure_rows(found)]
    assert ["score", "F factual inconsistency"] == names[:2]
    assert {"Low", "Medium", "no index", "release", "block", "goes to review", "SUPPORTED"} < set(names)


def test_ten_thousand_draws_over_a_thousand_pairs_take_seconds():
    answers = [[[GOOD], [PARTIAL], [WRONG], [fact(labels=["OUTDATED"])]][place % 4] for place in range(1000)]
    a, b = a_run(*answers), a_run(*answers[7:], *answers[:7])
    started = time.process_time()
    found = compare_runs(a, b)
    assert 1000 == found.score.pairs
    assert time.process_time() - started < 15  # under 4 on an idle core
