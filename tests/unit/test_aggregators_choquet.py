"""The 2-additive Choquet integral and its fit."""

import math

import numpy as np
import pytest
from scipy.optimize import minimize
from sklearn.linear_model import LogisticRegression

from claimgauge.calibration.aggregators import Capacity, fit_choquet, monotone_gaps
from claimgauge.calibration.aggregators.nonnegative import fit_nonnegative, sigmoid
from claimgauge.errors import InputError
from claimgauge.labels import DIMENSIONS


def scores(**given):
    return dict.fromkeys(DIMENSIONS, 0.0) | given


@pytest.mark.parametrize(
    ("expected", "interaction", "given"),
    [
        (0.30, 0.0, {"F": 0.5}),  # the weighted mean: 0.6 · 0.5
        (0.40, -0.4, {"F": 0.5}),  # either is enough: 0.3 + 0.2 · 0.5
        (0.20, 0.4, {"F": 0.5}),  # both are needed: 0.3 less 0.2 · 0.5
        (0.50, 0.4, {"F": 0.5, "U": 0.5}),  # equal scores: no interaction is seen
        (1.00, -0.4, {"F": 1.0, "U": 1.0}),
        (0.00, 0.4, {}),
    ],
)
def test_the_integral_by_hand(expected, interaction, given):
    capacity = Capacity(scores(F=0.6, U=0.4), {("F", "U"): interaction})
    assert expected == pytest.approx(capacity.value(scores(**given)))


def test_an_interaction_above_twice_the_weight_falls_while_a_score_rises():
    capacity = Capacity(scores(F=0.9, U=0.1), {("F", "U"): 0.6})
    assert {"U": pytest.approx(0.2)} == monotone_gaps(capacity)
    assert capacity.value(scores(U=1.0)) == 0.0  # 0.1 less 0.3, cut off
    assert {} == monotone_gaps(Capacity(scores(F=0.7, U=0.3), {("F", "U"): 0.6}))


def test_harm_where_both_are_high_is_learnt_as_a_positive_interaction():
    rows = [scores(F=f, U=u) for f in (0.0, 0.5, 1.0) for u in (0.0, 0.5, 1.0)] * 6
    model = fit_choquet(rows, [min(each["F"], each["U"]) >= 0.5 for each in rows], ridge=0.1)
    assert model.capacity.interactions["F", "U"] > 0.5
    assert {} == monotone_gaps(model.capacity)
    assert model.probability(scores(F=1.0)) < 0.5 < model.probability(scores(F=1.0, U=1.0))


def test_harm_where_either_is_high_is_learnt_as_a_negative_one():
    rows = [scores(F=f, U=u) for f in (0.0, 0.5, 1.0) for u in (0.0, 0.5, 1.0)] * 6
    model = fit_choquet(rows, [max(each["F"], each["U"]) >= 0.5 for each in rows], ridge=0.1)
    assert model.capacity.interactions["F", "U"] < -0.3


def test_scores_that_tell_nothing_leave_no_capacity():
    rows = [scores(F=1.0), scores()] * 4
    model = fit_choquet(rows, [False, True] * 4, ridge=0.1)  # harm where F is low: no monotone model sees it
    assert model.capacity is None
    assert 0.5 == pytest.approx(model.probability(scores(F=1.0)))


# the fit below it


def problem(seed, rows=60, columns=4):
    chance = np.random.default_rng(seed)
    x = chance.uniform(size=(rows, columns))
    true = chance.normal(size=columns) * 3
    y = chance.uniform(size=rows) < 1 / (1 + np.exp(-(x @ true - true.sum() / 2)))
    return x, y


@pytest.mark.parametrize("seed", range(6))
def test_the_fit_is_that_of_a_general_optimiser(seed):
    x, y = problem(seed)

    def loss(point):
        z = point[0] + x @ point[1:]
        return np.logaddexp(0, z).sum() - z[y].sum() + 0.05 * (point[1:] ** 2).sum()

    bounds = [(None, None), *([(0, None)] * x.shape[1])]
    oracle = minimize(loss, np.zeros(x.shape[1] + 1), bounds=bounds, method="L-BFGS-B", options={"ftol": 1e-15})
    fit = fit_nonnegative(x.tolist(), y.tolist(), ridge=0.1)
    assert loss(np.array([fit.intercept, *fit.coefficients])) == pytest.approx(oracle.fun, abs=1e-6)
    assert all(value >= 0 for value in fit.coefficients)


def test_where_no_bound_is_met_the_fit_is_plain_ridge_regression():
    chance = np.random.default_rng(3)
    x = chance.uniform(size=(80, 2))
    y = chance.uniform(size=80) < 1 / (1 + np.exp(-(x @ [4, 3] - 3.5)))
    oracle = LogisticRegression(C=10.0, tol=1e-10, max_iter=1000).fit(x, y)
    fit = fit_nonnegative(x.tolist(), y.tolist(), ridge=0.1)
    assert oracle.coef_[0].tolist() == pytest.approx(fit.coefficients, abs=1e-4)
    assert oracle.intercept_[0] == pytest.approx(fit.intercept, abs=1e-4)


def test_no_order_of_the_rows_changes_a_bit():
    x, y = problem(1)
    rows = list(zip(x.tolist(), y.tolist(), strict=True))
    fits = [fit_nonnegative(*map(list, zip(*each, strict=True)), ridge=0.1) for each in (rows, rows[::-1])]
    assert fits[0] == fits[1]


def test_answers_that_can_be_separated_have_a_finite_fit():
    fit = fit_nonnegative([[0.0], [0.1], [0.9], [1.0]], [False, False, True, True], ridge=0.1)
    assert 0 < fit.coefficients[0] < 100
    assert fit.log_odds([0.0]) < 0 < fit.log_odds([1.0])


@pytest.mark.parametrize(("kind", "outcome"), [("harmful", True), ("harmless", False)])
def test_one_outcome_is_nothing_to_fit(kind, outcome):
    with pytest.raises(InputError, match=f"all 2 answers are {kind}"):
        fit_nonnegative([[0.0], [1.0]], [outcome, outcome], ridge=0.1)


def test_the_probability_of_far_log_odds_does_not_overflow():
    assert [0.0, 0.5, 1.0] == [sigmoid(-800), sigmoid(0), sigmoid(800)]
    assert math.isclose(sigmoid(2) + sigmoid(-2), 1)
