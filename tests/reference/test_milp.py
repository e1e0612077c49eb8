"""The optimum of card portfolios against the released search: `make prove NAME=milp` in small."""

import pytest

from claimgauge_bench.domains.cards.valuation import shipped_valuation
from tests.proofs.milp import READINGS, agreement, compared, released_catalogue, released_optima
from tests.proofs.milp_page import better

FEW, STEP = 8, 13
RELEASED, OTHER = READINGS


@pytest.fixture(scope="module")
def readings(reference_data):
    instances = released_optima()
    some = instances[::STEP][:FEW]
    valuation = shipped_valuation("released")
    catalogues = {name: released_catalogue(other_for_unlisted=other) for name, other in READINGS.items()}
    return {name: [compared(each, catalogue, valuation) for each in some] for name, catalogue in catalogues.items()}


def test_the_instances_are_of_all_three_goals(readings):
    assert (FEW, 3) == (len(readings[RELEASED]), len({each.goal for each in readings[RELEASED]}))


def test_no_optimum_is_below_the_released_one(readings):
    assert [] == [each for each in readings[RELEASED] if each.net < each.released]


def test_every_allocation_is_worth_what_it_says_when_it_is_priced_again(readings):
    assert [] == [each for found in readings.values() for each in found if not each.sound]


def test_the_released_figures_come_out_under_the_released_reading(readings):
    assert [] == [each for each in readings[RELEASED] if abs(each.released - each.released_here) > 0.01]


def test_under_another_reading_of_unlisted_categories_the_released_portfolios_are_no_longer_all_best(readings):
    assert (0, True) == (better(readings[RELEASED]), better(readings[OTHER]) > 0)


def test_brute_force_agrees_on_small_catalogues_of_released_cards(reference_data):
    catalogue = released_catalogue(other_for_unlisted=False)
    found = agreement(catalogue, shipped_valuation("released"), draws=6, title="released")
    assert (6, 6) == (found.tried, found.agree)
