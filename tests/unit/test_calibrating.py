"""A calibration as a whole: what is fitted where, what is said first, and what is refused."""

import datetime as dt
import random
import tomllib

import msgspec
import pytest

from claimgauge.calibration.band_proposal import band_evidence_lines, rubric_with_bands
from claimgauge.calibration.proposal import rubric_toml
from claimgauge.calibration.thresholds import ActionCost
from claimgauge.errors import InputError
from claimgauge.readers import read_document
from claimgauge.risk import Rubric, rubric_changes, score_changes
from claimgauge.workflow import AssessmentError
from claimgauge.workflow.verdicts import RowError
from tests.calibration_building import COSTS, START, answers, calibrated, outcome, row, unassessed
from tests.risk_building import GUARDED, PAPER

DATE = dt.date(2026, 7, 1)


def many(seed=1, n=120, slope=0.01):
    """Scores from 0 to 100; the higher, the oftener harmful."""
    chance = random.Random(seed)  # noqa: S311  # a sample, no secret
    scores = [float(chance.randrange(0, 101, 5)) for _ in range(n)]
    return answers(*((score, chance.random() < 0.05 + slope * score) for score in scores))


FOUND = calibrated(*many())


def test_a_split_of_all_answers_is_named():
    parts = FOUND.parts
    assert 120 == parts.train.answers + parts.held_out.answers
    assert FOUND.outcomes.harmful == parts.train.harmful + parts.held_out.harmful
    assert {parts.held_out.answers} == {FOUND.bands.current_cost.answers, FOUND.reliability[0].brier.answers}
    assert 120 == FOUND.discrimination.auroc.answers


def test_figures_have_intervals_around_them():
    area = FOUND.discrimination.auroc
    assert 0.5 < area.interval.lower < area.value < area.interval.upper
    for each in (FOUND.bands.current_cost, FOUND.bands.fitted_cost, FOUND.discrimination.average_precision):
        assert each.interval.lower <= each.value <= each.interval.upper


def test_reliability_is_measured_before_and_after():
    assert ["index", "isotonic", "platt"] == [each.reading for each in FOUND.reliability]
    for each in FOUND.reliability:
        assert FOUND.parts.held_out.answers == sum(bin_.answers for bin_ in each.equal_mass)
        assert FOUND.parts.held_out.answers == sum(bin_.answers for bin_ in each.equal_width)


def test_bands_are_counted_on_held_out_answers():
    for bands in (FOUND.bands.current, FOUND.bands.fitted):
        assert FOUND.parts.held_out.answers == sum(each.answers for each in bands)
        assert FOUND.parts.held_out.harmful == sum(each.harmful for each in bands)
    assert [20, 50, 75, 100] == [each.up_to for each in FOUND.bands.current]
    difference = FOUND.bands.fitted_cost.value - FOUND.bands.current_cost.value
    assert pytest.approx(difference) == FOUND.bands.difference.value


def test_the_order_of_rows_and_outcomes_changes_no_byte():
    rows, outcomes = many()
    assert msgspec.json.encode(FOUND) == msgspec.json.encode(calibrated(rows[::-1], outcomes[::-1]))


def test_too_few_train_answers_fit_nothing_and_say_so():
    found = calibrated(*many(n=24))
    assert (None, None, None, ()) == (found.maps.platt, found.bands.fitted, found.bands.difference, found.bands.spread)
    assert "a fit takes 10 of each" in found.bands.reason
    assert found.bands.current_cost.value is not None
    assert ["index"] == [each.reading for each in found.reliability]
    with pytest.raises(InputError, match="nothing was fitted"):
        rubric_with_bands(found, GUARDED, date=DATE)


@pytest.mark.parametrize(
    "expected",
    [
        "left out of 122 rows: 1 without an outcome, 1 without an index; what they would have shown is not known",
        "below 100 of each kind figures are unsteady",
        "the costs provisional 1 are provisional",
        "outcomes before 2026-03-02: 60 answers; below 100 a window says little",
        "by these costs block never pays: review costs no more on any answer",
        "answers go to review for another reason than their band",
        "harmful answers state a severity; the others count in full",
        "review for all held-out answers costs less than the fitted bands",
    ],
)
def test_what_to_know_first_is_said(expected):
    rows, outcomes = many()
    block = {"block": ActionCost(harmful=2, harmless=3), "review": ActionCost(harmful=1.5, harmless=0.01)}
    costs = msgspec.structs.replace(COSTS, severity="scales", costs=COSTS.costs | block)
    reviewed = [msgspec.structs.replace(each, review=True).with_id() for each in rows]
    rows = [*reviewed, row("x", 10), unassessed("y")]
    found = calibrated(rows, outcomes, costs=costs, windows=[START + dt.timedelta(days=60)])
    assert [] != [notice for notice in found.notices if expected in notice], found.notices


