"""The first two steps of `assess` by themselves: what goes out of one goes into the next, as a case.

`claims` finds the claims of an answer, `label` judges claims by passages; what comes out of the
second is what `score` reads.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from claimgauge.claims import Claim, Extraction, ProseTables, claims_from
from claimgauge.errors import ClaimgaugeError
from claimgauge.evidence import EvidenceGraph
from claimgauge.labels import Judgement
from claimgauge.workflow.case import SCHEMA, BrokenRow, Case, CaseRow, Row
from claimgauge.workflow.prose import PROSE, ProseReader
from claimgauge.workflow.verdicts import ErrorRow, RowError
from claimgauge.workflow.verify import error_row


class Found(NamedTuple):
    """A case with the claims of its answer, and what of the answer is no claim."""

    case: Case
    extraction: Extraction


class Labelled(NamedTuple):
    """A case whose claims carry labels, and what was said of each."""

    case: Case
    judgements: tuple[tuple[Judgement, ...], ...]


def find_claims(row: CaseRow, tables: ProseTables) -> Found:
    """The claims of the answer in place of none; a case that declares claims, or has no answer, stays as it is."""
    case = _named(row)
    if case.claims or case.answer is None:
        return Found(case, Extraction(claims=(), left_out=(), language="other"))
    extraction = claims_from(case.answer.text, tables)
    claims = [
        Claim(claim_id=f"p{number}", claim_type=PROSE, text=each.text)
        for number, each in enumerate(extraction.claims, start=1)
    ]
    return Found(replace(case, claims=tuple(claims)), extraction)


def label_claims(row: CaseRow, reader: ProseReader, *, evidence: EvidenceGraph | None = None) -> Labelled:
    """Each claim with the labels that passages give it, behind those that it has, and the evidence for them."""
    case = _named(row)
    graph = case.graph
    nodes = graph.nodes or (evidence.nodes if evidence is not None else ())
    said = reader.label([claim.text for claim in case.claims], case.answer.text if case.answer else "", nodes)
    claims = [_with_labels(claim, judged) for claim, judged in zip(case.claims, said, strict=True)]
    return Labelled(replace(case, claims=tuple(claims)), said)


def _named(row: CaseRow) -> Case:
    return replace(row.case, schema=SCHEMA, id=row.id)


def _with_labels(claim: Claim, judged: Sequence[Judgement]) -> Claim:
    cited = [*claim.cited_evidence_ids, *(name for each in judged for name in each.evidence)]
    labels = (*claim.labels, *(each.label for each in judged))
    return replace(claim, labels=labels, cited_evidence_ids=tuple(dict.fromkeys(cited)))


def stage_rows(
    rows: Iterable[Row], step: Callable[[CaseRow], Found | Labelled]
) -> Iterator[tuple[object, Case | ErrorRow]]:
    """What each row became, and the case that goes out; what cannot be read is an error row in its place."""
    for row in rows:
        if isinstance(row, BrokenRow):
            yield row, error_row(row.id, row.problem)
            continue
        try:
            done = step(row)
        except ClaimgaugeError as problem:
            yield row, ErrorRow(id=row.id, error=RowError(place=row.place, message=str(problem)))
        else:
            yield done, done.case
