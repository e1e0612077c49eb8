"""Feedback over time: at each step only what had come by then counts, and the formula is applied as it stands."""

import datetime as dt
import random

import msgspec
import pytest

from claimgauge.calibration.feedback_stream import SCHEMA, StreamRow
from claimgauge.calibration.replay import Grid, ReplayStudy, wilson
from claimgauge.calibration.simulated_feedback import SCENARIOS, simulated_stream
from claimgauge.claims import fingerprint
from claimgauge.errors import InputError
from claimgauge.feedback import Feedback, FeedbackEvent, feedback_score
from claimgauge.wiring import load_rubric
from tests.replay_building import START, SUPPORTED, at, event, replayed, resolution, review, rows, stream
from tests.risk_building import score_one


def points(study):
    (run,) = study.runs
    return run.points


# What counts at a step.


def test_s_h_at_each_step_is_the_formula_at_that_time():
    study = replayed(review(0, 20), event(5), review(30, 20))
    expected = [
        feedback_score(
            Feedback(
                reviewed=20 if day < 30 else 40,
                events=(FeedbackEvent(event_id="f1", claim_text="t", severity=1.0, time=at(5), validation="reviewer"),),
            ),
            now=START + dt.timedelta(days=day),
            half_life_days=90,
            window_days=365,
        ).score
        for day in (10, 20, 30)
    ]
    assert expected == [point.s_h for point in points(study)]


def test_the_index_is_that_of_the_case_with_the_same_feedback():
    study = replayed(review(0), event(5), review(10))
    happened = {"eventId": "f1", "claimText": "text of a", "severity": 1.0, "time": at(5), "validation": "reviewer"}
    out = score_one(SUPPORTED, feedback={"reviewed": 20, "events": [happened]}, now=START + dt.timedelta(days=10))
    assert (out.index.score, out.index.band, out.dimensions["H"]) == (
        points(study)[0].score,
        points(study)[0].band,
        points(study)[0].s_h,
    )


def test_an_open_event_holds_the_floor_until_it_is_resolved():
    study = replayed(review(0), event(5), resolution(25), review(60))
    assert [True, True, False, False, False, False] == [point.floor for point in points(study)]
    assert [50.0, 50.0] == [point.score for point in points(study)][:2]


def test_a_repeated_claim_holds_the_floor_although_all_of_it_is_resolved():
    twice = [event(1), event(2, "f2", "TEXT of  a"), resolution(3), resolution(3, "f2")]
    study = replayed(review(0), *twice, review(60), windows=(30,))
    assert [True, True, True, False, False, False] == [point.floor for point in points(study)]


def test_an_event_leaves_with_its_window_and_so_do_reviewed_answers():
    study = replayed(review(0, 5), event(5), review(60, 7), windows=(30,))
    assert [(1, 5), (1, 5), (1, 5), (0, 0), (0, 0), (0, 7)] == [(each.counted, each.reviewed) for each in points(study)]


def test_what_nobody_validated_does_not_count_and_is_said():
    study = replayed(review(0, 50), event(5, validation=None), review(10, 50))
    assert (0.0, 0, 1) == (points(study)[0].s_h, study.validated, study.events)
    assert ("events that nobody validated: 1 of 1; they do not count",) == study.warnings


def test_an_event_about_another_claim_moves_s_h_alone():
    study = replayed(review(0, 50), event(5, text="another"), review(10, 50))
    assert (False, True) == (points(study)[0].floor, points(study)[0].s_h > 0)
    assert any("no event is about a claim of this answer" in warning for warning in study.warnings)


def test_a_fingerprint_stands_for_the_text_that_may_not_be_kept():
    mark = fingerprint("text of a")
    assert points(replayed(review(0), event(5), event(6, "f2"))) == points(
        replayed(review(0), event(5, text="", fingerprint=mark), event(6, "f2"))
    )


def test_rates_are_those_of_each_step_with_an_interval():
    study = replayed(review(0, 10, 1), review(10, 10, 1), review(25, 4, 4), review(40, 0))
    found = [(each.reviewed, each.wrong, each.rate) for each in study.steps]
    assert [(20, 2, 0.1), (0, 0, None), (4, 4, 1.0), (0, 0, None)] == found
    assert (None, 1.0) == (study.steps[1].interval, study.steps[2].interval[1])


@pytest.mark.parametrize(
    ("lower", "upper", "wrong", "reviewed"),
    [(0.0, 0.2775, 0, 10), (0.0179, 0.4042, 1, 10), (0.7225, 1.0, 10, 10), (0.0552, 0.1744, 10, 100)],
)
def test_wilsons_interval_is_that_of_the_tables(lower, upper, wrong, reviewed):
    assert pytest.approx((lower, upper), abs=6e-5) == wilson(wrong, reviewed)


