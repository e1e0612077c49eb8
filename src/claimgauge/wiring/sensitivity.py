"""From files of cases, or of assessments, to how much each index depends on what was judged critical."""

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from claimgauge.calibration.criticality import CriticalitySensitivity, criticality_sensitivity
from claimgauge.criticality import CriticalityRules
from claimgauge.readers.assessments import SCHEMA, row_from
from claimgauge.readers.inputs import LIMIT, Input
from claimgauge.readers.rows import placed_inputs, read_input
from claimgauge.risk import Rubric
from claimgauge.wiring.assessors import scoring
from claimgauge.wiring.rubrics import DEFAULT_RUBRIC, builtin_rubric
from claimgauge.workflow import Assess, Assessment, AssessmentRow, CaseRow, Row, assess_row


class Weighed(NamedTuple):
    """A row, what came of it, and the sensitivity of its index; None of an error row.

    `row` is None for an assessment, which holds no texts.
    """

    row: Row | None
    out: AssessmentRow
    sensitivity: CriticalitySensitivity | None


class _Head(msgspec.Struct, frozen=True, gc=False):
    """What tells an assessment from a case."""

    schema: str = ""


_heads = msgspec.json.Decoder(_Head)


def sensitivities(
    paths: Iterable[str],
    *,
    rules: CriticalityRules | None,
    rubric: Rubric | None = None,
    now: dt.datetime | None = None,
    limit: int = LIMIT,
) -> Iterator[Weighed]:
    """A row for each input of the files, in order.

    A case is scored by the labels of its claims, with the `rules`; an assessment is taken as it is, with the
    criticalities that it holds. Without a `rubric` it is the one that the case or the assessment names, of those that
    ship. Raises InputError for an assessment that was changed, or that another rubric scored.
    """
    score = scoring(rubric, now=now, criticality=rules)
    for each, _position in placed_inputs(paths, limit=limit):
        row, out = _assessed(each, score)
        if not isinstance(out, Assessment):
            yield Weighed(row, out, None)
            continue
        chosen = rubric or builtin_rubric(out.rubric.id or DEFAULT_RUBRIC)
        yield Weighed(row, out, criticality_sensitivity(out, chosen))


def _assessed(each: Input, score: Assess) -> tuple[Row | None, AssessmentRow]:
    if not each.fault and _is_assessment(each.raw):
        return None, row_from(each, source=each.fallback_id)
    row, out = assess_row(read_input(each), score)
    return (row if isinstance(row, CaseRow) else None), out


def _is_assessment(raw: bytes) -> bool:
    try:
        return _heads.decode(raw).schema == SCHEMA
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False
