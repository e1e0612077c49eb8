"""The simplex: projection against brute force, and rounding that keeps the sum."""

import itertools
import math
import random

import pytest

from claimgauge.calibration.weights.directions import said, unseen_directions
from claimgauge.calibration.weights.simplex import normalised, projected, rounded


def by_brute_force(values):
    """Of all faces of the simplex, the nearest point of the plane of one that lies within it."""
    size, best = len(values), None
    for count in range(1, size + 1):
        for face in itertools.combinations(range(size), count):
            shift = (sum(values[k] for k in face) - 1) / count
            point = [values[k] - shift if k in face else 0.0 for k in range(size)]
            if min(point) >= 0:
                far = math.dist(point, values)
                best = min(best or (far, point), (far, point))
    return best[1]


@pytest.mark.parametrize("seed", range(60))
def test_the_projection_is_the_nearest_point(seed):
    draw = random.Random(seed)  # noqa: S311  # a seeded draw
    values = [draw.uniform(-2, 2) for _ in range(draw.randint(1, 6))]
    assert by_brute_force(values) == pytest.approx(projected(values), abs=1e-12)


def test_a_point_of_the_simplex_stays_where_it_is():
    assert (0.5, 0.25, 0.25, 0.0) == projected((0.5, 0.25, 0.25, 0.0))


def test_rounding_keeps_the_sum_and_moves_nothing_by_a_whole_step():
    weights = normalised([1, 1, 1, 1, 1, 1, 1])
    short = rounded(weights)
    assert 1.0 == pytest.approx(math.fsum(short), abs=1e-12)
    assert max(abs(a - b) for a, b in zip(weights, short, strict=True)) < 1e-4


def test_rounding_leaves_what_is_round_as_it_is():
    assert (0.25, 0.2, 0.15, 0.1, 0.1, 0.1, 0.1) == rounded((0.25, 0.2, 0.15, 0.1, 0.1, 0.1, 0.1))


@pytest.mark.parametrize("values", [(0.0, 0.0), (-1.0, 3.0), (math.inf, 1.0)])
def test_what_are_no_weights_is_refused(values):
    with pytest.raises(ValueError, match="are no weights"):
        normalised(values)


def test_a_direction_that_no_row_sees_is_found_and_said():
    found = unseen_directions([[1.0, 1.0, 0.0], [0.0, 0.0, 2.0]], 3)
    assert [(-1.0, 1.0, 0.0)] == list(found)
    assert "F down, C up" == said(found[0], ("F", "C", "U"))


def test_rows_that_see_everything_leave_no_direction():
    assert () == unseen_directions([[1.0, 0.0], [1.0, 1e-3]], 2)
    assert ((1.0, 0.0), (0.0, 1.0)) == unseen_directions([], 2)
