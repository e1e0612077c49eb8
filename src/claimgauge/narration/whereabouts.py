"""Where in a graph something is: ids at distance one, nodes by type and entity, and nodes by value.

Each index is built once, when it is first asked for, in time that grows with the graph. Every answer looks at a
bounded number of nodes; where there are more to look at there is no answer, since then nobody knows that it is
the only one. Of two nodes with one id the first counts. No answer depends on the order of the nodes.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import combinations, pairwise
from typing import Final

from claimgauge.evidence import EvidenceNode
from claimgauge.gates.allowlists import derived_entities, numbers_in, texts_of
from claimgauge.gates.likeness import one_edit
from claimgauge.narration.plain_number import plain_value

LOOKED_AT: Final = 1024
"""Most nodes that one question looks at."""
BLOCKS: Final = 8
"""In so many parts an id is looked up."""
_NUMBERED: Final = re.compile(r"[0-9]+")
_WORD: Final = re.compile(r"\w+")
_DIGEST: Final = re.compile(r"[0-9a-f]{16,}")
_Part = tuple[int, int, str]


class Whereabouts:
    """One graph, as mechanical repair asks about it."""

    def __init__(self, nodes: Sequence[EvidenceNode], entity_sources: Sequence[str], *, locale: str = "") -> None:
        self._nodes = nodes
        self._sources = entity_sources
        self._locale = locale

    @cached_property
    def by_id(self) -> Mapping[str, EvidenceNode]:
        """Id → node."""
        return {node.evidence_id: node for node in reversed(self._nodes)}

    @cached_property
    def _about(self) -> Mapping[str, frozenset[str]]:
        return {name: frozenset(derived_entities((node,), self._sources)) - {""} for name, node in self.by_id.items()}

    @cached_property
    def _parts(self) -> Mapping[_Part, list[str]]:
        """Each id without one of its blocks, with its length → ids: one edit leaves all blocks but one as they were."""
        parts: defaultdict[_Part, list[str]] = defaultdict(list)
        for name in self.by_id:
            for block, (start, end) in enumerate(_blocks(len(name))):
                parts[block, len(name), name[:start] + name[end:]].append(name)
        return parts

    @cached_property
    def _by_type(self) -> Mapping[tuple[str, str], list[str]]:
        """Type and entity → ids."""
        found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for name, about in self._about.items():
            for entity in about:
                found[self.by_id[name].type, entity].append(name)
        return found

    @cached_property
    def _by_value(self) -> Mapping[str, list[str]]:
        """Value → ids of the nodes that hold it."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for name in self.by_id:
            for value in self.values_of(name):
                found[value].append(name)
        return found

    @cached_property
    def entities(self) -> frozenset[str]:
        """Everything that some node is about."""
        return frozenset().union(*self._about.values())

    @cached_property
    def _by_first_word(self) -> Mapping[str, tuple[str, ...]]:
        """First word of a name → the names of the graph that begin with it."""
        found: defaultdict[str, list[str]] = defaultdict(list)
        for name in sorted(self.entities):
            if word := _WORD.search(name):
                found[word[0].casefold()].append(name)
        return {word: tuple(names) for word, names in found.items()}

    @cached_property
    def _source_of(self) -> Mapping[str, frozenset[int]]:
        """Name → which of the sources of entities it comes from."""
        found: defaultdict[str, set[int]] = defaultdict(set)
        for place, source in enumerate(self._sources):
            for name in derived_entities(self._nodes, (source,)):
                found[name].add(place)
        return {name: frozenset(places) for name, places in found.items()}

    def named_in(self, text: str) -> frozenset[str]:
        """The names of the graph that stand in a text."""
        words = {word[0].casefold() for word in _WORD.finditer(text)}
        names = (name for word in words for name in self._by_first_word.get(word, ()))
        return frozenset(name for name in names if stands_in(name, text))

    def turns_round(self, text: str, evidence_id: str) -> bool:
        """Whether a text names things of one kind in another order than a node does: `B over A` for `A over B`.

        And whether it names a later one only: `B wins` for `A wins over B`.
        """
        content = self.by_id[evidence_id].content
        told = sorted(self.named_in(content), key=content.find)
        return any(
            stands_in(later, text) and not (stands_in(first, text) and text.find(first) < text.find(later))
            for first, later in combinations(told, 2)
            if self._source_of[first] & self._source_of[later]
        )

    def about(self, evidence_id: str) -> frozenset[str]:
        """What a node is about, without the empty text."""
        return self._about[evidence_id]

    def numbers_of(self, evidence_id: str) -> set[str]:
        """The numbers in the content and the fields of a node, as the released pattern reads them."""
        node = self.by_id.get(evidence_id)
        return set() if node is None else numbers_in(" ".join(_texts(node)))

    def values_of(self, evidence_id: str) -> set[str]:
        """Their values."""
        values = (plain_value(number, self._locale) for number in self.numbers_of(evidence_id))
        return {value for value in values if value}

    def holds(self, evidence_id: str, entity: str) -> bool:
        """Whether a node is about an entity, or one of its texts has the name as a word of its own."""
        return entity in self._about[evidence_id] or any(
            stands_in(entity, text) for text in _texts(self.by_id[evidence_id])
        )

    def near(self, cited: str) -> str | None:
        """The one id at distance one; None where there is none, or several, or where a number in the id differs."""
        found = {name for name in self._alike(cited) if one_edit(cited, name)}
        return next(iter(found)) if len(found) == 1 and _same_numbers(cited, *found) else None

    def _alike(self, cited: str) -> set[str]:
        """The ids that share all blocks but one with the cited one, however it was edited; none where they are many."""
        found: list[Sequence[str]] = []
        for length in range(len(cited) - 1, len(cited) + 2):
            longer = len(cited) - length
            for block, (start, end) in enumerate(_blocks(length)):
                found.append(self._parts.get((block, length, cited[:start] + cited[end + longer :]), ()))
        alike = {name for names in found for name in names} if sum(map(len, found)) <= LOOKED_AT else set()
        across = (
            f"{cited[: at - 1]}{cited[at : at + 1]}{cited[at - 1 : at]}{cited[at + 1 :]}"
            for at, _end in _blocks(len(cited))
            if at
        )
        return alike | {name for name in across if name in self.by_id}

    def of_type(self, types: Iterable[str], entities: frozenset[str]) -> list[str]:
        """The ids of the nodes of some type that are about nothing but these entities, and about one at least."""
        held = [self._by_type.get((kind, entity), ()) for kind in sorted(types) for entity in sorted(entities)]
        return self._only_about({name for names in held for name in names}, sum(map(len, held)), entities)

    def with_value(self, value: str, entities: frozenset[str]) -> list[str]:
        """The same for the nodes that hold a value."""
        held = self._by_value.get(value, ())
        return self._only_about(held, len(held), entities)

    def _only_about(self, names: Iterable[str], count: int, entities: frozenset[str]) -> list[str]:
        if count > LOOKED_AT:
            return []
        return sorted(name for name in names if self._about[name] and self._about[name] <= entities)

    def is_somewhere(self, value: str) -> bool:
        """Whether any node holds a value."""
        return value in self._by_value


def _blocks(length: int) -> list[tuple[int, int]]:
    """The blocks of an id of this length, from where to where."""
    ends = [length * number // BLOCKS for number in range(BLOCKS + 1)]
    return list(pairwise(ends))


def stands_in(name: str, text: str) -> bool:
    """Whether a name stands in a text as a word of its own; the empty name stands nowhere."""
    at = text.find(name) if name else -1
    while at >= 0:
        if not _goes_on(text[at - 1 : at]) and not _goes_on(text[at + len(name) : at + len(name) + 1]):
            return True
        at = text.find(name, at + 1)
    return False


def _goes_on(character: str) -> bool:
    return character.isalnum() or character in ("_", "-")


def _texts(node: EvidenceNode) -> list[str]:
    return [node.content, *texts_of((node,), "*")]


def _same_numbers(cited: str, name: str) -> bool:
    """`fee-2` is not `fee-1` misspelt; in a digest a digit says no more than a letter."""
    return bool(_DIGEST.fullmatch(name)) or _NUMBERED.findall(cited) == _NUMBERED.findall(name)
