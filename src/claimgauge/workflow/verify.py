"""Verify: declared claims against structured evidence, one case at a time."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec

from claimgauge.claims import Claim
from claimgauge.contract import Contract, Preset
from claimgauge.errors import ClaimgaugeError, Problem
from claimgauge.evidence import EvidenceGraph, EvidenceNode
from claimgauge.gates import CompiledGraph, Verifier
from claimgauge.labellers.records import RecordsLabeller
from claimgauge.labels import Judgement
from claimgauge.quantities import QuantityTables
from claimgauge.workflow.admission import refuse_policies
from claimgauge.workflow.case import BrokenRow, Case, CaseRow, Row
from claimgauge.workflow.verdicts import (
    ContractReference,
    ErrorRow,
    OutRow,
    RowError,
    Summary,
    VerdictRow,
    not_checked,
)

SENTENCE = "SENTENCE"
"""The type of a claim that is a sentence of the answer; no contract has it."""


class SharedEvidence:
    """One graph for many cases: digested and compiled once."""

    def __init__(self, graph: EvidenceGraph, verifier: Verifier) -> None:
        self.graph = graph
        self.nodes = graph.nodes
        self.digest = graph.digest
        self.compiled = verifier.compile(graph.nodes)
        self.warnings = _repeated_ids(self.compiled)


class CaseVerifier:
    """A contract and a preset, ready to turn cases into verdict rows."""

    def __init__(
        self,
        contract: Contract,
        *,
        preset: Preset | None = None,
        evidence: EvidenceGraph | None = None,
        tables: QuantityTables | None = None,
    ) -> None:
        self.verifier = Verifier(contract, preset=preset, tables=tables)
        self._tables = tables
        self._shared_labeller: RecordsLabeller | None = None
        self._not_checked = not_checked(self.verifier.preset, contract.locale)
        self.reference = ContractReference(id=contract.id, version=contract.version, digest=contract.digest)
        self._shared = SharedEvidence(evidence, self.verifier) if evidence is not None else None

    def verify(self, row: CaseRow, graph: EvidenceGraph | None = None) -> VerdictRow:
        """The verdicts on one case; a claim of an unknown type is left out and listed in `unread`.

        With a `graph`, that and no other evidence counts.
        """
        case = row.case
        digest, compiled, warnings = self._evidence(case, graph)
        try:
            verdicts, unread = compiled.check(case.claims), row.unread
        except KeyError:  # a claim type that is written in another case, or that the contract does not have
            claims, unread = self.known_claims(row)
            verdicts = compiled.check(claims)
        rejected = len([verdict for verdict in verdicts if verdict.findings])
        return VerdictRow(
            id=row.id,
            digest=digest,
            preset=self.verifier.preset,
            not_checked=self._not_checked,
            contract=self.reference,
            claims=verdicts,
            unread=unread,
            warnings=row.warnings + warnings,
            summary=Summary(
                claims=len(verdicts),
                verified=len(verdicts) - rejected,
                rejected=rejected,
                unread=len(claims_left_out(unread)) if unread else 0,
            ),
        )

    def _evidence(self, case: Case, only: EvidenceGraph | None) -> tuple[str, CompiledGraph, tuple[str, ...]]:
        given = {"allowed_entities": case.allowed_entities, "allowed_numbers": case.allowed_numbers}
        graph = case.graph if only is None else only
        if self._shared is not None and only is None and not graph.nodes:
            shared = self._shared
            own = case.allowed_entities is not None or case.allowed_numbers is not None
            compiled = self.verifier.compile(shared.nodes, **given) if own else shared.compiled
            return shared.digest, compiled, shared.warnings
        compiled = self.verifier.compile(graph.nodes, **given)
        return graph.digest, compiled, _repeated_ids(compiled)

    def graph_of(self, case: Case) -> EvidenceGraph:
        """The evidence that a case is judged by: its own, or the shared one where it has none."""
        graph = case.graph
        return self._shared.graph if self._shared is not None and not graph.nodes else graph

    def reads_sentences(self, case: Case, nodes: Sequence[EvidenceNode]) -> bool:
        """Whether the records labeller reads the answer of a case over these nodes.

        Not under preset `released`, which reads no prose, and not where no node has fields.
        """
        return self._tables is not None and case.answer is not None and any(node.fields for node in nodes)

    def sentences(self, case: Case, nodes: tuple[EvidenceNode, ...]) -> tuple[tuple[Claim, Judgement], ...]:
        """The sentences of the answer of a case, as claims, each with what the records say of it."""
        if self._tables is None or case.answer is None:
            return ()
        text = case.answer.text
        judged = self._records_labeller(nodes).label(text).sentences
        return tuple(
            (Claim(claim_id=f"s{number}", claim_type=SENTENCE, text=text[each.start : each.end]), each.judgement)
            for number, each in enumerate(judged, start=1)
        )

    def _records_labeller(self, nodes: tuple[EvidenceNode, ...]) -> RecordsLabeller:
        """Shared evidence is compiled once, that of a case for the case."""
        assert self._tables is not None
        if self._shared is None or nodes is not self._shared.nodes:
            return RecordsLabeller(self.verifier.contract, nodes, self._tables)
        if self._shared_labeller is None:
            self._shared_labeller = RecordsLabeller(self.verifier.contract, nodes, self._tables)
        return self._shared_labeller

    def judged_claims(self, row: CaseRow) -> tuple[tuple[int, Claim], ...]:
        """The claims that get a verdict, with their places in the document: those of a type that the contract knows."""
        names = ((place, claim, self.verifier.claim_type(claim.claim_type)) for place, claim in row.numbered_claims())
        return tuple((place, _renamed(claim, name)) for place, claim, name in names if name is not None)

    def known_claims(self, row: CaseRow) -> tuple[tuple[Claim, ...], tuple[Problem, ...]]:
        """Claims under the contract's own names of their types, and all that was left out, in document order."""
        judged = self.judged_claims(row)
        places = {place for place, _claim in judged}
        unknown = [
            self._unknown_type(f"claims[{place}].claimType", claim.claim_type)
            for place, claim in row.numbered_claims()
            if place not in places
        ]
        unread = sorted([*row.unread, *unknown], key=lambda problem: claim_place(problem.place))
        return tuple(claim for _place, claim in judged), tuple(unread)

    def _unknown_type(self, place: str, written: str) -> Problem:
        names = ", ".join(self.verifier.contract.claim_types)
        known = f"contract {self.reference.id} has no claim type {written[:60]!r}, it has {names}"
        message = f"{place}: {known}; the claim was left out"
        return Problem(place=place, code="unknown_claim_type", message=message)


