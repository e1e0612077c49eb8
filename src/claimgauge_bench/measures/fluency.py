"""How a text reads: Flesch's two formulas, sentence length, lexical diversity.

Sources: Flesch, A New Readability Yardstick (1948), for reading ease; Kincaid, Fishburne, Rogers and
Chissom, Derivation of New Readability Formulas for Navy Enlisted Personnel (1975), for the grade.
"""

import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from claimgauge.claims import sentences_of

if TYPE_CHECKING:
    from pyphen import Pyphen  # type: ignore[import-untyped]

_WORD: Final = re.compile(r"[^\W_]+(?:[.,'\u2019][^\W_]+)*")
"""Letters and digits; a point, a comma or an apostrophe within joins, a hyphen parts."""
_LETTERS_OR_DIGIT: Final = re.compile(r"[^\W\d_]+|\d")


class FluencyTotals(NamedTuple):
    """What the measures of several texts are computed from; `diversity` is the sum over `texts` of them."""

    texts: int = 0
    sentences: int = 0
    words: int = 0
    syllables: int = 0
    diversity: float = 0.0


def fluency_totals(claims: Iterable[str]) -> FluencyTotals:
    """The totals of one text that consists of these claims; a text without a word counts as none."""
    given = tuple(claims)
    words = [word for text in given for word in words_of(text)]
    if not words:
        return FluencyTotals()
    return FluencyTotals(
        texts=1,
        sentences=sum(bool(words_of(text[begin:end])) for text in given for begin, end in sentences_of(text)),
        words=len(words),
        syllables=sum(map(syllables, words)),
        diversity=len(set(words)) / len(words),
    )


def words_of(text: str) -> list[str]:
    """The words of a text in lower case; a number is one word."""
    return [each[0].lower() for each in _WORD.finditer(text)]


@cache
def syllables(word: str) -> int:
    """The syllables of a word: the places at which `pyphen` may part it, and one; each digit is one.

    Hyphenation misses some syllables (i-de-a is never parted), so the figures serve to compare texts
    that were counted alike.
    """
    parts = _LETTERS_OR_DIGIT.findall(word)
    return sum(1 if part.isdecimal() else len(_dictionary().positions(part)) + 1 for part in parts)


@cache
def _dictionary() -> "Pyphen":
    from pyphen import Pyphen  # noqa: PLC0415  # of the extra `bench`; only measures of texts need it

    return Pyphen(lang="en_US", left=1, right=1)


def reading_ease(totals: FluencyTotals) -> float | None:
    """206.835 − 1.015 · words / sentences − 84.6 · syllables / words; higher is easier. None without words."""
    if not (totals.words and totals.sentences):
        return None
    return 206.835 - 1.015 * totals.words / totals.sentences - 84.6 * totals.syllables / totals.words


def grade(totals: FluencyTotals) -> float | None:
    """0.39 · words / sentences + 11.8 · syllables / words − 15.59, a year of school. None without words."""
    if not (totals.words and totals.sentences):
        return None
    return 0.39 * totals.words / totals.sentences + 11.8 * totals.syllables / totals.words - 15.59


def sentence_length(totals: FluencyTotals) -> float | None:
    """Words a sentence. None without words."""
    return totals.words / totals.sentences if totals.words and totals.sentences else None


def lexical_diversity(totals: FluencyTotals) -> float | None:
    """The mean over texts of different words / words; it falls as texts grow. None without words."""
    return totals.diversity / totals.texts if totals.texts else None
