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
from claimgauge.quantities import ascii_words, plain_numbers

_NEGATIONS = frozenset({"not", "never", "neither", "nor", "hardly", "failed", "without"})
"""A text with such a word is read."""


class StrictGraph:
    """One graph under one contract. Made by `Verifier.compile`; checks any number of claims."""

    def __init__(
        self, nodes: Sequence[EvidenceNode], reader: CellReader, rules: RuleTable, aliases: Mapping[str, str]
    ) -> None:
        self._graph = GraphCells(nodes, reader, aliases)
        self._rules = rules
        self._reader = reader
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
        if claim.derived or claim.claim_type not in self._bare_rules:
            return False
        if not claim.cited_evidence_ids or not (claim.cited_entities or claim.cited_numbers):
            return False
        nodes = [self._graph.node(evidence_id) for evidence_id in claim.cited_evidence_ids]
        held = [node for node in nodes if node is not None and not node.blank]
        if len(held) < len(nodes) or not self._cites_plainly(claim, held, required):
            return False
        literals = self._literals(claim.cited_numbers, held)
        return literals is not None and self._says_plainly(claim, literals)

    @staticmethod
    def _cites_plainly(claim: Claim, nodes: Sequence[NodeCells], required: Iterable[frozenset[str]]) -> bool:
        """Whether types, entities and what goes with the nodes are as they must be, letter by letter."""
        return (
            all([any([node.node.type in types for node in nodes]) for types in required])
            and all([any([entity in node.entities for node in nodes]) for entity in claim.cited_entities])
            and all([node.same_entity.issubset(claim.cited_entities) for node in nodes])
        )

    def _literals(self, cited_numbers: Iterable[str], nodes: Sequence[NodeCells]) -> dict[str, list[NodeCells]] | None:
        """How prose may plainly write the cited numbers, and the nodes that hold each.

        None where a cited number is not plainly a value of a cited node.
        """
        literals: dict[str, list[NodeCells]] = {}
        for written in cited_numbers:
            field, sign, text = written.partition("=")
            if not sign:
                field, text = "", written
            holders = []
            for node in nodes:
                fields = node.plain_fields_of(text)
                if fields and (not field or field in fields):
                    holders.append(node)
                    for name in fields:
                        for mark in self._signs[name]:
                            literals[mark + text] = holders
            if written and not holders:
                return None
            literals[text] = holders
        return literals

    def _says_plainly(self, claim: Claim, literals: dict[str, list[NodeCells]]) -> bool:
        """Whether the prose names declared entities alone, and writes plain numbers alone, each about all of them."""
        if self._contract.prose.undeclared == "ignore":
            return False
        text = claim.text
        if not text.isascii() or "n't" in text:
            return False
        words = ascii_words(text)
        named = {each.entity for each in self._graph.finder.find_among(words, text)}
        if not named.issubset(claim.cited_entities) or not _NEGATIONS.isdisjoint(words):
            return False
        numbers = plain_numbers(text, self._tables, words=words)
        if numbers is None or (numbers and self._reader.field_finder.find_among(words, text)):
            return False
        for each in numbers:
            holders = literals.get(each.money + each.text)
            if not holders or not any([named <= node.entities for node in holders]):
                return False
        return True

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
