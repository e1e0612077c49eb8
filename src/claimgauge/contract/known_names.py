"""The names that are known in a graph, and marks between facts that no name holds.

Prose is searched for these names: a text that is made of facts may hold those that it declares and
no other, not even one that begins in one fact and ends in the next.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import NamedTuple

LONGEST_VALUE = 200
MOST_WORDS = 12
"""Words of an entity; a longer text is a text and no name."""
_WORD = re.compile(r"[^\W_]+(?:[\u0300-\u036f]+[^\W_]*)*")
_JOINED = re.compile(r"[\s\-\u2010-\u2015\u2212_*'\u2019`~.&/]{0,3}")
Words = tuple[str, ...]


class Marks(NamedTuple):
    """What stands behind a heading, and between two facts; each ends a clause, and no known name holds it."""

    heading: str
    between: str


def marks_for(names: Iterable[str]) -> Marks:
    """The shortest marks that no name holds."""
    together = "\n".join(names)
    length = 1
    while ";" * length in together:
        length += 1
    between = ";" * length + " "
    return Marks(heading=between if ":" in together else ": ", between=between)


class KnownNames:
    """The entities of a graph and their aliases, known by their words in whatever case and however joined.

    A name has a letter in it, and at most MOST_WORDS words.
    """

    def __init__(self, entities: Iterable[str], aliases: Mapping[str, tuple[str, ...]]) -> None:
        entity_of = {other: name for name, others in aliases.items() for other in (name, *others)}
        entity_of |= {text: text for text in filter(None, entities)}
        self.texts = frozenset(entity_of)
        self._entities: defaultdict[Words, set[str]] = defaultdict(set)
        self._beginnings: set[Words] = set()
        for text, entity in entity_of.items():
            words = words_of(text)
            if 0 < len(words) <= MOST_WORDS and any(map(str.isalpha, text)):
                self._entities[words].add(entity)
                self._beginnings.update(words[:length] for length in range(1, len(words)))

    def within(self, text: str) -> list[Words]:
        """The names that stand in the text, each as often as it stands there."""
        words = words_of(text)
        parts = (
            words[start:end]
            for start in range(len(words))
            for end in range(start + 1, min(start + MOST_WORDS, len(words)) + 1)
        )
        return [part for part in parts if part in self._entities]

    def can_name(self, entity: str) -> bool:
        """Whether the entity stands in a text as it is: on one line, with a letter, and no other goes by its words."""
        plain = len(entity) <= LONGEST_VALUE and entity.isprintable() and entity == entity.strip()
        return plain and self._entities.get(words_of(entity)) == {entity}

    def is_clear(self, entity: str) -> bool:
        """Whether the entity is found in a text wherever it stands: no longer name begins with its words.

        A name whose words are joined by more than a space, a hyphen or their like is not found at all.
        """
        gaps = [entity[one.end() : other.start()] for one, other in pairwise(_WORD.finditer(entity))]
        return words_of(entity) not in self._beginnings and all(map(_JOINED.fullmatch, gaps))


def words_of(text: str) -> Words:
    """The words of a text without case and forms of characters; an underscore is a space."""
    plain = "".join(character for character in text if unicodedata.category(character) != "Cf")
    return tuple(_WORD.findall(unicodedata.normalize("NFKC", plain).casefold()))
