"""Verify: declared claims against structured evidence, one case at a time."""

from collections.abc import Callable, Iterable, Iterator

import msgspec

from claimgauge.claims import Claim
from claimgauge.contract import Contract, Preset
from claimgauge.errors import ClaimgaugeError, Problem
from claimgauge.evidence import EvidenceGraph
from claimgauge.gates import CompiledGraph, Verifier
from claimgauge.workflow.case import BrokenRow, Case, CaseRow, Row
from claimgauge.workflow.verdicts import (
    NOT_CHECKED,
    ContractReference,
    ErrorRow,
    OutRow,
    RowError,
    Summary,
    VerdictRow,
)


class SharedEvidence:
    """One graph for many cases: digested and compiled once."""

    def __init__(self, graph: EvidenceGraph, verifier: Verifier) -> None:
        self.digest = graph.digest
        self.compiled = verifier.compile(graph.nodes)
        self.warnings = _repeated_ids(graph)


class CaseVerifier:
    """A contract and a preset, ready to turn cases into verdict rows."""

    def __init__(
        self, contract: Contract, *, preset: Preset | None = None, evidence: EvidenceGraph | None = None
    ) -> None:
        self.verifier = Verifier(contract, preset=preset)
        self.reference = ContractReference(id=contract.id, version=contract.version, digest=contract.digest)
        self._shared = SharedEvidence(evidence, self.verifier) if evidence is not None else None

    def verify(self, row: CaseRow) -> VerdictRow:
        """The verdicts on one case; a claim of an unknown type is left out and listed in `unread`."""
        case = row.case
        graph = case.graph
        digest, compiled, warnings = self._evidence(case, graph)
        claims, unknown = self._known_claims(case)
        verdicts = compiled.check(claims)
        verified = sum([verdict.status == "verified" for verdict in verdicts])
        unread = row.unread + unknown
        return VerdictRow(
            id=row.id,
            digest=digest,
            preset=self.verifier.preset,
            not_checked=NOT_CHECKED[self.verifier.preset],
            contract=self.reference,
            claims=verdicts,
            unread=unread,
            warnings=row.warnings + warnings,
            summary=Summary(
                claims=len(verdicts),
                verified=verified,
                rejected=len(verdicts) - verified,
                unread=_claims_left_out(unread) if unread else 0,
            ),
        )

    def _evidence(self, case: Case, graph: EvidenceGraph) -> tuple[str, CompiledGraph, tuple[str, ...]]:
        if self._shared is not None and not graph.nodes:
            return self._shared.digest, self._shared.compiled, self._shared.warnings
        compiled = self.verifier.compile(
            graph.nodes, allowed_entities=case.allowed_entities, allowed_numbers=case.allowed_numbers
        )
        return graph.digest, compiled, _repeated_ids(graph)

    def judged_claims(self, case: Case) -> tuple[tuple[int, Claim], ...]:
        """The claims that get a verdict, with their places in the case: those of a type that the contract knows."""
        names = ((index, claim, self.verifier.claim_type(claim.claim_type)) for index, claim in enumerate(case.claims))
        return tuple((index, _renamed(claim, name)) for index, claim, name in names if name is not None)

    def _known_claims(self, case: Case) -> tuple[tuple[Claim, ...], tuple[Problem, ...]]:
        """Claims under the contract's own names of their types, and those whose type it does not know."""
        claims, types = case.claims, self.verifier.contract.claim_types
        if all([claim.claim_type in types for claim in claims]):
            return claims, ()
        judged = self.judged_claims(case)
        places = {index for index, _claim in judged}
        unknown = [
            self._unknown_type(f"claims[{index}].claimType", claim.claim_type)
            for index, claim in enumerate(claims)
            if index not in places
        ]
        return tuple(claim for _index, claim in judged), tuple(unknown)

    def _unknown_type(self, place: str, written: str) -> Problem:
        names = ", ".join(self.verifier.contract.claim_types)
        known = f"contract {self.reference.id} has no claim type {written[:60]!r}, it has {names}"
        message = f"{place}: {known}; the claim was left out"
        return Problem(place=place, code="unknown_claim_type", message=message)


def _renamed(claim: Claim, name: str) -> Claim:
    return claim if name == claim.claim_type else msgspec.structs.replace(claim, claim_type=name)


def _repeated_ids(graph: EvidenceGraph) -> tuple[str, ...]:
    count = len(graph.nodes) - len({node.evidence_id for node in graph.nodes})
    return (f"nodes: {count} repeat the id of an earlier node; the first of each counts",) if count else ()


def _claims_left_out(unread: Iterable[Problem]) -> int:
    """A claim with three faults is one claim; a key that was dropped leaves its claim in."""
    return len({problem.place.partition("]")[0] for problem in unread if problem.code != "unknown_key"})


def verify_rows(rows: Iterable[Row], verifier_for: Callable[[Case], CaseVerifier]) -> Iterator[tuple[Row, OutRow]]:
    """A row out for each row in, in order; what cannot be read or judged is an error row in its place."""
    for row in rows:
        if isinstance(row, BrokenRow):
            yield row, error_row(row.id, row.problem)
            continue
        try:
            yield row, verifier_for(row.case).verify(row)
        except ClaimgaugeError as error:
            yield row, error_row(row.id, Problem(place=row.place, code="wrong_value", message=str(error)))


def error_row(row_id: str, problem: Problem) -> ErrorRow:
    """The row that stands where `problem` made one unreadable."""
    return ErrorRow(id=row_id, error=RowError(place=problem.place, message=problem.message))