def test_days_raised_and_after_are_counted_from_the_index_without_feedback():
    (run,) = replayed(review(0), event(5), resolution(25), review(200), windows=(60,)).runs
    assert (60.0, 65.0) == (run.raised_days, run.raised_after_days)


def test_an_index_that_is_still_raised_at_the_end_says_so():
    (run,) = replayed(review(0), event(5), review(30)).runs
    assert run.raised_after_days is None


def test_without_an_index_none_is_made_up():
    study = replayed(review(0, 50), event(5), review(10, 50), claims=({"labels": ["UNKNOWN"]},))
    assert (None, None, None) == (study.without, points(study)[0].score, points(study)[0].band)
    assert any("the answer has no index" in warning for warning in study.warnings)


def test_the_order_of_rows_changes_nothing():
    each = [review(0), event(5), event(6, "f2"), resolution(9), review(30)]
    assert replayed(*each) == replayed(*each[::-1])


def test_every_half_life_has_every_window_once():
    runs = replayed(review(0), event(5), review(30), half_lives=(30, 90, 30), windows=(90, 365)).runs
    assert [(30, 90), (90, 90), (30, 365), (90, 365)] == [(run.half_life_days, run.window_days) for run in runs]


def test_a_study_comes_back_from_json():
    study = replayed(review(0), event(5), review(30))
    assert study == msgspec.json.decode(msgspec.json.encode(study), type=ReplayStudy)


# Bad streams.


@pytest.mark.parametrize(
    ("message", "each"),
    [
        ("stream: holds neither reviews nor events; there is nothing to replay", []),
        ("stream: line 1, wrong: 3 of 2 answers cannot be wrong", [review(0, 2, 3)]),
        ("stream: line 2, eventId: 'f1' stands in the stream as event twice; remove one of the two", [event(0)] * 2),
        ("stream: line 1, eventId: 'f1' is no event of the stream; correct the id", [resolution(1)]),
        ("stream: line 2, time: 'f1' cannot be resolved before it came", [event(2), resolution(1)]),
        (
            "stream: line 1, claimText: give the text of the claim, or its fingerprint, and not both",
            [event(0, text="")],
        ),
        ("stream: line 1, eventId: is empty; name the event", [event(0, " ")]),
        (
            "stream: line 1, time: '2026-03-01T09:00:00' has no offset; add one, such as Z or +01:00",
            [review(0) | {"time": "2026-03-01T09:00:00"}],
        ),
    ],
)
def test_a_stream_that_does_not_fit_is_refused_with_its_place(message, each):
    with pytest.raises(InputError) as raised:
        stream(*each)
    assert message == str(raised.value)


@pytest.mark.parametrize("other", [{"half_lives": (0,)}, {"windows": (-1,)}, {"step": float("inf")}])
def test_days_that_are_none_are_refused(other):
    with pytest.raises(InputError, match="days are no"):
        replayed(review(0), event(5), **other)


def test_too_many_steps_are_refused():
    with pytest.raises(InputError, match="at most 5,000: take longer ones"):
        replayed(review(0), review(5000), step=0.5)


def test_a_row_of_a_stream_comes_back_from_json():
    for _place, row in rows(review(0), event(1), resolution(2)):
        assert row == msgspec.json.decode(msgspec.json.encode(row), type=StreamRow)
        assert SCHEMA == row.schema


# Simulated streams.


def simulated(name, seed=7):
    return simulated_stream(name, random.Random(seed), seed=seed, start=START, claim_text="text of a")  # noqa: S311


@pytest.mark.parametrize("name", SCENARIOS)
def test_a_simulated_stream_is_called_so_and_comes_again_from_its_seed(name):
    found = simulated(name)
    assert ("simulated", 7) == (found.source, found.seed)
    assert found == simulated(name)
    assert found.digest != simulated(name, 8).digest
    assert all(each.event.by == "simulated" for each in found.events)


@pytest.mark.parametrize(("name", "on_the_claim", "open_ones"), [("burst", True, 0), ("repeating", True, None)])
def test_a_fault_is_about_one_claim(name, on_the_claim, open_ones):
    found = simulated(name)
    assert on_the_claim == ({"text of a"} == {each.event.claim_text for each in found.events})
    still = sum(each.resolved is None for each in found.events)
    assert (len(found.events) if open_ones is None else open_ones) == still


def test_a_drizzle_never_repeats_a_claim():
    texts = [each.event.claim_text for each in simulated("drizzle").events]
    assert len(texts) == len(set(texts)) > 10


def test_as_many_answers_are_wrong_as_there_are_events():
    for name in SCENARIOS:
        found = simulated(name)
        assert len(found.events) == sum(each.wrong for each in found.reviews)


def test_the_grid_that_is_used_unless_given_holds_the_window_of_the_rubric():
    window = load_rubric().feedback
    assert window.half_life_days in Grid().half_lives
    assert window.window_days in Grid().windows
