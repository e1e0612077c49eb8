"""Claims that a source lacks something: contradicted where the evidence has it after all.

That a text is silent cannot be shown by one passage, so such a claim is never SUPPORTED here: what is
not contradicted is UNKNOWN.
"""

from collections.abc import Iterable
from typing import Final

from claimgauge.evidence import EvidenceNode, content_words, pieces_of, text_of

HELD: Final = 0.8
"""The share of the words for what is said to be lacking that one piece must hold."""
_FRAME: Final = frozenset(
    content_words(
        "absent address answer article available cannot contain contained content context contract cover data "
        "describe described detail determine disclose discuss document does evidence excerpt explain explicit "
        "explicitly fact file find found give given handbook include included including indicate information "
        "lack lacking list listed material mention mentioned missing name nothing passage policy present "
        "provide provided record reference relevant report say section silent source specific specified "
        "specify state stated text there unable unclear website"
    )
)
"""Words that say that something is lacking, and where."""


def stated_after_all(claim: str, nodes: Iterable[EvidenceNode]) -> tuple[str, ...]:
    """The ids of the nodes with a piece that holds what the claim says is lacking, in order."""
    lacking = frozenset(content_words(claim)) - _FRAME
    if not lacking:
        return ()
    return tuple(sorted(node.evidence_id for node in nodes if _holds(text_of(node), lacking)))


def _holds(text: str, lacking: frozenset[str]) -> bool:
    return any(len(lacking.intersection(content_words(piece))) >= HELD * len(lacking) for piece in pieces_of(text))
