"""Intervals and p-values against closed forms, and against every sample there is."""

import itertools
import json
import math
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from claimgauge.statistics import (
    Interval,
    bootstrap_intervals,
    bootstrap_totals,
    fewest_iterations,
    fewest_units,
    percentile_interval,
    sign_test,
)
from tests.proofs.coverage import POPULATIONS, coverage

ROOT = Path(__file__).parent.parent.parent


def chance(seed=7):
    return random.Random(seed)  # noqa: S311  # a seeded draw


def mean_of(values, *, iterations=2000, level=0.95, seed=7):
    count = len(values)
    (found,) = bootstrap_intervals(
        [(value,) for value in values],
        [lambda totals: totals[0] / count],
        iterations=iterations,
        level=level,
        chance=chance(seed),
    )
    return found


# --- which sorted value ends an interval ------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "count", "level"),
    [
        ((25, 975), 999, 0.95),  # k = 1000 · 0.025
        ((50, 950), 999, 0.9),  # a float of 0.05 would make 49 of it
        ((1, 39), 39, 0.95),
        ((250, 9751), 10_000, 0.95),  # k = ⌊250.025⌋
        ((5, 995), 999, 0.99),
        ((250, 750), 999, 0.5),
    ],
)
def test_the_ends_are_the_kth_smallest_and_the_kth_largest(expected, count, level):
    values = list(range(1, count + 1))
    chance().shuffle(values)
    assert Interval(*expected) == percentile_interval(values, level=level)


def test_the_interval_of_the_negated_values_is_the_negated_interval():
    values = [chance(seed).gauss(1, 2) for seed in range(57)] + [0.5, -3.25]
    found = percentile_interval(values, level=0.9)
    assert Interval(-found.upper, -found.lower) == percentile_interval([-value for value in values], level=0.9)


@pytest.mark.parametrize(("expected", "level"), [(39, 0.95), (19, 0.9), (199, 0.99), (1999, 0.999), (3, 0.5)])
def test_below_the_fewest_iterations_there_is_no_interval(expected, level):
    assert expected == fewest_iterations(level)
    percentile_interval([0.0] * expected, level=level)
    with pytest.raises(ValueError, match=f"give {expected} or more"):
        percentile_interval([0.0] * (expected - 1), level=level)


@pytest.mark.parametrize("level", [0.0, 1.0, -0.5, 95.0])
def test_a_level_that_is_none_is_an_error(level):
    with pytest.raises(ValueError, match=r"give a number between 0 and 1"):
        percentile_interval([0.0] * 99, level=level)


@pytest.mark.parametrize(("expected", "level"), [(6, 0.95), (5, 0.9), (8, 0.99), (3, 0.75), (2, 0.5)])
def test_the_fewest_units_are_those_whose_sign_test_could_reach_the_level(expected, level):
    assert expected == fewest_units(level)
    assert sign_test(expected, 0) <= 1 - level + 1e-12 < sign_test(expected - 1, 0) + 2e-12


# --- draws ------------------------------------------------------------------------------------------


def test_the_draws_are_those_of_every_sample_that_can_be_drawn():
    """Three units: 27 samples, 10 different totals; 60,000 draws hit each as often as enumeration says."""
    values = (1.0, 10.0, 100.0)
    exact = Counter(sum(sample) for sample in itertools.product(values, repeat=3))
    drawn = Counter(
        total for (total,) in bootstrap_totals([(value,) for value in values], iterations=60_000, chance=chance())
    )
    assert exact.keys() == drawn.keys()
    for total, ways in exact.items():
        expected = 60_000 * ways / 27
        assert abs(drawn[total] - expected) < 5 * math.sqrt(expected)


def test_the_interval_is_that_of_every_sample_that_can_be_drawn():
    values = (0.0, 1.0, 3.0, 7.0)
    every = [sum(sample) / 4 for sample in itertools.product(values, repeat=4)]
    exact = percentile_interval(every, level=0.8)
    assert exact == mean_of(values, iterations=20_000, level=0.8)


def test_the_interval_of_a_mean_is_the_normal_one_in_a_large_sample():
    """Closed form: mean ± 1.96 σ / √n, with the σ of the sample; drawn ends are within 5 % of the width."""
    values = [chance(seed).gauss(5, 3) for seed in range(400)]
    mean = math.fsum(values) / 400
    half = 1.959964 * math.sqrt(math.fsum((value - mean) ** 2 for value in values) / 400 / 400)
    found = mean_of(values, iterations=10_000)
    assert abs(found.lower - (mean - half)) < 0.05 * 2 * half
    assert abs(found.upper - (mean + half)) < 0.05 * 2 * half


def test_the_interval_of_a_share_is_that_of_the_binomial():
    """30 of 100: the draws are binomial, so the ends are its quantiles, 21 and 39 of 100, give or take one."""
    found = mean_of([1.0] * 30 + [0.0] * 70, iterations=10_000)
    cumulated = list(itertools.accumulate(math.comb(100, k) * 0.3**k * 0.7 ** (100 - k) for k in range(101)))
    low = next(k for k, p in enumerate(cumulated) if p >= 0.025)
    high = next(k for k, p in enumerate(cumulated) if p >= 0.975)
    assert (21, 39) == (low, high)
    assert abs(100 * found.lower - low) <= 1 + 1e-9
    assert abs(100 * found.upper - high) <= 1 + 1e-9


