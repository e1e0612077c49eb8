"""The names that are known in a graph, and marks between facts that no name holds.

Prose is searched for these names: a text that is made of facts may hold those that it declares and
no other, not even one that begins in one fact and ends in the next.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

LONGEST_VALUE = 200
MOST_WORDS = 12
"""Words of an entity; a longer text is a text and no name."""
_WORD = re.compile(r"\w+")


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
    """The entities of a graph and their aliases: which of them a text names. A name has a letter in it."""

    def __init__(self, entities: Iterable[str], aliases: Mapping[str, tuple[str, ...]]) -> None:
        self._aliases = {other: name for name, others in aliases.items() for other in others}
        self.texts = frozenset(filter(None, (*entities, *self._aliases)))
        self._by_words: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
        for text in self.texts:
            words = tuple(_WORD.findall(text.casefold()))
            if 0 < len(words) <= MOST_WORDS and any(map(str.isalpha, text)):
                self._by_words[words].append(text)

    def within(self, text: str) -> Iterator[str]:
        """The names that stand in the text, in whatever case."""
        folded = text.casefold()
        words = _WORD.findall(folded)
        for start in range(len(words)):
            for end in range(start + 1, min(start + MOST_WORDS, len(words)) + 1):
                yield from (
                    name for name in self._by_words.get(tuple(words[start:end]), ()) if name.casefold() in folded
                )

    def can_name(self, entity: str) -> bool:
        """Whether the entity stands in a text as it is: short, on one line, with a letter, and nobody's alias."""
        words = _WORD.findall(entity)
        plain = len(entity) <= LONGEST_VALUE and entity.isprintable() and entity == entity.strip()
        own = self._aliases.get(entity, entity) == entity
        return plain and own and 0 < len(words) <= MOST_WORDS and any(map(str.isalpha, entity))
