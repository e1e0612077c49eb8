"""The proof of coverage, small: the interval holds the true difference about as often as it says."""

import random

import pytest

from claimgauge_bench.contrasts import pairs_of, rows_by_cell
from tests.proofs.bench_coverage import CONTRAST, coverage, sample, truth


@pytest.mark.parametrize(("together", "cluster"), [(False, "instance"), (True, "profile")])
def test_forty_simulated_runs_are_covered_about_as_often_as_the_interval_says(together, cluster):
    shares = coverage(trials=40, iterations=500, seed=3, together=together, cluster=cluster)
    assert all(0.82 <= share <= 1 for share in shares.values())


def test_the_truth_of_the_simulated_world_is_what_very_many_of_its_instances_have():
    chance = random.Random(1)  # noqa: S311  # a seeded draw
    rows = [each for _ in range(60) for each in sample(chance, together=False)]
    totals = {}
    for setting in ("r0", "r1"):
        own = [each for each in rows if each.setting == setting]
        claims, verified = sum(each.claims for each in own), sum(each.verified for each in own)
        totals[setting] = (verified / claims, verified / len(own))
    differences = [b - a for a, b in zip(totals["r0"], totals["r1"], strict=True)]
    assert pytest.approx(list(truth().values()), abs=0.03) == differences


def test_a_simulated_run_pairs_every_instance():
    rows = sample(random.Random(1), together=True)  # noqa: S311  # a seeded draw
    pairs = pairs_of(CONTRAST, rows_by_cell(rows))
    assert (150, (), ()) == (len(pairs.pairs), pairs.only_a, pairs.only_b)
