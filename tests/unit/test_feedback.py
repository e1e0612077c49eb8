"""s_H: what people confirmed to be wrong, fading with time."""

import datetime as dt
import math

import pytest

from claimgauge.claims import fingerprint
from claimgauge.errors import InputError
from claimgauge.feedback import Feedback, FeedbackEvent, feedback_score, parse_time, recurrences
from claimgauge.labellers import feedback_judgement
from tests.risk_building import PAPER, assess_one, score_one

NOW = dt.datetime(2026, 3, 1, 12, tzinfo=dt.UTC)


def event(days=0.0, name="f1", text="The fee is 5 euros.", severity=1.0, validation="reviewer", **keys):
    """An event `days` before NOW."""
    time = (NOW - dt.timedelta(days=days)).isoformat()
    return FeedbackEvent(event_id=name, claim_text=text, severity=severity, time=time, validation=validation, **keys)


def score(*events, reviewed=1, now=NOW, half_life=90, window=365):
    feedback = Feedback(reviewed=reviewed, events=events)
    return feedback_score(feedback, now=now, half_life_days=half_life, window_days=window)


# s_H: severities that fade by half each half-life, over the answers that were reviewed.


@pytest.mark.parametrize(("expected", "days"), [(1.0, 0), (0.5, 90), (0.25, 180), (0.5**1.5, 135)])
def test_an_event_counts_half_after_each_half_life(expected, days):
    assert expected == score(event(days)).score


def test_the_half_life_is_the_lambda_of_the_paper():
    decayed = math.exp(-math.log(2) / 90 * 50)
    assert decayed == pytest.approx(score(event(50)).score, rel=1e-15)


def test_events_add_up_by_severity_over_the_answers_that_were_reviewed():
    assert (1.0 * 0.5 + 0.4 * 0.25) / 40 == score(event(90), event(180, severity=0.4), reviewed=40).score


@pytest.mark.parametrize("reviewed", [0, 1])
def test_nothing_reviewed_divides_by_one(reviewed):
    assert 0.5 == score(event(90), reviewed=reviewed).score


def test_more_events_than_reviewed_answers_are_clipped_at_one():
    assert 1.0 == score(event(), event(), event(), reviewed=2).score


@pytest.mark.parametrize("unit", [1, 0.0])
def test_a_severity_of_nothing_adds_nothing(unit):
    assert unit == score(event(severity=unit)).score


# What counts.


@pytest.mark.parametrize(
    ("counts", "days"),
    [
        (True, 0),
        (True, 365),
        (False, 365.0001),
        (False, -0.0001),
        (False, -30),
    ],
    ids=["now", "the edge of the window", "just before the window", "just in the future", "in the future"],
)
def test_only_events_in_the_window_count(counts, days):
    assert counts == bool(score(event(days)).counted)


@pytest.mark.parametrize(
    ("counts", "validation"),
    [(True, "reviewer"), (True, "source_check"), (True, "adjudication"), (False, None)],
)
def test_only_validated_feedback_counts(counts, validation):
    outcome = score(event(validation=validation))
    assert (counts, float(counts)) == (bool(outcome.counted), outcome.score)


def test_a_resolved_event_fades_like_any_other():
    assert 0.5 == score(event(90, resolved=True)).score


def test_the_score_carries_what_it_was_computed_from():
    outcome = score(event(), event(400, name="f2"), reviewed=7)
    assert (7, 90, 365, ["f1"]) == (
        outcome.reviewed,
        outcome.half_life_days,
        outcome.window_days,
        [each.event_id for each in outcome.counted],
    )


def test_no_events_are_a_score_of_nothing():
    assert 0.0 == score().score


@pytest.mark.parametrize("half_life", [1e-300, 1e300])
def test_an_extreme_half_life_is_a_number_all_the_same(half_life):
    assert 0 <= score(event(1), half_life=half_life).score <= 1


# Times.


def test_the_offset_counts():
    there = FeedbackEvent(
        event_id="f", claim_text="t", severity=1.0, time="2026-03-01T13:00:00+01:00", validation="reviewer"
    )
    assert 1.0 == score(there).score


def test_a_bare_date_is_a_day_where_the_request_is():
    """In Auckland it is already the second of March."""
    auckland = dt.datetime(2026, 3, 2, 1, tzinfo=dt.timezone(dt.timedelta(hours=13)))
    there = FeedbackEvent(event_id="f", claim_text="t", severity=1.0, time="2026-03-02", validation="reviewer")
    assert 1 == len(score(there, now=auckland).counted)
    assert 0 == len(score(there, now=auckland.astimezone(dt.UTC)).counted)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("2026-03-01T09:00:00", "'2026-03-01T09:00:00' has no offset; add one, such as Z or +01:00"),
        ("yesterday", "expected a time such as 2026-03-01T09:00:00+01:00, got 'yesterday'"),
        ("2026-13-01", "expected a time such as 2026-03-01T09:00:00+01:00, got '2026-13-01'"),
        ("", "expected a time such as 2026-03-01T09:00:00+01:00, got ''"),
    ],
)
def test_a_time_that_is_none_or_has_no_offset_is_refused(text, message):
    with pytest.raises(InputError) as raised:
        parse_time(text, place="feedback.events[2].time")
    assert f"feedback.events[2].time: {message}" == str(raised.value)


@pytest.mark.parametrize("text", ["2026-03-01T12:00:00Z", "2026-03-01T12:00:00+00:00", "2026-03-01T13:00:00+01:00"])
def test_one_time_has_many_ways_to_be_written(text):
    assert NOW == parse_time(text)


def test_a_time_that_cannot_be_read_is_named_even_where_the_event_would_not_count():
    wrong = FeedbackEvent(event_id="f", claim_text="t", severity=1.0, time="soon")
    with pytest.raises(InputError, match=r"feedback\.events\[1\]\.time"):
        score(event(), wrong)


