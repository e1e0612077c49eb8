"""A graph under preset `strict`: the gates with binding, prose and derived values.

Nodes are read when a claim first cites them. A claim is read by the gates in order, and each gives
all its findings, so that one repair can mend them all.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

import msgspec

from claimgauge.claims import Claim
from claimgauge.errors import EvidenceError
from claimgauge.evidence import EvidenceNode, is_blank
from claimgauge.gates.binding import Bound, Stated, Unbound, bind, same_as_field, stated_number
from claimgauge.gates.cells import CellReader, NodeCells
from claimgauge.gates.elsewhere import Elsewhere
from claimgauge.gates.entities import NONE_DECLARED, Declared, declared_entities
from claimgauge.gates.existence import no_citation, unknown_evidence
from claimgauge.gates.finding import ClaimVerdict, Finding, Hint
from claimgauge.gates.hints import ClaimHints, GraphHints, NoHints
from claimgauge.gates.names import NameFinder, Names
from claimgauge.gates.numbers import unbound_number
from claimgauge.gates.prose import Declaration, undeclared_entities, undeclared_numbers
from claimgauge.gates.type_rules import RuleTable, citation_counts, each_once, missing_types, same_entity, stated_fields
from claimgauge.quantities import Value, read_direction, read_quantities

SHOWN = 3
"""Most repeated ids in one message."""


class StrictGraph:
    """One graph under one contract. Made by `Verifier.compile`; checks any number of claims."""

    def __init__(
        self,
        nodes: Sequence[EvidenceNode],
        reader: CellReader,
        rules: RuleTable,
        aliases: Mapping[str, str],
    ) -> None:
        self._nodes = nodes
        self._reader = reader
        self._contract = reader.contract
        self._rules = rules
        self._aliases = aliases
        self._by_id = {node.evidence_id: node for node in nodes}
        if len(self._by_id) < len(nodes):
            raise EvidenceError(_repeated(nodes))
        self._read: dict[str, NodeCells] = {}

    @property
    def repeated_ids(self) -> int:
        """None: under `strict` a graph whose ids repeat is refused."""
        return 0

    def check(self, claims: Iterable[Claim], *, hints: bool = True) -> tuple[ClaimVerdict, ...]:
        """One verdict per claim, in the order of the claims; `hints=False` leaves the hints out.

        Every `claim_type` must be a name of the contract; an unknown one raises KeyError.
        """
        return tuple([self._verdict(claim, hints=hints) for claim in claims])

    def cells(self, evidence_id: str) -> NodeCells | None:
        """A node as it is read, or None where the graph has no such node."""
        found = self._read.get(evidence_id)
        if found is None:
            node = self._by_id.get(evidence_id)
            if node is None:
                return None
            found = self._read[evidence_id] = NodeCells(node, self._reader)
        return found

    def _verdict(self, claim: Claim, *, hints: bool) -> ClaimVerdict:
        examined = _Examination(self, claim, self._rules, hints=hints)
        findings, warnings, normalisations = examined.findings()
        return ClaimVerdict(
            claim_id=claim.claim_id,
            claim_type=claim.claim_type,
            status="rejected" if findings else "verified",
            findings=tuple(findings),
            normalisations=tuple(dict.fromkeys(normalisations)) or msgspec.UNSET,
            warnings=tuple(warnings) or msgspec.UNSET,
        )

    @property
    def reader(self) -> CellReader:
        """How the nodes are read."""
        return self._reader

    @property
    def aliases(self) -> Mapping[str, str]:
        """Alias → entity, as the contract declares them."""
        return self._aliases

    @cached_property
    def all_cells(self) -> tuple[NodeCells, ...]:
        """Every node as it is read."""
        return tuple(cells for name in self._by_id if (cells := self.cells(name)) is not None)

    @cached_property
    def names(self) -> Names:
        """All entities of the graph by their names."""
        return Names([entity for node in self.all_cells for entity in node.entities], self._aliases)

    @cached_property
    def finder(self) -> NameFinder:
        """Finds the names of all entities in prose."""
        return NameFinder([entity for node in self.all_cells for entity in node.names], self._aliases)

    @cached_property
    def elsewhere(self) -> Elsewhere:
        """All numbers of the graph by value."""
        return Elsewhere(self.all_cells, self._reader)

    @cached_property
    def hints(self) -> GraphHints:
        """What would have satisfied a gate."""
        types = {name: node.type for name, node in self._by_id.items()}
        return GraphHints(self._nodes, types, self._contract.entities.from_)


class _Examination:
    """One claim on its way through the gates."""

    def __init__(self, graph: StrictGraph, claim: Claim, rules: RuleTable, *, hints: bool) -> None:
        self._graph = graph
        self._claim = claim
        self._requirements = each_once(rules.requirements[claim.claim_type])
        self._contract = graph.reader.contract
        self._cited = [cells for name in dict.fromkeys(claim.cited_evidence_ids) if (cells := graph.cells(name))]
        self._hint = ClaimHints(graph.hints, claim, self._requirements) if hints else NoHints
        self._normalisations: list[str] = []

    def findings(self) -> tuple[list[Finding], list[Finding], list[str]]:
        """What rejects the claim, what the contract only warns of, and what was normalised."""
        declared = self._entities()
        bound, unbound = self._numbers()
        findings = [*self._existence(), *declared.findings, *unbound, *self._types(declared.bound)]
        prose = self._prose(declared.entities, bound)
        if self._contract.prose.undeclared == "reject":
            return [*findings, *prose], [], self._normalisations
        return findings, prose, self._normalisations

    def _existence(self) -> list[Finding]:
        held = [cells.node.evidence_id for cells in self._cited if not is_blank(cells.node)]
        unknown = unknown_evidence(self._claim.cited_evidence_ids, self._known, hint=self._hint.evidence)
        return unknown or no_citation(held)

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(cells.node.evidence_id for cells in self._cited)

    def _entities(self) -> Declared:
        cited = self._claim.cited_entities
        if not cited:
            return NONE_DECLARED
        of_cited = Names([entity for node in self._cited for entity in node.entities], self._graph.aliases)
        declared = declared_entities(
            cited, of_cited, lambda: self._graph.names, about=self._about, like=self._hint.entity
        )
        self._normalisations += declared.normalisations
        return declared

    def _about(self, entity: str) -> tuple[Hint, ...]:
        return () if self._hint is NoHints else self._graph.hints.about((entity,), frozenset())

    def _numbers(self) -> tuple[list[Bound], list[Finding]]:
        bound: list[Bound] = []
        findings: list[Finding] = []
        derived = [self._graph.reader.value(each.value) for each in self._claim.derived]
        for written in self._claim.cited_numbers:
            if not written:
                continue
            stated = stated_number(written)
            found = bind(stated, self._cited, self._graph.reader)
            if isinstance(found, Bound):
                bound.append(found)
                self._normalisations += found.normalisations
            elif not self._is_derived(found, derived):
                findings.append(unbound_number(found, self._graph.elsewhere.find, self._computed))
        return bound, findings

    def _is_derived(self, missed: Unbound, derived: Sequence[Value | None]) -> bool:
        """Whether a bare number is one that the claim declares as computed."""
        if missed.stated.field:
            return False
        claimed = self._graph.reader.value(missed.stated.text)
        return claimed is not None and any(
            value is not None and same_as_field(claimed, value, None).holds for value in derived
        )

    def _computed(self, _stated: Stated) -> str:
        return ""

    def _types(self, entities: frozenset[str]) -> list[Finding]:
        claim, rule = self._claim, self._contract.claim_types[self._claim.claim_type]
        types = frozenset(cells.node.type for cells in self._cited)
        stated = {stated_number(written).field for written in claim.cited_numbers}
        stated |= {operand.field for each in claim.derived for operand in each.operands}
        return [
            *missing_types(claim.claim_type, types, self._requirements, hint=self._hint.types),
            *citation_counts(claim.claim_type, len(self._known), rule),
            *stated_fields(claim.claim_type, stated, rule),
            *same_entity(self._same_entity(), entities),
        ]

    def _same_entity(self) -> Iterable[tuple[str, str, str]]:
        for cells in self._cited:
            rule = self._contract.nodes.get(cells.node.type)
            for field in rule.same_entity if rule else ():
                value = cells.fields.get(field)
                if isinstance(value, str) and value:
                    yield cells.node.evidence_id, field, value

    def _prose(self, entities: frozenset[str], bound: Sequence[Bound]) -> list[Finding]:
        text, reader = self._claim.text, self._graph.reader
        if self._contract.prose.undeclared == "ignore":
            return []
        named = self._graph.finder.find(text)
        mentions = read_quantities(text, reader.tables, locale=reader.locale)
        if not mentions:
            return undeclared_entities(text, named, entities)
        declared = [
            Declaration(each.claimed, each.cell.value, reader.field_type(each.cell.field), each.opposite)
            for each in bound
        ]
        declared += [Declaration(reader.value(each), None) for each in self._unbound_texts(bound)]
        directions = (
            read_direction(text, reader.tables) if any(each.field and each.field.signed for each in declared) else ()
        )
        reading = undeclared_numbers(text, mentions, named, declared, directions)
        self._normalisations += reading.normalisations
        return [*undeclared_entities(text, named, entities), *reading.findings]

    def _unbound_texts(self, bound: Sequence[Bound]) -> Iterable[str]:
        """Derived values, and cited numbers that were found wrong already: both are declared."""
        found = {each.stated.written for each in bound}
        stated = [stated_number(written).text for written in self._claim.cited_numbers if written not in found]
        return [*stated, *(each.value for each in self._claim.derived)]


def _repeated(nodes: Iterable[EvidenceNode]) -> str:
    counts = Counter(node.evidence_id for node in nodes)
    repeated = sorted(name for name, count in counts.items() if count > 1)
    listed = ", ".join(repr(name[:60]) for name in repeated[:SHOWN])
    more = f" and {len(repeated) - SHOWN} more" if len(repeated) > SHOWN else ""
    return f"nodes: several have the id {listed}{more}; give each node an id of its own"
