"""Denial decides before any model does, where a claim and a piece of evidence otherwise say the same.

Only what is plain: the piece holds all content words of the claim but those that deny, one of the two
denies with `not`, `no` or `never`, and the other does not deny at all. Where the piece is the one that
denies, it must say little else, so that what it denies is what the claim says.
"""

import re
from collections.abc import Iterable
from typing import Final

from claimgauge.evidence import content_words, pieces_of
from claimgauge.labellers.entailment.features import is_negated

LEAST_WORDS: Final = 2
LITTLE_ELSE: Final = 1.25
"""At most so many content words of a denying piece for each of the claim's."""
_DENIES: Final = re.compile(
    r"\b(?:not|no|never|cannot)\b(?! (?:only|just|merely|later|less|more|sure|idea))|n['\u2019]t\b", re.IGNORECASE
)
_ANSWERS: Final = re.compile(
    r"^\W*(?:no|nope|not really|(?:no )?i (?:do|have|am) not)(?:[,.;:]\s+(?:but\b)?|\s+but\b)", re.IGNORECASE
)
"""An answer to a question before the statement itself."""
_DENIALS: Final = frozenset({"never", "cannot", "without", "t"})


def denied_by(claim: str, evidence: Iterable[tuple[tuple[str, ...], str]]) -> tuple[str, ...]:
    """The ids of the texts of which a piece denies what the claim says, or says what it denies; in order."""
    claim = _ANSWERS.sub("", claim)
    words = frozenset(content_words(claim)) - _DENIALS
    if len(words) < LEAST_WORDS:
        return ()
    denies, negated = _denies(claim), is_negated(claim)
    if negated and not denies:
        return ()
    found = {
        name for ids, text in evidence for piece in pieces_of(text) if _opposes(piece, words, denies) for name in ids
    }
    return tuple(sorted(found))


def _opposes(piece: str, words: frozenset[str], denies: bool) -> bool:  # noqa: FBT001  # a fact of the claim
    held = frozenset(content_words(piece)) - _DENIALS
    if not words <= held or denies == _denies(piece):
        return False
    if denies:
        return not is_negated(piece)
    return len(held) <= LITTLE_ELSE * len(words) and "(" not in piece


def _denies(text: str) -> bool:
    return len(_DENIES.findall(text)) == 1
