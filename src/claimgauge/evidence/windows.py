"""Which part of a long text is read beside a claim: the pieces that share most words with it.

What an entailment model reads at run time has to be chosen as it was in its training, so both use
this module, which knows no tokenizer: its answer depends on the claim and the text alone.
"""

import re
from collections.abc import Iterable
from typing import Final

from claimgauge.evidence.content_words import content_words

PAIR: Final = 122
"""How many estimated tokens a pair may take: a little under the 128 that the network reads, three of them marks."""
LEAST: Final = 50
"""The text's room in estimated tokens beside the longest claim."""
PIECE: Final = 40
"""A sentence of more words than this is cut into pieces of so many words."""
MOST_PIECES: Final = 122
"""Most pieces that are chosen by what they add; no more could be read."""
_TOKEN: Final = re.compile(r"\w+|[^\w\s]")
_BREAK: Final = re.compile(r"(?<=[.!?;])\s+|\n+")


def window(claim: str, text: str) -> str:
    """The text as it is where the pair fits, otherwise its best pieces in their own order, joined with a space.

    A piece is a sentence, a line, an attribute ended by a semicolon or a row, of at most `PIECE` words. The heading
    of a table (everything up to a second or third piece that begins with `columns:`) is kept first. Then the piece
    that adds most words of the claim not seen yet is taken (the richer one on a tie, then the earlier one), until
    none adds any; then pieces with any shared word, richest first; then the neighbours of what was taken. Whatever
    does not fit in the room that is left is passed over. Where nothing fits, the first words do.
    """
    room = max(PAIR - tokens(claim), LEAST)
    if tokens(text) <= room:
        return text
    pieces = pieces_of(text)
    costs = [tokens(piece) for piece in pieces]
    taken: list[int] = []
    for index in _preference(frozenset(content_words(claim)), pieces, costs, room):
        if costs[index] <= room and index not in taken:
            taken.append(index)
            room -= costs[index]
    return " ".join(pieces[index] for index in sorted(taken)) or pieces[0]


def tokens(text: str) -> int:
    """An estimate of how many word pieces a text takes: one for up to seven letters or four digits, then more."""
    return sum(map(_pieces_of_word, _TOKEN.findall(text)))


def _pieces_of_word(word: str) -> int:
    if word.isdigit():
        return 1 + (len(word) - 1) // 4
    return 1 + max(len(word) - 4, 0) // 4


def pieces_of(text: str) -> list[str]:
    """The sentences, lines, attributes and rows of a text, none longer than `PIECE` words."""
    found: list[str] = []
    for sentence in _BREAK.split(text.strip()):
        words = sentence.split()
        found.extend(" ".join(words[start : start + PIECE]) for start in range(0, len(words), PIECE))
    return found


def _preference(wanted: frozenset[str], pieces: list[str], costs: list[int], room: int) -> Iterable[int]:
    """Positions of pieces, the most wanted first; a position may come twice."""
    shared = [wanted.intersection(content_words(piece)) for piece in pieces]
    order = _heading(pieces)
    missing = wanted.difference(*(shared[index] for index in order))
    left = [index for index in range(len(pieces)) if shared[index] and costs[index] <= room and index not in order]
    while missing and left and len(order) < MOST_PIECES:
        best = max(left, key=lambda index: (len(shared[index] & missing), len(shared[index]), -index))
        if not shared[best] & missing:
            break
        order.append(best)
        left.remove(best)
        missing = missing - shared[best]
    order += sorted(left, key=lambda index: (-len(shared[index]), index))
    neighbours = [near for index in order for near in (index + 1, index - 1) if 0 <= near < len(pieces)]
    return [*order, *neighbours, *range(len(pieces))]


def _heading(pieces: list[str]) -> list[int]:
    for index, piece in enumerate(pieces[:3]):
        if piece.startswith("columns:"):
            return list(range(index + 1))
    return []
