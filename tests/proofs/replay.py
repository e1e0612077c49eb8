"""What the formula of s_H makes of feedback over time: three simulated streams, over half-lives and windows.

    make prove NAME=replay
    python -m tests.proofs.replay --date 2026-11-30 --seed 7

The streams are simulated and seeded, the answer is examples/feedback/answer.json. Writes
docs/reference/feedback-study.md and the drawings in docs/images; exit code 1 where what is measured is not what
the formula says.
"""

import argparse
import datetime as dt
import itertools
import math
import random
import statistics
import sys

from msgspec.structs import replace

from claimgauge.calibration.feedback_stream import Review, feedback_stream
from claimgauge.calibration.replay import Grid, ReplayStudy, replay
from claimgauge.calibration.simulated_feedback import SCENARIOS, SEVERITIES, simulated_rows
from claimgauge.readers import read_paths
from claimgauge.reports.line_chart import svg_of
from claimgauge.reports.replay_page import index_chart, rate_chart, s_h_chart
from claimgauge.risk import Rubric
from claimgauge.wiring import load_rubric
from claimgauge.wiring.assessors import score
from tests.conftest import ROOT
from tests.proofs import replay_page
from tests.proofs.replay_page import Diluted, Settled

PAGE = ROOT / "docs" / "reference" / "feedback-study.md"
IMAGES = ROOT / "docs" / "images"
CASE = ROOT / "examples" / "feedback" / "answer.json"
CLAIM = "Payments abroad are free."
START = dt.datetime(2026, 1, 5, tzinfo=dt.UTC)
GRID = Grid(half_lives=(30, 90, 180), windows=(90, 180, 365), step=7)
TIMES = (1, 5, 25)
"""How many times as many answers are reviewed, with the same events."""
SETTLED_WEEKS = 26
"""Weeks at the end over which s_H of the even stream is averaged."""
CLOSE = 0.25
"""How far the average may be from what the formula says, as a share of that: the events are few."""


def study_of(name: str, seed: int, *, times: int = 1, grid: Grid = GRID, rubric: Rubric | None = None) -> ReplayStudy:
    """One scenario, replayed for the answer of the example; with `times` as many answers reviewed."""
    rubric = rubric or load_rubric()
    (row,) = read_paths([str(CASE)])
    rows = simulated_rows(SCENARIOS[name], random.Random(seed), start=START, claim_text=CLAIM)  # noqa: S311
    placed = ((f"row {number}", _reviewed(each, times)) for number, each in enumerate(rows, start=1))
    stream = feedback_stream(placed, name=name, source="simulated", seed=seed)
    return replay(stream, score(row, rubric), [claim.text for claim in row.case.claims], rubric, grid=grid)


def _reviewed(row, times: int):
    if not isinstance(row, Review):
        return row
    return Review(schema=row.schema, time=row.time, answers=row.answers * times, wrong=row.wrong)


def factor(half_life: float, window: float) -> float:
    """s_H over the rate of errors times the mean severity, of a stream that is even over the window."""
    decay = math.log(2) / half_life
    return (1 - math.exp(-decay * window)) / (decay * window)


def settled(study: ReplayStudy) -> list[Settled]:
    """What s_H of the even stream settles at, beside what the formula says."""
    scenario = SCENARIOS[study.stream]
    expected = scenario.chance_rate * statistics.fmean(SEVERITIES)
    return [
        Settled(
            half_life=run.half_life_days,
            window=run.window_days,
            factor=factor(run.half_life_days, run.window_days),
            expected=expected * factor(run.half_life_days, run.window_days),
            measured=statistics.fmean(point.s_h for point in run.points[-SETTLED_WEEKS:]),
            edge=0.5 ** (run.window_days / run.half_life_days),
        )
        for run in study.runs
    ]


def diluted(seed: int) -> list[Diluted]:
    """The burst with more and more answers reviewed beside the same events."""
    grid = Grid(half_lives=(90,), windows=(365,), step=7)
    found = []
    for times in TIMES:
        study = study_of("burst", seed, times=times, grid=grid)
        (run,) = study.runs
        found.append(Diluted(times, study.reviewed, study.wrong, run.highest_s_h, run.highest_score or 0.0))
    return found


def without_repeated(seed: int) -> ReplayStudy:
    """The burst under a rubric whose floor looks at unresolved feedback only."""
    rubric = load_rubric()
    floors = tuple(replace(rule, feedback=("unresolved",)) if rule.feedback else rule for rule in rubric.floors)
    grid = Grid(half_lives=(90,), windows=(90, 180, 365), step=7)
    return study_of("burst", seed, grid=grid, rubric=replace(rubric, floors=floors))


def holds(found: list[Settled], thin: list[Diluted]) -> bool:
    """Whether s_H settles where the formula says, and falls as more is reviewed."""
    return all(abs(each.measured - each.expected) <= CLOSE * each.expected for each in found) and all(
        one.highest_s_h > other.highest_s_h for one, other in itertools.pairwise(thin)
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--date", default=dt.datetime.now(dt.UTC).date().isoformat())
    parser.add_argument("--seed", type=int, default=7)
    given = parser.parse_args()
    rubric = load_rubric()
    studies = [study_of(name, given.seed) for name in SCENARIOS]
    even, thin = settled(studies[-1]), diluted(given.seed)
    for study in studies:
        for part, chart in (
            ("index", index_chart(study, rubric, 180)),
            ("s-h-90", s_h_chart(study, 90)),
            ("s-h-365", s_h_chart(study, 365)),
            ("rate", rate_chart(study)),
        ):
            (IMAGES / f"feedback-{study.stream}-{part}.svg").write_text(svg_of(chart), encoding="utf-8")
    page = replay_page.page(studies, even, thin, without_repeated(given.seed), rubric, date=given.date, seed=given.seed)
    PAGE.write_text(page, encoding="utf-8")
    sound = holds(even, thin)
    sys.stdout.write(f"wrote {PAGE.relative_to(ROOT)}: {'holds' if sound else 'DOES NOT HOLD'}\n")
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
