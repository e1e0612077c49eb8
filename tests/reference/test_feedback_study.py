"""The page about feedback over time holds what comes out, from one scenario and the sums that it rests on."""

import re

import pytest

from tests.proofs.replay import PAGE, TIMES, diluted, factor, holds, settled, study_of
from tests.proofs.replay_page import scenario_row

SEED = 7


def rows_of_page():
    found = (line.strip("|").split("|") for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:1] == "|")
    return {tuple(cell.strip() for cell in row) for row in found}


@pytest.fixture(scope="module")
def drizzle():
    return study_of("drizzle", SEED)


def test_every_row_of_a_scenario_stands_on_the_page(drizzle):
    page = rows_of_page()
    assert {scenario_row(drizzle, number) for number in range(len(drizzle.runs))} <= page


def test_s_h_settles_where_the_formula_says_and_dilutes(drizzle):
    thin = diluted(SEED)
    assert holds(settled(drizzle), thin)
    assert [each.highest_s_h * times for each, times in zip(thin, TIMES, strict=True)] == pytest.approx(
        [thin[0].highest_s_h] * len(TIMES)
    )


def test_the_factor_is_the_mean_of_the_decay_over_the_window():
    mean = sum(0.5 ** (day / 90) for day in (step / 100 for step in range(36_500))) / 36_500
    assert mean == pytest.approx(factor(90, 365), rel=1e-3)


def test_the_page_says_that_it_is_simulated_dated_and_provisional():
    text = PAGE.read_text(encoding="utf-8")
    assert re.search(r"Worked out on \d{4}-\d{2}-\d{2}\s", text)
    assert "**The streams are simulated** (seed 7)" in text
    assert "## Recommendation, provisional" in text
