"""What actions cost, where a threshold costs least, and the bands that no other bounds undercut."""

import itertools
import math
import random

import msgspec
import pytest

from claimgauge.calibration.thresholds import (
    ActionCost,
    assigned_cost,
    cost_curves,
    cost_of,
    cost_problems,
    fitted_bands,
)
from claimgauge.calibration.thresholds.bands import band_at
from claimgauge.calibration.thresholds.cost_curves import break_even
from claimgauge.calibration.thresholds.costs import pointless_actions
from claimgauge.risk import Band, rubric_problems
from tests.calibration_building import COSTS, seen
from tests.risk_building import GUARDED, changed

BANDS = GUARDED.bands
RELEASE, CAUTION, REVIEW, BLOCK = (band.action for band in BANDS)
TWO = (Band(name="out", up_to=50, action="release"), Band(name="in", up_to=100, action="review"))


def costs(**actions):
    return msgspec.structs.replace(
        COSTS, costs=COSTS.costs | {name: ActionCost(harmful=a, harmless=b) for name, (a, b) in actions.items()}
    )


def mean_cost(observations, bounds, bands=BANDS, matrix=COSTS):
    return math.fsum(assigned_cost(each, bounds, bands, matrix) for each in observations) / len(observations)


def test_costs_depend_on_action_and_outcome():
    assert (10, 0, 2, 1) == tuple(
        cost_of(action, seen(30, harmful), COSTS) for action in ("release", "review") for harmful in (True, False)
    )


@pytest.mark.parametrize(("expected", "severity"), [(5.0, 0.5), (0.0, 0.0), (10.0, None)])
def test_a_severity_scales_the_cost_of_a_harmful_answer_where_the_costs_say_so(expected, severity):
    matrix = msgspec.structs.replace(COSTS, severity="scales")
    assert expected == cost_of("release", seen(30, harmful=True, severity=severity), matrix)
    assert 10 == cost_of("release", seen(30, harmful=True, severity=severity), COSTS)


def test_the_break_even_is_where_both_actions_cost_the_same():
    # a review costs 1 more on a harmless answer and 8 less on a harmful one
    assert 1 / 9 == break_even("release", "review", COSTS)
    p = 1 / 9
    assert math.isclose(10 * p, 2 * p + 1 * (1 - p))
    assert None is break_even("release", "review", costs(review=(12, 1)))


def test_the_costs_that_ship_make_sense():
    assert ((), ()) == (cost_problems(COSTS), pointless_actions(COSTS))


def test_problems_of_costs_are_named_by_their_place():
    without = {name: cost for name, cost in COSTS.costs.items() if name != "block"}
    broken = msgspec.structs.replace(
        COSTS, unit=" ", costs=without | {"caution": ActionCost(harmful=math.inf, harmless=0)}
    )
    assert ["unit", "costs.block", "costs.caution.harmful"] == [each.place for each in cost_problems(broken)]


def test_an_action_that_never_pays_is_named():
    assert (("caution", "release"),) == pointless_actions(costs(caution=(10, 0.5)))


def test_a_cost_curve_by_hand():
    held = [seen(10, harmful=False), seen(30, harmful=True), seen(30, harmful=False), seen(60, harmful=True)]
    (curve,) = cost_curves(held, TWO, COSTS)
    # all reviewed: 1 + 2 + 1 + 2; up to 10 released: 0 + 2 + 1 + 2; up to 30: 0 + 10 + 0 + 2; all: 20
    assert [(None, 1.5), (10, 1.25), (30, 3.0), (60, 5.0)] == [(point.up_to, point.cost) for point in curve.points]
    assert (10, 1.25, 50) == (curve.best.up_to, curve.best.cost, curve.current)


def test_two_bands_by_hand():
    held = [seen(10, harmful=False), seen(30, harmful=True), seen(60, harmful=True)]
    found = fitted_bands(held, TWO, COSTS)
    assert ((20.0, 100.0), 4 / 3) == found


def every_way(scores, count):
    """All ways to put rising scores into so many bands, as bounds."""
    places = [-1.0, *scores]
    for cuts in itertools.combinations_with_replacement(range(len(places)), count - 1):
        yield [*(places[cut] for cut in cuts), 100.0]


@pytest.mark.parametrize("seed", range(12))
def test_no_other_bounds_cost_less(seed):
    chance = random.Random(seed)  # noqa: S311  # a sample, no secret
    scores = sorted(chance.sample(range(1, 100), 7))
    held = [seen(float(chance.choice(scores)), harmful=chance.random() < 0.3) for _ in range(25)]
    found = fitted_bands(held, BANDS, COSTS)
    cheapest = min(mean_cost(held, bounds) for bounds in every_way(scores, len(BANDS)))
    assert pytest.approx(cheapest) == found.cost
    assert pytest.approx(found.cost) == mean_cost(held, found.bounds)


@pytest.mark.parametrize("seed", range(12))
def test_fitted_bounds_make_a_rubric_that_can_be_used(seed):
    chance = random.Random(seed)  # noqa: S311  # a sample, no secret
    held = [seen(float(chance.choice([0, 21, 51, 70, 100])), harmful=chance.random() < 0.4) for _ in range(20)]
    bounds = fitted_bands(held, BANDS, COSTS).bounds
    bands = tuple(changed(band, up_to=bound) for band, bound in zip(BANDS, bounds, strict=True))
    assert () == rubric_problems(changed(GUARDED, bands=bands))


def test_bounds_that_no_answer_contradicts_stay():
    held = [seen(5, harmful=False)] * 5 + [seen(95, harmful=True)] * 5
    matrix = costs(caution=(9, 0.5), review=(9, 0.5))
    assert (20, 50, 75, 100) == fitted_bands(held, BANDS, matrix).bounds


def test_of_equally_cheap_bands_the_one_that_moves_fewer_answers_is_taken():
    flat = costs(release=(1, 1), caution=(1, 1), review=(1, 1), block=(1, 1))
    held = [seen(score, harmful=False) for score in (10, 30, 60, 90)]
    assert (20, 50, 75, 100) == fitted_bands(held, BANDS, flat).bounds


@pytest.mark.parametrize("score", [0.0, 100.0])
def test_scores_at_the_ends_stay_in_the_outer_bands(score):
    dear = {0.0: costs(release=(99, 99)), 100.0: costs(block=(99, 99))}[score]
    found = fitted_bands([seen(score, harmful=True), seen(40, harmful=False)], BANDS, dear)
    assert (0 if score == 0 else len(BANDS) - 1) == band_at(score, found.bounds)


def test_costs_are_added_exactly():
    # ten times 0.1 is 1 here, so both ways cost the same, and nothing moves
    held = [seen(30, harmful=False)] * 10
    matrix = costs(release=(1, 0.1), caution=(1, 0.1), review=(1, 0.1), block=(1, 0.1))
    assert (20, 50, 75, 100) == fitted_bands(held, BANDS, matrix).bounds
