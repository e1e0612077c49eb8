"""The page about feedback over time."""

from collections.abc import Sequence
from typing import NamedTuple

import claimgauge
from claimgauge.calibration.replay import ReplayStudy
from claimgauge.calibration.simulated_feedback import SCENARIOS
from claimgauge.reports.replay_page import run_rows
from claimgauge.risk import Rubric
from tests.proofs.page_lines import paragraph, points
from tests.proofs.tatqa_page import table

HEAD = ("half-life", "window", "highest s_H", "highest index", "days raised", "days after the last event")
DRAWINGS = {
    "index": "the index with a window of 180 days",
    "s-h-90": "s_H with a window of 90 days",
    "s-h-365": "s_H with a window of 365 days",
    "rate": "the rate of errors a week, with Wilson's interval",
}


class Settled(NamedTuple):
    """One half-life and window over an even stream: where s_H settles, and what an event weighs as it leaves."""

    half_life: float
    window: float
    factor: float
    expected: float
    measured: float
    edge: float


class Diluted(NamedTuple):
    """So many times as many answers reviewed, with the same events."""

    times: int
    reviewed: int
    wrong: int
    highest_s_h: float
    highest_score: float


def said(text: str) -> list[str]:
    """A paragraph, however it is broken here."""
    return paragraph(" ".join(text.split()))


def page(
    studies: Sequence[ReplayStudy],
    even: Sequence[Settled],
    thin: Sequence[Diluted],
    open_only: ReplayStudy,
    rubric: Rubric,
    *,
    date: str,
    seed: int,
) -> str:
    """The whole page."""
    lines = [
        "# Feedback over time, measured",
        "",
        *said(f"""
            What s_H and the index make of feedback as it comes in, fades and is resolved. Worked out on {date} with
            claimgauge {claimgauge.__version__} and rubric `{rubric.id}` version {rubric.version}, by
            `make prove NAME=replay`."""),
        *said(f"""
            **The streams are simulated** (seed {seed}): nobody gave this feedback. They show what the formula does,
            and not how often people are right. [Replay](replay.md) says how to replay a stream of your own."""),
        "```text",
        "s_H = sum of q · 0.5 ^ (age / half-life) over the validated events of the window, over max(1, N_reviewed)",
        "```",
        "",
        *said("""
            The answer is `examples/feedback/answer.json`: two claims, both supported, so its index without feedback
            is 0. Every week 40 answers are reviewed, for 78 weeks; each wrong one is a validated event of severity
            0.5, 0.75 or 1. Times are in days."""),
    ]
    for study in studies:
        lines += _scenario(study)
    lines += [*_even(even), *_thin(thin), *_weak(rubric, studies, open_only), *_recommendation(even, studies)]
    return "\n".join(lines)


def scenario_row(study: ReplayStudy, number: int) -> tuple[str, ...]:
    """One half-life and window of a scenario, as the page has it."""
    return tuple(run_rows(study)[number])


def _scenario(study: ReplayStudy) -> list[str]:
    lines = [
        f"## `{study.stream}`: {SCENARIOS[study.stream].title}",
        "",
        *said(f"""
            {study.events} events, {study.on_the_answer} of them about a claim of the answer, {study.resolutions}
            resolved; {study.wrong} of {study.reviewed:,} reviewed answers were wrong. Raised means that the index is
            above 0."""),
        table(HEAD, [scenario_row(study, number) for number in range(len(study.runs))]),
    ]
    for part, what in DRAWINGS.items():
        lines += [f"![Scenario {study.stream}, {what}](../images/feedback-{study.stream}-{part}.svg)", ""]
    return lines


def _even(even: Sequence[Settled]) -> list[str]:
    rows = [
        (
            f"{each.half_life:g}",
            f"{each.window:g}",
            f"{each.factor:.2f}",
            f"{each.expected:.4f}",
            f"{each.measured:.4f}",
            f"{each.edge:.0%}",
        )
        for each in even
    ]
    return [
        "## s_H is no rate of errors",
        "",
        *said("""
            Where errors come evenly, s_H settles at rate × mean severity × a factor that has nothing to do with
            quality: the mean of 0.5 ^ (age / half-life) over the window. N_reviewed counts every answer of the window
            in full, and events fade. Under `drizzle` (2 % wrong, mean severity 0.75) the last 26 weeks give:"""),
        table(("half-life", "window", "factor", "s_H by the formula", "s_H measured", "weight left at the edge"), rows),
        *said("""
            The last column is what an event still counts on the day it leaves the window: a fall that nobody's work
            has caused. Values of s_H under two half-lives or two windows cannot be compared."""),
    ]


