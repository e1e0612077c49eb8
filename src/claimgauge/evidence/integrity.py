"""Whether evidence fits together: ids that are unique, edges that end somewhere, sources that exist."""

from collections.abc import Iterator

from claimgauge.errors import Problem
from claimgauge.evidence.graph import EvidenceGraph


def integrity_problems(graph: EvidenceGraph) -> tuple[Problem, ...]:
    """Every place where the graph contradicts itself, in document order; none means it fits together."""
    return (*_repeated_ids(graph), *_dangling_edges(graph), *_unknown_sources(graph))


def _repeated_ids(graph: EvidenceGraph) -> Iterator[Problem]:
    seen: set[str] = set()
    for index, node in enumerate(graph.nodes):
        if node.evidence_id in seen:
            message = f"{node.evidence_id!r} is the id of an earlier node too; give each node its own"
            yield Problem(place=f"nodes[{index}].evidenceId", code="wrong_value", message=message)
        seen.add(node.evidence_id)


def _dangling_edges(graph: EvidenceGraph) -> Iterator[Problem]:
    known = {node.evidence_id for node in graph.nodes}
    for index, edge in enumerate(graph.edges):
        for key, end in (("from", edge.from_), ("to", edge.to)):
            if end not in known:
                message = f"no node has the id {end!r}; add the node or remove the edge"
                yield Problem(place=f"edges[{index}].{key}", code="wrong_value", message=message)


def _unknown_sources(graph: EvidenceGraph) -> Iterator[Problem]:
    known = {source.source_id for source in graph.sources}
    for index, node in enumerate(graph.nodes):
        if node.source_id and node.source_id not in known and known:
            message = f"no source has the id {node.source_id!r}; the sources are {', '.join(sorted(known)[:5])}"
            yield Problem(place=f"nodes[{index}].sourceId", code="wrong_value", message=message)
