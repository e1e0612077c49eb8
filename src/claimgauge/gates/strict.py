"""A graph under preset `strict`: the gates with binding, prose and derived values.

A claim passes plainly when all that it says is what its cited nodes say, letter by letter; any other
claim is examined by the gates, one after the other. That a claim which passes plainly also passes
the gates is a property test.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec

from claimgauge.claims import Claim
from claimgauge.evidence import EvidenceNode
from claimgauge.gates.cells import CellReader, NodeCells
from claimgauge.gates.examination import Examination
from claimgauge.gates.finding import ClaimVerdict
from claimgauge.gates.graph_cells import GraphCells
from claimgauge.gates.type_rules import RuleTable
from claimgauge.quantities import plain_numbers


class StrictGraph:
    """One graph under one contract. Made by `Verifier.compile`; checks any number of claims."""

    def __init__(
        self, nodes: Sequence[EvidenceNode], reader: CellReader, rules: RuleTable, aliases: Mapping[str, str]
    ) -> None:
        self._graph = GraphCells(nodes, reader, aliases)
        self._rules = rules
        self._contract = reader.contract
        self._tables = reader.tables
        self._signs = reader.plain_fields
        self._bare_rules = {
            name
            for name, rule in reader.contract.claim_types.items()
            if not (rule.min_cited or rule.max_cited or rule.requires or rule.forbids)
        }

    @property
    def repeated_ids(self) -> int:
        """None: under `strict` a graph whose ids repeat is refused."""
        return 0

    def check(self, claims: Iterable[Claim], *, hints: bool = True) -> tuple[ClaimVerdict, ...]:
        """One verdict per claim, in the order of the claims; `hints=False` leaves the hints out.

        Every `claim_type` must be a name of the contract; an unknown one raises KeyError.
        """
        return tuple([self._passed(claim) or self._examined(claim, hints=hints) for claim in claims])

    def _passed(self, claim: Claim) -> ClaimVerdict | None:
        """The verdict on a claim that passes plainly; None where it has to be examined."""
        if not self._passes_plainly(claim, self._rules.types[claim.claim_type]):
            return None
        return ClaimVerdict(claim_id=claim.claim_id, claim_type=claim.claim_type, status="verified")

    def _passes_plainly(self, claim: Claim, required: Iterable[frozenset[str]]) -> bool:
        if claim.derived or not claim.cited_evidence_ids or claim.claim_type not in self._bare_rules:
            return False
        nodes: list[NodeCells] = []
        for evidence_id in claim.cited_evidence_ids:
            node = self._graph.node(evidence_id)
            if node is None or node.blank:
                return False
            nodes.append(node)
        for types in required:
            if not any([node.node.type in types for node in nodes]):
                return False
        for entity in claim.cited_entities:
            if not any([entity in node.entities for node in nodes]):
                return False
        if not all([node.same_entity.issubset(claim.cited_entities) for node in nodes]):
            return False
        literals = self._literals(claim.cited_numbers, nodes)
        return literals is not None and self._says_plainly(claim, literals)

    def _literals(self, cited_numbers: Iterable[str], nodes: Sequence[NodeCells]) -> set[str] | None:
        """How prose may plainly write the cited numbers; None where one is not plainly a value of a cited node."""
        literals: set[str] = set()
        for written in cited_numbers:
            field, sign, text = written.partition("=")
            if not sign:
                field, text = "", written
            found = [fields for node in nodes if (fields := node.literals.get(text)) is not None]
            if (not found and written) or (field and not any([field in fields for fields in found])):
                return None
            literals.add(text)
            literals.update([mark + text for fields in found for name in fields for mark in self._signs[name]])
        return literals

    def _says_plainly(self, claim: Claim, literals: set[str]) -> bool:
        """Whether the prose names only declared entities, and only plain numbers that are declared as they stand."""
        if self._contract.prose.undeclared == "ignore":
            return True
        text, declared = claim.text, claim.cited_entities
        named = self._graph.finder.find(text)
        if not all([each.entity in declared for each in named]):
            return False
        numbers = plain_numbers(text, self._tables)
        return numbers is not None and all([each.money + each.text in literals for each in numbers])

    def _examined(self, claim: Claim, *, hints: bool) -> ClaimVerdict:
        findings, warnings, normalisations = Examination(self._graph, claim, self._rules, hints=hints).findings()
        return ClaimVerdict(
            claim_id=claim.claim_id,
            claim_type=claim.claim_type,
            status="rejected" if findings else "verified",
            findings=tuple(findings),
            normalisations=tuple(dict.fromkeys(normalisations)) or msgspec.UNSET,
            warnings=tuple(warnings) or msgspec.UNSET,
        )
