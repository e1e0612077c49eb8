"""A claim that the evidence says word for word, as a sentence of its own."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Final

from claimgauge.evidence import EvidenceNode, text_of

_SPACES: Final = re.compile(r"\s+")
_MARKS: Final = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-"}
)
_BEGINS: Final = re.compile(r"(?:^|[.!?:;\n]\s?[\"')\]]*\s?|[\"(]|(?:^|\s)[-*\u2022]\s?)$")
_ENDS: Final = re.compile(r"[\"')\]]*\s?(?:[.!?;\n]|$)")
_LOOK_BACK: Final = 6


def quoted_from(claim: str, nodes: Iterable[EvidenceNode]) -> tuple[str, ...]:
    """The ids of the nodes that say the claim word for word, in order; case, spaces and kinds of marks aside."""
    wanted = folded(claim).rstrip(".!?; ")
    if not wanted or not any(map(str.isalnum, wanted)):
        return ()
    return tuple(sorted(node.evidence_id for node in nodes if _says(folded(text_of(node)), wanted)))


def folded(text: str) -> str:
    """A text without the differences that mean nothing: forms of characters, quotes, dashes, spaces, case."""
    plain = unicodedata.normalize("NFKC", text).translate(_MARKS)
    return "\n".join(_SPACES.sub(" ", line).strip() for line in plain.splitlines()).casefold().strip()


def _says(text: str, wanted: str) -> bool:
    at = text.find(wanted)
    while at >= 0:
        before, end = text[max(0, at - _LOOK_BACK) : at], at + len(wanted)
        if _BEGINS.search(before if at > _LOOK_BACK else text[:at]) and _ENDS.match(text, end):
            return True
        at = text.find(wanted, at + 1)
    return False