def _thin(thin: Sequence[Diluted]) -> list[str]:
    head = ("answers", "reviewed", "wrong", "highest s_H", "highest index")
    rows = [
        (
            f"× {each.times}",
            f"{each.reviewed:,}",
            str(each.wrong),
            f"{each.highest_s_h:.4f}",
            f"{each.highest_score:.1f}",
        )
        for each in thin
    ]
    return [
        "## Reviewing more hides the same fault",
        "",
        *said(f"""
            The same events of `burst`, with more answers reviewed beside them (half-life 90, window 365). s_H falls
            as a share must: the same {thin[0].wrong} wrong answers count for next to nothing where enough others are
            looked at. The floor does not dilute."""),
        table(head, rows),
    ]


def _weak(rubric: Rubric, studies: Sequence[ReplayStudy], open_only: ReplayStudy) -> list[str]:
    weight = rubric.weights["H"]
    highest = max(run.highest_s_h for study in studies for run in study.runs)
    floored = sorted({f"{open_only.step_days * sum(point.floor for point in run.points):g}" for run in open_only.runs})
    ours = {f"{studies[0].step_days * sum(p.floor for p in run.points):g}" for run in studies[0].runs}
    drizzle = max(run.highest_score or 0.0 for run in studies[-1].runs)
    items = [
        f"""**The floor does nearly all of it.** s_H has a weight of {weight:g}, so it adds at most {100 * weight:g}
        points; its highest value in all three streams is {highest:.3f}. One unresolved event on a claim of the answer
        lifts the index to 50 at once. Where no event is about the answer, the index moves by at most {drizzle:.1f}
        points (`drizzle`).""",
        f"""**The floor does not fade, it ends.** No half-life changes it. *Repeated* holds for resolved events too:
        after `burst` the answer stays at 50 until the window has passed, and then falls to nearly 0 in one step. The
        floor holds for {", ".join(sorted(ours, key=float))} days, by the window; a floor on *unresolved* alone would
        hold for {" or ".join(floored)} days, whatever the window.""",
        """**Resolving does not change s_H.** A resolved event fades like any other; only *unresolved* of the floor
        looks at it.""",
        """**The beginning is the highest.** While the window fills, N_reviewed is small: the highest s_H of `drizzle`
        stands in its first weeks and is the same for every window.""",
        """**N_reviewed dilutes, and it depends on who counts.** Counting the answers of every system instead of this
        one makes s_H vanish; counting none divides by 1, and one event alone makes s_H its severity.""",
        "**Severity and number are exchanged.** Ten events of severity 0.1 count like one of 1.",
        "**A claim in other words is another claim.** Repeated goes by the fingerprint of its text.",
    ]
    return [
        "## What the formula does, and where it is weak",
        "",
        *points(*(" ".join(item.split()) for item in items)),
    ]


def _recommendation(even: Sequence[Settled], studies: Sequence[ReplayStudy]) -> list[str]:
    chosen = next(each for each in even if (each.half_life, each.window) == (90, 180))
    after = {run.window_days: run.raised_after_days for run in studies[0].runs if run.half_life_days == 90}
    days = ", ".join(
        f"{value:.0f} days with a window of {window:g}" for window, value in after.items() if value is not None
    )
    return [
        "## Recommendation, provisional",
        "",
        *said(f"""
            **Half-life 90 days, window 180 days**, where at least some hundred answers are reviewed in half a year.
            The window is two half-lives, so an event leaves it with {chosen.edge:.0%} of its weight; s_H settles at
            {chosen.factor:.2f} of rate × severity. The window is what matters: after the last event of `burst` the
            answer stays raised for {days}."""),
        *said("""
            Keep 365 days where few answers are reviewed, or where a fault must not be forgotten within the year; take
            90 days only where resolved faults are looked at again by other means, for an event then leaves with half
            its weight. The rubrics that ship keep 90 and 365. None of this rests on real outcomes: it is what the
            formula does to three simulated streams, and a reason to replay your own before you choose."""),
    ]
