"""The laws of a comparison, over runs of every kind."""

import math

import msgspec
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from claimgauge.labels import LABELS
from claimgauge.statistics import Interval
from claimgauge.workflow import AssessmentError, compare_runs, measure_rows
from claimgauge.workflow.verdicts import RowError
from tests.risk_building import case_of, fact, scored

claims = st.builds(
    lambda labels, v: fact(labels=labels, criticality=v, citedEvidenceIds=["e1"]),
    st.lists(st.sampled_from(LABELS), max_size=2, unique=True),
    st.sampled_from([1, 2, 3]),
)
answers = st.none() | st.lists(claims, max_size=4)
"""None is an answer that could not be assessed."""
names = st.sets(st.integers(0, 14), min_size=1)


def row_of(name, answer):
    if answer is None:
        return AssessmentError(case_id=f"q{name}", error=RowError(place="line 1", message="raised"))
    (row,) = scored(case_of(*answer, id=f"q{name}"), rubric="guarded")
    return row


@st.composite
def runs(draw):
    """Two runs with a case in common."""
    first, second = draw(names), draw(names)
    assume(first & second)
    return tuple([row_of(name, draw(answers)) for name in sorted(each)] for each in (first, second))


def compared(a, b, **keys):
    return compare_runs(a, b, **{"iterations": 60} | keys)


def differences(comparison):
    return {(row.group, row.name): row.difference for row in measure_rows(comparison)}


@given(runs(), st.randoms(use_true_random=False))
@settings(max_examples=50)
def test_the_order_of_rows_changes_no_byte(pair, chance):
    a, b = pair
    shuffled = [chance.sample(rows, len(rows)) for rows in pair]
    assert msgspec.json.encode(compared(a, b)) == msgspec.json.encode(compared(*shuffled))


@given(runs())
@settings(max_examples=50)
def test_a_run_against_itself_differs_by_exactly_nothing(pair):
    found = compared(pair[0], pair[0])
    for each in differences(found).values():
        assert each.difference in (0.0, None)
        assert each.interval in (Interval(0.0, 0.0), None)
        assert each.a == each.b
        assert "undecided" == each.reading
    assert (0, 0, (), ()) == (found.pairing.rises, found.pairing.falls, found.risen, found.fallen)
    assert all(move.from_ == move.to for move in found.moves)


@given(runs())
@settings(max_examples=50)
def test_the_other_way_round_every_difference_and_interval_is_negated(pair):
    there, back = compared(*pair), compared(*pair[::-1])
    opposite = {"higher": "lower", "lower": "higher", "undecided": "undecided"}
    for key, each in differences(there).items():
        other = differences(back)[key]
        assert (each.a, each.b) == (other.b, other.a)
        assert each.difference == (None if other.difference is None else -other.difference)
        assert opposite[each.reading] == other.reading
        assert each.interval == negated(other.interval)
        assert each.bounds == negated(other.bounds)
    assert (there.risen, there.fallen) == tuple(
        tuple(
            msgspec.structs.replace(
                mover, a=mover.b, b=mover.a, difference=-mover.difference, band_a=mover.band_b, band_b=mover.band_a
            )
            for mover in movers
        )
        for movers in (back.fallen, back.risen)
    )
    assert there.pairing.sign_test == back.pairing.sign_test


def negated(interval):
    return None if interval is None else Interval(-interval.upper, -interval.lower)


@given(runs())
@settings(max_examples=50)
def test_no_case_is_lost(pair):
    found = compared(*pair)
    pairing = found.pairing
    assert found.a.rows == pairing.pairs + len(pairing.only_a)
    assert found.b.rows == pairing.pairs + len(pairing.only_b)
    assert pairing.pairs == pairing.scored + len(pairing.without_index)
    assert pairing.scored == pairing.rises + pairing.falls + pairing.same
    assert pairing.pairs == sum(move.pairs for move in found.moves)
    for side in ("a", "b"):
        shares = [*found.bands.values(), found.no_index]
        assert math.isclose(1.0, math.fsum(getattr(each, side) for each in shares))


@given(runs())
@settings(max_examples=50)
def test_the_bounds_hold_whatever_the_missing_scores_are(pair):
    found = compared(*pair)
    bounds, score = found.score.bounds, found.score
    assert -100 <= bounds.lower <= bounds.upper <= 100
    if score.pairs == found.pairing.pairs:
        assert math.isclose(bounds.lower, score.difference, abs_tol=1e-9)
        assert math.isclose(bounds.upper, score.difference, abs_tol=1e-9)


@given(runs(), st.integers(0, 5))
@settings(max_examples=25)
def test_a_case_in_one_run_only_changes_no_difference(pair, answer_size):
    a, b = pair
    alone = row_of("alone", [fact(labels=["CONTRADICTED"])] * answer_size)
    assert differences(compared(a, b)) == differences(compared([*a, alone], b)) == differences(compared(a, [*b, alone]))
