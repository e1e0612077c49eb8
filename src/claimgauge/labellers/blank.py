"""Evidence that holds nothing: a node that is there, and that nobody could hold a claim against.

A claim that cites such nodes alone cites nothing (field case 2: evidence that is empty or white
space must not score as support).
"""

from collections.abc import Iterable

from claimgauge.claims import Claim
from claimgauge.evidence import EvidenceNode, is_blank, is_seen


def blank_nodes(nodes: Iterable[EvidenceNode]) -> frozenset[str]:
    """The ids of the nodes that hold nothing; of two nodes with one id the first counts."""
    first: dict[str, EvidenceNode] = {}
    for node in nodes:
        first.setdefault(node.evidence_id, node)
    return frozenset(name for name, node in first.items() if is_blank(node))


def usable_citations(claim: Claim, blank: frozenset[str]) -> tuple[str, ...]:
    """The evidence that the claim cites, each once, less what names nothing or is known to hold nothing."""
    names = dict.fromkeys(claim.cited_evidence_ids)
    return tuple(name for name in names if name not in blank and is_seen(name))
