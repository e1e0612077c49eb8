"""The first two steps of `assess` by themselves: what goes out of one goes into the next, as a case.

`claims` finds the claims of an answer, `label` judges claims by passages; what comes out of the
second is what `score` reads.
"""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from claimgauge.claims import Claim, Extraction, ProseTables, claims_from
from claimgauge.claims.proposals import ClaimExtractor, ExtractionFailure, ProposedClaims
from claimgauge.errors import ClaimgaugeError, InputError
from claimgauge.evidence import EvidenceGraph
from claimgauge.labels import Judgement
from claimgauge.workflow.admission import refuse_policies
from claimgauge.workflow.case import SCHEMA, BrokenRow, Case, CaseRow, Row
from claimgauge.workflow.prose import PROSE, ProseReader
from claimgauge.workflow.verdicts import ErrorRow, RowError
from claimgauge.workflow.verify import error_row


class Found(NamedTuple):
    """A case with the claims of its answer, and what of the answer is no claim."""

    case: Case
    extraction: Extraction


class Proposed(NamedTuple):
    """A case with the claims that a model found in its answer, and what else the model gave."""

    case: Case
    proposals: ProposedClaims


class Labelled(NamedTuple):
    """A case whose claims carry labels, and what was said of each."""

    case: Case
    judgements: tuple[tuple[Judgement, ...], ...]


Done = Found | Proposed | Labelled


def find_claims(row: CaseRow, tables: ProseTables) -> Found:
    """The claims of the answer in place of none; a case that declares claims, or has no answer, stays as it is."""
    case = _named(row)
    if case.claims or case.answer is None:
        return Found(case, Extraction(claims=(), left_out=(), language="other"))
    extraction = claims_from(case.answer.text, tables)
    return Found(replace(case, claims=_numbered("p", [each.text for each in extraction.claims])), extraction)


def _numbered(letter: str, texts: Sequence[str]) -> tuple[Claim, ...]:
    return tuple(
        Claim(claim_id=f"{letter}{number}", claim_type=PROSE, text=text) for number, text in enumerate(texts, start=1)
    )


def propose_claims(row: CaseRow, extractor: ClaimExtractor) -> Proposed:
    """The claims that a model finds in the answer, in place of none; what the answer does not have is no claim.

    Raises InputError where the model came to nothing, and RuntimeError within a running event loop.
    """
    case = _named(row)
    if case.claims or case.answer is None:
        return Proposed(case, ProposedClaims(extractor="", claims=()))
    found = asyncio.run(extractor.extract(case.answer.text))
    if isinstance(found, ExtractionFailure):
        raise InputError(f"no claims were found: {found.reason}, {found.message}", place="answer")
    return Proposed(replace(case, claims=_numbered("m", [each.text for each in found.claims])), found)


def label_claims(row: CaseRow, reader: ProseReader, *, evidence: EvidenceGraph | None = None) -> Labelled:
    """Each claim with the labels that passages give it, behind those that it has, and the evidence for them."""
    case = _named(row)
    refuse_policies(case, "label")
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


def stage_rows(rows: Iterable[Row], step: Callable[[CaseRow], Done]) -> Iterator[tuple[object, Case | ErrorRow]]:
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
