"""The calibrated model answers probabilities for any row, and refuses numbers that are not for it."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from claimgauge.errors import InputError
from claimgauge.labellers.entailment import CLASSES, FEATURES, Linear

MODEL = Linear(
    features=FEATURES,
    classes=CLASSES,
    bias=(0.0, 0.5, 0.0, -1.0),
    weights=tuple(tuple(float(place == number) for place in range(len(FEATURES))) for number in range(len(CLASSES))),
)


@given(row=st.lists(st.floats(-1e6, 1e6), min_size=len(FEATURES), max_size=len(FEATURES)))
def test_probabilities_are_probabilities(row):
    found = MODEL.probabilities(row)
    assert 1.0 == pytest.approx(math.fsum(found))
    assert all(0 <= each <= 1 for each in found)


def test_a_larger_score_is_a_larger_probability():
    low, high = (MODEL.probabilities([value, *[0.0] * (len(FEATURES) - 1)])[0] for value in (1.0, 2.0))
    assert low < high
    assert math.exp(1) / (math.exp(1) + math.exp(0.5) + 1 + math.exp(-1)) == pytest.approx(low)


@pytest.mark.parametrize(
    "changes",
    [
        {"features": FEATURES[1:]},
        {"classes": CLASSES[1:]},
        {"bias": (0.0,) * 3},
        {"bias": (0.0, 0.0, 0.0, math.nan)},
        {"weights": MODEL.weights[1:]},
        {"weights": (*MODEL.weights[1:], (0.0,))},
    ],
)
def test_numbers_that_are_not_for_it_are_refused(changes):
    with pytest.raises(InputError):
        replace(MODEL, **changes).check(FEATURES, CLASSES)
