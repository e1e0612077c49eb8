"""The page of one case: from the index back to the evidence."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from claimgauge.errors import Problem
from claimgauge.evidence import EvidenceGraph
from claimgauge.feedback import FeedbackEvent
from claimgauge.labels import DIMENSION_NAMES, DIMENSIONS, Dimension
from claimgauge.reports import words
from claimgauge.reports.cited_evidence import cited_evidence
from claimgauge.reports.claim_rows import ClaimRow, claim_rows, failures, in_full, numbers_by_id, rest
from claimgauge.reports.drawings import band_pieces, text_anchor
from claimgauge.reports.floor_rows import floor_rows
from claimgauge.reports.gate_matrix import gate_cells, gates_of, said_by_others
from claimgauge.reports.marked_answer import marked_answer
from claimgauge.reports.marks import slots
from claimgauge.reports.render import render
from claimgauge.reports.routing import (
    id_state,
    notices,
    review_reasons,
    rubric_warnings,
    why_no_index,
    why_no_review,
)
from claimgauge.risk import RiskIndex, Rubric, band_of, score_of
from claimgauge.workflow import Assessment, Case

ID_STATES = {
    "same": "Worked out again for this page, and the same.",
    "other": "Worked out again for this page, and not the same.",
    "not worked out": "Not worked out again for this page: there are too many claims.",
}


def case_page(
    assessment: Assessment,
    case: Case,
    rubric: Rubric,
    *,
    unread: Sequence[Problem] = (),
    evidence: EvidenceGraph | None = None,
) -> str:
    """One self-contained HTML page; everything from the case is shown as text.

    `rubric` is the one that scored. `unread` is what was left out of the case when it was read,
    `evidence` the graph of cases that carry none themselves. The same arguments give the same bytes.
    """
    rows = claim_rows(assessment, case, rubric)
    full = in_full(rows)
    cited = cited_evidence(full, case, assessment, evidence=evidence)
    ran = gates_of(assessment.preset) if assessment.preset else ()
    gates = [(row, gate_cells(row, ran)) for row in full] if assessment.preset else []
    state = id_state(assessment)
    answer = marked_answer(case.answer.text, rows, at_odds=cited.at_odds) if case.answer else None
    return render(
        "case.html.j2",
        assessment=assessment,
        case=case,
        rubric=rubric,
        rows=rows,
        full=full,
        linked={row.number for row in full},
        rest=rest(rows, full),
        cited=cited,
        places=cited.places,
        answer=answer,
        in_answer=answer.marked if answer else frozenset(),
        marks=cited.marks,
        slots=slots(cited.marks),
        gates=ran,
        said_by_others=said_by_others(rows) if assessment.preset else (),
        gate_rows=gates,
        failures=failures(rows),
        reasons=review_reasons(assessment, rows, rubric, unread),
        why_no_review=why_no_review(rubric),
        why_none="" if assessment.index else why_no_index(assessment, rubric),
        rubric_warnings=rubric_warnings(rubric),
        notices=tuple(notices(assessment, case, rows, rubric, state=state)),
        id_state=ID_STATES[state],
        events=_events(assessment, case, rows),
        bounds=tuple(band.up_to for band in rubric.bands),
        words=words,
        **(_index_values(assessment.index, assessment, rows, rubric) if assessment.index else {}),
    )


class EventRow(NamedTuple):
    """One event that counts: None where the case does not hold it."""

    event_id: str
    event: FeedbackEvent | None
    numbers: tuple[int, ...]


class DimensionRow(NamedTuple):
    """One dimension: s_k, w_k and what it adds, w_k s_k."""

    name: Dimension
    meaning: str
    score: float
    weight: float
    adds: float


def _index_values(index: RiskIndex, assessment: Assessment, rows: Sequence[ClaimRow], rubric: Rubric) -> dict[str, Any]:
    """What only a page with an index shows."""
    by_id = numbers_by_id(rows)
    lower = assessment.lower_band
    scores = assessment.dimensions or {}
    dimensions = tuple(_dimension(name, scores, rubric) for name in DIMENSIONS)
    return {
        "index": index,
        "bands": band_pieces(rubric),
        "anchor": text_anchor(index.value),
        "dimensions": dimensions,
        "weights": tuple(rubric.weights.values()),
        "summed": math.fsum(row.adds for row in dimensions),
        "floors": floor_rows(index, rows, by_id, rubric),
        "floors_known": len(rubric.floors),
        "lower_numbers": sorted(number for name in lower.claim_ids for number in by_id.get(name, ())) if lower else (),
        "if_supported": {row.number: _supported(row, rubric) for row in rows if row.assessed.if_supported is not None},
        "lowest_band": index.band == rubric.bands[0].name,
    }


def _dimension(name: Dimension, scores: Mapping[Dimension, float], rubric: Rubric) -> DimensionRow:
    score, weight = scores.get(name, 0.0), rubric.weights[name]
    return DimensionRow(name=name, meaning=DIMENSION_NAMES[name], score=score, weight=weight, adds=weight * score)


def _supported(row: ClaimRow, rubric: Rubric) -> tuple[float, str]:
    """The score and the band of the answer if this claim were supported."""
    value = row.assessed.if_supported or 0.0
    return score_of(value), band_of(value, rubric).name


def _events(assessment: Assessment, case: Case, rows: Sequence[ClaimRow]) -> tuple[EventRow, ...]:
    """The events that count towards s_H, each with the claims that it labels."""
    record = assessment.feedback
    if record is None:
        return ()
    events = {event.event_id: event for event in case.feedback.events} if case.feedback else {}
    named: dict[str, list[int]] = {}
    for row in rows:
        for judgement in row.assessed.judgements:
            for name in judgement.evidence if judgement.label == "VALIDATED_NEGATIVE_FEEDBACK" else ():
                named.setdefault(name, []).append(row.number)
    return tuple(EventRow(name, events.get(name), tuple(named.get(name, ()))) for name in record.counted)
