"""The words of a sentence, and the tables compiled to ask what each may be."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple

from claimgauge.claims.sentences import held_in
from claimgauge.claims.tables import ProseTables

_WORD: Final = re.compile(r"[^\W_]+(?:(?:['\u2019.&/_\u2010\u2011-]|[,:](?=[0-9]))[^\W_]+)*|[^\w\s]|_")
_PHRASE_WORD: Final = re.compile(r"[^\W_]+(?:['\u2019/-][^\W_]+)*|[,%]")


class Word(NamedTuple):
    """A word or a mark with its place in the sentence; `low` is in small letters with a straight apostrophe.

    `held`: it stands in brackets or quotation marks, and is part of no construction outside.
    """

    start: int
    end: int
    text: str
    low: str
    held: bool

    @property
    def is_name(self) -> bool:
        """Written with a capital."""
        return self.text[0].isupper()

    @property
    def is_word(self) -> bool:
        """A word or number, and no punctuation."""
        return self.text[0].isalnum()


def words_of(text: str) -> tuple[Word, ...]:
    """The words and marks of a sentence in order."""
    inside = iter((*held_in(text), (len(text) + 1, len(text) + 1)))
    start, end = next(inside)
    found = []
    for each in _WORD.finditer(text):
        while each.start() >= end:
            start, end = next(inside)
        found.append(Word(each.start(), each.end(), each[0], lowered(each[0]), start <= each.start()))
    return tuple(found)


def lowered(text: str) -> str:
    """In small letters, with a straight apostrophe."""
    return text.replace("\u2019", "'").lower()


class Phrases:
    """Words and phrases that are looked for at a place of a text, or anywhere in it."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self._known = frozenset(" ".join(_PHRASE_WORD.findall(lowered(phrase))) for phrase in phrases)
        self._lengths = tuple(sorted({phrase.count(" ") + 1 for phrase in self._known}, reverse=True))

    def length_at(self, words: tuple[str, ...], at: int) -> int:
        """How many words the longest phrase at a place has; 0 where there is none."""
        for length in self._lengths:
            if at + length <= len(words) and " ".join(words[at : at + length]) in self._known:
                return length
        return 0

    def places(self, words: tuple[str, ...]) -> tuple[int, ...]:
        """Where a phrase begins."""
        return tuple(at for at in range(len(words)) if self.length_at(words, at))

    def is_in(self, words: tuple[str, ...]) -> bool:
        """Whether any phrase stands anywhere."""
        return any(self.length_at(words, at) for at in range(len(words)))

    def is_all_of(self, words: tuple[str, ...]) -> bool:
        """Whether the words are one phrase."""
        return " ".join(words) in self._known


def phrase_words(text: str) -> tuple[str, ...]:
    """The words of a text as phrases are compared by: small letters, commas kept, other marks gone."""
    return tuple(_PHRASE_WORD.findall(lowered(text)))


class Grammar(NamedTuple):
    """Every table of the grammar as a set; verbs by form."""

    words: dict[str, frozenset[str]]
    blockers: Phrases
    connectives: Phrases
    third: frozenset[str]
    base: frozenset[str]
    past: frozenset[str]
    only_past: frozenset[str]
    participles: frozenset[str]
    reporting: frozenset[str]
    reporting_with_that: frozenset[str]

    def is_(self, table: str, word: Word) -> bool:
        """Whether a word stands in a table."""
        return word.low in self.words[table]


@lru_cache(maxsize=8)
def grammar_of(tables: ProseTables) -> Grammar:
    """The tables compiled, once for each object."""
    own = tables.grammar
    irregular = {base: (past, participle) for base, past, participle in map(str.split, own.irregular)}
    bases = {*own.verbs, *irregular}
    past = {base: irregular[base][0] if base in irregular else _past(base) for base in bases}
    done = {base: irregular[base][1] if base in irregular else _past(base) for base in bases}
    sets = {
        name: frozenset(getattr(own, name)) for name in own.__struct_fields__ if name not in ("irregular", "blockers")
    }
    return Grammar(
        words=sets,
        blockers=Phrases(own.blockers),
        connectives=Phrases(own.connectives),
        third=frozenset(map(_third, bases)),
        base=frozenset(bases),
        past=frozenset(past.values()),
        only_past=frozenset(past.values()) - frozenset(done.values()) - bases,
        participles=frozenset(done.values()) | {"been"},
        reporting=_forms(own.reporting, past, done),
        reporting_with_that=_forms(own.reporting_with_that, past, done),
    )


def _forms(bases: Iterable[str], past: dict[str, str], done: dict[str, str]) -> frozenset[str]:
    return frozenset(
        form
        for base in bases
        for form in (base, _third(base), past.get(base, _past(base)), done.get(base, _past(base)))
    )


def _third(base: str) -> str:
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return f"{base[:-1]}ies"
    return f"{base}es" if base.endswith(("s", "x", "z", "ch", "sh", "o")) else f"{base}s"


def _past(base: str) -> str:
    if base.endswith("y") and base[-2:-1] not in "aeiou":
        return f"{base[:-1]}ied"
    return f"{base}d" if base.endswith("e") else f"{base}ed"
