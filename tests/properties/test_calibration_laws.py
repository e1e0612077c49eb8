"""The laws of curves, maps and fitted bands."""

import itertools
import math

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from claimgauge.calibration.curves import (
    auroc,
    average_precision,
    brier_score,
    calibration_error,
    equal_mass,
    equal_width,
    precision_recall,
    roc,
    tally_of,
)
from claimgauge.calibration.maps import fitted_isotonic, fitted_platt
from claimgauge.calibration.outcomes import settled_answer
from claimgauge.calibration.thresholds import fitted_bands
from tests.calibration_building import COSTS, outcome, seen
from tests.risk_building import GUARDED

scores = st.integers(0, 100).map(float)
scored = st.lists(st.tuples(scores, st.booleans()), min_size=1, max_size=40)


def both(pairs):
    return len({harmful for _score, harmful in pairs}) == 2


def shares(pairs):
    return [(score / 100, harmful) for score, harmful in pairs]


@given(scored)
def test_a_monotone_transform_changes_no_order(pairs):
    bent = [(math.exp(score / 30) - 7, harmful) for score, harmful in pairs]
    one, other = tally_of(pairs), tally_of(bent)
    assert [(each.x, each.y) for each in roc(one)] == [(each.x, each.y) for each in roc(other)]
    assert auroc(one) == auroc(other)
    assert average_precision(one) == average_precision(other)


@given(scored)
def test_turning_scores_around_turns_the_area_around(pairs):
    assume(both(pairs))
    turned = [(-score, harmful) for score, harmful in pairs]
    assert math.isclose(1, auroc(tally_of(pairs)) + auroc(tally_of(turned)))


@given(scored, st.randoms(use_true_random=False))
def test_the_order_of_answers_changes_nothing(pairs, chance):
    assert tally_of(pairs) == tally_of(chance.sample(pairs, len(pairs)))


@given(scored, st.integers(2, 4))
def test_every_answer_several_times_changes_no_figure(pairs, times):
    one, other = tally_of(shares(pairs)), tally_of(shares(pairs) * times)
    assert auroc(one) == auroc(other)
    for figure in (average_precision, brier_score):
        a, b = figure(one), figure(other)
        assert a == b or math.isclose(a, b)
    for binning in (equal_width, equal_mass):
        assert math.isclose(
            calibration_error(one, binning=binning), calibration_error(other, binning=binning), abs_tol=1e-12
        )
    assert fitted_isotonic(one) == fitted_isotonic(other)


@given(scored)
def test_curves_rise_from_corner_to_corner(pairs):
    assume(both(pairs))
    points = roc(tally_of(pairs))
    assert ((0, 0), (1, 1)) == ((points[0].x, points[0].y), (points[-1].x, points[-1].y))
    assert all(a.x <= b.x and a.y <= b.y for a, b in itertools.pairwise(points))
    assert all(a.x <= b.x for a, b in itertools.pairwise(precision_recall(tally_of(pairs))))


@given(scored)
def test_the_area_is_that_below_the_curve(pairs):
    assume(both(pairs))
    points = roc(tally_of(pairs))
    area = math.fsum((b.x - a.x) * (a.y + b.y) / 2 for a, b in itertools.pairwise(points))
    assert math.isclose(area, auroc(tally_of(pairs)), abs_tol=1e-12)


@given(scored)
def test_maps_never_fall_and_stay_within_0_and_1(pairs):
    tally = tally_of(pairs)
    for found in (fitted_isotonic(tally), fitted_platt(tally)):
        values = [found.probability(score) for score in range(-5, 106)]
        assert all(low <= high + 1e-12 for low, high in itertools.pairwise(values))
        assert 0 <= values[0]
        assert values[-1] <= 1


@given(scored)
def test_both_maps_keep_the_mean(pairs):
    tally = tally_of(pairs)
    harmful = sum(each for _score, each in pairs)
    isotonic = fitted_isotonic(tally)
    assert math.isclose(harmful, math.fsum(isotonic.probability(score) for score, _harmful in pairs), abs_tol=1e-9)


@given(scored)
def test_an_isotonic_map_is_no_further_from_its_answers_than_one_share_for_all(pairs):
    found, share = fitted_isotonic(tally_of(pairs)), sum(each for _score, each in pairs) / len(pairs)
    mapped = brier_score(tally_of((found.probability(score), harmful) for score, harmful in pairs))
    assert mapped <= brier_score(tally_of((share, harmful) for _score, harmful in pairs)) + 1e-12


@given(scored, st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_fitted_bounds_rise_and_do_not_depend_on_order_or_on_copies(pairs, chance):
    held = [seen(score, harmful) for score, harmful in pairs]
    found = fitted_bands(held, GUARDED.bands, COSTS)
    assert all(low < high for low, high in itertools.pairwise(found.bounds))
    assert found.bounds == fitted_bands(chance.sample(held, len(held)), GUARDED.bands, COSTS).bounds
    assert found.bounds == fitted_bands(held * 3, GUARDED.bands, COSTS).bounds


@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(0, 9)), min_size=1, max_size=6))
def test_a_second_copy_of_an_outcome_changes_nothing(rows):
    found = [
        outcome("q", harmful=harmful, kind="adjudication" if ruled else "incident", day=day)
        for ruled, harmful, day in rows
    ]
    assert settled_answer(found, ()) == settled_answer([*found, *reversed(found)], ())
