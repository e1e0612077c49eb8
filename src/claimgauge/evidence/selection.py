"""Which evidence a labeller sees beside a claim, and which part of it.

Whether a passage is shown depends on the claim and that passage alone (law 4): enough of the claim's
content words stand in it, numbers among them. A passage that shares none is never shown, so an
irrelevant passage more changes nothing. No statistics of the collection take part.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from claimgauge.evidence.content_words import content_words
from claimgauge.evidence.node import EvidenceNode
from claimgauge.evidence.windows import window

LEAST_SHARED: Final = 0.2
"""The share of a claim's content words, at least one, that a passage must hold to be shown."""
MOST_TOGETHER: Final = 8
"""Most passages that are read together."""


class Shown(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One passage beside a claim: `text` is the part that is read, `shared` the content words of the claim in it."""

    evidence_ids: tuple[str, ...]
    text: str
    shared: frozenset[str]


def shown_to(claim: str, nodes: Iterable[EvidenceNode]) -> tuple[Shown, ...]:
    """The passages that are shown, by their ids; a node that holds nothing is never shown."""
    wanted = frozenset(content_words(claim))
    found = (_shown(claim, wanted, node) for node in nodes)
    return tuple(sorted((each for each in found if each is not None), key=lambda each: each.evidence_ids))


def _shown(claim: str, wanted: frozenset[str], node: EvidenceNode) -> Shown | None:
    text = text_of(node)
    if not wanted or len(wanted.intersection(content_words(text))) < max(1, LEAST_SHARED * len(wanted)):
        return None
    part = window(claim, text)
    return Shown(evidence_ids=(node.evidence_id,), text=part, shared=wanted.intersection(content_words(part)))


def together(claim: str, shown: Sequence[Shown]) -> Shown | None:
    """The passages that add words of the claim to those before them, as one text; None where one holds them all.

    The fullest comes first, then each that adds most; ties go to the smaller id.
    """
    left, held, taken = list(shown), frozenset[str](), list[Shown]()
    while left and len(taken) < MOST_TOGETHER:
        best = min(left, key=lambda each: (-len(each.shared - held), each.evidence_ids))
        if not best.shared - held:
            break
        taken.append(best)
        left.remove(best)
        held |= best.shared
    if len(taken) < 2:
        return None
    parts = sorted(taken, key=lambda each: each.evidence_ids)
    text = window(claim, "\n".join(part.text for part in parts))
    ids = tuple(name for part in parts for name in part.evidence_ids)
    return Shown(evidence_ids=ids, text=text, shared=held.intersection(content_words(text)))


def text_of(node: EvidenceNode) -> str:
    """What a node says: its content, or else its names and fields, `Paris. country: France; river: Seine`."""
    if node.content.strip():
        return node.content
    names = ", ".join(filter(None, (node.card_id, node.category)))
    fields = "; ".join(f"{name}: {value}" for name, value in node.fields.items() if value is not None)
    return f"{names}. {fields}" if names and fields else names or fields
