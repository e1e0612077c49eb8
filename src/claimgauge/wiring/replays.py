"""From a stream of feedback and a case to the study of what the case's index would have been, step by step."""

import datetime as dt
import random
from collections import defaultdict, deque
from collections.abc import Sequence
from pathlib import Path
from typing import Final, get_args

from msgspec.structs import replace

from claimgauge.calibration.feedback_stream import FeedbackStream, feedback_stream
from claimgauge.calibration.replay import Grid, ReplayStudy, replay
from claimgauge.calibration.simulated_feedback import ScenarioName, simulated_stream
from claimgauge.errors import InputError
from claimgauge.readers import read_feedback_stream, read_paths
from claimgauge.risk import Rubric
from claimgauge.wiring.assessors import assessing, scoring
from claimgauge.wiring.rubrics import DEFAULT_RUBRIC, builtin_rubric
from claimgauge.wiring.verifying import verifiers
from claimgauge.workflow import Assessment, BrokenRow, CaseRow

START: Final = dt.datetime(2026, 1, 5, tzinfo=dt.UTC)
"""When simulated streams begin."""


def replay_study(
    stream: str | Path,
    case: str | Path,
    *,
    rubric: Rubric | None = None,
    grid: Grid | None = None,
    seed: int | None = None,
) -> ReplayStudy:
    """The study of the only case of a file. With a `seed` the `stream` is the name of a scenario that is simulated.

    A case whose claims carry labels is scored by them; another one is assessed. Feedback that stands in the case is
    left out: the stream takes its place. Raises InputError where something cannot be read or does not fit.
    """
    row = _only_case(str(case))
    chosen = rubric or builtin_rubric(row.case.rubric or DEFAULT_RUBRIC)
    assessment = _assessed(row, chosen)
    texts = _texts(row, assessment)
    if not texts:
        raise InputError("has no claims that feedback could be about; give a case with claims", source=str(case))
    found = _recorded(str(stream)) if seed is None else _simulated(str(stream), seed, texts[0])
    return replay(found, assessment, texts, chosen, grid=grid)


def _only_case(path: str) -> CaseRow:
    rows = list(read_paths([path]))
    if len(rows) != 1:
        raise InputError(f"holds {len(rows)} cases; give a file with one", source=path)
    if isinstance(rows[0], BrokenRow):
        raise InputError(rows[0].problem.message, source=path, place=rows[0].problem.place)
    return replace(rows[0], case=replace(rows[0].case, feedback=None))


def _assessed(row: CaseRow, rubric: Rubric) -> Assessment:
    if any(claim.labels for claim in row.case.claims):
        return scoring(rubric)(row).assessment
    return assessing(verifiers(), rubric)(row).assessment


def _texts(row: CaseRow, assessment: Assessment) -> Sequence[str]:
    """The texts of the claims: as declared, or as found in the answer; empty for one that could not be read."""
    if row.case.claims:
        declared: dict[str, deque[str]] = defaultdict(deque)
        for claim in row.case.claims:
            declared[claim.claim_id].append(claim.text)
        return [texts.popleft() if (texts := declared[each.claim_id]) else "" for each in assessment.claims]
    answer = row.case.answer.text if row.case.answer is not None else ""
    return [each.text or (answer[slice(*each.span)] if each.span else "") for each in assessment.claims]


def _recorded(path: str) -> FeedbackStream:
    return feedback_stream(read_feedback_stream(path), name="stdin" if path == "-" else path)


def _simulated(name: str, seed: int, claim_text: str) -> FeedbackStream:
    known = get_args(ScenarioName)
    for scenario in known:
        if name == scenario:
            chance = random.Random(seed)  # noqa: S311  # a simulation, and no secret
            return simulated_stream(scenario, chance, seed=seed, start=START, claim_text=claim_text)
    raise InputError(f"no scenario {name[:60]!r}; with --simulated the stream is one of {', '.join(known)}")
