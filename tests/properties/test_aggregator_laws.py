"""Laws of the aggregators on answers drawn at random; those that do not hold of all are on the page of aggregators."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgauge.calibration.aggregators import (
    FITTED,
    Capacity,
    fit_choquet,
    fixed,
    monotone_gaps,
    properties,
    small_answers,
)
from claimgauge.calibration.aggregators.properties import KINDS, PROPERTIES, claim_of
from claimgauge.labels import DIMENSIONS
from tests.aggregators_building import BOTH, many

FEW = tuple(small_answers())[:44]  # of one and two claims
VALUES = fixed(BOTH) | {name: fit(many(70), BOTH) for name, fit in FITTED.items()}


@cache
def held_of(name):
    return properties(VALUES[name], tuple(small_answers()))


BY_ANSWER = [name for name in PROPERTIES if not name.startswith(("remembers", "is 1 where"))]
kinds = st.lists(st.sampled_from(KINDS), min_size=1, max_size=5)
chances = st.floats(0, 1)
score_rows = st.fixed_dictionaries(
    {k: st.sampled_from((0.0, 0.25, 0.5, 1.0)) if k in "FCU" else st.just(0.0) for k in DIMENSIONS}
)


@pytest.mark.parametrize("name", VALUES)
@settings(max_examples=25)
@given(kinds)
def test_what_holds_of_small_answers_holds_of_larger_ones(name, drawn):
    claims = tuple(claim_of(kind, f"c{place}") for place, kind in enumerate(drawn))
    for law in BY_ANSWER:
        if held_of(name)[law].holds and not (law.startswith("does not depend") and len(claims) > 4):
            assert PROPERTIES[law](VALUES[name], [claims]).holds, law


@pytest.mark.parametrize("name", VALUES)
def test_laws_that_every_aggregator_keeps(name):
    for law in (
        "lies in [0, 1]",
        "does not depend on the order of the claims",
        "never rises by one more supported claim",
    ):
        assert held_of(name)[law].holds


@pytest.mark.parametrize("name", ["hybrid, guarded", "hybrid, paper", "additive", "monotone model, fitted"])
def test_a_severer_label_never_lowers_these(name):
    assert held_of(name)["never falls where a label gets severer"].holds
    assert held_of(name)["never falls where a contradicted claim matters more"].holds


def test_a_property_that_does_not_hold_shows_the_answer():
    held = held_of("max")["never falls where a label gets severer"]
    assert (False, "SUPPORTED, PARTIAL") == held
    assert PROPERTIES["never falls where a label gets severer"](VALUES["max"], FEW) == held


def test_ratios_do_not_change_where_every_claim_is_said_twice():
    for name in ("additive", "max", "multiplicative", "support ratio", "faithfulness ratio"):
        assert held_of(name)["stays where every claim is said twice"].holds
    assert not held_of("hybrid, guarded")["stays where every claim is said twice"].holds  # a floor counts to two


@st.composite
def capacities(draw):
    """Capacities at the bound of monotony and within it: nonnegative parts of scores, smaller and larger of pairs."""
    pairs = [("F", "C"), ("F", "U"), ("C", "U")]
    own = {k: draw(st.integers(0, 9)) for k in ("F", "C", "U")}
    both, either = ({pair: draw(st.integers(0, 9)) for pair in pairs} for _ in range(2))
    total = sum((*own.values(), *both.values(), *either.values())) or 1
    weights = dict.fromkeys(DIMENSIONS, 0.0)
    for k, alone in own.items():
        weights[k] = (alone + sum(both[pair] + either[pair] for pair in pairs if k in pair) / 2) / total
    return Capacity(weights, {pair: (both[pair] - either[pair]) / total for pair in pairs})


@given(capacities(), score_rows, st.sampled_from("FCU"), chances)
def test_a_capacity_of_nonnegative_parts_is_monotone_in_every_score(capacity, row, dimension, more):
    assert {} == monotone_gaps(capacity)
    before = capacity.value(row)
    after = capacity.value(row | {dimension: row[dimension] + (1 - row[dimension]) * more})
    assert 0 <= before <= after + 1e-12
    assert after <= 1


@settings(max_examples=20)
@given(st.lists(st.tuples(score_rows, st.booleans()), min_size=4, max_size=30), st.randoms(use_true_random=False))
def test_a_fitted_capacity_is_monotone_and_forgets_the_order(rows, chance):
    outcomes = [harm for _row, harm in rows]
    if len(set(outcomes)) < 2:
        return
    model = fit_choquet([row for row, _harm in rows], outcomes, ridge=0.5)
    shuffled = chance.sample(rows, len(rows))
    assert model == fit_choquet([row for row, _harm in shuffled], [harm for _row, harm in shuffled], ridge=0.5)
    if model.capacity is not None:
        assert {} == monotone_gaps(model.capacity)
        assert sum(model.capacity.weights.values()) == pytest.approx(1)
