"""The numbers of a node that preset `released` allows: canonical strings out of the contract's sources."""

import re
from collections.abc import Callable, Mapping

from claimgauge.contract.contract import Contract
from claimgauge.evidence import EvidenceNode

NODE_KEYS: Mapping[str, Callable[[EvidenceNode], str]] = {
    "cardId": lambda node: node.card_id,
    "category": lambda node: node.category,
    "sourceId": lambda node: node.source_id,
    "type": lambda node: node.type,
}
"""Node keys that may be a source of entities or numbers."""
_RELEASED_NUMBER = re.compile(r"[0-9]+\.?[0-9]*")
_LONE_NUMBER = re.compile(r"(?<![\w-])(?<![0-9][.,])[0-9]+(?:\.[0-9]+)?(?![\w-]|[.,][0-9])")


def allowed_numbers(node: EvidenceNode, contract: Contract) -> frozenset[str]:
    """The strings that may be cited as numbers because of this node."""
    texts: list[str] = []
    whole: list[str] = []
    for source in contract.numbers.from_:
        if source in NODE_KEYS:
            texts.append(NODE_KEYS[source](node))
        elif source == "content":
            texts.append(node.content)
        else:
            held = node.fields.values() if source == "*" else (node.fields.get(source),)
            whole += [value for value in held if isinstance(value, str) and _RELEASED_NUMBER.search(value)]
    return frozenset((*whole, *(number for text in (*texts, *whole) for number in _RELEASED_NUMBER.findall(text))))


def lone_numbers(node: EvidenceNode, contract: Contract) -> list[str]:
    """The allowed numbers that stand alone in the content, in order; those within words and dates are none."""
    if "content" not in contract.numbers.from_:
        return []
    allowed = frozenset(_RELEASED_NUMBER.findall(node.content))
    return [text for text in dict.fromkeys(_LONE_NUMBER.findall(node.content)) if text in allowed]