def test_totals_of_one_draw_belong_together():
    units = [(float(value), 2.0 * value, 1.0) for value in (-3, 0, 5, 11)]
    for one, double, count in bootstrap_totals(units, iterations=500, chance=chance()):
        assert (2 * one, 4.0) == (double, count)


def test_a_cluster_is_drawn_as_a_whole():
    """Two answers, one wholly wrong, one wholly right: a draw is all wrong, half, or all right, never between."""
    units = [(10.0, 10.0), (0.0, 10.0)]
    ratios = {wrong / claims for wrong, claims in bootstrap_totals(units, iterations=200, chance=chance())}
    assert {0.0, 0.5, 1.0} == ratios


def test_a_statistic_that_one_draw_leaves_undefined_has_no_interval():
    units = [(1.0, 0.0), (1.0, 1.0)]
    found = bootstrap_intervals(
        units,
        [lambda totals: totals[0] / totals[1] if totals[1] else None, lambda totals: totals[0]],
        iterations=200,
        level=0.95,
        chance=chance(),
    )
    assert (None, Interval(2.0, 2.0)) == found


@pytest.mark.parametrize(
    "values",
    [
        (0.1, 0.2, 0.3, -0.6, 1e-9),
        (70.0, 17.454545454545453, -100.0, 0.0),
        (1e300, -1e300, 5.0),
        (1e-300, 2e-300),
        (0.0, 0.0),
        (-7.0,),
        (2.0**52, 3.0, -1.0),
    ],
)
def test_totals_are_the_sums_of_what_was_drawn(values):
    """As close as the promise: 2^(−54) of the largest value for each unit of the draw, and one float."""
    count = len(values)
    drawn = chance(5)
    totals = bootstrap_totals(
        [(value, float(place)) for place, value in enumerate(values)], iterations=50, chance=chance(5)
    )
    for total, places in totals:
        sample = drawn.choices(values, k=count)
        exact = math.fsum(sample)
        assert abs(total - exact) <= count * 2.0**-54 * max(map(abs, values)) + 2.0**-52 * abs(exact)
        assert places == int(places)


def test_whole_numbers_are_exact():
    values = [float(value) for value in range(-500, 500, 7)]
    drawn = chance(9)
    for (total,) in bootstrap_totals([(value,) for value in values], iterations=20, chance=chance(9)):
        assert sum(drawn.choices(values, k=len(values))) == total


def test_without_units_there_is_nothing_to_draw_from():
    with pytest.raises(ValueError, match="at least one unit"):
        next(bootstrap_totals([], iterations=1, chance=chance()))


def test_the_same_seed_gives_the_same_interval_whatever_the_hash_seed():
    program = (
        "import random; from claimgauge.statistics import bootstrap_intervals as b; "
        "u = [(v / 7, float(v % 3)) for v in range(50)]; "
        "print(list(map(list, b(u, [lambda t: t[0] / 50, lambda t: t[1]], iterations=200, level=0.95, "
        "chance=random.Random(7)))))"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT / "src")},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "12345")
    }
    assert 1 == len(found)
    assert 2 == len(json.loads(found.pop()))


# --- signs ------------------------------------------------------------------------------------------


def every_toss(rises, falls):
    """The share of all sequences of coins that are at least as lopsided."""
    n = rises + falls
    lopsided = [abs(2 * sum(coins) - n) >= abs(rises - falls) for coins in itertools.product((0, 1), repeat=n)]
    return sum(lopsided) / len(lopsided)


@pytest.mark.parametrize(("rises", "falls"), [(0, 1), (1, 1), (6, 0), (0, 6), (5, 2), (3, 8), (7, 7), (1, 11)])
def test_the_sign_test_counts_every_sequence_of_coins(rises, falls):
    assert sign_test(rises, falls) == pytest.approx(every_toss(rises, falls), rel=1e-12)


def test_the_sign_test_of_many_is_the_exact_sum():
    n, k = 5000, 2400
    exact = 2 * sum(math.comb(n, i) for i in range(k + 1)) / 2**n
    assert sign_test(k, n - k) == pytest.approx(exact, rel=1e-9)


def test_where_nothing_rose_or_fell_there_is_no_p_value():
    assert sign_test(0, 0) is None


# --- coverage (simulated) ---------------------------------------------------------------------------


@pytest.mark.parametrize("population", POPULATIONS[:3], ids=lambda each: each.name)
def test_simulated_pairs_cover_the_true_difference_about_as_often_as_the_level_says(population):
    """The small version of `python -m tests.proofs.coverage`: 200 trials, so the share is known to about 3 %."""
    share = coverage(population, 60, trials=200, iterations=300, chance=chance(1))
    assert 0.88 <= share <= 0.99


def test_the_truth_of_a_simulated_population_is_that_of_a_large_sample():
    for population in POPULATIONS:
        sample = chance(2).choices(population.units, population.chances, k=200_000)
        totals = [math.fsum(column) for column in zip(*sample, strict=True)]
        scale = max(abs(value) for unit in population.units for value in unit)
        assert population.statistic(200_000)(totals) == pytest.approx(population.truth(), abs=0.01 * scale)
