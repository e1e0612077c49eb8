"""Aggregators beside each other: values by hand, measures, and what a comparison says and refuses."""

import random

import numpy as np
import pytest
from msgspec.structs import replace
from sklearn.metrics import brier_score_loss, roc_auc_score

from claimgauge.calibration.aggregators import (
    BAND_THEN_SUM,
    BASE_RATE,
    GUARDED,
    auroc,
    brier,
    calibration_error,
    compare_aggregators,
    crossfitted,
    diluted_answer,
    dilution,
    drops,
    faithfulness_ratio,
    feature_names,
    features,
    fixed,
    flips,
    fold_of,
    forgotten_from,
    lexical_containment,
    mean_entailment,
    monotone_of,
    movement,
    support_ratio,
)
from claimgauge.calibration.aggregators.discrimination import Ordering
from claimgauge.errors import InputError
from tests.aggregators_building import BOTH, REFUTED, answer, claims_of, many
from tests.risk_building import GUARDED as RUBRIC
from tests.risk_building import PAPER, labelled

TABLE_V = (
    labelled("SUPPORTED", name="1"),
    labelled("UNSUPPORTED", v=2.0, name="2"),
    labelled(REFUTED, v=3.0, name="3"),
    labelled("OUTDATED", v=2.0, name="4"),
    labelled("ACCESS_GAP", v=2.0, name="5"),
    labelled("OUT_OF_SCOPE", name="6"),
)


def seeded():
    return random.Random(1)  # noqa: S311  a resample, no secret


# what each makes of an answer


@pytest.mark.parametrize(
    ("expected", "name"),
    [
        (1.92 / 11, "additive"),
        (0.70, "hybrid, paper"),
        (0.70, "hybrid, guarded"),
        ((2 + 1.92 / 11) / 4, BAND_THEN_SUM),  # High is the third of four bands
        (3 / 11, "max"),
        (1 - (8 / 11) ** 0.45 * (9.5 / 11) ** 0.25 * (9.8 / 11) ** 0.10 * (10.25 / 11) ** 0.10, "multiplicative"),
        (5 / 6, "support ratio"),
        (3 / 6, "faithfulness ratio"),  # some context carries what is outdated or out of scope
    ],
)
def test_the_worked_example_of_the_paper(expected, name):
    assert expected == pytest.approx(fixed(BOTH)[name](TABLE_V))


def test_the_rubrics_that_ship_differ_in_their_floors_alone():
    for name in ("weights", "labels", "support", "bands"):
        assert getattr(PAPER, name) == getattr(RUBRIC, name)
    assert set(PAPER.floors) < set(RUBRIC.floors)


@pytest.mark.parametrize(
    ("support", "faithful", "labels"),
    [
        (0.0, 0.0, ("SUPPORTED",)),
        (1.0, 1.0, ("PARTIAL",)),
        (0.5, 0.5, ("SUPPORTED", "UNSUPPORTED")),
        (1.0, 0.0, ("OUTDATED",)),
        (1.0, 1.0, ("ACCESS_GAP",)),
    ],
)
def test_ratios_by_hand(support, faithful, labels):
    assert (support, faithful) == (support_ratio(claims_of(*labels)), faithfulness_ratio(claims_of(*labels)))


def test_a_claim_at_odds_is_faithful_to_one_source_and_supported_by_none():
    (claim,) = (labelled("SUPPORTED", REFUTED),)
    assert (1.0, 0.0) == (support_ratio([claim]), faithfulness_ratio([claim]))


def test_words_and_probabilities_by_hand():
    assert 0.25 == mean_entailment([1.0, 0.5])
    passages = ["Berlin has many rivers."]
    assert 0.5 == lexical_containment([("The rivers of Paris", passages)])  # river, paris
    assert 0.75 == lexical_containment([("The rivers of Paris", passages), ("Paris", [])])
    assert 0.0 == lexical_containment([("It is so.", [])]), "nothing that could be contained"


# measures


def test_measures_are_those_of_the_library():
    chance = np.random.default_rng(5)
    values = chance.integers(0, 8, size=60) / 8
    harmful = chance.uniform(size=60) < 0.2 + values / 2
    assert roc_auc_score(harmful, values) == pytest.approx(auroc(values.tolist(), harmful.tolist()))
    assert brier_score_loss(harmful, values) == pytest.approx(brier(values.tolist(), harmful.tolist()))


def test_counts_are_as_answers_that_stand_so_often():
    values, harmful, counts = [0.1, 0.4, 0.4, 0.9, 0.2], [False, True, False, True, True], [2, 0, 3, 1, 4]
    told = [each for each, count in zip(zip(values, harmful, strict=True), counts, strict=True) for _ in range(count)]
    assert auroc(*map(list, zip(*told, strict=True))) == pytest.approx(Ordering(values, harmful).auroc(counts))
    assert None is Ordering(values, harmful).auroc([1, 0, 1, 0, 0])


def test_calibration_error_by_hand():
    # one bin at 0.25: two answers, one harmful, gap 0.5 less 1; one bin at 0.75: one harmful, gap 0.25
    assert (0.5 + 0.25) / 3 == pytest.approx(calibration_error([0.25, 0.25, 0.75], [True, False, True]))
    assert 0.0 == calibration_error([1.0, 0.0], [True, False])


# dilution and stability


