"""What an index is made of, and the smallest set of claims that would lower the band."""

import itertools

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgauge.labels import LABELS
from claimgauge.risk import (
    WhatIf,
    assess_risk,
    band_of,
    contribution_matrix,
    dimension_scores,
    lower_band,
    score_of,
)
from claimgauge.risk.explanation import TRIED
from tests.risk_building import GUARDED, PAPER, answer_of, changed, labelled, said

TABLE_V = [
    labelled("SUPPORTED", v=1, name="1"),
    labelled("UNSUPPORTED", v=2, name="2"),
    labelled(("CONTRADICTED", "F", "C"), v=3, name="3"),
    labelled("OUTDATED", v=2, name="4"),
    labelled("ACCESS_GAP", v=2, name="5"),
    labelled("OUT_OF_SCOPE", v=1, name="6"),
]
RUBRICS = [
    changed(base, aggregator=aggregator)
    for base in (PAPER, GUARDED)
    for aggregator in ("hybrid", "additive", "max", "multiplicative")
]

claims = st.builds(
    labelled,
    *[st.sampled_from(LABELS)],
    v=st.sampled_from((0.5, 1.0, 2.0, 3.0, 1 / 3, 1e9)),
) | st.builds(labelled, st.sampled_from(LABELS), st.sampled_from(LABELS), v=st.sampled_from((1.0, 2.5, 3.0)))
answers = st.lists(claims, min_size=1, max_size=7).map(
    lambda found: [msgspec.structs.replace(claim, claim_id=f"c{place}") for place, claim in enumerate(found)]
)
feedbacks = st.sampled_from((0.0, 0.3, 1.0))


def supported(answer, chosen):
    """The answer with the claims at the chosen places supported."""
    return [
        msgspec.structs.replace(claim, judgements=(said("SUPPORTED"),)) if place in chosen else claim
        for place, claim in enumerate(answer)
    ]


def explained(answer, rubric, feedback=0.0):
    return lower_band(answer, rubric, WhatIf(answer, rubric, feedback=feedback))


# Table V.


def test_the_index_of_table_v_if_its_third_claim_were_supported():
    """Additive 0.1745… less (0.25 + 0.20) · 3/11."""
    assert (0.25 * 0 + 0.15 * 1.5 + 0.10 * 1.5 + 0.10 * 0.75 + 0.10 * 1.2) / 11 == pytest.approx(
        WhatIf(TABLE_V, PAPER).value({2}), rel=1e-15
    )


@pytest.mark.parametrize(
    ("band", "ids", "rubric"), [("Medium", ("3",), PAPER), ("Medium", ("3",), GUARDED)], ids=["paper", "guarded"]
)
def test_the_third_claim_of_table_v_alone_brings_it_into_a_lower_band(band, ids, rubric):
    found = explained(TABLE_V, rubric)
    assert (band, ids, True) == (found.band, found.claim_ids, found.smallest)


def test_the_contributions_of_table_v_add_up_to_its_dimensions():
    matrix = contribution_matrix(TABLE_V, PAPER)
    scores = dimension_scores(TABLE_V, PAPER)
    assert {"F": 3 / 11, "C": 3 / 11} == matrix[2]
    for dimension, score in scores.items():
        assert score == sum(parts.get(dimension, 0.0) for parts in matrix)


# WhatIf is assess_risk on replaced claims, to the last bit.


@given(answer=answers, rubric=st.sampled_from(RUBRICS), feedback=feedbacks, data=st.data())
def test_what_if_equals_the_assessment_of_replaced_claims(answer, rubric, feedback, data):
    chosen = data.draw(st.sets(st.integers(0, len(answer) - 1)))
    unbounded = changed(rubric, unassessed=changed(rubric.unassessed, labelled_share_below=0.0))
    expected = assess_risk(supported(answer, chosen), unbounded, feedback=feedback).index.value
    assert expected == WhatIf(answer, rubric, feedback=feedback).value(chosen)


def test_what_if_of_nothing_is_the_index_itself():
    for rubric in RUBRICS:
        assert assess_risk(TABLE_V, rubric).index.value == WhatIf(TABLE_V, rubric).value()


# The lower band is the smallest set, by brute force.


@settings(max_examples=150)
@given(answer=answers, rubric=st.sampled_from(RUBRICS), feedback=feedbacks)
def test_no_smaller_set_of_claims_reaches_the_lower_band(answer, rubric, feedback):
    what_if = WhatIf(answer, rubric, feedback=feedback)
    bands = list(rubric.bands)
    place = bands.index(band_of(what_if.value(), rubric))
    reaching = [
        size
        for size in range(len(answer) + 1)
        for chosen in itertools.combinations(range(len(answer)), size)
        if place and score_of(what_if.value(set(chosen))) <= bands[place - 1].up_to
    ]
    found = lower_band(answer, rubric, what_if)
    if not reaching:
        assert found is None
        return
    assert (min(reaching), True) == (len(found.claim_ids), found.smallest)
    chosen = {int(name.removeprefix("c")) for name in found.claim_ids}
    assert score_of(what_if.value(chosen)) <= bands[place - 1].up_to
    assert bands[place - 1].name == found.band


def test_the_lowest_band_has_none_below():
    assert None is explained(answer_of("SUPPORTED", "OUTDATED"), PAPER)


def test_feedback_alone_is_not_lowered_by_supporting_claims():
    rubric = changed(PAPER, weights={**dict.fromkeys("FCUOSP", 0.1), "H": 0.4})
    assert None is explained(answer_of("SUPPORTED"), rubric, feedback=1.0)


def test_a_set_that_is_not_proven_smallest_says_so():
    """Ten of forty claims have to go: more sets than are tried one by one."""
    answer = answer_of(*["UNSUPPORTED"] * 40)
    found = explained(answer, GUARDED)
    assert ("Medium", False) == (found.band, found.smallest)
    chosen = {int(name.removeprefix("c")) for name in found.claim_ids}
    what_if = WhatIf(answer, GUARDED)
    assert score_of(what_if.value(chosen)) <= 50
    assert all(score_of(what_if.value(chosen - {place})) > 50 for place in chosen)
    assert 21 == len(chosen)


def test_one_claim_among_very_many_is_found_and_proven():
    """The one claim that a floor hangs on is tried first."""
    answer = [*answer_of(*["OUTDATED"] * 300), labelled("CONTRADICTED", v=3, name="bad")]
    found = explained(answer, PAPER)
    assert (("bad",), True) == (found.claim_ids, found.smallest)
    assert TRIED > 301


def test_the_order_of_the_claims_does_not_change_the_set():
    answer = answer_of("UNSUPPORTED", "UNSUPPORTED", "OUTDATED", "CONTRADICTED", "UNKNOWN", "SUPPORTED")
    orders = itertools.islice(itertools.permutations(answer), 0, None, 31)
    found = {explained(order, GUARDED) for order in orders}
    assert 1 == len(found)
