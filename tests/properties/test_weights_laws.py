"""The laws of weights: no order matters, what is consistent comes out exactly, and no unit does."""

import math
import random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgauge.calibration.weights import proposed_rubric, weigh_ahp, weigh_delphi, weigh_workshop, weights_result
from claimgauge.calibration.weights.consistency import consistency, most_doubtful
from claimgauge.calibration.weights.empirical import weigh_fit
from claimgauge.calibration.weights.pairwise import groups, principal, row_means, with_pair
from claimgauge.calibration.weights.simplex import normalised, projected, rounded
from claimgauge.risk import rubric_problems
from tests.risk_building import GUARDED
from tests.weights_building import RANDOM, ahp, consistent, delphi, expert, fit, workshop

NAMES = "FCUOSPH"
scale = st.sampled_from([each for n in range(1, 10) for each in (float(n), 1 / n)])
shares = st.floats(0.01, 1.0)
weights = st.lists(shares, min_size=2, max_size=9).map(normalised)


@st.composite
def matrices(draw, *, size=None, gaps=True):
    """Reciprocal matrices of the scale whose judged pairs connect all criteria."""
    size = size or draw(st.integers(2, 7))
    rows = [[1.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(i + 1, size):
            rows = with_pair(rows, (i, j), draw(scale))
    if gaps:
        for i in range(size):
            for j in range(i + 1, size):
                fewer = with_pair(rows, (i, j), None)
                if draw(st.integers(0, 3)) == 0 and len(groups(fewer)) == 1:
                    rows = fewer
    return rows


def moved(rows, order):
    return [[rows[i][j] for j in order] for i in order]


@given(matrices(), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_the_order_of_criteria_changes_no_weight_and_no_doubt(rows, chance):
    order = chance.sample(range(len(rows)), len(rows))
    names = "abcdefg"[: len(rows)]
    before, after = principal(rows).vector, principal(moved(rows, order)).vector
    assert [before[place] for place in order] == list(after)
    again = most_doubtful(moved(rows, order), [names[place] for place in order], RANDOM)
    first = most_doubtful(rows, names, RANDOM)
    assert (first is None) == (again is None)
    if first is not None:
        assert (first.first, first.second) == (again.first, again.second)
        assert first.consistent == pytest.approx(again.consistent)


@given(st.lists(matrices(size=4), min_size=1, max_size=5), st.randoms(use_true_random=False))
@settings(max_examples=40)
def test_the_order_of_experts_changes_nothing(all_rows, chance):
    experts = [expert(f"e{number}", rows, "abcd") for number, rows in enumerate(all_rows)]
    first, second = (
        weigh_ahp(ahp(*each, criteria="abcd"), GUARDED, random_indices=RANDOM)
        for each in (experts, chance.sample(experts, len(experts)))
    )
    assert msgspec.json.encode(first[0]) == msgspec.json.encode(second[0])
    assert msgspec.json.encode(first[1]) == msgspec.json.encode(second[1])


@given(weights)
def test_a_consistent_matrix_gives_its_weights_by_both_methods_and_the_ratio_0(given_weights):
    rows = consistent(given_weights)
    assert given_weights == pytest.approx(principal(rows).vector, rel=1e-9)
    assert given_weights == pytest.approx(row_means(rows), rel=1e-9)
    assert 0.0 == consistency(rows, RANDOM).ratio
    assert most_doubtful(rows, "abcdefghi", RANDOM) is None


@given(matrices(gaps=False))
@settings(max_examples=60)
def test_no_matrix_is_more_than_consistent_and_the_named_judgement_lowers_the_ratio(rows):
    found = consistency(rows, RANDOM)
    assert found.eigenvalue >= len(rows) - 1e-9
    doubt = most_doubtful(rows, "abcdefg", RANDOM)
    if doubt is not None and len(rows) > 2:
        assert doubt.factor > 1
        assert doubt.ratio <= found.ratio + 1e-9


@given(matrices(size=4, gaps=False), st.integers(2, 4))
@settings(max_examples=30)
def test_an_expert_who_is_asked_several_times_counts_as_before(rows, times):
    once = weigh_ahp(ahp(expert("e", rows, "abcd"), criteria="abcd"), GUARDED, random_indices=RANDOM)[0]
    again = weigh_ahp(
        ahp(*(expert(f"e{n}", rows, "abcd") for n in range(times)), criteria="abcd"), GUARDED, random_indices=RANDOM
    )[0]
    assert [each.weight for each in once.weights] == pytest.approx([each.weight for each in again.weights], rel=1e-9)


points = st.lists(st.integers(1, 100), min_size=3, max_size=3)


@given(st.lists(st.lists(points, min_size=2, max_size=6), min_size=1, max_size=3), st.randoms(use_true_random=False))
@settings(max_examples=60)
def test_in_a_delphi_neither_the_order_of_answers_nor_the_unit_of_points_matters(rounds, chance):
    protocol = delphi(*({f"e{n}": given for n, given in enumerate(each)} for each in rounds))
    answers = [
        msgspec.structs.replace(each, weights={name: value * 8 for name, value in each.weights.items()})
        for each in chance.sample(protocol.answers, len(protocol.answers))
    ]
    again = msgspec.structs.replace(protocol, answers=tuple(answers))
    first, second = (weigh_delphi(each, GUARDED) for each in (protocol, again))
    assert msgspec.json.encode(first) == msgspec.json.encode(second)
    assert 1.0 == pytest.approx(math.fsum(each.weight for each in first[0].weights))


@st.composite
def workshops(draw):
    count = draw(st.integers(2, 6))
    score = st.dictionaries(st.sampled_from(NAMES), st.floats(0.0, 1.0), min_size=1, max_size=3)
    scenarios = {f"s{n}": draw(score) for n in range(count)}
    rankings = {f"r{n}": draw(st.permutations(list(scenarios))) for n in range(draw(st.integers(1, 3)))}
    return scenarios, rankings


@given(workshops(), st.randoms(use_true_random=False))
@settings(max_examples=25)
def test_in_a_workshop_no_order_matters_and_weights_are_weights(given_workshop, chance):
    scenarios, rankings = given_workshop
    mixed = dict(chance.sample(list(scenarios.items()), len(scenarios)))
    turned = dict(chance.sample(list(rankings.items()), len(rankings)))
    first = weigh_workshop(workshop(scenarios, rankings, clear=0.05), GUARDED)
    second = weigh_workshop(workshop(mixed, turned, clear=0.05), GUARDED)
    assert msgspec.json.encode(first) == msgspec.json.encode(second)
    found = [each.weight for each in first[0].weights]
    assert min(found) >= 0
    assert 1.0 == pytest.approx(math.fsum(found))


@given(st.integers(0, 10_000), st.randoms(use_true_random=False))
@settings(max_examples=15)
def test_in_a_fit_the_order_of_answers_and_of_criteria_changes_no_byte(seed, chance):
    draw = random.Random(seed)  # noqa: S311  # a seeded draw
    rows = [({name: round(draw.random(), 2) for name in "FCU"}, draw.random() < 0.4) for _ in range(30)]
    rows += [({"F": 1.0}, True), ({}, False)]
    protocol = fit(rows, criteria="FCU", iterations=19)
    again = msgspec.structs.replace(
        protocol, answers=tuple(chance.sample(protocol.answers, len(rows))), criteria=("U", "F", "C")
    )
    chances = (random.Random(1), random.Random(1))  # noqa: S311  # one seed
    first, second = (weigh_fit(each, GUARDED, chance=one) for each, one in zip((protocol, again), chances, strict=True))
    assert msgspec.json.encode(first[1]) == msgspec.json.encode(second[1])
    by_name = [sorted(each[0].weights, key=lambda one: one.criterion) for each in (first, second)]
    assert by_name[0] == by_name[1]


@given(st.lists(st.floats(-5, 5), min_size=1, max_size=8))
def test_a_projection_lies_in_the_simplex_and_stays(values):
    found = projected(values)
    assert min(found) >= 0
    assert 1.0 == pytest.approx(math.fsum(found))
    assert found == pytest.approx(projected(found), abs=1e-12)


@given(st.lists(shares, min_size=7, max_size=7).map(normalised))
def test_every_proposal_is_a_rubric(given_weights):
    rows = consistent(given_weights)
    protocol = ahp(expert("e", rows, NAMES), criteria=NAMES)
    found = weights_result("ahp", protocol, GUARDED, weigh_ahp(protocol, GUARDED, random_indices=RANDOM))
    rubric = proposed_rubric(found, GUARDED)
    assert () == rubric_problems(rubric)
    assert rubric.provisional
    assert dict(zip(NAMES, rounded(given_weights), strict=True)) == pytest.approx(rubric.weights, abs=1.01e-4)
