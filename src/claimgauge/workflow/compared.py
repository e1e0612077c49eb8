"""What a comparison keeps of each row of a run, and of the run as a whole."""

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from msgspec import UNSET

from claimgauge.digests import canonical, canonical_list, digest
from claimgauge.errors import InputError
from claimgauge.labels import Dimension, Label
from claimgauge.risk import RiskIndex
from claimgauge.workflow.assessment import Assessment, AssessmentError, AssessmentRow
from claimgauge.workflow.comparison import ComparedRun, UsedRubric


class Half(NamedTuple):
    """One row of a run: half of a pair. Of an error row only the status says anything, and `review` is None."""

    status: str
    labels: Counter[Label]
    risk: RiskIndex | None = None
    dimensions: dict[Dimension, float] | None = None
    review: bool | None = None
    labelled_share: float | None = None
    claims: int = 0
    graph: str | None = None


class Run(NamedTuple):
    """The rows of a run by the id of their case, and what they have in common."""

    halves: dict[str, Half]
    record: ComparedRun


def run_of(rows: Iterable[AssessmentRow], *, name: str) -> Run:
    """A run from its rows, in any order. Raises InputError where two rows are of one case."""
    halves: dict[str, Half] = {}
    items: list[bytes] = []
    rubrics: Counter[tuple[str, str, bool, str]] = Counter()
    rules: set[str | None] = set()
    used: dict[str, set[str | None]] = {name: set() for name in ("contracts", "policies", "evidence_rules", "presets")}
    for row in rows:
        if row.case_id in halves:
            raise InputError(f"the case {row.case_id!r} stands in it twice; remove one of the two", source=name)
        halves[row.case_id] = _half(row)
        items.append(canonical(row if isinstance(row, AssessmentError) else row.id))
        if isinstance(row, Assessment):
            rubrics[row.rubric.id, row.rubric.version, row.rubric.provisional, row.digests.rubric] += 1
            used["contracts"].add(row.digests.contract)
            used["policies"].add(row.digests.policies)
            used["evidence_rules"].add(row.digests.evidence_rules or None)
            used["presets"].add(row.preset)
            rules.add(None if row.criticality is UNSET else row.criticality.digest)
    status = Counter(half.status for half in halves.values())
    record = ComparedRun(
        digest=digest(canonical_list(items)),
        rows=len(halves),
        assessed=status["assessed"],
        unassessed=status["unassessed"],
        stopped=status["stopped"],
        errors=status["error"],
        rubrics=tuple(_used(*rubric, rows=rubrics[rubric]) for rubric in sorted(rubrics)),
        criticality=_in_order(rules) if any(rules) else UNSET,
        **{key: _in_order(names) for key, names in used.items()},
    )
    return Run(halves, record)


def _in_order(names: Iterable[str | None]) -> tuple[str | None, ...]:
    return tuple(sorted(names, key=lambda name: (name is not None, name or "")))


def _used(rubric: str, version: str, provisional: bool, name: str, *, rows: int) -> UsedRubric:  # noqa: FBT001  # in the order of a tuple
    return UsedRubric(id=rubric, version=version, provisional=provisional, digest=name, rows=rows)


def _half(row: AssessmentRow) -> Half:
    if isinstance(row, AssessmentError):
        return Half("error", Counter())
    labels: Counter[Label] = Counter()
    for claim in row.claims:
        labels.update({judgement.label for judgement in claim.judgements} or {"UNKNOWN"})
    return Half(
        status=row.status,
        labels=labels,
        risk=row.index,
        dimensions=row.dimensions,
        review=row.review,
        labelled_share=row.labelled_share,
        claims=len(row.claims),
        graph=row.digests.graph,
    )
