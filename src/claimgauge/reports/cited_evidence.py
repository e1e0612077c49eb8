"""The evidence that the claims lean on, with its sources; what is withheld is named and never read."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from claimgauge.claims import Span
from claimgauge.evidence import EvidenceGraph, EvidenceNode, Source
from claimgauge.reports.bearings import MarkedPassage, marked_passage
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
    passage: MarkedPassage | None


class CitedEvidence(NamedTuple):
    """Nodes with their place on the page, ids that are no node, and how many nodes nobody cites."""

    nodes: tuple[NodeRow, ...]
    missing: tuple[tuple[str, tuple[int, ...]], ...]
    withheld: tuple[tuple[str, str, tuple[int, ...]], ...]
    more: int
    uncited: int

    @property
    def places(self) -> dict[str, int]:
        """Evidence id → its place on the page."""
        return {row.evidence_id: row.place for row in self.nodes}

    @property
    def marks(self) -> dict[int, tuple[int, ...]]:
        """Claim number → the places on the page of the passages in which it has a mark."""
        found: dict[int, list[int]] = {}
        for row in self.nodes:
            for number in row.passage.marked if row.passage else ():
                found.setdefault(number, []).append(row.place)
        return {number: tuple(places) for number, places in found.items()}

    @property
    def at_odds(self) -> dict[int, tuple[Span, ...]]:
        """Claim number → the places in the claim's text of numbers that some passage writes differently."""
        found: dict[int, dict[Span, None]] = {}
        for row in self.nodes:
            for number, places in row.passage.claimed.items() if row.passage else ():
                found.setdefault(number, {}).update(dict.fromkeys(places))
        return {number: tuple(places) for number, places in found.items()}


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
    citing: dict[str, list[ClaimRow]] = {}
    for row in rows:
        for name in row.evidence:
            citing.setdefault(name, []).append(row)
    found = [name for name in citing if name in nodes]
    return CitedEvidence(
        nodes=tuple(
            _row(place, nodes[name], sources, withheld, citing[name])
            for place, name in enumerate(found[:NODES], start=1)
        ),
        missing=tuple((name, _numbers(citing[name])) for name in citing if name not in nodes.keys() | withheld.keys()),
        withheld=tuple((name, policy, _numbers(citing.get(name, ()))) for name, policy in withheld.items()),
        more=max(0, len(found) - NODES),
        uncited=len({node.evidence_id for node in graph.nodes}.difference(found)),
    )


def _row(
    place: int,
    node: EvidenceNode,
    sources: Mapping[str, Source],
    withheld: Mapping[str, str],
    rows: Sequence[ClaimRow],
) -> NodeRow:
    policy = withheld.get(node.source_id)
    readable = policy is None
    return NodeRow(
        place=place,
        evidence_id=node.evidence_id,
        node=node if readable else None,
        source=sources.get(node.source_id) if readable else None,
        policy=policy,
        numbers=_numbers(rows),
        passage=marked_passage(node.content, node.evidence_id, rows) if readable and node.content else None,
    )


def _numbers(rows: Sequence[ClaimRow]) -> tuple[int, ...]:
    return tuple(row.number for row in rows)
