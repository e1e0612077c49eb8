"""A sign that differs decides before any model does: the claim says up, the evidence the same thing down.

Only what is plain: claim and piece have one word of direction each, the two point against each other,
neither denies, and the piece holds all other content words of the claim and little else.
"""

from collections.abc import Iterable
from typing import NamedTuple

from claimgauge.evidence import content_words, pieces_of
from claimgauge.labellers.entailment.features import is_negated
from claimgauge.labellers.entailment.polarity import LEAST_WORDS, LITTLE_ELSE
from claimgauge.quantities import QuantityTables, read_direction

OPPOSITE = {"up": "down", "down": "up"}


class _Turn(NamedTuple):
    """Which way a text says that something went, and its content words beside that."""

    direction: str
    words: frozenset[str]


def turned_by(claim: str, evidence: Iterable[tuple[tuple[str, ...], str]], tables: QuantityTables) -> tuple[str, ...]:
    """The ids of the texts of which a piece says that it went the other way; in order."""
    said = _turn(claim, tables)
    if said is None or said.direction not in OPPOSITE or len(said.words) < LEAST_WORDS:
        return ()
    found = {name for ids, text in evidence for piece in pieces_of(text) if _turns(piece, said, tables) for name in ids}
    return tuple(sorted(found))


def _turns(piece: str, said: _Turn, tables: QuantityTables) -> bool:
    held = _turn(piece, tables)
    return (
        held is not None
        and held.direction == OPPOSITE[said.direction]
        and said.words <= held.words
        and len(held.words) <= LITTLE_ELSE * len(said.words)
    )


def _turn(text: str, tables: QuantityTables) -> _Turn | None:
    found = read_direction(text, tables)
    if len(found) != 1 or is_negated(text):
        return None
    (word,) = found
    return _Turn(word.direction, frozenset(content_words(f"{text[: word.start]} {text[word.end :]}")))
