"""Numbers decide before any model does: what the evidence must hold, and where it holds another.

A number or date of the claim is borne out where the evidence writes the same digits or a quantity that
is equal at the digits shown. It is contradicted where a piece of the evidence holds all other content
words of the claim and one other number of its kind, and no piece that has the number holds them all.
Dates are only borne out or not: what happened in one year may have happened in another.
"""

import re
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Final, NamedTuple

from claimgauge.evidence import content_words, pieces_of
from claimgauge.gates.binding import without_bound
from claimgauge.quantities import (
    DatePoint,
    Mention,
    NotAQuantity,
    Quantity,
    QuantityTables,
    read_quantities,
    same_quantity,
)

LEAST_WORDS: Final = 2
"""Fewer other content words say too little to be the same statement."""
LEAST_COVER: Final = 0.3
"""The share of the claim's other content words from which on the numbers of a piece are read."""
MOST_READ: Final = 200
"""Most pieces whose numbers are read; of others only digits count that stand there as the claim writes them."""
MOST_WORDS: Final = 40
"""A claim of more words says too much for one number to decide."""
LITTLE_ELSE: Final = 1.5
"""At most so many content words of a piece for each of the claim's: it says the same, and not something more."""
_DIGITS: Final = re.compile(r"\d+(?:[.,]\d+)*")
_YEAR: Final = re.compile("1[0-9]{3}|20[0-9]{2}")
_HAS_DIGIT: Final = re.compile(r"\d")


class Different(NamedTuple):
    """A number of the claim, and the one that the evidence has in its place."""

    claimed: str
    held: str
    evidence_ids: tuple[str, ...]


class NumberCheck(NamedTuple):
    """The numbers of a claim that no evidence bears out, and the one that evidence contradicts, if there is one."""

    missing: tuple[str, ...]
    different: Different | None


def check_numbers(
    claim: str, evidence: Sequence[tuple[tuple[str, ...], str]], tables: QuantityTables, *, locale: str | None = None
) -> NumberCheck:
    """The numbers of a claim against texts, each with the ids that it is from."""
    claimed = _mentions(claim, tables, locale)
    if not claimed:
        return NumberCheck((), None)
    words = frozenset(word for word in content_words(claim) if not _HAS_DIGIT.search(word))
    pieces = [_Piece(ids, piece, tables, locale) for ids, text in evidence for piece in pieces_of(text)]
    covers = [_cover(words, piece.words) for piece in pieces]
    for cover, piece in sorted(zip(covers, pieces, strict=True), key=lambda each: -each[0])[:MOST_READ]:
        piece.is_read = cover >= LEAST_COVER
    missing: list[str] = []
    different: Different | None = None
    for mention in claimed:
        borne = [cover for cover, piece in zip(covers, pieces, strict=True) if piece.bears(mention)]
        if not borne:
            missing.append(mention.text)
        if different is None and LEAST_WORDS <= len(words) <= MOST_WORDS:
            different = _different(mention, len(words) + 1, max(borne, default=0.0), zip(covers, pieces, strict=True))
    return NumberCheck(tuple(missing), different)


def _cover(words: frozenset[str], held: frozenset[str]) -> float:
    return len(words & held) / len(words) if words else 0.0


class _Piece:
    """A piece of evidence; its numbers are read when they are asked for, where it says enough of the claim."""

    is_read = False

    def __init__(self, ids: tuple[str, ...], text: str, tables: QuantityTables, locale: str | None) -> None:
        self.ids = ids
        self.words = frozenset(content_words(text))
        self._digits = frozenset(_DIGITS.findall(text))
        self._text, self._tables, self._locale = text, tables, locale

    @cached_property
    def numbers(self) -> list[Mention]:
        return _mentions(self._text, self._tables, self._locale) if self.is_read else []

    def bears(self, mention: Mention) -> bool:
        """Whether the piece writes all digits of a mention, or a quantity that is equal at the digits shown.

        The digits of a date bear nothing out without its month.
        """
        own = _DIGITS.findall(mention.text)
        written = bool(own) and self._digits.issuperset(own)
        if written and isinstance(mention, DatePoint):
            written = self.words.issuperset(word for word in content_words(mention.text) if word.isalpha())
        return written or any(_same(mention, each) for each in self.numbers)


def _mentions(text: str, tables: QuantityTables, locale: str | None) -> list[Mention]:
    return [each for each in read_quantities(text, tables, locale=locale) if not isinstance(each, NotAQuantity)]


def _same(claimed: Mention, held: Mention) -> bool:
    return same_quantity(without_bound(claimed), without_bound(held), equality="shown").holds


def _different(mention: Mention, words: int, borne: float, pieces: Iterable[tuple[float, _Piece]]) -> Different | None:
    """The number in the mention's place, in a piece that says the same better than any that bears the mention."""
    for cover, piece in pieces:
        if cover == 1 > borne and len(piece.words) <= LITTLE_ELSE * words:
            others = [each for each in piece.numbers if _of_one_kind(mention, each) and not _is_date(each)]
            if len(others) == 1 and not _same(mention, others[0]) and not _same(others[0], mention):
                return Different(mention.text, others[0].text, piece.ids)
    return None


def _is_date(mention: Mention) -> bool:
    """What happens in one year may happen in another too."""
    year = isinstance(mention, Quantity) and mention.dimension == "count" and _YEAR.fullmatch(mention.text)
    return isinstance(mention, DatePoint) or bool(year)


def _of_one_kind(one: Mention, other: Mention) -> bool:
    if isinstance(one, Quantity) and isinstance(other, Quantity):
        return (one.dimension, one.unit) == (other.dimension, other.unit)
    return type(one) is type(other)
