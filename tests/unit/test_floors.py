"""What a severe claim does not let the index fall below."""

import pytest

from claimgauge.feedback import Recurrence
from claimgauge.risk import assess_risk, floor_hits
from tests.risk_building import GUARDED, PAPER, answer_of, changed, floor_rule, labelled

AGAIN = Recurrence(event_ids=("f1", "f2"), repeated=True, unresolved=False)
OPEN = Recurrence(event_ids=("f1",), repeated=False, unresolved=True)
SETTLED = Recurrence(event_ids=("f1",), repeated=False, unresolved=False)


def floor(claims, rubric, **keys):
    """The highest floor, 0 where none holds."""
    return max((hit.value for hit in floor_hits(claims, rubric, **keys)), default=0)


def with_floor(*labels, **conditions):
    return changed(PAPER, floors=(floor_rule(*labels, **conditions),))


@pytest.mark.parametrize(
    ("expected", "label", "v"),
    [
        (0.70, "CONTRADICTED", 3),
        (0.70, "CONTRADICTED", 1e300),
        (0.50, "CONTRADICTED", 2.999999),
        (0.50, "CONTRADICTED", 2),
        (0, "CONTRADICTED", 1.999999),
        (0, "CONTRADICTED", 1),
        (0.55, "ACCESS_GAP", 3),
        (0, "ACCESS_GAP", 2.999999),
        (0.55, "OUT_OF_SCOPE", 3),
        (0, "OUT_OF_SCOPE", 2),
        (0, "UNSUPPORTED", 3),
        (0, "OUTDATED", 3),
        (0, "SUPPORTED", 3),
    ],
)
def test_table_iv(expected, label, v):
    assert expected == floor([labelled(label, v=v)], PAPER)


@pytest.mark.parametrize(
    ("expected", "recurrence"),
    [(0.50, AGAIN), (0.50, OPEN), (0, SETTLED), (0.50, None)],
    ids=["repeated", "unresolved", "resolved and once", "without events, which counts as unresolved"],
)
def test_validated_feedback_has_a_floor_while_it_is_repeated_or_unresolved(expected, recurrence):
    assert expected == floor([labelled("VALIDATED_NEGATIVE_FEEDBACK", recurrence=recurrence)], PAPER)


@pytest.mark.parametrize(
    ("expected", "claims"),
    [
        (0.21, [labelled("CONTRADICTED", v=1, name="a"), *answer_of(*["SUPPORTED"] * 9)]),
        (0.76, answer_of("CONTRADICTED", "SUPPORTED")),
        (0.21, answer_of("CONTRADICTED", "SUPPORTED", "SUPPORTED")),
        (0.76, [*answer_of("CONTRADICTED", "CONTRADICTED", v=3), labelled("SUPPORTED", v=100, name="z")]),
        (0.70, [*answer_of("CONTRADICTED", v=3), labelled("SUPPORTED", v=100, name="z")]),
        (0, answer_of("UNSUPPORTED", *["SUPPORTED"] * 5)),
        (0.21, answer_of("UNSUPPORTED", *["SUPPORTED"] * 4)),
        (0.21, answer_of("UNKNOWN", *["SUPPORTED"] * 4)),
        (0.51, answer_of("UNSUPPORTED", "UNKNOWN", "SUPPORTED", "SUPPORTED")),
        (0.51, [labelled("OUTDATED", v=3)]),
        (0, [labelled("OUTDATED", v=2)]),
        (0, answer_of("PARTIAL", "PARTIAL")),
    ],
)
def test_the_floors_of_guarded(expected, claims):
    assert expected == floor(claims, GUARDED)


def test_a_share_counts_criticality_and_not_claims():
    assert 0.51 == floor([labelled("UNSUPPORTED", v=2), labelled("SUPPORTED", v=1, name="b")], GUARDED)
    assert 0.21 == floor([labelled("UNSUPPORTED", v=1), labelled("SUPPORTED", v=2, name="b")], GUARDED)


@pytest.mark.parametrize("count", [3, 6, 7, 49, 98, 103])
def test_exactly_half_reaches_a_share_of_half_however_many_claims_there_are(count):
    claims = answer_of(*["CONTRADICTED"] * count, *["SUPPORTED"] * count)
    assert 0.76 == floor(claims, GUARDED)


