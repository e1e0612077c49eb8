"""Where the names of entities stand in a text.

A name is found word by word, whatever joins its words: `north-shop` stands in `North Shop`, in
`north–shop` and in full-width letters. Case means nothing, except for a name of one ordinary word
(`GAS`, `warfarin`): that one is found as it is written, with a capital at its start, and in capitals,
so that other words are not taken for names. Words that mix letters of several scripts are given
apart: they may look like a name and be none.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from claimgauge.gates.names import ZERO_WIDTH
from claimgauge.quantities import ascii_words

_WORD = re.compile(r"[^\W_]+(?:[\u0300-\u036f\u200b-\u200d\u2060\ufeff\u00ad]+[^\W_]*)*")
"""Letters and digits, with the marks and the characters without width that stand among them."""
_JOINED = re.compile(r"[\s\-\u2010-\u2015\u2212\uff0d\ufe63\uff06_*'\u2019`~.&/]{0,3}")
"""What may stand between two words of one name."""
LONGEST_NAME = 12
"""Words; a longer text is a text and no name."""


class Named(NamedTuple):
    """A name in a text, and the entity that it stands for."""

    start: int
    end: int
    entity: str


class NamesIn(NamedTuple):
    """The names of a text in order, and where they begin."""

    named: tuple[Named, ...]
    starts: tuple[int, ...]

    def holds(self, start: int, end: int) -> bool:
        """Whether a span lies within one of the names."""
        index = bisect_right(self.starts, start) - 1
        return index >= 0 and end <= self.named[index].end

    def within(self, start: int, end: int) -> tuple[Named, ...]:
        """The names that lie within a span."""
        first = bisect_left(self.starts, start)
        return tuple([each for each in self.named[first : bisect_left(self.starts, end)] if each.end <= end])


class Form(NamedTuple):
    """A name as its folded words; `spelt` holds the ways in which a name of one ordinary word may be written."""

    words: tuple[str, ...]
    spelt: frozenset[str]


_OfLength = tuple[tuple[int, Mapping[tuple[str, ...], list[tuple[frozenset[str], str]]]], ...]
"""Names by their number of words, the longest first: the words → how one may be spelt, and the entity."""


class NameFinder:
    """Finds the names of some entities in a text; time grows with the text.

    Names that the contract declares count whether or not the graph holds them: an entity that is
    not there is not what the evidence is about.
    """

    __slots__ = ("_by_first",)

    def __init__(self, entities: Iterable[str], aliases: Mapping[str, str]) -> None:
        by_first: dict[str, dict[int, dict[tuple[str, ...], list[tuple[frozenset[str], str]]]]] = {}
        known = {**aliases, **{entity: entity for entity in (*aliases.values(), *entities)}}
        for name, entity in known.items():
            form = form_in_prose(name)
            if form is not None:
                words = form.words
                of_length = by_first.setdefault(words[0], {}).setdefault(len(words), {})
                of_length.setdefault(words, []).append((form.spelt, entity))
        self._by_first = {
            first: tuple(lengths.items()) if len(lengths) == 1 else tuple(sorted(lengths.items(), reverse=True))
            for first, lengths in by_first.items()
        }

    @property
    def finds(self) -> bool:
        """Whether there is any name to be found."""
        return bool(self._by_first)

    def find(self, text: str) -> list[Named]:
        """The names in order, none over another; of two that begin at one place the longer."""
        if text.isascii():
            return self.find_among(ascii_words(text), text)
        keys = list(map(folded_word, _WORD.findall(text)))
        begins = self._begins(keys)
        return self._find(begins, keys, text, [each.span() for each in _WORD.finditer(text)]) if begins else []

    def find_among(self, words: list[str], text: str) -> list[Named]:
        """The same for an ASCII text whose words are known."""
        begins = self._begins(words)
        return self._find(begins, words, text, _places(words, text)) if begins else []

    def at_most(self, words: list[str], text: str) -> frozenset[str]:
        """The entities that an ASCII text may name, given its words: those that it names, and maybe more."""
        by_first = self._by_first
        found: list[str] = []
        index, after = -1, 0
        for first in filter(by_first.__contains__, words):
            index = words.index(first, index + 1)
            if index < after:  # within another name: only a close look tells
                return frozenset([each.entity for each in self.find_among(words, text)])
            for count, of_words in by_first[first]:
                for spelt, entity in of_words.get(tuple(words[index : index + count]), ()):
                    if not spelt or any(map(text.__contains__, spelt)):
                        found.append(entity)
                        after = index + count
                if index < after:
                    break
        return frozenset(found)

    def _begins(self, keys: list[str]) -> list[int]:
        by_first = self._by_first
        return [index for index, key in enumerate(keys) if key in by_first]

    def _find(self, begins: list[int], keys: list[str], text: str, places: list[tuple[int, int]]) -> list[Named]:
        found: list[Named] = []
        after = 0
        for index in begins:
            if index >= after:
                start, end = places[index]
                entity, count = _longest_at(index, keys, text[start:end], self._by_first[keys[index]])
                if count and (count == 1 or self._is_joined(text, places[index : index + count], entity)):
                    after = index + count
                    found.append(Named(start, places[after - 1][1], entity))
        return found

    @staticmethod
    def _is_joined(text: str, places: list[tuple[int, int]], entity: str) -> bool:
        """Whether the words of a name stand together, as the name is written or in another way that joins words."""
        if text[places[0][0] : places[-1][1]] in entity:
            return True
        return all([_JOINED.fullmatch(text, end, start) for (_, end), (start, _) in pairwise(places)])


def names_in(named: Iterable[Named]) -> NamesIn:
    """Names in order, ready to be looked up by place."""
    found = tuple(named)
    return NamesIn(found, tuple([each.start for each in found]))


def _places(words: Iterable[str], text: str) -> list[tuple[int, int]]:
    """Where the words of an ASCII text stand; nothing but marks stands between one and the next."""
    places: list[tuple[int, int]] = []
    find, end = text.lower().find, 0
    for word in words:
        start = find(word, end)
        end = start + len(word)
        places.append((start, end))
    return places


def _longest_at(index: int, keys: list[str], word: str, names: _OfLength) -> tuple[str, int]:
    """The entity whose name begins at a word, and of how many words it is; none: 0."""
    for count, of_words in names:
        fits = of_words.get(tuple(keys[index : index + count]))
        if fits:
            found = [entity for spelt, entity in fits if not spelt or plain_word(word) in spelt]
            if found:
                return min(found), count
    return "", 0


@lru_cache(maxsize=32768)
def form_in_prose(name: str) -> Form | None:
    """How prose may write a name; None for what holds no letter or is too long to be a name."""
    words = _WORD.findall(name)
    if not words or len(words) > LONGEST_NAME or not any(map(str.isalpha, name)):
        return None
    first = words[0]
    ordinary = len(words) == 1 and first.isalpha()
    plain = plain_word(first)
    spelt = {plain, plain.upper(), plain[:1].upper() + plain[1:]} if ordinary else ()
    return Form(tuple(map(folded_word, words)), frozenset(spelt))


def plain_word(word: str) -> str:
    """A word without forms of characters and what has no width; case stays."""
    return word if word.isascii() else unicodedata.normalize("NFKC", word.translate(ZERO_WIDTH))


@lru_cache(maxsize=65536)
def folded_word(word: str) -> str:
    """A word without case, forms of characters and what has no width."""
    return word.lower() if word.isascii() else plain_word(word).casefold()


def mixed_words(text: str) -> list[tuple[int, int]]:
    """The words that mix letters of Latin, Greek and Cyrillic script."""
    if text.isascii():
        return []
    return [word.span() for word in _WORD.finditer(text) if len(set(map(_script, word[0])) - {""}) > 1]


def _script(character: str) -> str:
    """Latin, Greek or Cyrillic; nothing for a Greek letter that looks like no Latin one, such as that of micro."""
    code = ord(character)
    if not character.isalpha():
        return ""
    if code < _LATIN_ENDS:
        return "" if character in "\u00b5\u00aa\u00ba" else "Latin"
    if character in _GREEK_ALIKE:
        return "Greek"
    return "Cyrillic" if _CYRILLIC[0] <= code < _CYRILLIC[1] else ""


_LATIN_ENDS = 0x250
_CYRILLIC = (0x400, 0x530)
_GREEK_ALIKE = frozenset(
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03b1\u03b5\u03b9\u03ba\u03bd\u03bf\u03c1\u03c4\u03c5\u03c7"
)
