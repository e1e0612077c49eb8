"""Short names for evidence ids and fields, in which nothing of the evidence can hide.

An id of 64 characters costs a model tokens and gets mistyped, and a name out of a record may hold
anything. An alias is a word of the node's type and a number (`fee1`), a name of a field keeps ASCII
letters, digits and underscores. Both depend on the types and ids of the nodes alone, not on their order.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from claimgauge.errors import EvidenceError
from claimgauge.evidence import EvidenceNode

LONGEST_WORD = 16
LONGEST_NAME = 40
_WORD = re.compile(r"[A-Za-z]+")
_OTHER = re.compile(r"[^A-Za-z0-9]+")


def aliased(nodes: Sequence[EvidenceNode]) -> dict[str, EvidenceNode]:
    """Alias → node, in the order of types and ids. Raises EvidenceError for an id that stands for two nodes."""
    count: Counter[str] = Counter()
    found: dict[str, EvidenceNode] = {}
    repeated = [name for name, times in Counter(node.evidence_id for node in nodes).items() if times > 1]
    if repeated:
        raise EvidenceError(f"{min(repeated)[:60]!r} is the id of several nodes; give each node its own")
    for node in sorted(nodes, key=lambda node: (node.type, node.evidence_id)):
        word = _first_word(node.type)
        count[word] += 1
        found[f"{word}{count[word]}"] = node
    return found


def _first_word(kind: str) -> str:
    word = _WORD.search(kind)
    return word[0][:LONGEST_WORD].lower() if word else "node"


def distinct(names: Iterable[str], *, taken: Iterable[str] = ()) -> list[str]:
    """The names in order, each that is taken already with a number behind it."""
    found: list[str] = []
    used = set(taken)
    for name in names:
        number, each = 2, name
        while each in used:
            each, number = f"{name}_{number}", number + 1
        used.add(each)
        found.append(each)
    return found


def plain_name(name: str) -> str:
    """A name in ASCII letters, digits and underscores."""
    return _OTHER.sub("_", name).strip("_")[:LONGEST_NAME].strip("_") or "field"
