"""AHP on matrices whose results were published, and against the eigenvectors of numpy."""

import math

import numpy as np
import pytest

from claimgauge.calibration.weights.consistency import consistency, most_doubtful, on_scale
from claimgauge.calibration.weights.pairwise import aggregated, groups, principal, row_means, with_pair
from tests.weights_building import RANDOM, consistent, matrix

DRINKS = """
1 9 5 2 1 1 1/2
1/9 1 1/3 1/9 1/9 1/9 1/9
1/5 3 1 1/3 1/4 1/3 1/9
1/2 9 3 1 1/2 1 1/3
1 9 4 2 1 2 1/2
1 9 3 1 1/2 1 1/3
2 9 9 3 2 3 1
"""
"""Coffee, wine, tea, beer, sodas, milk, water: Saaty, International Journal of Services Sciences 1 (2008)."""
NATIONS = """
1 4 9 6 6 5 5
1/4 1 7 5 5 3 4
1/9 1/7 1 1/5 1/5 1/7 1/5
1/6 1/5 5 1 1 1/3 1/3
1/6 1/5 5 1 1 1/3 1/3
1/5 1/3 7 3 3 1 2
1/5 1/4 5 3 3 1/2 1
"""
"""The wealth of seven nations: Saaty, The Analytic Hierarchy Process (1980)."""
HOUSE = """
1 5 3 7 6 6 1/3 1/4
1/5 1 1/3 5 3 3 1/5 1/7
1/3 3 1 6 3 4 6 1/5
1/7 1/5 1/6 1 1/3 1/4 1/7 1/8
1/6 1/3 1/3 3 1 1/2 1/5 1/6
1/6 1/3 1/4 4 2 1 1/5 1/6
3 5 1/6 7 5 5 1 1/2
4 7 5 8 6 6 2 1
"""
"""Buying a house: Saaty, European Journal of Operational Research 145 (2003)."""
HOUSE_NAMES = ("size", "transport", "neighbourhood", "age", "yard", "modern", "condition", "financing")
PUBLISHED = {
    "drinks": (DRINKS, (0.177, 0.019, 0.042, 0.116, 0.190, 0.129, 0.327), None, 0.022),
    "nations": (NATIONS, (0.427, 0.230, 0.021, 0.052, 0.052, 0.123, 0.094), 7.608, None),
    "house": (HOUSE, (0.173, 0.054, 0.188, 0.018, 0.031, 0.036, 0.167, 0.333), 9.669, 0.17),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_weights_and_the_consistency_are_those_that_were_published(name):
    text, weights, eigenvalue, ratio = PUBLISHED[name]
    rows = matrix(text)
    assert weights == pytest.approx(principal(rows).vector, abs=0.0006)
    found = consistency(rows, RANDOM)
    if eigenvalue is not None:
        assert eigenvalue == round(found.eigenvalue, 3)
    if ratio is not None:
        assert ratio == pytest.approx(found.ratio, abs=0.0006)


def test_the_most_doubtful_judgement_of_the_house_is_the_published_one():
    rows = matrix(HOUSE)
    doubt = most_doubtful(rows, HOUSE_NAMES, RANDOM)
    assert ("neighbourhood", "condition", 6.0) == (doubt.first, doubt.second, doubt.judged)
    assert 5.32 == round(doubt.factor, 2)
    assert "1/2" == on_scale(doubt.consistent)  # published: 1/2.2
    assert 1 / 2.2 == pytest.approx(doubt.consistent, abs=0.01)
    mended = with_pair(rows, (2, 6), 1 / 2)
    assert 0.083 == round(consistency(mended, RANDOM).ratio, 3)
    assert (0.175, 0.062, 0.103, 0.019, 0.034, 0.041, 0.221, 0.345) == pytest.approx(
        principal(mended).vector, abs=0.0006
    )


def from_numpy(rows):
    values, vectors = np.linalg.eig(np.array(rows))
    place = values.real.argmax()
    vector = vectors[:, place].real
    return values[place].real, vector / vector.sum()


@pytest.mark.parametrize("seed", range(20))
def test_the_eigenvector_is_the_one_that_numpy_finds(seed):
    rng = np.random.default_rng(seed)
    size = int(rng.integers(3, 10))
    rows = [[1.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1, size):
            rows[i][j] = float(rng.integers(1, 10)) ** float(rng.choice([-1, 1]))
            rows[j][i] = 1 / rows[i][j]
    value, vector = from_numpy(rows)
    found = principal(rows)
    assert value == pytest.approx(found.value, rel=1e-11)
    assert vector == pytest.approx(found.vector, abs=1e-12)


def test_a_missing_pair_is_filled_as_harker_does():
    # Bozóki, Fülöp and Rónyai, Mathematical and Computer Modelling 52 (2010), example with the pair (c, d) missing
    rows = [[1, 1, 5, 2], [1, 1, 3, 4], [1 / 5, 1 / 3, 1, None], [1 / 2, 1 / 4, None, 1]]
    value, vector = from_numpy([[1, 1, 5, 2], [1, 1, 3, 4], [1 / 5, 1 / 3, 2, 0], [1 / 2, 1 / 4, 0, 2]])
    found = principal(rows)
    assert (value, *vector) == pytest.approx((found.value, *found.vector), abs=1e-12)
    # the eigenvector is that of the matrix completed with its own ratio
    ratio = found.vector[2] / found.vector[3]
    assert found.vector == pytest.approx(principal(with_pair(rows, (2, 3), ratio)).vector, abs=1e-12)
    assert (0.3738, 0.3920, 0.0985, 0.1357) == pytest.approx(found.vector, abs=0.004)  # of the optimal completion


def test_a_tree_of_judgements_gives_exactly_its_weights_and_cannot_be_inconsistent():
    weights = (0.5, 0.3, 0.15, 0.05)
    rows = consistent(weights)
    for pair in ((0, 2), (0, 3), (1, 3)):
        rows = with_pair(rows, pair, None)
    assert weights == pytest.approx(principal(rows).vector, abs=1e-12)
    assert (0.0, 0.0) == (consistency(rows, RANDOM).random_index, consistency(rows, RANDOM).ratio)
    assert most_doubtful(rows, "abcd", RANDOM) is None


def test_judgements_in_two_groups_determine_no_weights():
    rows = [[1, 2, None, None], [1 / 2, 1, None, None], [None, None, 1, 3], [None, None, 1 / 3, 1]]
    assert ((0, 1), (2, 3)) == groups(rows)
    with pytest.raises(ValueError, match="do not connect"):
        principal(rows)


def test_the_geometric_mean_of_a_judgement_and_its_opposite_is_one():
    first, second = [[1, 4], [1 / 4, 1]], [[1, 1 / 4], [4, 1]]
    assert [[1.0, 1.0], [1.0, 1.0]] == aggregated([first, second], [1.0, 1.0])
    assert 2.0 == pytest.approx(aggregated([first, second], [3.0, 1.0])[0][1])


def test_a_pair_that_one_expert_left_open_is_the_other_experts():
    first, second = [[1, None], [None, 1]], [[1, 3], [1 / 3, 1]]
    assert 3.0 == pytest.approx(aggregated([first, second], [1.0, 5.0])[0][1])


def test_the_row_means_of_a_hand_made_matrix():
    rows = matrix("1 2 8\n1/2 1 4\n1/8 1/4 1")
    means = (16 ** (1 / 3), 2 ** (1 / 3), (1 / 32) ** (1 / 3))
    assert [each / sum(means) for each in means] == pytest.approx(row_means(rows))
    assert row_means(with_pair(rows, (0, 2), None)) is None


@pytest.mark.parametrize(
    ("value", "shown"),
    [(1.0, "1"), (2.9, "3"), (1 / 2.2, "1/2"), (0.01, "1/9"), (40.0, "9"), (math.sqrt(2) - 0.01, "1")],
)
def test_a_ratio_is_shown_as_the_nearest_number_of_the_scale(value, shown):
    assert shown == on_scale(value)
