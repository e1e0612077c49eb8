"""What a claim may lean on: nodes, edges, sources, and how plain records become nodes."""

from claimgauge.evidence.bearing import Bearing, PassageText, bearing
from claimgauge.evidence.blank import is_blank, is_seen
from claimgauge.evidence.content_words import content_words
from claimgauge.evidence.graph import Edge, EvidenceGraph, evidence_digest
from claimgauge.evidence.integrity import integrity_problems
from claimgauge.evidence.layouts import nodes_of
from claimgauge.evidence.mapping import Mapping, NodeRule
from claimgauge.evidence.node import EvidenceNode, FieldValue, Passage
from claimgauge.evidence.selection import Shown, shown_to, text_of, together
from claimgauge.evidence.source import Access, Source
from claimgauge.evidence.windows import pieces_of, window

__all__ = [
    "Access",
    "Bearing",
    "Edge",
    "EvidenceGraph",
    "EvidenceNode",
    "FieldValue",
    "Mapping",
    "NodeRule",
    "Passage",
    "PassageText",
    "Shown",
    "Source",
    "bearing",
    "content_words",
    "evidence_digest",
    "integrity_problems",
    "is_blank",
    "is_seen",
    "nodes_of",
    "pieces_of",
    "shown_to",
    "text_of",
    "together",
    "window",
]
