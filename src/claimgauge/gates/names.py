"""Names of entities: when two are the same, and where they stand in a text.

Two names are the same where their characters are, or where one is declared as the other's alias.
Case, compatibility forms, curly apostrophes, spaces and characters without width may differ, but
then the verdict says so. Letters of another script that look alike never match.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from claimgauge.quantities.folding import folded

_WORD = re.compile(r"\w+(?:-\w+)*")
"""A word with all that hyphens tie to it."""
_ZERO_WIDTH = dict.fromkeys(map(ord, "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"))
_APOSTROPHES = {ord(mark): "'" for mark in "\u2018\u2019\u201b\u02bc\uff07"}
LONGEST_NAME = 12
"""Words; a longer text is a text and no name."""


class Resolved(NamedTuple):
    """The entity that a name stands for, and what was done to the name to see it."""

    entity: str
    normalisations: tuple[str, ...]


class Names:
    """Some entities by their names."""

    __slots__ = ("_aliases", "_entities", "_forms")

    def __init__(self, entities: Iterable[str], aliases: Mapping[str, str]) -> None:
        self._entities = frozenset(entities)
        self._aliases = aliases
        self._forms: Mapping[str, tuple[str, ...]] | None = None

    def resolve(self, name: str) -> Resolved | None:
        """The one entity that the name stands for; None where there is none, or where a form fits several."""
        if name in self._entities:
            return Resolved(name, ())
        alias = self._aliases.get(name)
        if alias in self._entities:
            return Resolved(alias, ("alias",))
        if self._forms is None:
            self._forms = self._by_form()
        found = self._forms.get(form_of(name), ())
        if len(found) != 1:
            return None
        (entity,) = found
        written = [entity, *(alias for alias, of in self._aliases.items() if of == entity)]
        nearest = next(each for each in written if form_of(each) == form_of(name))
        return Resolved(entity, (*(("alias",) if nearest != entity else ()), *differences(name, nearest)))

    def _by_form(self) -> Mapping[str, tuple[str, ...]]:
        forms: defaultdict[str, set[str]] = defaultdict(set)
        for entity in self._entities:
            forms[form_of(entity)].add(entity)
        for alias, entity in self._aliases.items():
            if entity in self._entities:
                forms[form_of(alias)].add(entity)
        return {form: tuple(sorted(found)) for form, found in forms.items()}


def form_of(name: str) -> str:
    """What is left of a name when case, forms of characters, spaces and what has no width do not count."""
    for _step, change in _STEPS[-2:] if name.isascii() else _STEPS:
        name = change(name)
    return name


def differences(one: str, other: str) -> tuple[str, ...]:
    """What has to be done to two names of one form until they are equal, each step by its name."""
    done = []
    for step, change in _STEPS:
        if one == other:
            break
        first, second = change(one), change(other)
        if (first, second) != (one, other):
            done.append(step)
        one, other = first, second
    return tuple(done)


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)


def _with_width(name: str) -> str:
    return name.translate(_ZERO_WIDTH)


def _straight(name: str) -> str:
    return name.translate(_APOSTROPHES)


def _compatible(name: str) -> str:
    return unicodedata.normalize("NFKC", name)


def _spaced_once(name: str) -> str:
    return " ".join(name.split())


_STEPS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("composed characters", _composed),
    ("zero-width characters", _with_width),
    ("apostrophes", _straight),
    ("compatibility forms", _compatible),
    ("spaces", _spaced_once),
    ("case", str.casefold),
)


class Named(NamedTuple):
    """A name in a text, and the entity that it stands for."""

    start: int
    end: int
    entity: str


class NameFinder:
    """Finds the names of some entities in a text; time grows with the text.

    A name is found as it is written, in capitals, and with a capital where it has none; full-width and
    other compatibility forms, and characters without width, do not hide it.
    """

    __slots__ = ("_by_first",)

    def __init__(self, entities: Iterable[str], aliases: Mapping[str, str]) -> None:
        known = frozenset(entities)
        by_first: dict[str, list[tuple[str, str]]] = {}
        named = [(entity, entity) for entity in known] + [pair for pair in aliases.items() if pair[1] in known]
        for name, entity in named:
            for first, form in _forms_in_prose(name):
                by_first.setdefault(first, []).append((form, entity))
        self._by_first = by_first

    def find(self, text: str) -> list[Named]:
        """The names in order, none over another; of two that begin at one place the longer."""
        plain = folded(text)
        found = self._find(plain.text)
        return (
            found if plain.text == text else [Named(*plain.span(each.start, each.end), each.entity) for each in found]
        )

    def _find(self, text: str) -> list[Named]:
        by_first = self._by_first
        words = by_first.keys() & set(_WORD.findall(text))
        if not words:
            return []
        places = [
            Named(start, start + len(name), entity)
            for word in words
            for name, entity in by_first[word]
            for start in _places(text, name)
        ]
        found: list[Named] = []
        end = 0
        for each in sorted(places, key=_first_and_longest):
            if each.start >= end:
                found.append(each)
                end = each.end
        return found


def _places(text: str, name: str) -> Iterator[int]:
    """Where the name stands by itself."""
    start = text.find(name)
    while start >= 0:
        if _stands_alone(text, start, start + len(name)):
            yield start
        start = text.find(name, start + len(name))


def _first_and_longest(named: Named) -> tuple[int, int, str]:
    return named.start, -named.end, named.entity


@lru_cache(maxsize=16384)
def _forms_in_prose(name: str) -> tuple[tuple[str, str], ...]:
    """How prose may write a name, each form with the word by which it is found; none for what is no name."""
    if first_word(name) is None:
        return ()
    forms = sorted({name, name.upper(), name[:1].upper() + name[1:]})
    return tuple((str(first_word(form)), form) for form in forms)


def first_word(name: str) -> str | None:
    """The word by which a name is found; None where it holds no letter or is too long to be a name."""
    words = _WORD.findall(name)
    if not words or len(words) > LONGEST_NAME or not any(map(str.isalpha, name)):
        return None
    return str(words[0])


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether no letter or digit touches the name, and no hyphen ties it to one."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    return not _touches(before[::-1]) and not _touches(after)


def _touches(beside: str) -> bool:
    first, second = beside[:1], beside[1:2]
    return _is_word(first) or (first == "-" and _is_word(second))


def _is_word(character: str) -> bool:
    return character.isalnum() or character == "_"
