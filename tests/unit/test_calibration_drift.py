"""Windows of time beside the first: what moved, and how often chance alone moves as much."""

import datetime as dt
import math
import random

import pytest
from scipy.stats import ks_2samp

from claimgauge.calibration.drift import shift, window_name, windows_of
from claimgauge.workflow.measures import Draws
from tests.calibration_building import START, seen

DRAWS = Draws(7, 100, 0.95)


def moved(first, other, iterations=200):
    return shift(first, other, iterations, chance=random.Random(1))  # noqa: S311  # a sample, no secret


def at(day):
    return START + dt.timedelta(days=day)


def test_the_stability_index_by_hand():
    # edges at 10; with half an answer more each: 2.5 of 5 and 4.5 of 5, beside 0.5 less
    found = moved([10.0, 10.0, 20.0, 20.0], [10.0, 10.0, 10.0, 10.0])
    expected = (2.5 / 5 - 4.5 / 5) * math.log(2.5 / 4.5) + (2.5 / 5 - 0.5 / 5) * math.log(2.5 / 0.5)
    assert math.isclose(expected, found.stability_index)
    assert 1 * (1 / 4 + 1 / 4) == found.stability_by_chance


@pytest.mark.parametrize("seed", range(4))
def test_the_distance_is_that_of_scipy(seed):
    chance = random.Random(seed)  # noqa: S311  # a sample, no secret
    one, other = ([float(chance.randrange(12)) for _ in range(n)] for n in (30, 45))
    assert math.isclose(ks_2samp(one, other).statistic, moved(one, other, 1).distance)


def test_the_same_scores_have_moved_by_nothing():
    found = moved([1.0, 2.0, 3.0], [1.0, 2.0, 3.0])
    assert (0, 0, 1) == (found.stability_index, found.distance, found.p_value)


def test_scores_that_are_apart_are_no_chance():
    found = moved([float(each) for each in range(30)], [float(each) for each in range(50, 80)])
    assert (1.0, 1 / 201) == (found.distance, found.p_value)


def test_scores_that_are_all_alike_have_one_bin():
    found = moved([5.0] * 9, [5.0] * 4)
    assert (0.0, 0.0, 0.0) == (found.stability_index, found.stability_by_chance, found.distance)


def test_windows_part_outcomes_by_their_time():
    held = [seen(10 + day, harmful=day % 3 == 0, name=f"q{day}", day=day) for day in range(60)]
    first, second, third = windows_of(held, [at(40), at(55)], draws=DRAWS)
    assert (40, 15, 5) == tuple(each.harmful_share.answers for each in (first, second, third))
    assert ["before 2026-02-10", "2026-02-10 to 2026-02-25", "from 2026-02-25"] == [
        window_name(each) for each in (first, second, third)
    ]
    assert None is first.shift
    assert second.shift.distance == 1.0
    assert abs(first.excess.value) < 0.1


def test_a_window_without_answers_has_no_figures():
    held = [seen(10, harmful=day % 2 == 0, name=f"q{day}", day=day) for day in range(24)]
    _first, empty = windows_of(held, [at(99)], draws=DRAWS)
    assert (0, None, None, "there are no answers") == (
        empty.harmful_share.answers,
        empty.harmful_share.value,
        empty.shift,
        empty.brier.reason,
    )


def test_without_a_date_there_is_no_window():
    assert () == windows_of([seen(10, harmful=True)], [], draws=DRAWS)


@pytest.mark.parametrize(("first", "other"), [([21] * 50, [76] * 50), ([76] * 50, [21] * 50)])
def test_scores_that_pile_up_and_move_are_seen(first, other):
    assert moved(first, other).stability_index > 1


def test_a_first_window_of_few_answers_teaches_nothing_about_the_others():
    held = [seen(10 + day, harmful=day % 3 == 0, name=f"q{day}", day=day) for day in range(30)]
    for window in windows_of(held, [at(3)], draws=DRAWS):
        assert window.harmful_share.value is not None
        assert (None, None) == (window.excess.value, window.brier.interval)
        assert "a fit takes 10 of each" in window.excess.reason
