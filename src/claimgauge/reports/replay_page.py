"""The page of a replay: how s_H and the index of an answer moved as feedback came, faded and was resolved."""

import math
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from claimgauge.calibration.replay import ReplayRun, ReplayStudy
from claimgauge.reports.figures import score_text, unit
from claimgauge.reports.line_chart import Chart, Line, line_chart
from claimgauge.reports.render import render
from claimgauge.risk import Rubric

SHOWN: Final = 500
"""Steps that a page lists; all are drawn."""
LEAST_TOP: Final = 0.02
"""What an axis of shares reaches at least; it ends at a multiple."""


class RunRow(NamedTuple):
    """A half-life and a window in words."""

    half_life: str
    window: str
    highest_s_h: str
    highest_score: str
    raised: str
    after: str


def replay_page(study: ReplayStudy, rubric: Rubric) -> str:
    """One self-contained HTML page; the same arguments give the same bytes."""
    return render(
        "replay.html.j2",
        study=study,
        rubric=rubric,
        rows=run_rows(study),
        indices=[index_chart(study, rubric, window) for window in windows_of(study)],
        scores=[s_h_chart(study, window) for window in windows_of(study)],
        rates=rate_chart(study),
        steps=study.steps[:SHOWN],
        without="no index" if study.without is None else score_text(study.without),
    )


def windows_of(study: ReplayStudy) -> tuple[float, ...]:
    """The windows, in their order."""
    return tuple(dict.fromkeys(run.window_days for run in study.runs))


def run_rows(study: ReplayStudy) -> tuple[RunRow, ...]:
    """Each half-life and window in words."""
    return tuple(
        RunRow(
            half_life=f"{run.half_life_days:g}",
            window=f"{run.window_days:g}",
            highest_s_h=unit(run.highest_s_h),
            highest_score="—" if run.highest_score is None else score_text(run.highest_score),
            raised=f"{run.raised_days:,.0f}",
            after="still at the end" if run.raised_after_days is None else f"{run.raised_after_days:,.0f}",
        )
        for run in study.runs
    )


def index_chart(study: ReplayStudy, rubric: Rubric, window: float) -> Chart:
    """The score for each half-life of one window, between the bounds of the bands."""
    bounds = [0.0, *(band.up_to for band in rubric.bands)]
    lines = [Line(_name(run), [point.score for point in run.points]) for run in _of(study, window)]
    return line_chart(f"Index, window of {window:g} days", lines, _days(study), most=100.0, marks=bounds)


def s_h_chart(study: ReplayStudy, window: float) -> Chart:
    """s_H for each half-life of one window."""
    lines = [Line(_name(run), [point.s_h for point in run.points]) for run in _of(study, window)]
    top = _top(run.highest_s_h for run in study.runs)
    return line_chart(f"s_H, window of {window:g} days", lines, _days(study), most=top)


def rate_chart(study: ReplayStudy) -> Chart:
    """The rate of errors of each step, with the bounds of its interval."""
    found = [each.interval for each in study.steps]
    lines = [
        Line("rate", [each.rate for each in study.steps]),
        Line("interval, lower", [None if each is None else each[0] for each in found]),
        Line("interval, upper", [None if each is None else each[1] for each in found]),
    ]
    top = _top(each[1] for each in found if each is not None)
    return line_chart("Rate of errors, step by step", lines, _days(study), most=top)


def _of(study: ReplayStudy, window: float) -> Sequence[ReplayRun]:
    return [run for run in study.runs if run.window_days == window]


def _name(run: ReplayRun) -> str:
    return f"half-life {run.half_life_days:g}"


def _days(study: ReplayStudy) -> list[str]:
    return [each.time[:10] for each in study.steps]


def _top(values: Iterable[float]) -> float:
    """What an axis reaches: the largest value, rounded up."""
    parts = math.ceil(max(values, default=0.0) / LEAST_TOP)
    return min(1.0, max(LEAST_TOP, round(parts * LEAST_TOP, 2)))
