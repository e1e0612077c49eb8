"""A score belongs to the first band whose upper bound it does not exceed, compared on nine decimals."""

import math

import pytest

from claimgauge.risk import Band, assess_risk, band_of, score_of
from tests.risk_building import GUARDED, PAPER, changed, labelled


@pytest.mark.parametrize(
    ("band", "index"),
    [
        ("Low", 0.0),
        ("Low", 5e-324),
        ("Low", 0.2),
        ("Low", 0.1 + 0.1),
        ("Low", 0.1 + 0.2 - 0.1),  # 0.20000000000000004
        ("Low", math.nextafter(0.2, 1)),
        ("Low", 0.200000000001),
        ("Medium", 0.20000000001),  # 20.000000001
        ("Medium", 0.201),  # 20.1: between the published 20 and 21
        ("Medium", 0.205),
        ("Medium", 0.5),
        ("Medium", math.nextafter(0.5, 1)),
        ("High", 0.501),
        ("High", 0.70),
        ("High", 0.75),
        ("High", 0.750000000001),  # 75.0000000001
        ("Critical", 0.75000000001),  # 75.000000001
        ("Critical", 0.751),
        ("Critical", 0.76),
        ("Critical", 1.0),
    ],
)
def test_a_score_between_two_bands_belongs_to_the_upper_one(band, index):
    assert band == band_of(index, PAPER).name


@pytest.mark.parametrize(
    ("score", "index"), [(20.0, 0.1 + 0.2 - 0.1), (17.454545455, 0.17454545454545453), (70.0, 0.7), (100.0, 1.0)]
)
def test_the_score_is_a_hundred_times_the_index_on_nine_decimals(score, index):
    assert score == score_of(index)


@pytest.mark.parametrize(
    ("action", "review", "label", "v"),
    [
        ("release", False, "SUPPORTED", 1),
        ("release", False, "OUTDATED", 2),
        ("caution", False, "CONTRADICTED", 1),
        ("review", True, "OUT_OF_SCOPE", 3),
        ("review", True, "CONTRADICTED", 3),
    ],
)
def test_the_band_brings_its_action_and_review_comes_with_review(action, review, label, v):
    risk = assess_risk([labelled(label, v=v)], PAPER)
    assert (action, review) == (risk.index.action, risk.review)


def test_a_blocked_answer_is_reviewed():
    risk = assess_risk([labelled("CONTRADICTED")], GUARDED)
    assert ("Critical", "block", True) == (risk.index.band, risk.index.action, risk.review)


def test_bands_of_ones_own_have_their_names_and_bounds():
    bands = (Band(name="Green", up_to=7.5, action="release"), Band(name="Red", up_to=100, action="block"))
    rubric = changed(PAPER, bands=bands, floors=())
    assert ("Green", "Red") == tuple(
        assess_risk([labelled(label)], rubric).index.band for label in ("OUTDATED", "UNSUPPORTED")
    )


def test_a_single_band_takes_everything():
    rubric = changed(PAPER, bands=(Band(name="All", up_to=100, action="review"),))
    assert {"All"} == {band_of(index, rubric).name for index in (0.0, 0.5, 1.0)}
