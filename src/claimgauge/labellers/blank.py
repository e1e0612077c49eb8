"""Evidence that holds nothing: a node that is there, and that nobody could hold a claim against.

A claim that cites such nodes alone cites nothing (field case 2: evidence that is empty or white
space must not score as support).
"""

import unicodedata
from collections.abc import Iterable

from claimgauge.claims import Claim
from claimgauge.evidence import EvidenceNode

NOT_SEEN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
"""Categories of characters that leave no mark: controls, format characters such as zero-width ones, spaces."""


def blank_nodes(nodes: Iterable[EvidenceNode]) -> frozenset[str]:
    """The ids of the nodes that hold nothing; of two nodes with one id the first counts."""
    first: dict[str, EvidenceNode] = {}
    for node in nodes:
        first.setdefault(node.evidence_id, node)
    return frozenset(name for name, node in first.items() if _is_blank(node))


def usable_citations(claim: Claim, blank: frozenset[str]) -> tuple[str, ...]:
    """The evidence that the claim cites, each once, less what names nothing or is known to hold nothing."""
    names = dict.fromkeys(claim.cited_evidence_ids)
    return tuple(name for name in names if name not in blank and _is_seen(name))


def _is_blank(node: EvidenceNode) -> bool:
    texts = (node.content, node.card_id, node.category, *node.fields.values())
    return not any(map(_is_seen, texts))


def _is_seen(value: object) -> bool:
    """Null says that nothing is known; false says something."""
    if isinstance(value, str):
        return any(unicodedata.category(character) not in NOT_SEEN for character in value)
    return value is not None
