"""Delphi protocols: medians and quartiles by hand, when it converged, and who stayed apart."""

import msgspec
import pytest

from claimgauge.calibration.weights.delphi import delphi_problems, quantile, weigh_delphi
from tests.risk_building import GUARDED
from tests.weights_building import delphi

FIRST = {"u": (50, 30, 20), "v": (60, 30, 10), "w": (20, 40, 40), "x": (50, 25, 25), "y": (40, 40, 20)}
SECOND = {"u": (50, 30, 20), "v": (50, 30, 20), "w": (30, 35, 35), "x": (50, 30, 20), "y": (45, 35, 20)}


def weigh(*rounds, **keys):
    return weigh_delphi(delphi(*rounds, **keys), GUARDED)


def test_the_weights_are_the_medians_of_the_last_round_by_their_sum():
    outcome, details = weigh(FIRST, SECOND)
    assert [0.5, 0.3, 0.2] == pytest.approx([each.weight for each in outcome.weights])
    first = details.rounds[0].criteria[0]
    assert (0.5, 0.4, 0.5, 0.2, 0.6) == pytest.approx(
        (first.median, first.lower_quartile, first.upper_quartile, first.lowest, first.highest)
    )
    assert details.rounds[1].criteria[0].shift == pytest.approx(0.0)
    assert details.converged


def test_points_of_any_total_are_weights():
    halved = {name: tuple(each / 20 for each in given) for name, given in SECOND.items()}
    assert weigh(FIRST, SECOND)[0].weights == weigh(FIRST, halved)[0].weights


def test_a_spread_that_is_too_wide_is_no_convergence_and_names_the_criterion():
    outcome, details = weigh(FIRST, FIRST, rule=(2, 0.09, 0.05, 0.1))
    assert not details.converged
    assert ("a", "b") == details.open
    assert any(warning.startswith("not converged after round 2: open are a, b") for warning in outcome.warnings)


def test_one_round_is_not_enough_where_the_rule_asks_for_two():
    outcome, details = weigh(SECOND)
    assert not details.converged
    assert "not converged after round 1: the rule asks for 2 rounds; ask another round, or say why none was asked" in (
        outcome.warnings
    )


def test_a_median_that_still_moves_is_no_convergence():
    moved = dict.fromkeys(SECOND, (20, 40, 40))
    assert ("a", "b", "c") == weigh(SECOND, moved)[1].open


def test_who_stays_apart_is_kept_with_the_distance():
    outcome, details = weigh(FIRST, SECOND)
    assert [("w", "a", 0.3, 0.5), ("w", "c", 0.35, 0.2)] == [
        (each.expert, each.criterion, pytest.approx(each.weight), pytest.approx(each.median))
        for each in details.dissent
    ]
    assert "w stayed apart and gave no reason" in outcome.warnings


def test_who_leaves_is_named():
    outcome, details = weigh(FIRST, {name: given for name, given in SECOND.items() if name != "w"})
    assert ("w",) == details.rounds[1].left
    assert any(warning.startswith("w left on the way") for warning in outcome.warnings)


def test_quartiles_are_interpolated():
    assert [1.0, 1.75, 2.5, 3.25, 4.0] == [quantile([1.0, 2.0, 3.0, 4.0], each / 4) for each in range(5)]
    assert 7.0 == quantile([7.0], 0.25)


def broken(**changes):
    protocol = delphi(SECOND)
    first = msgspec.structs.replace(protocol.answers[0], **changes)
    return [
        str(each) for each in delphi_problems(msgspec.structs.replace(protocol, answers=(first, *protocol.answers[1:])))
    ]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"weights": {"a": 1.0, "b": 1.0}}, "answers[0].weights.c: missing; 0 is a weight too, so write it"),
        (
            {"weights": {"a": 0.0, "b": 0.0, "c": 0.0}},
            "answers[0].weights: are all 0; give at least one criterion points",
        ),
        (
            {"weights": {"a": 1.0, "b": 1.0, "c": 1.0, "d": 1.0}},
            "answers[0].weights.d: is no criterion; those are a, b, c",
        ),
        ({"round": 3}, "answers: have the rounds 1, 3; number them 1, 2, 3 …"),
        ({"expert": "v"}, "answers[1].expert: 'v' is empty or has answered in this round already"),
    ],
)
def test_answers_that_make_no_sense_are_refused(changes, expected):
    assert [expected] == broken(**changes)
