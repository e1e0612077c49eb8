"""A forest answers probabilities for any row, and refuses trees that do not end."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgauge.errors import InputError
from claimgauge.labellers.entailment import CLASSES, FEATURES, Forest, Tree

STUMP = Tree((0, -1, -1), (0.5, -1.0, 2.0), (1, 0, 0))
LEAF = Tree((-1,), (0.0,), (0,))


def forest(*trees):
    return Forest(features=FEATURES, classes=CLASSES, first=(0.0,) * 4, trees=(tuple(trees), (LEAF,), (LEAF,), (LEAF,)))


@given(row=st.lists(st.floats(-1e6, 1e6), min_size=len(FEATURES), max_size=len(FEATURES)))
def test_probabilities_are_probabilities(row):
    found = forest(STUMP).probabilities(row)
    assert 1.0 == pytest.approx(math.fsum(found))
    assert all(0 <= each <= 1 for each in found)
    assert (found[0] > found[1]) == (row[0] > 0.5)


@pytest.mark.parametrize(
    "tree",
    [
        Tree((), (), ()),
        Tree((0,), (0.5,), (0,)),
        Tree((0, -1, -1), (0.5, 0.0, 0.0), (0, 0, 0)),
        Tree((0, -1, -1), (0.5, 0.0, 0.0), (2, 0, 0)),
        Tree((len(FEATURES), -1, -1), (0.5, 0.0, 0.0), (1, 0, 0)),
        Tree((0, -1, -1), (math.nan, 0.0, 0.0), (1, 0, 0)),
        Tree((0, -1), (0.5, 0.0, 0.0), (1, 0, 0)),
    ],
)
def test_a_tree_that_cannot_be_walked_is_refused(tree):
    with pytest.raises(InputError):
        forest(tree).check(FEATURES, CLASSES)


def test_a_forest_for_other_features_is_refused():
    with pytest.raises(InputError, match="expected"):
        forest(STUMP).check(FEATURES[1:], CLASSES)
