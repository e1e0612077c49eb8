"""A graph as the strict gates read it: nodes by id, and what only failures ask for, each built once."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from claimgauge.errors import EvidenceError
from claimgauge.evidence import EvidenceNode
from claimgauge.gates.cells import Cell, CellReader, NodeCells
from claimgauge.gates.elsewhere import Elsewhere
from claimgauge.gates.hints import GraphHints
from claimgauge.gates.name_finder import NameFinder
from claimgauge.gates.names import Names

SHOWN = 3
"""Most repeated ids in one message."""


class GraphCells:
    """The nodes of one graph, read by a contract when they are first asked for.

    `aliases` is alias → entity. Raises EvidenceError for ids that repeat.
    """

    def __init__(self, nodes: Sequence[EvidenceNode], reader: CellReader, aliases: Mapping[str, str]) -> None:
        self.reader = reader
        self.aliases = aliases
        self._nodes = nodes
        self._by_id = {node.evidence_id: node for node in nodes}
        if len(self._by_id) < len(nodes):
            raise EvidenceError(_repeated(nodes))
        self._read: dict[str, NodeCells] = {}

    def node(self, evidence_id: str) -> NodeCells | None:
        """A node as it is read, or None where the graph has no such node."""
        found = self._read.get(evidence_id)
        if found is None:
            node = self._by_id.get(evidence_id)
            if node is None:
                return None
            found = self._read[evidence_id] = NodeCells(node, self.reader)
        return found

    def cell(self, evidence_id: str, field: str) -> Cell | None:
        """A field of a node, or None where there is no such node or field."""
        node = self.node(evidence_id)
        return node.cell(field) if node is not None else None

    @cached_property
    def all_nodes(self) -> tuple[NodeCells, ...]:
        """Every node as it is read."""
        return tuple(cells for name in self._by_id if (cells := self.node(name)) is not None)

    @cached_property
    def names(self) -> Names:
        """All entities of the graph by their names."""
        return Names([entity for node in self.all_nodes for entity in node.entities], self.aliases)

    @cached_property
    def finder(self) -> NameFinder:
        """Finds the names of all entities in prose."""
        if self.reader.entity_fields:
            return NameFinder([entity for node in self.all_nodes for entity in node.names], self.aliases)
        return NameFinder([key(node) for key in self.reader.entity_keys.values() for node in self._nodes], self.aliases)

    @cached_property
    def elsewhere(self) -> Elsewhere:
        """All numbers of the graph by value."""
        return Elsewhere(self.all_nodes, self.reader)

    @cached_property
    def hints(self) -> GraphHints:
        """What would have satisfied a gate."""
        types = {name: node.type for name, node in self._by_id.items()}
        return GraphHints(self._nodes, types, self.reader.contract.entities.from_)


def _repeated(nodes: Iterable[EvidenceNode]) -> str:
    counts = Counter(node.evidence_id for node in nodes)
    repeated = sorted(name for name, count in counts.items() if count > 1)
    listed = ", ".join(repr(name[:60]) for name in repeated[:SHOWN])
    more = f" and {len(repeated) - SHOWN} more" if len(repeated) > SHOWN else ""
    return f"nodes: several have the id {listed}{more}; give each node an id of its own"
