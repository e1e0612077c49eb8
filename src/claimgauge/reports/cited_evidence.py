"""The evidence that the claims lean on, with its sources; what is withheld is named and never shown."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from claimgauge.evidence import EvidenceGraph, EvidenceNode, Source
from claimgauge.reports.claim_rows import ClaimRow
from claimgauge.workflow import Assessment, Case, said_before

NODES = 200
"""Nodes that a page shows."""


class NodeRow(NamedTuple):
    """A node that claims cite. `policy` is set for one that the principal may not read: then nothing else is shown."""

    place: int
    evidence_id: str
    node: EvidenceNode | None
    source: Source | None
    policy: str | None
    numbers: tuple[int, ...]


class CitedEvidence(NamedTuple):
    """Nodes with their place on the page, ids that are no node, and how many nodes nobody cites."""

    nodes: tuple[NodeRow, ...]
    missing: tuple[tuple[str, tuple[int, ...]], ...]
    more: int
    uncited: int

    @property
    def places(self) -> dict[str, int]:
        """Evidence id → its place on the page."""
        return {row.evidence_id: row.place for row in self.nodes}


def cited_evidence(
    rows: Sequence[ClaimRow], case: Case, assessment: Assessment, *, evidence: EvidenceGraph | None = None
) -> CitedEvidence:
    """What the claims in `rows` cite, in the order in which they cite it. Of two nodes with one id the first counts.

    `evidence` is the graph of cases that carry none themselves.
    """
    graph = evidence if evidence is not None and not case.graph.nodes else case.graph
    nodes = {node.evidence_id: node for node in reversed((*graph.nodes, *said_before(case.request)))}
    sources = {source.source_id: source for source in reversed(graph.sources)}
    withheld = {each.source_id: each.policy_id for each in assessment.withheld}
    citing: dict[str, list[int]] = {}
    for row in rows:
        for name in row.evidence:
            citing.setdefault(name, []).append(row.number)
    found = [name for name in citing if name in nodes]
    return CitedEvidence(
        nodes=tuple(
            _row(place, nodes[name], sources, withheld, citing[name])
            for place, name in enumerate(found[:NODES], start=1)
        ),
        missing=tuple((name, tuple(numbers)) for name, numbers in citing.items() if name not in nodes),
        more=max(0, len(found) - NODES),
        uncited=len({node.evidence_id for node in graph.nodes}.difference(found)),
    )


def _row(
    place: int,
    node: EvidenceNode,
    sources: Mapping[str, Source],
    withheld: Mapping[str, str],
    numbers: Sequence[int],
) -> NodeRow:
    policy = withheld.get(node.source_id)
    return NodeRow(
        place=place,
        evidence_id=node.evidence_id,
        node=None if policy is not None else node,
        source=None if policy is not None else sources.get(node.source_id),
        policy=policy,
        numbers=tuple(numbers),
    )
