"""Whether the evidence of cases fits together, and is still what it was when its digest was taken."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

import msgspec

from claimgauge.errors import Problem
from claimgauge.evidence import integrity_problems
from claimgauge.workflow.case import BrokenRow, CaseRow, Row

State = Literal["ok", "problems", "changed", "missing", "unreadable"]


class EvidenceCheck(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """One case's evidence. `missing`: a digest was expected of a case that did not come, or the other way round."""

    id: str
    state: State
    digest: str | None = None
    problems: tuple[Problem, ...] = ()


def check_evidence(
    rows: Iterable[Row], *, expected: Mapping[str, str] | None = None, integrity: bool = False
) -> Iterator[EvidenceCheck]:
    """A check for each row in order, then one for each expected id that no row had.

    `expected` is id → digest; `integrity` asks for the problems within the evidence too.
    """
    seen = set()
    for row in rows:
        seen.add(row.id)
        yield _unreadable(row) if isinstance(row, BrokenRow) else _check(row, expected, integrity=integrity)
    for name in sorted((expected or {}).keys() - seen):
        yield EvidenceCheck(id=name, state="missing", problems=(_problem("no case with this id was read"),))


def _check(row: CaseRow, expected: Mapping[str, str] | None, *, integrity: bool) -> EvidenceCheck:
    graph = row.case.graph
    found = graph.digest
    if expected is not None and row.id not in expected:
        return EvidenceCheck(
            id=row.id, state="missing", digest=found, problems=(_problem("no digest was recorded for this id"),)
        )
    if expected is not None and expected[row.id] != found:
        problem = _problem(f"the digest on record is {expected[row.id]}; the evidence is not what it was")
        return EvidenceCheck(id=row.id, state="changed", digest=found, problems=(problem,))
    problems = integrity_problems(graph) if integrity else ()
    return EvidenceCheck(id=row.id, state="problems" if problems else "ok", digest=found, problems=problems)


def _unreadable(row: BrokenRow) -> EvidenceCheck:
    return EvidenceCheck(id=row.id, state="unreadable", problems=(row.problem,))


def _problem(message: str) -> Problem:
    return Problem(place="", code="wrong_value", message=message)
