"""What a claim may lean on: nodes, edges, sources, and how plain records become nodes."""

from claimgauge.evidence.blank import is_blank, is_seen
from claimgauge.evidence.graph import Edge, EvidenceGraph, evidence_digest
from claimgauge.evidence.integrity import integrity_problems
from claimgauge.evidence.mapping import Mapping, NodeRule
from claimgauge.evidence.node import EvidenceNode, FieldValue, Passage
from claimgauge.evidence.source import Access, Source

__all__ = [
    "Access",
    "Edge",
    "EvidenceGraph",
    "EvidenceNode",
    "FieldValue",
    "Mapping",
    "NodeRule",
    "Passage",
    "Source",
    "evidence_digest",
    "integrity_problems",
    "is_blank",
    "is_seen",
]