def test_a_request_out_of_scope_has_a_floor_of_its_own():
    claims = answer_of("OUT_OF_SCOPE", "OUT_OF_SCOPE")
    assert (0, 0.51) == (floor(claims, GUARDED), floor(claims, GUARDED, request_out_of_scope=True))
    assert 0 == floor(claims, PAPER, request_out_of_scope=True)


# A floor on a label of support holds for the severer labels too.


@pytest.mark.parametrize("label", ["PARTIAL", "UNSUPPORTED", "CONTRADICTED"])
def test_a_floor_on_partial_holds_for_what_is_severer(label):
    assert 0.3 == floor([labelled(label)], with_floor("PARTIAL", value=0.3))


@pytest.mark.parametrize("label", ["SUPPORTED", "PARTIAL", "OUTDATED", "UNKNOWN"])
def test_a_floor_on_unsupported_holds_for_nothing_else(label):
    assert 0 == floor([labelled(label)], with_floor("UNSUPPORTED", value=0.3))


def test_a_claim_that_turns_from_unsupported_to_contradicted_does_not_lower_the_index():
    """Counted apart, the contradicted claim would leave a third without support: a score of 21."""
    before = assess_risk(answer_of("UNSUPPORTED", "UNSUPPORTED", "SUPPORTED"), GUARDED)
    after = assess_risk(answer_of("CONTRADICTED", "UNSUPPORTED", "SUPPORTED"), GUARDED)
    assert (51.0, 51.0) == (before.index.score, after.index.score)


# Several labels, several hits.


def test_the_highest_floor_counts_and_all_are_listed_the_highest_first():
    claims = [
        labelled("ACCESS_GAP", v=3, name="b"),
        labelled("CONTRADICTED", "OUT_OF_SCOPE", v=3, name="a"),
    ]
    expected = [(0.70, "a"), (0.55, "b"), (0.55, "a")]
    assert expected == [(hit.value, hit.claim_id) for hit in floor_hits(claims, PAPER)]


def test_a_hit_says_which_claims_caused_it_and_why():
    hits = floor_hits([labelled("CONTRADICTED", v=3, name="a"), labelled("CONTRADICTED", v=4, name="b")], GUARDED)
    together = [(hit.label, hit.claim_ids, hit.why) for hit in hits if hit.claim_id is None]
    assert [
        ("CONTRADICTED", ("a", "b"), "100% of the criticality weight, from 50% on"),
        ("CONTRADICTED", ("a", "b"), "2 claims at criticality 3 or more, from 2 on"),
        ("UNSUPPORTED or UNKNOWN", ("a", "b"), "100% of the criticality weight, from 50% on"),
        ("UNSUPPORTED or UNKNOWN", ("a", "b"), "100% of the criticality weight, from 20% on"),
    ] == together
    assert ["one claim at criticality 3 or more"] * 2 == [hit.why for hit in hits if hit.claim_id]


@pytest.mark.parametrize(
    ("why", "v"), [("one claim at criticality below 2", 1), ("one claim at criticality 2 to below 3", 2)]
)
def test_the_range_of_criticality_stands_in_the_reason(why, v):
    claims = [labelled("CONTRADICTED", v=v), labelled("SUPPORTED", v=9, name="z")]
    assert why in [hit.why for hit in floor_hits(claims, GUARDED)]


def test_without_claims_no_floor_holds():
    assert () == floor_hits([], GUARDED)


def test_only_the_hybrid_reads_the_floor():
    claims = [labelled("OUT_OF_SCOPE", v=3)]
    values = {
        name: round(assess_risk(claims, changed(PAPER, aggregator=name)).index.value, 12)
        for name in ("hybrid", "additive", "max", "multiplicative")
    }
    assert {"hybrid": 0.55, "additive": 0.075, "max": 0.75, "multiplicative": round(1 - 0.25**0.1, 12)} == values


@pytest.mark.parametrize("name", ["hybrid", "additive", "max", "multiplicative"])
def test_nothing_wrong_is_zero_and_not_minus_zero(name):
    rubric = changed(PAPER, aggregator=name)
    assert "0.0" == str(assess_risk([labelled("SUPPORTED")], rubric).index.value)


@pytest.mark.parametrize("name", ["hybrid", "additive", "max", "multiplicative"])
def test_a_dimension_without_weight_adds_nothing_to_any_aggregator(name):
    weights = PAPER.weights | {"O": 0.0, "F": 0.35}
    rubric = changed(PAPER, aggregator=name, weights=weights, floors=())
    assert 0 == assess_risk([labelled("OUTDATED", v=3)], rubric).index.value