def test_one_contradiction_among_supported_claims_by_hand():
    values = fixed(BOTH)
    rows = dilution(values["additive"], RUBRIC, (0, 1, 2, 9, 200))
    assert [0.45 / (1 + n) for n in (0, 1, 2, 9, 200)] == pytest.approx([row.value for row in rows])
    assert ["Medium", "Medium", "Low", "Low", "Low"] == [row.band for row in rows]
    assert 2 == forgotten_from(rows, RUBRIC)
    kept = dilution(values[GUARDED], RUBRIC, (0, 1, 200))
    assert ["Critical", "Critical", "Medium"] == [row.band for row in kept]
    assert None is forgotten_from(kept, RUBRIC)
    assert 0.70 == values["hybrid, paper"](diluted_answer(200, criticality=3.0))


def test_a_flip_and_a_drop_by_hand():
    (one,) = [answer("a", "SUPPORTED", "UNSUPPORTED")]
    assert [["UNSUPPORTED", "UNSUPPORTED"], ["SUPPORTED", "SUPPORTED"]] == [
        [next(iter(claim.labels)) for claim in other] for other in flips(one.claims)
    ]
    moved = movement(support_ratio, [one], drops, RUBRIC)
    assert (2, 0.5, 0.5) == (moved.changes, moved.mean, moved.largest)
    assert 1.0 == moved.band_share  # 50 is Medium, 100 Critical and 0 Low
    assert None is moved.in_deviations, "one answer has no spread"


def test_nothing_can_be_dropped_from_one_claim():
    assert 0 == movement(support_ratio, [answer("a", "SUPPORTED")], drops, RUBRIC).changes


# the monotone model


def test_the_log_odds_are_the_sum_of_their_parts():
    model = monotone_of(many(70), BOTH)
    for each in many(7):
        parts = model.parts(each.claims)
        assert sum(parts.values()) == pytest.approx(model.fit.log_odds(features(each.claims, RUBRIC)))
        assert ["intercept", *feature_names(RUBRIC)] == list(parts)


def test_shares_count_what_is_at_least_as_severe():
    row = dict(zip(feature_names(RUBRIC), features(claims_of("PARTIAL", "UNKNOWN", REFUTED, "SUPPORTED"), RUBRIC)))  # noqa: B905
    assert (0.75, 0.5, 0.25) == tuple(row[f"{label} or worse"] for label in ("PARTIAL", "UNSUPPORTED", "CONTRADICTED"))
    assert 1.0 == row["floors[5]"]
    critical = dict(zip(feature_names(RUBRIC), features(claims_of(REFUTED, v=3.0), RUBRIC), strict=True))
    assert 1.0 == critical["floors[5]"], "a claim that matters more does not leave a floor"


# the comparison


def test_a_comparison_names_everything_once_and_holds_the_default_against_itself():
    found = compare_aggregators(many(70), BOTH, iterations=60, level=0.9, chance=seeded())
    names = [each.name for each in found.standings]
    assert [*fixed(BOTH), "Choquet, fitted", "monotone model, fitted", BASE_RATE] == names
    default = found.standings[names.index(GUARDED)]
    assert (0.0, (0.0, 0.0)) == (default.above.value, tuple(default.above.interval))
    for each in found.standings[:-1]:
        low, high = each.auroc.interval
        assert 0 <= low <= each.auroc.value <= high <= 1
    assert (70, 30, 70) == (found.answers, found.harmful, found.units)
    assert () == found.warnings
    few = compare_aggregators(many(35), BOTH, iterations=60, level=0.9, chance=seeded())
    rough = "below 30 every figure is a rough one"
    assert (f"15 harmful answers; {rough}", f"20 harmless answers; {rough}") == few.warnings


def test_no_order_of_the_answers_changes_a_number():
    answers = many(35)
    one, other = crossfitted(answers, BOTH), crossfitted(answers[::-1], BOTH)
    for name, found in one.items():
        assert found.chances == pytest.approx(other[name].chances[::-1])


def test_what_is_said_of_an_answer_does_not_know_its_outcome():
    answers = many(35)
    turned = [*answers[:-1], replace(answers[-1], harmful=not answers[-1].harmful)]
    without = crossfitted(turned, BOTH)
    for name, found in crossfitted(answers, BOTH).items():
        assert found.chances[-1] == without[name].chances[-1]


def test_answers_of_one_unit_are_in_one_fold():
    answers = [replace(each, unit=f"u{at // 7}") for at, each in enumerate(many(70))]
    assert 10 == compare_aggregators(answers, BOTH, iterations=60, level=0.9, chance=seeded()).units
    assert fold_of("u1", 5) == fold_of("u1", 5) < 5


@pytest.mark.parametrize(
    ("message", "answers"),
    [
        ("a: has no claims", [answer("a")]),
        ("a: stands twice", [answer("a", "SUPPORTED"), answer("a", "SUPPORTED")]),
        ("b: has the signals", [answer("a", "SUPPORTED", signals={"x": 0.5}), answer("b", "SUPPORTED")]),
        ("a, x: is 2; a signal is a risk from 0 to 1", [answer("a", "SUPPORTED", signals={"x": 2})]),
        ("fall into one fold", []),
        ("all answers have one outcome", [answer(f"a{at}", "SUPPORTED") for at in range(20)]),
    ],
)
def test_answers_that_cannot_be_compared(message, answers):
    with pytest.raises(InputError, match=message):
        crossfitted(answers, BOTH)
