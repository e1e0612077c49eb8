"""From assessed answers and what became of them to the protocol of an empirical fit."""

import datetime as dt
from collections.abc import Iterable
from typing import Final

from claimgauge.calibration.observations import observed
from claimgauge.calibration.outcomes import Found
from claimgauge.calibration.weights.fit import FitAnswer, FitProtocol, FitSettings
from claimgauge.calibration.weights.protocol import Kind
from claimgauge.errors import InputError
from claimgauge.workflow import Assessment, AssessmentRow

DEFAULT_SETTINGS: Final = FitSettings(prior_answers=20.0, iterations=2000, seed=7, level=0.95)
"""The rubric's weights count like twenty answers; provisional, like every constant that a protocol can change."""


def fit_protocol(
    rows: Iterable[AssessmentRow],
    outcomes: Iterable[Found],
    *,
    name: str,
    held: dt.date,
    outcome: str,
    people: Kind = "real",
    settings: FitSettings = DEFAULT_SETTINGS,
) -> FitProtocol:
    """The protocol of every assessed answer whose outcome is known, sorted by case id.

    `outcome` says what harmful means, `people` whether answers and outcomes are real. What was left out, and
    why, stands in the note. Raises InputError as `observed` does, and where no answer is left.
    """
    kept = list(rows)
    found = observed(kept, outcomes)
    if not found.observations:
        raise InputError("no assessed answer has an outcome; a fit needs answers that one is known of", source=name)
    scores = {row.case_id: row.dimensions for row in kept if isinstance(row, Assessment)}
    left_out = {
        "without an outcome": found.without_outcome,
        "with claims whose outcome is open": found.open_claims,
        "without an index": found.without_index,
    }
    told = ", ".join(f"{len(cases)} {why}" for why, cases in left_out.items() if cases)
    return FitProtocol(
        schema="claimgauge.fit/1",
        id=name,
        held=held.isoformat(),
        outcome=outcome,
        people=people,
        note=f"left out: {told}" if told else "",
        settings=settings,
        answers=tuple(
            FitAnswer(
                id=each.case_id,
                scores={dimension: score for dimension, score in (scores[each.case_id] or {}).items() if score},
                harmful=each.harmful,
            )
            for each in found.observations
        ),
    )
