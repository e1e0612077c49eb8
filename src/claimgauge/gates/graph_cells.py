"""A graph as the strict gates read it: nodes by id, and what only failures ask for, each built once."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final

from claimgauge.errors import EvidenceError
from claimgauge.evidence import EvidenceNode
from claimgauge.gates.cells import Cell, CellReader
from claimgauge.gates.elsewhere import Elsewhere
from claimgauge.gates.hints import GraphHints
from claimgauge.gates.name_finder import NameFinder
from claimgauge.gates.names import Names
from claimgauge.gates.node_cells import NodeCells

SHOWN = 3
"""Most repeated ids in one message."""


class _Read(dict[str, NodeCells | None]):
    """Id → a node, read when it is first asked for; None, which is not kept, where there is none."""

    def __init__(self, by_id: Mapping[str, EvidenceNode], reader: CellReader) -> None:
        super().__init__()
        self._by_id = by_id
        self._reader = reader

    def __missing__(self, evidence_id: str) -> NodeCells | None:
        node = self._by_id.get(evidence_id)
        if node is None:
            return None
        found = self[evidence_id] = NodeCells(node, self._reader)
        return found


class GraphCells:
    """The nodes of one graph, read by a contract when they are first asked for.

    `node` gives the node of an id as it is read, or None where the graph has no such node.
    Raises EvidenceError for ids that repeat.
    """

    def __init__(self, nodes: Sequence[EvidenceNode], reader: CellReader) -> None:
        self.reader = reader
        self._nodes = nodes
        self._by_id = {node.evidence_id: node for node in nodes}
        if len(self._by_id) < len(nodes):
            raise EvidenceError(_repeated(nodes))
        self.node: Final[Callable[[str], NodeCells | None]] = _Read(self._by_id, reader).__getitem__

    def cell(self, evidence_id: str, field: str) -> Cell | None:
        """A field of a node, or None where there is no such node or field."""
        node = self.node(evidence_id)
        return node.cell(field) if node is not None else None

    @cached_property
    def all_nodes(self) -> tuple[NodeCells, ...]:
        """Every node as it is read."""
        return tuple([cells for name in self._by_id if (cells := self.node(name)) is not None])

    @cached_property
    def entities(self) -> frozenset[str]:
        """All entities of the graph."""
        if self.reader.entity_fields:
            return frozenset().union(*[node.entities for node in self.all_nodes])
        return frozenset([text for key in self.reader.entity_getters for node in self._nodes if (text := key(node))])

    @cached_property
    def names(self) -> Names:
        """All entities of the graph by their names."""
        return Names(self.entities, self.reader.aliases)

    @cached_property
    def finder(self) -> NameFinder:
        """Finds the names of all entities in prose."""
        if "*" in self.reader.entity_fields:
            return self.reader.finder(frozenset().union(*[node.names for node in self.all_nodes]))
        return self.reader.finder(self.entities)

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
