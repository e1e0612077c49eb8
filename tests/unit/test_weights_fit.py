"""The empirical fit: against a general solver and scikit-learn, and what it says where the answers say nothing."""

import random

import msgspec
import numpy as np
import pytest

from claimgauge.calibration.weights.empirical import weigh_fit
from claimgauge.calibration.weights.fit import fit_problems
from claimgauge.calibration.weights.logistic import FINITE, Regression, probability
from tests.risk_building import GUARDED
from tests.weights_building import fit

TRUE = {"F": 0.4, "C": 0.2, "U": 0.2, "O": 0.1, "S": 0.1, "P": 0.0, "H": 0.0}


def answers(count, *, seed=1, weights=None, slope=12.0, intercept=-3.0, names="FCUOSPH"):
    """Simulated answers whose harm follows the model."""
    draw = random.Random(seed)  # noqa: S311  # a seeded draw
    rows = []
    for _ in range(count):
        scores = {name: round(draw.random() * draw.choice([0, 1]), 3) for name in names}
        z = intercept + slope * sum((weights or TRUE)[name] * score for name, score in scores.items())
        rows.append((scores, draw.random() < float(probability(z))))
    return rows


def weigh(protocol):
    chance = random.Random(protocol.settings.seed)  # noqa: S311  # a seeded draw
    return weigh_fit(protocol, GUARDED, chance=chance)


def found(outcome):
    return {each.criterion: each.weight for each in outcome.weights}


def test_many_answers_give_back_the_weights_they_were_drawn_with():
    outcome, details = weigh(fit(answers(6000), prior_answers=0.0))
    assert found(outcome) == pytest.approx(TRUE, abs=0.04)
    assert (12.0, -3.0) == pytest.approx((details.slope, details.intercept), rel=0.1)
    assert all(each.lower <= each.weight <= each.upper for each in outcome.weights)


def test_few_answers_stay_with_the_rubric_as_the_prior_says():
    rows = answers(60)
    near, far = (found(weigh(fit(rows, prior_answers=count))[0]) for count in (10_000.0, 0.0))

    def off(weights):
        return sum(abs(weights[name] - GUARDED.weights[name]) for name in weights)

    assert off(near) < 0.05 < off(far)


def test_the_minimum_is_a_minimum_over_the_slopes_that_are_allowed():
    draw = np.random.default_rng(5)
    scores, counts = draw.random((80, 4)), draw.integers(0, 4, 80).astype(float)
    harmful = (draw.random(80) < probability(4 * scores[:, 0] - 2)).astype(float)
    prior = np.array([0.1, 0.2, 0.3, 0.4])
    regression = Regression(scores, harmful, prior=prior, strength=0.3)
    best = regression.fit(counts)
    at = np.array([best.intercept, *best.slopes])

    def loss(point):
        z = point[0] + scores @ point[1:]
        shape = point[1:] - point[1:].sum() * prior
        return counts @ (np.logaddexp(0, z) - harmful * z) + 0.15 * shape @ shape + FINITE / 2 * point[1:].sum() ** 2

    assert best.slopes.min() >= 0
    for _ in range(2000):
        step = at + draw.normal(0, 10 ** draw.uniform(-6, 0), 5)
        step[1:] = np.maximum(step[1:], 0)
        assert loss(step) >= loss(at) - 1e-9


def test_without_constraints_at_work_it_is_the_logistic_regression_of_scikit_learn():
    linear_model = pytest.importorskip("sklearn.linear_model")
    rows = answers(400, weights={"F": 0.5, "C": 0.3, "U": 0.2}, names="FCU")
    table = np.array([[scores[name] for name in "CFU"] for scores, _harmful in rows])
    harmful = np.array([float(each) for _scores, each in rows])
    regression = Regression(table, harmful, prior=np.array([0.3, 0.3, 0.4]), strength=0.0)
    ours = regression.fit(np.ones(len(rows)))
    theirs = linear_model.LogisticRegression(C=1e10, tol=1e-10, max_iter=10_000).fit(table, harmful)
    assert theirs.coef_[0] == pytest.approx(ours.slopes, rel=5e-3)
    assert theirs.intercept_[0] == pytest.approx(ours.intercept, rel=5e-3)