def test_a_naive_now_is_refused():
    with pytest.raises(InputError, match="now: 2026-03-01T12:00:00 has no offset"):
        score(event(), now=NOW.replace(tzinfo=None))


# Repeated and unresolved.


@pytest.mark.parametrize(
    ("repeated", "unresolved", "resolved"),
    [(False, True, [False]), (False, False, [True]), (True, False, [True, True]), (True, True, [True, False])],
)
def test_two_events_are_repeated_and_one_that_is_not_resolved_is_unresolved(repeated, unresolved, resolved):
    events = [event(name=f"f{number}", resolved=each) for number, each in enumerate(resolved)]
    (found,) = recurrences(events).values()
    assert (repeated, unresolved) == (found.repeated, found.unresolved)


def test_the_same_claim_in_other_writing_is_repeated():
    events = [event(name="b", text="The fee  is 5 euros."), event(name="a", text="the FEE is\n５ euros.")]
    assert {fingerprint("The fee is 5 euros."): ("a", "b")} == {
        mark: found.event_ids for mark, found in recurrences(events).items()
    }


@pytest.mark.parametrize(
    "text", ["The fee is 6 euros.", "The fee is 5 euros", "The fee is not 5 euros.", "The fee is ⁵ euros.", ""]
)
def test_another_claim_has_another_fingerprint(text):
    assert fingerprint(text) != fingerprint("The fee is 5 euros.")


@pytest.mark.parametrize(
    ("reason", "events"),
    [
        ("repeated and unresolved", [event(), event(name="f2")]),
        ("repeated", [event(resolved=True), event(name="f2", resolved=True)]),
        ("unresolved", [event()]),
        ("resolved", [event(resolved=True)]),
    ],
)
def test_the_label_says_what_of_the_feedback_is_open(reason, events):
    (found,) = recurrences(events).values()
    judgement = feedback_judgement(found)
    assert ("VALIDATED_NEGATIVE_FEEDBACK", reason) == (judgement.label, judgement.reason)
    assert found.event_ids == judgement.evidence


# In a case.

EVENT = {"eventId": "f1", "claimText": "TEXT of a", "severity": 1.0, "time": "2026-03-01T00:00:00Z"}
VALIDATED = EVENT | {"validation": "reviewer"}
SUPPORTED = {"labels": ["SUPPORTED"], "citedEvidenceIds": ["e1"]}


def with_feedback(*events, reviewed=10, **keys):
    feedback = {"reviewed": reviewed, "events": list(events)}
    return score_one(SUPPORTED, feedback=feedback, request={"time": "2026-03-01T12:00:00Z"}, rubric=PAPER, **keys)


def test_a_claim_found_wrong_before_carries_the_label_the_floor_and_no_second_contribution():
    out = with_feedback(VALIDATED)
    (claim,) = out.claims
    assert ["SUPPORTED", "VALIDATED_NEGATIVE_FEEDBACK"] == [judgement.label for judgement in claim.judgements]
    assert (0.5, "Medium", {}) == (out.index.floor, out.index.band, claim.contributions)
    assert out.dimensions["H"] == pytest.approx(0.1 * 0.5 ** (0.5 / 90), rel=1e-15)


def test_feedback_on_another_claim_raises_the_dimension_and_labels_nothing():
    out = with_feedback(VALIDATED | {"claimText": "something else"})
    assert (["SUPPORTED"], True) == ([j.label for j in out.claims[0].judgements], out.dimensions["H"] > 0)


def test_feedback_that_nobody_validated_changes_nothing_but_what_was_given():
    assert with_feedback(reviewed=10) == with_feedback(EVENT)


def test_resolved_feedback_is_shown_and_has_no_floor():
    out = with_feedback(VALIDATED | {"resolved": True})
    assert (0.0, "resolved") == (out.index.floor, out.claims[0].judgements[1].reason)


def test_feedback_without_any_time_is_an_error():
    out = score_one(SUPPORTED, feedback={"reviewed": 1, "events": [VALIDATED]})
    assert "feedback: fades with time and no time is known; add request.time, or --at TIME" == out.error.message


def test_a_given_time_comes_before_that_of_the_request():
    later = score_one(
        SUPPORTED,
        feedback={"reviewed": 1, "events": [VALIDATED]},
        request={"time": "2026-03-01T00:00:00Z"},
        now=dt.datetime(2026, 5, 30, tzinfo=dt.UTC),
    )
    assert 0.5 == later.dimensions["H"]


def test_a_claim_without_label_is_not_labelled_by_feedback():
    out = score_one({"labels": []}, feedback={"reviewed": 1, "events": [VALIDATED]}, now=NOW)
    assert ("unassessed", "labelled_share", 0.0) == (out.status, out.reason, out.labelled_share)
    assert ["VALIDATED_NEGATIVE_FEEDBACK", "UNKNOWN"] == [judgement.label for judgement in out.claims[0].judgements]


def test_feedback_counts_for_claims_that_are_verified_first_too():
    out = assess_one(
        {"citedEvidenceIds": ["e1"], "citedNumbers": ["5"]},
        nodes=[{"evidenceId": "e1", "type": "ROW", "fields": {"fee": "5"}}],
        feedback={"reviewed": 1, "events": [VALIDATED]},
        now=NOW,
    )
    assert ["verified", "unresolved"] == [judgement.reason for judgement in out.claims[0].judgements]


def test_a_count_of_reviewed_answers_that_cannot_be_is_an_error_row():
    out = score_one(SUPPORTED, feedback={"reviewed": 10**400, "events": []}, now=NOW)
    assert "line 1, feedback.reviewed" == out.error.place
