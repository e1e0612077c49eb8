"""How prose says the fields of a contract: the `words` of each field, compiled to be found in a sentence.

A word without `#` is a name of the field and stands behind its number, or before it: `points`. In a
word with `#` the sign is the place of the field's own number and `_` that of another: `# of _ shooting`.
Of several phrases at one number the longest counts; fields that share it are all meant.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from claimgauge.contract import Contract
from claimgauge.labellers.records.holders import Holder
from claimgauge.labellers.records.tokens import words_of

OWN: Final = "#"
OTHER: Final = "_"
NAMELESS: Final = ("date", "entity", "text")
"""Kinds of field that stand in prose without being called by a name."""
Words = tuple[str, ...]
Fields = frozenset[str]


class Pattern(NamedTuple):
    """Words, `#` and `_`; `at` is where `#` stands; and the fields that are said so."""

    parts: Words
    at: int
    fields: Fields


class Said(NamedTuple):
    """A field's name in a sentence: its tokens, half-open, and the fields it may mean."""

    first: int
    behind: int
    fields: Fields


class Phrases(NamedTuple):
    """Patterns by the word beside the number, longest first; names by their words, and their lengths by the first."""

    patterns: Mapping[str, tuple[Pattern, ...]]
    names: Mapping[Words, Fields]
    lengths: Mapping[str, tuple[int, ...]]

    def is_singular(self, words: Words) -> bool:
        """Whether a field has this name with an `s` as well, so that `a` before it counts: `steal`, not `win`."""
        several = (*words[:-1], f"{words[-1]}s")
        return not self.names.get(words, Fields()).isdisjoint(self.names.get(several, Fields()))

    def names_in(self, words: Sequence[str], fields: Fields) -> tuple[Said, ...]:
        """The names of some fields in a sentence, the longest at each place, none over another."""
        found: list[Said] = []
        at = 0
        while at < len(words):
            said = self._name_at(words, at, fields)
            if said:
                found.append(said)
            at = said.behind if said else at + 1
        return tuple(found)

    def _name_at(self, words: Sequence[str], at: int, fields: Fields) -> Said | None:
        for length in self.lengths.get(words[at], ()):
            name = tuple(words[at : at + length])
            if len(name) == length and (meant := self.names.get(name, Fields()) & fields):
                return Said(at, at + length, meant)
        return None

    def pattern_at(self, words: Sequence[str], at: int) -> Pattern | None:
        """The longest pattern with its `#` at this place; numbers stand as `#` in `words`."""
        behind = self.patterns.get(words[at + 1], ()) if at + 1 < len(words) else ()
        before = self.patterns.get(f"{words[at - 1]} {OWN}", ()) if at else ()
        fitting = [pattern for pattern in (*behind, *before) if _fits(pattern, words, at)]
        return max(fitting, key=lambda pattern: len(pattern.parts), default=None)


def phrases_of(contract: Contract, holders: Iterable[Holder]) -> Phrases:
    """The phrases of all fields; a field that the contract gives no words is said by its own name."""
    said = {name: field.words or _own_name(name, field.kind) for name, field in contract.fields.items()}
    for holder in holders:
        for name in holder.values:
            said.setdefault(name, _own_name(name))
    return _compiled(tuple(sorted(said.items())))


def _own_name(name: str, kind: str = "") -> Words:
    return () if kind in NAMELESS else (name.replace("_", " "),)


@lru_cache(maxsize=64)
def _compiled(said: tuple[tuple[str, Words], ...]) -> Phrases:
    meant: dict[Words, set[str]] = defaultdict(set)
    for name, phrases in said:
        for phrase in phrases:
            meant[words_of(phrase)].add(name)
    patterns: dict[str, list[Pattern]] = defaultdict(list)
    names: dict[Words, Fields] = {}
    lengths: dict[str, set[int]] = defaultdict(set)
    for parts, fields in sorted(meant.items()):
        if OWN in parts:
            pattern = Pattern(parts, parts.index(OWN), Fields(fields))
            patterns[_beside(pattern)].append(pattern)
        elif parts:
            names[parts] = Fields(fields)
            lengths[parts[0]].add(len(parts))
    return Phrases(
        {word: tuple(found) for word, found in patterns.items()},
        names,
        {word: tuple(sorted(found, reverse=True)) for word, found in lengths.items()},
    )


def _beside(pattern: Pattern) -> str:
    """The word behind the number, or the one before it where none follows: what a pattern is kept by."""
    parts, at = pattern.parts, pattern.at
    return parts[at + 1] if at + 1 < len(parts) else f"{parts[at - 1]} {OWN}"


def _fits(pattern: Pattern, words: Sequence[str], at: int) -> bool:
    first = at - pattern.at
    there = words[first : first + len(pattern.parts)] if first >= 0 else ()
    return len(there) == len(pattern.parts) and all(
        part == word or (part == OTHER and word == OWN) for part, word in zip(pattern.parts, there, strict=True)
    )
