"""A small calibrated model of boosted trees, read from numbers and evaluated in plain Python.

Each class has a sum of trees; the sums become probabilities by softmax. A tree is four lists of one
length: at node n, `feature[n] < 0` is a leaf with `value[n]`; otherwise the way goes on at
`left[n]` where the feature is at most `value[n]`, else at `left[n] + 1`.
"""

import math
from collections.abc import Sequence
from typing import Final

import msgspec

from claimgauge.errors import InputError

MOST_NODES: Final = 200_000


class Tree(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One tree as parallel lists."""

    feature: tuple[int, ...]
    value: tuple[float, ...]
    left: tuple[int, ...]


class Forest(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """For each class its first value and its trees."""

    features: tuple[str, ...]
    classes: tuple[str, ...]
    first: tuple[float, ...]
    trees: tuple[tuple[Tree, ...], ...]

    def check(self, features: Sequence[str], classes: Sequence[str]) -> None:
        """Raises InputError where the forest is for other features or classes, or has a tree that does not end."""
        if tuple(features) != self.features or tuple(classes) != self.classes:
            raise InputError(f"is a model of {self.features} and {self.classes}; expected {features} and {classes}")
        if not len(self.first) == len(self.trees) == len(self.classes):
            raise InputError("has not one list of trees and one first value for each class")
        for tree in (tree for trees in self.trees for tree in trees):
            _check(tree, len(self.features))

    def probabilities(self, row: Sequence[float]) -> tuple[float, ...]:
        """The probability of each class, in [0, 1] and together 1."""
        sums = [
            math.fsum((start, *(_leaf(tree, row) for tree in trees)))
            for start, trees in zip(self.first, self.trees, strict=True)
        ]
        top = max(sums)
        powers = [math.exp(each - top) for each in sums]
        total = math.fsum(powers)
        return tuple(power / total for power in powers)


def _leaf(tree: Tree, row: Sequence[float]) -> float:
    node = 0
    while (feature := tree.feature[node]) >= 0:
        node = tree.left[node] + (row[feature] > tree.value[node])
    return tree.value[node]


def _check(tree: Tree, features: int) -> None:
    """Every branch leads further down, so that every way ends."""
    size = len(tree.feature)
    if not size or size > MOST_NODES or not size == len(tree.value) == len(tree.left):
        raise InputError("has a tree whose lists are not of one length")
    for node, feature in enumerate(tree.feature):
        if not math.isfinite(tree.value[node]) or feature >= features:
            raise InputError(f"has a tree with a node {node} that cannot be read")
        if feature >= 0 and not node < tree.left[node] < size - 1:
            raise InputError(f"has a tree whose node {node} does not lead on")
