"""Maps from scores to probabilities, by hand and beside scikit-learn."""

import itertools
import math
import random

import pytest
from scipy.optimize import minimize
from sklearn.isotonic import IsotonicRegression

from claimgauge.calibration.curves import tally_of
from claimgauge.calibration.maps import IsotonicMap, PlattMap, fitted_isotonic, fitted_platt


def some(seed, n=80):
    chance = random.Random(seed)  # noqa: S311  # a sample, no secret
    values = [chance.randrange(0, 101, 4) for _ in range(n)]
    return [(float(value), chance.random() < 0.1 + value / 130) for value in values]


def test_neighbours_that_fall_are_pooled():
    # shares by score: 10 → 0, 20 → 1, 30 → 0, 40 → 1: the two in the middle become 1/2
    found = fitted_isotonic(tally_of([(10, False), (20, True), (30, False), (40, True)]))
    assert IsotonicMap(knots=((10, 0.0), (20, 0.5), (30, 0.5), (40, 1.0))) == found


@pytest.mark.parametrize(
    ("expected", "score"), [(0.0, 0), (0.0, 10), (0.25, 15), (0.5, 25), (0.75, 35), (1.0, 40), (1.0, 100)]
)
def test_between_knots_the_map_is_straight_and_beyond_them_level(expected, score):
    found = fitted_isotonic(tally_of([(10, False), (20, True), (30, False), (40, True)]))
    assert expected == found.probability(score)


def test_scores_that_fall_throughout_become_one_share():
    found = fitted_isotonic(tally_of([(10, True), (20, False), (30, False)]))
    assert {1 / 3} == {found.probability(score) for score in (0, 10, 25, 100)}


@pytest.mark.parametrize("seed", range(6))
def test_the_isotonic_map_is_that_of_scikit_learn(seed):
    scored = some(seed)
    oracle = IsotonicRegression(out_of_bounds="clip").fit(
        [value for value, _harmful in scored], [float(harmful) for _value, harmful in scored]
    )
    found = fitted_isotonic(tally_of(scored))
    scores = [each / 2 for each in range(201)]
    assert list(oracle.predict(scores)) == pytest.approx([found.probability(score) for score in scores])


@pytest.mark.parametrize("seed", range(6))
def test_platts_map_is_the_optimum_of_its_targets(seed):
    scored = some(seed)
    harmful = sum(each for _value, each in scored)
    targets = (1 / (len(scored) - harmful + 2), (harmful + 1) / (harmful + 2))

    def loss(parameters):
        found = (parameters[0] * value / 100 + parameters[1] for value, _harmful in scored)
        return sum(
            max(z, 0) + math.log1p(math.exp(-abs(z))) - targets[each] * z
            for z, (_value, each) in zip(found, scored, strict=True)
        )

    oracle = minimize(loss, (0.0, 0.0), method="BFGS", options={"gtol": 1e-4})
    found = fitted_platt(tally_of(scored))
    assert pytest.approx((oracle.x[0], oracle.x[1]), abs=1e-3) == (found.slope, found.intercept)
    assert loss((found.slope, found.intercept)) <= oracle.fun + 1e-9


def test_two_scores_are_met_exactly():
    # 3 of 4 and 1 of 4 harmful: targets 5/6 and 1/6, so the means are 2/3 and 1/3
    found = fitted_platt(tally_of([(0.0, True)] + [(0.0, False)] * 3 + [(100.0, True)] * 3 + [(100.0, False)]))
    assert pytest.approx((1 / 3, 2 / 3)) == (found.probability(0), found.probability(100))


def test_scores_that_part_the_kinds_stay_finite():
    found = fitted_platt(tally_of([(10.0, False)] * 20 + [(90.0, True)] * 20))
    assert pytest.approx((1 / 22, 21 / 22)) == (found.probability(10), found.probability(90))


@pytest.mark.parametrize("scored", [[(50.0, True), (50.0, False)], [(10.0, True)] * 9 + [(90.0, False)] * 9])
def test_a_map_is_level_where_scores_are_equal_or_turned_around(scored):
    found = fitted_platt(tally_of(scored))
    assert pytest.approx(0.5) == found.probability(0) == found.probability(100)
    assert isinstance(found, PlattMap)


@pytest.mark.parametrize("seed", range(3))
def test_both_maps_rise(seed):
    tally = tally_of(some(seed))
    for found in (fitted_isotonic(tally), fitted_platt(tally)):
        values = [found.probability(score) for score in range(101)]
        assert all(low <= high for low, high in itertools.pairwise(values))
