"""Curves against values worked out by hand and against scikit-learn: every tie is one step."""

import itertools
import math
import random

import pytest
from sklearn.metrics import average_precision_score, brier_score_loss, roc_auc_score, roc_curve

from claimgauge.calibration.curves import (
    Bin,
    Step,
    auroc,
    average_precision,
    brier_score,
    calibration_error,
    delong_interval,
    drawn_estimates,
    equal_mass,
    equal_width,
    precision_recall,
    reliability_table,
    roc,
    tally_of,
)
from claimgauge.calibration.curves.estimates import LOST, NO_ANSWERS, TOO_FEW, UNDEFINED
from claimgauge.calibration.curves.roc import delong_variance
from claimgauge.workflow.measures import Draws

# 0.9 harmful · 0.5 harmful and harmless · 0.2 harmless twice
HAND = [(0.9, True), (0.5, True), (0.5, False), (0.2, False), (0.2, False)]


def some(seed, n=60, values=12):
    chance = random.Random(seed)  # noqa: S311  # a sample, no secret
    return [(chance.randrange(values) / values, chance.random() < 0.4) for _ in range(n)]


def apart(scored):
    return [value for value, _harmful in scored], [harmful for _value, harmful in scored]


def test_equal_values_are_one_step():
    assert (Step(0.2, 0, 2), Step(0.5, 1, 1), Step(0.9, 1, 0)) == tally_of(HAND)


def test_the_roc_curve_by_hand():
    points = [(0, 0), (0, 1 / 2), (1 / 3, 1), (1, 1)]
    assert points == [(point.x, point.y) for point in roc(tally_of(HAND))]
    assert [None, 0.9, 0.5, 0.2] == [point.threshold for point in roc(tally_of(HAND))]


def test_the_area_counts_a_tie_by_half():
    # of 2 · 3 pairs the harmful one is above in 5, and one is a tie
    assert 5.5 / 6 == auroc(tally_of(HAND))


def test_precision_and_average_precision_by_hand():
    points = [(1 / 2, 1), (1, 2 / 3), (1, 2 / 5)]
    assert points == [(point.x, point.y) for point in precision_recall(tally_of(HAND))]
    assert math.isclose(1 / 2 * 1 + 1 / 2 * 2 / 3, average_precision(tally_of(HAND)))


def test_the_brier_score_by_hand():
    assert math.isclose((0.01 + 0.25 + 0.25 + 0.04 + 0.04) / 5, brier_score(tally_of(HAND)))


def test_calibration_error_and_table_by_hand():
    # bins of equal width: {0.2, 0.2}, {0.5, 0.5}, {0.9}
    expected = 2 / 5 * 0.2 + 2 / 5 * 0.0 + 1 / 5 * 0.1
    assert math.isclose(expected, calibration_error(tally_of(HAND), binning=equal_width))
    first = reliability_table(tally_of(HAND), binning=equal_width)[0]
    assert Bin(lower=0.2, upper=0.2, answers=2, mean_value=0.2, harmful_share=0.0) == first


def test_values_at_the_ends_fall_into_a_bin():
    tally = tally_of([(0.0, False), (1.0, True)])
    assert 0.0 == calibration_error(tally, binning=equal_width)
    assert 2 == len(equal_mass(tally))


def test_equal_mass_parts_no_equal_values():
    tally = tally_of([(0.3, True)] * 50 + [(0.7, False)])
    assert [[Step(0.3, 50, 0)], [Step(0.7, 0, 1)]] == equal_mass(tally)


@pytest.mark.parametrize("seed", range(8))
def test_curves_are_those_of_scikit_learn(seed):
    scored = some(seed)
    values, truth = apart(scored)
    tally = tally_of(scored)
    assert math.isclose(roc_auc_score(truth, values), auroc(tally))
    assert math.isclose(average_precision_score(truth, values), average_precision(tally))
    assert math.isclose(brier_score_loss(truth, values), brier_score(tally))
    false, true, thresholds = roc_curve(truth, values, drop_intermediate=False)
    points = roc(tally)
    assert [pytest.approx(each) for each in zip(false, true, strict=True)] == [(point.x, point.y) for point in points]
    assert list(thresholds[1:]) == [point.threshold for point in points[1:]]


@pytest.mark.parametrize("seed", range(4))
def test_delongs_variance_is_that_of_the_pairs_written_out(seed):
    scored = some(seed, n=40)
    high, low = ([value for value, harmful in scored if harmful is kind] for kind in (True, False))

    def wins(one, other):
        return (one > other) + (one == other) / 2

    area = sum(itertools.starmap(wins, itertools.product(high, low))) / (len(high) * len(low))
    of_high = [sum(wins(one, other) for other in low) / len(low) - area for one in high]
    of_low = [sum(wins(one, other) for one in high) / len(high) - area for other in low]
    expected = sum(sum(each**2 for each in parts) / (len(parts) - 1) / len(parts) for parts in (of_high, of_low))
    assert math.isclose(expected, delong_variance(tally_of(scored)))


def test_delongs_interval_lies_around_the_area_and_within_0_and_1():
    tally = tally_of(some(3))
    interval = delong_interval(tally, level=0.95)
    assert 0 < interval.lower < auroc(tally) < interval.upper < 1
    wider = delong_interval(tally, level=0.99)
    assert wider.lower < interval.lower
    assert interval.upper < wider.upper


@pytest.mark.parametrize("scored", [[(0.1, False), (0.2, False), (0.8, True), (0.9, True)], HAND[:3], []])
def test_an_area_without_width_has_no_interval(scored):
    assert None is delong_interval(tally_of(scored), level=0.95)


@pytest.mark.parametrize("harmful", [True, False])
def test_one_kind_of_outcome_has_no_curve(harmful):
    tally = tally_of([(0.1, harmful), (0.7, harmful)])
    assert (None, ()) == (auroc(tally), roc(tally))
    assert (None if not harmful else 1.0) == average_precision(tally)


def estimated(items, figure, iterations=200):
    draws = Draws(7, iterations, 0.95)
    return drawn_estimates(items, {"x": figure}, harmful=lambda each: each[1], draws=draws)["x"]


def test_an_estimate_has_an_interval_and_says_what_it_rests_on():
    found = estimated(some(1), lambda held: brier_score(tally_of(held)))
    assert (60, sum(harmful for _value, harmful in some(1)), None) == (found.answers, found.harmful, found.reason)
    assert found.interval.lower < found.value < found.interval.upper


@pytest.mark.parametrize(
    ("reason", "items", "figure"),
    [
        (NO_ANSWERS, [], lambda held: auroc(tally_of(held))),
        (UNDEFINED, [(0.5, True)] * 9, lambda held: auroc(tally_of(held))),
        (TOO_FEW, HAND, lambda held: brier_score(tally_of(held))),
        (LOST, [*HAND, (0.1, False), (0.1, False)], lambda held: auroc(tally_of(held))),
    ],
)
def test_what_is_missing_says_why(reason, items, figure):
    found = estimated(items, figure)
    assert (None, reason) == (found.interval, found.reason)
