"""Evidence that holds nothing: a node that is there, and that nobody could hold a claim against."""

import unicodedata

from claimgauge.evidence.node import EvidenceNode

NOT_SEEN = frozenset({"Cc", "Cf", "Zs", "Zl", "Zp"})
"""Categories of characters that leave no mark: controls, format characters such as zero-width ones, spaces."""


def is_blank(node: EvidenceNode) -> bool:
    """Whether a node holds nothing that can be seen; its id and type say nothing of the world."""
    if node.content[:1].isalnum():
        return False
    texts = (node.content, node.card_id, node.category, *node.fields.values())
    return not any(map(is_seen, texts))


def is_seen(value: object) -> bool:
    """Null says that nothing is known; false says something."""
    if isinstance(value, str):
        return any(unicodedata.category(character) not in NOT_SEEN for character in value)
    return value is not None
