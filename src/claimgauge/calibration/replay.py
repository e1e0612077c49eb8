"""Feedback over time: what s_H and the index of one answer would have been, step by step, as feedback came in.

At each step only what had come by then counts: the answers reviewed in the window, the validated events of the
window, and which of them had been resolved. The rubric's formula is applied as it stands, for each half-life and
each window; nothing here weighs feedback in another way.
"""

import datetime as dt
import math
from collections.abc import Iterable, Sequence
from statistics import NormalDist
from typing import Final, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from claimgauge.calibration.criticality import Answer, answer_of
from claimgauge.calibration.feedback_stream import FeedbackStream
from claimgauge.claims import fingerprint
from claimgauge.errors import InputError
from claimgauge.feedback import Feedback, FeedbackEvent, Recurrence, feedback_score, recurrences
from claimgauge.labellers import feedback_judgement
from claimgauge.risk import LabelledClaim, Rubric, assess_risk
from claimgauge.risk.rubric import FeedbackWindow
from claimgauge.workflow import Assessment

SCHEMA: Final = "claimgauge.replay/1"
HALF_LIVES: Final = (30.0, 90.0, 180.0)
WINDOWS: Final = (90.0, 365.0)
STEP_DAYS: Final = 7.0
MOST_STEPS: Final = 5_000
FEW_REVIEWED: Final = 30
"""Below so many answers a rate of errors says little, and a warning says so."""
LEVEL: Final = 0.95
DAY: Final = 86_400.0