def test_against_a_general_solver_of_scipy():
    optimize = pytest.importorskip("scipy.optimize")
    rows = answers(200)
    table = np.array([[scores[name] for name in "CFHOPSU"] for scores, _harmful in rows])
    harmful = np.array([float(each) for _scores, each in rows])
    prior = np.full(7, 1 / 7)
    ours = Regression(table, harmful, prior=prior, strength=2.0).fit(np.ones(len(rows)))

    def loss(point):
        z = point[0] + table @ point[1:]
        shape = point[1:] - point[1:].sum() * prior
        return np.sum(np.logaddexp(0, z) - harmful * z) + shape @ shape + FINITE / 2 * point[1:].sum() ** 2

    theirs = optimize.minimize(
        loss, np.zeros(8), bounds=[(None, None), *[(0, None)] * 7], method="L-BFGS-B", options={"ftol": 1e-14}
    )
    assert theirs.fun == pytest.approx(loss(np.array([ours.intercept, *ours.slopes])), abs=1e-6)


def test_a_dimension_that_does_not_vary_keeps_the_weight_of_the_rubric_and_is_named():
    rows = [({**scores, "P": 0.3, "H": 0.0}, harmful) for scores, harmful in answers(300)]
    outcome, details = weigh(fit(rows))
    weights = {each.criterion: each for each in outcome.weights}
    assert ("H", "P") == details.constant
    assert (0.1, None) == (pytest.approx(weights["P"].weight), weights["P"].lower)
    assert 1.0 == pytest.approx(sum(each.weight for each in outcome.weights))
    assert any(warning.startswith("H, P did not vary over the answers") for warning in outcome.warnings)


def test_two_dimensions_that_are_one_are_said_not_to_be_told_apart():
    rows = [({**scores, "C": scores["F"]}, harmful) for scores, harmful in answers(300)]
    outcome, details = weigh(fit(rows))
    assert ("C down, F up",) == details.unseen
    assert any("F go together (correlation +1.00)" in warning for warning in outcome.warnings)


def test_outcomes_that_have_nothing_to_do_with_the_scores_leave_the_rubric():
    scores = [({"F": 0.1}, True), ({"F": 0.9}, False)] * 20
    outcome, details = weigh(fit(scores, criteria="FC"))
    assert 0.0 == details.slope
    assert (50, None) == (details.undefined, outcome.spread)
    assert any(warning.startswith("the scores do not tell harmful answers from others") for warning in outcome.warnings)
    assert any(warning.startswith("50 of 50 draws gave no weights") for warning in outcome.warnings)


def test_separated_outcomes_are_said_to_be_so():
    rows = [({"F": 0.9}, True), ({"F": 0.1}, False)] * 20
    outcome, details = weigh(fit(rows, criteria="FC"))
    assert details.separated
    assert any("separate the outcomes without exception" in warning for warning in outcome.warnings)


def test_few_of_the_rarer_outcome_are_a_warning_by_effective_number():
    protocol = fit(answers(200))
    heavy = tuple(
        msgspec.structs.replace(each, stands_for=100.0 if index < 5 else 1.0)
        for index, each in enumerate(protocol.answers)
    )
    outcome, details = weigh(msgspec.structs.replace(protocol, answers=heavy))
    assert details.effective < 10
    assert any("few of them stand for most" in warning for warning in outcome.warnings)
    assert any(warning.startswith("the rarer outcome has") for warning in outcome.warnings)


def test_an_answer_that_stands_for_two_counts_like_two():
    rows = answers(80)
    twice = fit([*rows, *rows], iterations=20)
    once = fit(rows, iterations=20)
    double = msgspec.structs.replace(
        once, answers=tuple(msgspec.structs.replace(each, stands_for=2.0) for each in once.answers)
    )
    settings = msgspec.structs.replace(twice.settings, prior_answers=0.0)
    a, b = (weigh(msgspec.structs.replace(each, settings=settings)) for each in (twice, double))
    assert found(a[0]) == pytest.approx(found(b[0]), abs=1e-7)


def test_the_same_protocol_gives_the_same_result_and_another_seed_other_intervals():
    rows = answers(150)
    first, again, other = (weigh(fit(rows, seed=seed)) for seed in (7, 7, 8))
    assert first == again
    assert first[0].weights != other[0].weights


def test_no_dimension_that_varies_is_no_fit():
    with pytest.raises(ValueError, match="no dimension varies over the answers"):
        weigh(fit([({"F": 0.5}, True), ({"F": 0.5}, False)]))


@pytest.mark.parametrize(
    ("rows", "keys", "expected"),
    [
        ([({"F": 0.5}, True)], {}, "answers: have one outcome only; give harmful ones and others"),
        ([({"Z": 0.5}, True), ({}, False)], {}, "answers[0].scores.Z: is no criterion; those are F, C, U, O, S, P, H"),
        (
            [({}, True), ({}, False)],
            {"iterations": 5},
            "settings.iterations: are too few for an interval at this level",
        ),
    ],
)
def test_a_protocol_that_makes_no_sense_is_refused(rows, keys, expected):
    (problem,) = fit_problems(fit(rows, **keys))
    assert str(problem).startswith(expected)