def _renamed(claim: Claim, name: str) -> Claim:
    return claim if name == claim.claim_type else msgspec.structs.replace(claim, claim_type=name)


def _repeated_ids(compiled: CompiledGraph) -> tuple[str, ...]:
    count = compiled.repeated_ids
    return (f"nodes: {count} repeat the id of an earlier node; the first of each counts",) if count else ()


def claim_place(place: str) -> int:
    """Which claim a place such as `claims[3].text` is about."""
    return int(place.removeprefix("claims[").partition("]")[0])


def claims_left_out(unread: Iterable[Problem]) -> dict[int, Problem]:
    """Place → first problem of each claim that was left out; a key that was dropped leaves its claim in."""
    first: dict[int, Problem] = {}
    for problem in unread:
        if problem.code != "unknown_key":
            first.setdefault(claim_place(problem.place), problem)
    return first


def verify_rows(rows: Iterable[Row], verifier_for: Callable[[Case], CaseVerifier]) -> Iterator[tuple[Row, OutRow]]:
    """A row out for each row in, in order; what cannot be read or judged is an error row in its place."""
    for row in rows:
        if isinstance(row, BrokenRow):
            yield row, error_row(row.id, row.problem)
            continue
        try:
            refuse_policies(row.case, "verify")
            yield row, verifier_for(row.case).verify(row)
        except ClaimgaugeError as error:
            yield row, error_row(row.id, Problem(place=row.place, code="wrong_value", message=str(error)))


def error_row(row_id: str, problem: Problem) -> ErrorRow:
    """The row that stands where `problem` made one unreadable."""
    return ErrorRow(id=row_id, error=RowError(place=problem.place, message=problem.message))