class ReplayStep(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """What came in one step of time, up to and including `time`: the same for every half-life and window.

    `rate` is the share of the reviewed answers that were wrong, with Wilson's interval; None where none was reviewed.
    `open` is how many validated events have come so far and are not resolved.
    """

    time: str
    reviewed: int
    wrong: int
    rate: float | None
    interval: tuple[float, float] | None
    arrived: int
    resolved: int
    open: int


class ReplayPoint(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """s_H and the index at the end of a step. `counted` events and `reviewed` answers are those of the window.

    `floor` says whether feedback on a claim of the answer holds a floor; score and band are None without an index.
    """

    s_h: float = msgspec.field(name="sH")
    score: float | None
    band: str | None
    floor: bool
    counted: int
    reviewed: int


class ReplayRun(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """One half-life and one window. `raised_days` is how long the index was above that without feedback.

    `raised_after_days` is for how long it was so after the last validated event; None where it still is at the end.
    """

    half_life_days: float
    window_days: float
    points: tuple[ReplayPoint, ...]
    highest_s_h: float = msgspec.field(name="highestSH")
    highest_score: float | None
    raised_days: float
    raised_after_days: float | None


class ReplayedRubric(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The rubric whose formula was replayed; its own half-life and window give way to those of each run."""

    id: str
    version: str
    provisional: bool
    digest: str


class ReplayStudy(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """One stream replayed for one answer. `without` is its score without any feedback."""

    schema: Literal["claimgauge.replay/1"] = SCHEMA
    stream: str
    source: Literal["recorded", "simulated"]
    seed: int | None
    stream_digest: str
    case_id: str
    rubric: ReplayedRubric
    step_days: float
    level: float = LEVEL
    events: int
    validated: int
    on_the_answer: int
    resolutions: int
    reviewed: int
    wrong: int
    without: float | None
    steps: tuple[ReplayStep, ...]
    runs: tuple[ReplayRun, ...]
    warnings: tuple[str, ...]


class Grid(NamedTuple):
    """Half-lives, windows and the length of a step, all in days."""

    half_lives: Sequence[float] = HALF_LIVES
    windows: Sequence[float] = WINDOWS
    step: float = STEP_DAYS


def replay(
    stream: FeedbackStream, assessment: Assessment, texts: Sequence[str], rubric: Rubric, *, grid: Grid | None = None
) -> ReplayStudy:
    """The study of one answer, assessed without feedback; `texts` are those of its claims, in order.

    Raises InputError for an assessment that another rubric scored, days that are not above 0, and too many steps.
    """
    chosen = grid or Grid()
    _check(chosen)
    answer = answer_of(assessment, rubric)
    marks = tuple(map(fingerprint, texts))
    played = _Played(stream, _events(stream, dict(zip(marks, texts, strict=True))), marks, answer)
    ends = _ends(stream, chosen.step)
    steps = tuple(_step(stream, end, chosen.step) for end in ends)
    base = _index(answer.claims, answer, rubric, 0.0)[0]
    validated = [each for each in played.events if each.validation is not None]
    on_the_answer = sum(fingerprint(each.claim_text) in marks for each in validated)
    return ReplayStudy(
        stream=stream.name,
        source=stream.source,
        seed=stream.seed,
        stream_digest=stream.digest,
        case_id=assessment.case_id,
        rubric=ReplayedRubric(
            id=rubric.id, version=rubric.version, provisional=rubric.provisional, digest=rubric.digest
        ),
        step_days=chosen.step,
        events=len(stream.events),
        validated=len(validated),
        on_the_answer=on_the_answer,
        resolutions=sum(each.resolved is not None for each in stream.events),
        reviewed=sum(each.answers for each in stream.reviews),
        wrong=sum(each.wrong for each in stream.reviews),
        without=base,
        steps=steps,
        runs=tuple(_run(played, replace(rubric, feedback=window), ends, base) for window in _windows(rubric, chosen)),
        warnings=tuple(_warnings(stream, steps, validated=len(validated), on_the_answer=on_the_answer, base=base)),
    )


class _Played(NamedTuple):
    """A stream with its events as the formula takes them, and the answer with the fingerprints of its claims."""

    stream: FeedbackStream
    events: tuple[FeedbackEvent, ...]
    marks: tuple[str, ...]
    answer: Answer


SHORTEST: Final = 1 / 86_400
LONGEST: Final = 100_000
"""In days, of a half-life, a window and a step."""


def _check(grid: Grid) -> None:
    for name, values in (("half-life", grid.half_lives), ("window", grid.windows), ("step", (grid.step,))):
        for value in values:
            if not (math.isfinite(value) and SHORTEST <= value <= LONGEST):
                message = f"{value:g} days are no {name}; give a number from a second to {LONGEST:,} days"
                raise InputError(message, source=name)


def _windows(rubric: Rubric, grid: Grid) -> list[FeedbackWindow]:
    return [
        replace(rubric.feedback, half_life_days=half_life, window_days=window)
        for window in dict.fromkeys(grid.windows)
        for half_life in dict.fromkeys(grid.half_lives)
    ]


def _ends(stream: FeedbackStream, step: float) -> tuple[dt.datetime, ...]:
    """The end of each step, from the first time of the stream on until all of it has come."""
    first, last = stream.span
    count = max(1, math.ceil((last - first) / dt.timedelta(days=step)))
    if count > MOST_STEPS:
        raise InputError(f"{count:,} steps of {step:g} days; at most {MOST_STEPS:,}: take longer ones", source="step")
    return tuple(first + number * dt.timedelta(days=step) for number in range(1, count + 1))


def _events(stream: FeedbackStream, texts: dict[str, str]) -> tuple[FeedbackEvent, ...]:
    """The events as the formula takes them. A fingerprint of a claim of the answer stands for its text."""
    return tuple(
        FeedbackEvent(
            event_id=each.event.event_id,
            claim_text=each.event.claim_text or texts.get(each.event.fingerprint, each.event.fingerprint),
            severity=each.event.severity,
            time=each.time.isoformat(),
            validation=each.event.validation,
        )
        for each in stream.events
    )


def _step(stream: FeedbackStream, end: dt.datetime, step: float) -> ReplayStep:
    begin = end - dt.timedelta(days=step)
    first = begin == stream.span[0]  # the very first moment belongs to the first step

    def within(time: dt.datetime | None) -> bool:
        return time is not None and (begin < time <= end or (first and time == begin))

    reviews = [each for each in stream.reviews if within(each.time)]
    reviewed, wrong = sum(each.answers for each in reviews), sum(each.wrong for each in reviews)
    return ReplayStep(
        time=end.isoformat(),
        reviewed=reviewed,
        wrong=wrong,
        rate=wrong / reviewed if reviewed else None,
        interval=wilson(wrong, reviewed) if reviewed else None,
        arrived=sum(within(each.time) and each.event.validation is not None for each in stream.events),
        resolved=sum(within(each.resolved) and each.event.validation is not None for each in stream.events),
        open=sum(
            each.event.validation is not None and each.time <= end and (each.resolved is None or each.resolved > end)
            for each in stream.events
        ),
    )


def wilson(wrong: int, reviewed: int, *, level: float = LEVEL) -> tuple[float, float]:
    """Wilson's score interval of a share, `reviewed` above 0 (E. B. Wilson, 1927)."""
    z = NormalDist().inv_cdf(0.5 + level / 2)
    share, weight = wrong / reviewed, z * z / reviewed
    middle = (share + weight / 2) / (1 + weight)
    reach = z * math.sqrt(share * (1 - share) / reviewed + weight / (4 * reviewed)) / (1 + weight)
    lower = max(0.0, middle - reach) if wrong else 0.0
    return lower, min(1.0, middle + reach) if wrong < reviewed else 1.0


def _index(
    claims: Sequence[LabelledClaim], answer: Answer, rubric: Rubric, feedback: float
) -> tuple[float | None, str | None, bool]:
    """Score, band, and whether a label of feedback holds a floor."""
    risk = assess_risk(claims, rubric, feedback=feedback, request_out_of_scope=answer.request_out_of_scope)
    if risk.index is None:
        return None, None, False
    floor = any(hit.label == "VALIDATED_NEGATIVE_FEEDBACK" for hit in risk.index.floors)
    return risk.index.score, risk.index.band, floor


def _run(played: _Played, rubric: Rubric, ends: Sequence[dt.datetime], base: float | None) -> ReplayRun:
    points = tuple(_point(played, rubric, end) for end in ends)
    raised = [base is not None and point.score is not None and point.score > base for point in points]
    last = max((each.time for each in played.stream.events if each.event.validation is not None), default=None)
    step = (ends[-1] - played.stream.span[0]).total_seconds() / DAY / len(ends)
    return ReplayRun(
        half_life_days=rubric.feedback.half_life_days,
        window_days=rubric.feedback.window_days,
        points=points,
        highest_s_h=max(point.s_h for point in points),
        highest_score=max((point.score for point in points if point.score is not None), default=None),
        raised_days=step * sum(raised),
        raised_after_days=_after(ends, raised, last),
    )


def _after(ends: Sequence[dt.datetime], raised: Sequence[bool], last: dt.datetime | None) -> float | None:
    """Days from the last event to the first step from which on the index is no longer raised."""
    if last is None or not any(raised):
        return 0.0
    if raised[-1]:
        return None
    place = max(number for number, each in enumerate(raised) if each) + 1
    return max(0.0, (ends[place] - last).total_seconds() / DAY)


def _point(played: _Played, rubric: Rubric, end: dt.datetime) -> ReplayPoint:
    window, stream = rubric.feedback, played.stream
    since = end - dt.timedelta(days=window.window_days)
    known = tuple(
        replace(event, resolved=arrived.resolved is not None and arrived.resolved <= end)
        for event, arrived in zip(played.events, stream.events, strict=True)
        if since <= arrived.time <= end
    )
    reviewed = sum(each.answers for each in stream.reviews if since <= each.time <= end)
    score = feedback_score(
        Feedback(reviewed=reviewed, events=known),
        now=end,
        half_life_days=window.half_life_days,
        window_days=window.window_days,
    )
    claims = _with_feedback(played.answer.claims, played.marks, recurrences(score.counted))
    found, band, floor = _index(claims, played.answer, rubric, score.score)
    return ReplayPoint(
        s_h=score.score, score=found, band=band, floor=floor, counted=len(score.counted), reviewed=reviewed
    )


def _with_feedback(
    claims: Sequence[LabelledClaim], marks: Sequence[str], known: dict[str, Recurrence]
) -> list[LabelledClaim]:
    """The claims that people have found wrong with the label that says so."""
    return [
        claim
        if (found := known.get(mark)) is None
        else replace(claim, judgements=(*claim.judgements, feedback_judgement(found)), recurrence=found)
        for claim, mark in zip(claims, marks, strict=True)
    ]


def _warnings(
    stream: FeedbackStream, steps: Sequence[ReplayStep], *, validated: int, on_the_answer: int, base: float | None
) -> Iterable[str]:
    if stream.source == "simulated":
        yield f"the stream is simulated (scenario {stream.name}, seed {stream.seed}): nobody gave this feedback"
    if base is None:
        yield "the answer has no index, so none can rise; s_H and the rates are shown all the same"
    if not any(each.reviewed for each in steps):
        yield "no answer was reviewed: N_reviewed is 0, and the formula divides by 1"
    few = [each for each in steps if 0 < each.reviewed < FEW_REVIEWED]
    if few:
        yield f"steps with fewer than {FEW_REVIEWED} reviewed answers: {len(few)} of {len(steps)}; rates say little"
    if validated < len(stream.events):
        alone = len(stream.events) - validated
        yield f"events that nobody validated: {alone} of {len(stream.events)}; they do not count"
    if validated and not on_the_answer:
        yield "no event is about a claim of this answer: its index moves by s_H alone, and no floor holds"
