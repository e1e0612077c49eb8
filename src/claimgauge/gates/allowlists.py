r"""Entities and numbers that a graph allows, derived from its nodes as the contract says.

Under preset `released` the numbers of a text are every match of `[0-9]+\.?[0-9]*` (ASCII digits):
`$95.` yields `95.`. A field also allows its own text as a whole, so that `1,452.4` can be cited as
it stands.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from operator import attrgetter

from claimgauge.evidence import EvidenceNode

_NUMBER = re.compile(r"[0-9]+\.?[0-9]*")
_DIGITS = b"0123456789"
_KEEP_NUMBERS = bytes(byte if byte in b"0123456789." else ord(" ") for byte in range(256))
NODE_KEYS: dict[str, Callable[[EvidenceNode], str]] = {
    "cardId": attrgetter("card_id"),
    "category": attrgetter("category"),
    "content": attrgetter("content"),
    "evidenceId": attrgetter("evidence_id"),
    "sourceId": attrgetter("source_id"),
    "type": attrgetter("type"),
}


def numbers_in(text: str) -> set[str]:
    """Every number of the released pattern in `text`.

    Everything but digits and dots becomes a space, and what is left splits into the matches; only a
    token that leads with a dot or holds two is given to the pattern itself.
    """
    kept = text.encode(errors="replace").translate(_KEEP_NUMBERS)
    tokens = kept.decode("ascii").split()
    closed_up = " ".join(tokens).encode()
    if b" ." in closed_up or closed_up.startswith(b".") or b".." in closed_up.translate(None, _DIGITS):
        odd = {token for token in tokens if token[0] == "." or token.count(".") > 1}
        return set(tokens).difference(odd).union(*map(_NUMBER.findall, odd))
    return set(tokens)


def derived_entities(nodes: Sequence[EvidenceNode], sources: Iterable[str]) -> set[str]:
    """The texts of the contract's entity sources; the empty text is among them where a node has one."""
    entities: set[str] = set()
    for name in sources:
        entities.update(map(NODE_KEYS[name], nodes) if name in NODE_KEYS else texts_of(nodes, name))
    return entities


def derived_numbers(nodes: Sequence[EvidenceNode], sources: Iterable[str]) -> set[str]:
    """The numbers of the contract's number sources."""
    texts = {name: texts_of(nodes, name) for name in sources}
    numbers = numbers_in(" ".join(chain.from_iterable(texts.values())))
    for name in texts.keys() - NODE_KEYS:
        numbers.update(text for text in texts[name] if _NUMBER.search(text))
    return numbers


def texts_of(nodes: Iterable[EvidenceNode], name: str) -> list[str]:
    """The text of a node key, of a field, or (`*`) of every field; booleans and null are no text."""
    if name in NODE_KEYS:
        return list(map(NODE_KEYS[name], nodes))
    if name == "*":
        return [value for node in nodes for value in node.fields.values() if isinstance(value, str)]
    return [value for node in nodes if isinstance(value := node.fields.get(name), str)]


def texts_with_places(nodes: Sequence[EvidenceNode], name: str) -> tuple[Sequence[int], list[str]]:
    """The same texts, and beside them the places of their nodes."""
    if name in NODE_KEYS:
        return range(len(nodes)), list(map(NODE_KEYS[name], nodes))
    pairs = [(place, text) for place, node in enumerate(nodes) for text in texts_of((node,), name)]
    return [place for place, _text in pairs], [text for _place, text in pairs]


def texts_by_node(nodes: Sequence[EvidenceNode], name: str) -> Iterable[tuple[int, str]]:
    """The same texts, each with the place of its node."""
    return zip(*texts_with_places(nodes, name), strict=True)
