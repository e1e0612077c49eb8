"""s_H: validated human feedback, fading with time.

s_H = Σ_j q_j exp(−λ Δt_j) / max(1, N_reviewed), over validated events only, clipped to [0, 1]
(doi:10.5281/zenodo.21313179, equation for s_H). λ is given as a half-life: λ = ln 2 / half-life.
"""

import datetime as dt
import math

import msgspec

from claimgauge.errors import InputError
from claimgauge.feedback.event import Feedback, FeedbackEvent
from claimgauge.feedback.times import parse_time

DAY = 86_400.0


class FeedbackScore(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """s_H, and what it was computed from: window and half-life are days, `counted` the events that entered."""

    score: float
    reviewed: int
    counted: tuple[FeedbackEvent, ...]
    half_life_days: float
    window_days: float


def feedback_score(feedback: Feedback, *, now: dt.datetime, half_life_days: float, window_days: float) -> FeedbackScore:
    """s_H at `now`. An event that is not validated, lies before the window, or has not happened yet does not count.

    The bare date of an event is a day where `now` is. Raises InputError for a time that cannot be read.
    """
    ages = [_age(event, index, now) for index, event in enumerate(feedback.events)]
    aged = [
        (event, age)
        for event, age in zip(feedback.events, ages, strict=True)
        if event.validation is not None and 0 <= age <= window_days
    ]
    faded = math.fsum(event.severity * 0.5 ** (age / half_life_days) for event, age in aged)
    return FeedbackScore(
        score=min(1.0, faded / max(1, feedback.reviewed)),
        reviewed=feedback.reviewed,
        counted=tuple(event for event, _age_in_days in aged),
        half_life_days=half_life_days,
        window_days=window_days,
    )


def _age(event: FeedbackEvent, index: int, now: dt.datetime) -> float:
    if now.tzinfo is None:
        raise InputError(f"{now.isoformat()} has no offset; feedback is weighed at a time with one", place="now")
    time = parse_time(event.time, place=f"feedback.events[{index}].time", zone=now.tzinfo)
    return (now - time).total_seconds() / DAY
