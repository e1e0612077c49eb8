"""A small calibrated model: multinomial logistic regression, read from numbers that an auditor can follow.

The score of a class is its bias and the sum of its weights times the features; softmax of the scores
gives probabilities.
"""

import math
from collections.abc import Sequence

import msgspec

from claimgauge.errors import InputError


class Linear(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """For each class a bias and a weight for each feature."""

    features: tuple[str, ...]
    classes: tuple[str, ...]
    bias: tuple[float, ...]
    weights: tuple[tuple[float, ...], ...]

    def check(self, features: Sequence[str], classes: Sequence[str]) -> None:
        """Raises InputError where the model is for other features or classes, or lacks numbers."""
        if tuple(features) != self.features or tuple(classes) != self.classes:
            raise InputError(f"is a model of {self.features} and {self.classes}; expected {features} and {classes}")
        rows = (self.bias, *self.weights)
        sizes = [len(row) for row in rows]
        if sizes != [len(classes)] + [len(features)] * len(classes):
            raise InputError("has not a bias and a weight of each feature for each class")
        if not all(math.isfinite(value) for row in rows for value in row):
            raise InputError("holds a weight that is no finite number")

    def probabilities(self, row: Sequence[float]) -> tuple[float, ...]:
        """The probability of each class, in [0, 1] and together 1."""
        scores = [
            math.fsum((start, *(weight * value for weight, value in zip(own, row, strict=True))))
            for start, own in zip(self.bias, self.weights, strict=True)
        ]
        top = max(scores)
        powers = [math.exp(each - top) for each in scores]
        total = math.fsum(powers)
        return tuple(power / total for power in powers)