def test_a_score_that_says_nothing_is_named():
    found = calibrated(*many(slope=0.0, n=200))
    assert any("AUROC of 0.5 is within its interval" in notice for notice in found.notices)


@pytest.mark.parametrize(
    ("expected", "keys"),
    [
        ("assessments: the assessment of 'q000' is by rubric guarded 1", {"rubric": PAPER}),
        ("--held-out: expected a number between 0 and 1", {"held_out": 1.0}),
        ("--level: expected a number between 0 and 1", {"level": 95}),
        ("--iterations: 10 are too few", {"iterations": 10}),
        ("--windows: the dates must rise", {"windows": [START, START]}),
        ("--windows: no outcome is from before", {"windows": [START]}),
        ("--held-out: 0.000001 leaves no held-out answer".replace("0.000001", "1e-06"), {"held_out": 1e-6}),
        ("--held-out: 0.999999 leaves no train answer", {"held_out": 0.999999}),
    ],
)
def test_settings_that_make_no_sense_are_refused(expected, keys):
    with pytest.raises(InputError) as error:
        calibrated(*many(), **keys)
    assert expected in str(error.value)


@pytest.mark.parametrize(
    ("expected", "outcomes"),
    [
        ("no answer has both an index and an outcome (1 without an outcome, 0 with open claims, 2 without", []),
        ("outcomes: all 1 answers with an outcome are harmful", [outcome("a", harmful=True)]),
        (
            "outcomes: all 1 answers with an outcome are harmless",
            [outcome("a", harmful=False), outcome("b", harmful=True)],
        ),
    ],
)
def test_without_two_kinds_of_outcome_there_is_nothing_to_tell_apart(expected, outcomes):
    error = AssessmentError(case_id="c", error=RowError(place="line 3", message="raised"))
    with pytest.raises(InputError) as raised:
        calibrated([row("a", 10), unassessed("b"), error], outcomes)
    assert expected in str(raised.value)


def test_a_proposal_is_a_rubric_of_its_own_with_its_evidence():
    proposed = rubric_with_bands(FOUND, GUARDED, date=DATE)
    text = rubric_toml(proposed, head=band_evidence_lines(FOUND, date=DATE))
    assert proposed == read_document(text.encode(), Rubric, source="proposed")
    assert ("guarded-calibrated", "2026-07-01", True) == (proposed.id, proposed.version, proposed.provisional)
    for evidence in (FOUND.outcomes.digest, FOUND.assessments.digest, FOUND.costs_digest, GUARDED.digest, "2026-07-01"):
        assert evidence in tomllib.loads(text)["source"]
    assert f"fitted to {FOUND.parts.train.answers} answers" in proposed.source
    places = {change.place.partition("[")[0] for change in rubric_changes(GUARDED, proposed)}
    assert places <= {"id", "version", "title", "source", "bands"}
    assert f"# - {FOUND.notices[0]}" in text


def test_a_proposal_is_for_the_rubric_that_was_calibrated():
    with pytest.raises(InputError, match="paper 1 is not the rubric that was calibrated"):
        rubric_with_bands(FOUND, PAPER, date=DATE)


def bands(*bounds, rubric=GUARDED, **actions):
    changed = (
        msgspec.structs.replace(band, up_to=bound, action=actions.get(band.name, band.action))
        for band, bound in zip(rubric.bands, bounds, strict=True)
    )
    return msgspec.structs.replace(rubric, bands=tuple(changed))


@pytest.mark.parametrize(
    ("expected", "after"),
    [
        ((), GUARDED),
        (("scores above 20 up to 35: from Medium (caution) to Low (release)",), bands(35, 50, 75, 100)),
        (
            (
                "scores above 2 up to 3: from Low (release) to Medium (caution)",
                "scores above 3 up to 20: from Low (release) to High (review)",
                "scores above 20 up to 50: from Medium (caution) to High (review)",
            ),
            bands(2, 3, 75, 100),
        ),
        (("scores up to 20: from Low (release) to Low (review)",), bands(20, 50, 75, 100, Low="review")),
        (
            ("scores above 19.99999999 up to 20: from Low (release) to Medium (caution)",),
            bands(19.99999999, 50, 75, 100),
        ),
    ],
)
def test_a_change_of_bands_is_explained_by_the_scores_it_moves(expected, after):
    assert expected == score_changes(GUARDED, after)
