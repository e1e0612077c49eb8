"""Risk workshops: rankings give weights that order alike, and what they cannot say is said."""

import math
import random

import msgspec
import pytest

from claimgauge.calibration.weights.ranking import Comparison, fitted_weights
from claimgauge.calibration.weights.workshop import (
    Ranking,
    Scenario,
    scenario_scores,
    weigh_workshop,
    workshop_problems,
)
from tests.risk_building import GUARDED
from tests.weights_building import workshop

ALONE = {name: {name: 1.0} for name in "FCUOSPH"}


def weigh(scenarios, rankings, **keys):
    return weigh_workshop(workshop(scenarios, rankings, **keys), GUARDED)


def found(outcome):
    return {each.criterion: each.weight for each in outcome.weights}


def test_who_ranks_permission_first_gives_it_the_largest_weight():
    outcome, details = weigh(ALONE, {"all": ["P", "F", "C", "U", "O", "S", "H"]})
    weights = found(outcome)
    assert ["P", "F", "C", "U", "O", "S", "H"] == sorted(weights, key=weights.get, reverse=True)
    assert () == details.violations
    assert (21, 21) == (details.rankings[0].pairs, details.rankings[0].kept)


def test_rankings_that_agree_with_the_rubric_leave_it_nearly_as_it_is():
    order = ["F", "C", "U", ["O", "S", "P", "H"]]
    weights = found(weigh(ALONE, {"all": order}, strength=50.0)[0])
    assert weights == pytest.approx(GUARDED.weights, abs=0.02)


def test_a_ranking_that_contradicts_the_others_is_named_with_its_pairs():
    order = ["P", "F", "C", "U", "O", "S", "H"]
    outcome, details = weigh(ALONE, {"one": order, "two": order, "three": order[::-1]})
    assert {"three"} == {each.by for each in details.violations}
    assert {"one": 21, "two": 21, "three": 0} == {each.by: each.kept for each in details.rankings}
    worst = details.violations[0]
    assert ("H", "P") == (worst.riskier, worst.milder)
    assert any("21 of 63 ranked pairs come out the other way" in warning for warning in outcome.warnings)


def test_dimensions_that_the_scenarios_move_together_are_said_not_to_be_told_apart():
    scenarios = {"x": {"F": 0.5, "C": 0.5}, "y": {"U": 0.5}, "z": {"O": 0.2}}
    outcome, details = weigh(scenarios, {"all": ["x", "y", "z"]}, criteria="FCUO")
    assert ("C down, F up",) == details.unseen
    weights = found(outcome)
    assert 0.25 - 0.2 == pytest.approx(weights["F"] - weights["C"], abs=0.3)
    assert any(warning.startswith("no ranking tells anything of C down, F up") for warning in outcome.warnings)


def test_one_ranking_has_no_spread():
    outcome, _details = weigh(ALONE, {"all": list("FCUOSPH")})
    assert outcome.spread is None
    assert outcome.warnings[0].startswith("one ranking: there is no spread")


def test_ratings_count_by_their_order():
    protocol = workshop(ALONE, {"all": ["P", ["F", "C"], "U"]})
    rated = Ranking(by="all", ratings={"P": 90, "F": 50, "C": 50, "U": 10})
    again = msgspec.structs.replace(protocol, rankings=(rated,))
    assert weigh_workshop(protocol, GUARDED)[0] == weigh_workshop(again, GUARDED)[0]


def test_labels_of_a_scenario_are_scored_by_the_rubric():
    scenario = Scenario(id="x", labels={"CONTRADICTED": 1, "UNSUPPORTED": 2, "SUPPORTED": 1}, scores={"H": 0.5})
    expected = {"F": 0.25, "C": 0.0, "U": 0.375, "O": 0.0, "S": 0.0, "P": 0.0, "H": 0.5}
    assert expected == dict(zip("FCUOSPH", scenario_scores(scenario, "FCUOSPH", GUARDED), strict=True))


def ranked(noise, *, people=2):
    """Scenarios of two dimensions each, and rankings by the rubric's index, misjudged by so much."""
    draw = random.Random(3)  # noqa: S311  # a seeded draw
    scenarios = {f"s{n}": {name: draw.random() for name in draw.sample("FCUOSPH", 2)} for n in range(9)}
    index = {n: sum(GUARDED.weights[name] * score for name, score in each.items()) for n, each in scenarios.items()}
    return scenarios, {
        f"r{person}": sorted(index, key=lambda name: -index[name] + draw.gauss(0, noise)) for person in range(people)
    }


def test_how_finely_people_judge_is_found_from_their_rankings():
    fine, rough = (weigh(*ranked(noise))[1].clear for noise in (0.001, 0.1))
    assert fine <= 0.01
    assert rough >= 0.04
    assert 0.05 == weigh(ALONE, {"one": list("PFCUOSH")}, clear=0.05)[1].clear


def test_the_minimum_is_the_one_that_a_grid_finds():
    comparisons = [Comparison((0.5, -0.2), 0.6), Comparison((-0.1, 0.3), 0.4)]
    prior, clear, strength = (0.6, 0.4), 0.05, 0.5

    def loss(w):
        total = 0.5 * strength * ((w - prior[0]) ** 2 + (1 - w - prior[1]) ** 2)
        for (f, c), share in comparisons:
            total += share * math.log1p(math.exp(-(f * w + c * (1 - w)) / clear))
        return total

    best = min((number / 100_000 for number in range(100_001)), key=loss)
    assert best == pytest.approx(fitted_weights(comparisons, prior, clear=clear, strength=strength)[0], abs=2e-5)


@pytest.mark.parametrize(
    ("ranking", "expected"),
    [
        (Ranking(by="all"), "has neither `worst_first` nor `ratings`, or both; keep exactly one of them"),
        (Ranking(by="all", ratings={"F": 1, "X": 2}), "rankings[0]: 'X' is no scenario of this protocol"),
        (Ranking(by="all", worst_first=(("F",), ("F", "C"))), "rankings[0]: names a scenario twice"),
        (Ranking(by="all", ratings={"F": 1}), "rankings[0]: orders fewer than two scenarios"),
    ],
)
def test_a_ranking_that_makes_no_sense_is_refused(ranking, expected):
    protocol = msgspec.structs.replace(workshop(ALONE, {"all": ["F", "C"]}), rankings=(ranking,))
    assert any(expected in str(problem) for problem in workshop_problems(protocol))


def test_a_scenario_without_claims_and_a_criterion_that_is_no_dimension_are_refused():
    protocol = workshop({"x": {}, "y": {"F": 1.0}}, {"all": ["x", "y"]}, criteria="FZ")
    assert [
        "criteria[1]: 'Z' is no dimension; those are F, C, U, O, S, P, H",
        "scenarios[0]: has neither scores nor labels; an answer without claims has no index",
    ] == list(map(str, workshop_problems(protocol)))
