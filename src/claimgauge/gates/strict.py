"""A graph under preset `strict`: the gates with binding, prose and derived values.

A claim passes plainly when all that it says is what its cited nodes say, letter by letter; any other
claim is examined by the gates, one after the other, which pass over what was read plainly. That both
ways come to the same verdict is a property test.
"""

from collections.abc import Iterable, Sequence

import msgspec

from claimgauge.claims import Claim
from claimgauge.evidence import EvidenceNode
from claimgauge.gates.cells import CellReader
from claimgauge.gates.examination import Examination
from claimgauge.gates.finding import ClaimVerdict
from claimgauge.gates.graph_cells import GraphCells
from claimgauge.gates.node_cells import NodeCells
from claimgauge.gates.plain_prose import PlainProse, PlainReading
from claimgauge.gates.type_rules import RuleTable


class StrictGraph:
    """One graph under one contract. Made by `Verifier.compile`; checks any number of claims."""

    def __init__(self, nodes: Sequence[EvidenceNode], reader: CellReader, rules: RuleTable) -> None:
        self._graph = GraphCells(nodes, reader)
        self._rules = rules
        self._prose = PlainProse(self._graph)
        self._bare_rules = reader.bare_rules
        self._same_entity = reader.same_entity

    @property
    def repeated_ids(self) -> int:
        """None: under `strict` a graph whose ids repeat is refused."""
        return 0

    def check(self, claims: Iterable[Claim], *, hints: bool = True) -> tuple[ClaimVerdict, ...]:
        """One verdict per claim, in the order of the claims; `hints=False` leaves the hints out.

        Every `claim_type` must be a name of the contract; an unknown one raises KeyError.
        """
        return tuple([self._verdict(claim, hints=hints) for claim in claims])

    def _verdict(self, claim: Claim, *, hints: bool) -> ClaimVerdict:
        cited = claim.cited_evidence_ids
        held = [node for node in map(self._graph.node, cited) if node is not None and not node.blank]
        reading = self._prose.read(claim, held)
        if (
            reading.numbers
            and reading.named is not None
            and held
            and len(held) == len(cited)
            and self._cites_plainly(claim, held)
        ):
            return ClaimVerdict(claim_id=claim.claim_id, claim_type=claim.claim_type, status="verified")
        return self._examined(claim, reading, hints=hints)

    def _cites_plainly(self, claim: Claim, nodes: Sequence[NodeCells]) -> bool:
        """Whether types, entities and what goes with the nodes are as they must be, letter by letter."""
        cited = claim.cited_entities
        if claim.claim_type not in self._bare_rules or not (cited or claim.cited_numbers):
            return False
        for types in self._rules.types[claim.claim_type]:
            for node in nodes:
                if node.node.type in types:
                    break
            else:
                return False
        for entity in cited:
            for node in nodes:
                if entity in node.entities:
                    break
            else:
                return False
        return not self._same_entity or all([node.same_entity.issubset(cited) for node in nodes])

    def _examined(self, claim: Claim, reading: PlainReading, *, hints: bool) -> ClaimVerdict:
        examination = Examination(self._graph, claim, self._rules, reading=reading, hints=hints)
        findings, warnings, normalisations = examination.findings()
        return ClaimVerdict(
            claim_id=claim.claim_id,
            claim_type=claim.claim_type,
            status="rejected" if findings else "verified",
            findings=tuple(findings),
            normalisations=tuple(dict.fromkeys(normalisations)) or msgspec.UNSET,
            warnings=tuple(warnings) or msgspec.UNSET,
        )
