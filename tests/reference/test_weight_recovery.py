"""The proof of weight recovery, small: simulated organisations, known weights, noisy people."""

import random

import pytest

from tests.proofs import weights


@pytest.mark.parametrize("method", ["ahp", "delphi", "fit"])
def test_a_method_comes_near_the_weights_of_simulated_organisations(method):
    found = weights.measure(weights.stated(method), 12, 1)
    assert found.error < 1.5 * weights.STATED[method]
    assert found.error < weights.kept(200, 1).error


def test_a_workshop_comes_nearer_than_the_rubric():
    found = weights.measure(weights.Setting("workshop", 3, "low", 0.01), 2, 1)
    assert found.error < weights.kept(200, 1).error


def test_more_people_come_nearer():
    one, nine = (weights.measure(weights.Setting("ahp", count, "high", 1.0), 40, 1).error for count in (1, 9))
    assert nine < one / 1.5


def test_a_simulated_organisation_has_weights():
    found = weights.organisation(random.Random(1))  # noqa: S311  # a seeded draw
    assert 7 == len(found)
    assert 1.0 == pytest.approx(sum(found))


def test_the_page_says_that_everything_is_simulated():
    text = weights.PAGE.read_text(encoding="utf-8")
    assert "**Everything here is simulated**" in text
    assert weights.PLOT.is_file()
