"""Finding nodes for a hint: by a name that is nearly an id, by entity, by type.

A small graph is gone through, which costs less than any index for the few questions that it gets;
a large one has indexes, each built when it is first asked for. Both give the same answers for a
graph that is small enough for either (a property test). Every answer looks at a bounded number of
nodes, and none depends on their order. Names that are too long to be shown are passed over, so that
an answer costs and says no more than its question.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Protocol, TypeVar

from claimgauge.evidence import EvidenceNode
from claimgauge.gates.allowlists import NODE_KEYS, texts_by_node, texts_of, texts_with_places

T = TypeVar("T")

LOOKED_AT = 64
"""Most entries of any one list that a search walks through; a list that is longer gives no hint."""
LONGEST = 256
"""Longest name that a hint shows, in characters."""
LAST = "\U0010ffff"
"""Sorts behind every other character."""


class Directory(Protocol):
    """What can be asked of a graph whose nodes have unique ids."""

    def ids_near(self, cited: str) -> Collection[str]:
        """Ids that share a half with the cited one, else those that differ in case only: few enough to compare."""
        ...

    def about(self, named: AbstractSet[str]) -> dict[int, list[str]]:
        """Place of a node → which of `named` it is about, in order; entities of very many nodes lead to none."""
        ...

    def ids_of(self, types: frozenset[str]) -> list[str]:
        """The ids of the nodes of these types, or none where there are too many to name."""
        ...

    def entity_like(self, cited: str) -> tuple[str, str] | None:
        """The entity that the cited one differs from in case or surrounding space only, and a node about it."""
        ...


def directory(nodes: Sequence[EvidenceNode], types: Mapping[str, str], entity_sources: Sequence[str]) -> Directory:
    """The cheaper of the two for a graph of this size; `types` is id → type of `nodes`."""
    few = len(nodes) <= LOOKED_AT and all(
        [name in NODE_KEYS or len(texts_of(nodes, name)) <= LOOKED_AT for name in entity_sources]
    )
    return (Walk if few else Index)(nodes, types, entity_sources)


class Walk:
    """Goes through all nodes each time; the texts of the entity sources are taken from them once."""

    __slots__ = ("_held", "_nodes", "_sources", "_types")

    def __init__(self, nodes: Sequence[EvidenceNode], types: Mapping[str, str], entity_sources: Sequence[str]) -> None:
        self._nodes = nodes
        self._types = types
        self._sources = entity_sources
        self._held: Sequence[tuple[Sequence[int], list[str]]] | None = None

    def _texts(self) -> Sequence[tuple[Sequence[int], list[str]]]:
        """The texts of each entity source, and the places of their nodes."""
        if self._held is None:
            self._held = [texts_with_places(self._nodes, name) for name in self._sources]
        return self._held

    def ids_near(self, cited: str) -> Collection[str]:
        """See Directory. A look at all ids as one text says quickly that there is none."""
        joined, found = "\n".join(self._types), []
        head, tail = _halves(cited)
        if head in joined or tail in joined:
            half = len(head)
            found = [name for name in self._types if name[:half] == head or name[-half:] == tail]
        folded = folded_form(cited)
        if not found and folded in joined.casefold():
            found = [name for name in self._types if name.casefold() == folded]
        return found

    def about(self, named: AbstractSet[str]) -> dict[int, list[str]]:
        """See Directory."""
        found: dict[int, set[str]] = {}
        for places, texts in self._texts():
            if named.isdisjoint(texts):
                continue
            for place, text in zip(places, texts, strict=True):
                if text in named:
                    found.setdefault(place, set()).add(text)
        return {place: sorted(entities) for place, entities in found.items()}

    def ids_of(self, types: frozenset[str]) -> list[str]:
        """See Directory."""
        return [name for name, kind in self._types.items() if kind in types]

    def entity_like(self, cited: str) -> tuple[str, str] | None:
        """See Directory."""
        folded = folded_form(cited)
        found: list[tuple[str, str]] = []
        for places, texts in self._texts():
            if folded in "\n".join(texts).casefold():
                found += [
                    (text, self._nodes[place].evidence_id)
                    for place, text in zip(places, texts, strict=True)
                    if 0 < len(text) <= LONGEST and text.casefold() == folded
                ]
        return min(found, default=None)


class Index:
    """Builds what is asked for once, and looks it up from then on."""

    __slots__ = (
        "_about",
        "_backward",
        "_folded_entities",
        "_folded_ids",
        "_forward",
        "_nodes",
        "_of_type",
        "_sources",
        "_types",
    )

    def __init__(self, nodes: Sequence[EvidenceNode], types: Mapping[str, str], entity_sources: Sequence[str]) -> None:
        self._nodes = nodes
        self._types = types
        self._sources = entity_sources
        self._about: Mapping[str, set[int]] | None = None
        self._of_type: Mapping[str, list[str]] | None = None
        self._forward: list[str] | None = None
        self._backward: list[str] = []
        self._folded_ids: Mapping[str, list[str]] = {}
        self._folded_entities: Mapping[str, list[str]] | None = None

    def ids_near(self, cited: str) -> Collection[str]:
        """See Directory."""
        if self._forward is None:
            forward = sorted(self._types)
            self._backward = sorted([name[::-1] for name in forward])
            self._folded_ids = _grouped((name.casefold(), name) for name in forward)
            self._forward = forward  # last: another thread that sees it may rely on the other two
        head, tail = _halves(cited)
        found = set(_starting_with(self._forward, head, cited))
        found.update([name[::-1] for name in _starting_with(self._backward, tail[::-1], cited[::-1])])
        return found or self._folded_ids.get(folded_form(cited), [])[:LOOKED_AT]

    def about(self, named: AbstractSet[str]) -> dict[int, list[str]]:
        """See Directory."""
        about = self._by_entity()
        known = [entity for entity in sorted(named) if entity in about][:LOOKED_AT]
        places: set[int] = set()
        for entity in sorted(known, key=lambda entity: len(about[entity])):
            if len(places) + len(about[entity]) > LOOKED_AT:
                break
            places |= about[entity]
        return {place: [entity for entity in known if place in about[entity]] for place in places}

    def _by_entity(self) -> Mapping[str, set[int]]:
        """Entity → the places of the nodes about it."""
        if self._about is None:
            about: defaultdict[str, set[int]] = defaultdict(set)
            for name in self._sources:
                for place, text in texts_by_node(self._nodes, name):
                    if text and len(text) <= LONGEST:
                        about[text].add(place)
            self._about = about
        return self._about

    def ids_of(self, types: frozenset[str]) -> list[str]:
        """See Directory."""
        if self._of_type is None:
            self._of_type = _grouped((kind, name) for name, kind in self._types.items())
        found = [name for kind in types for name in self._of_type.get(kind, ())[: LOOKED_AT + 1]]
        return found if len(found) <= LOOKED_AT else []

    def entity_like(self, cited: str) -> tuple[str, str] | None:
        """See Directory."""
        about = self._by_entity()
        if self._folded_entities is None:
            self._folded_entities = _grouped((entity.casefold(), entity) for entity in about)
        entity = min(self._folded_entities.get(folded_form(cited), ())[:LOOKED_AT], default=None)
        if entity is None or len(about[entity]) > LOOKED_AT:
            return None
        return entity, min([self._nodes[place].evidence_id for place in about[entity]])


def folded_form(name: str) -> str:
    """What is left of a cited name when case and surrounding space do not count."""
    return name.strip().casefold()


def _halves(cited: str) -> tuple[str, str]:
    """A single edit leaves the first or the second half of an id as it was."""
    half = max(1, (len(cited) - 1) // 2)
    return cited[:half], cited[-half:]


def _grouped(pairs: Iterable[tuple[str, T]]) -> dict[str, list[T]]:
    groups: defaultdict[str, list[T]] = defaultdict(list)
    for key, value in pairs:
        groups[key].append(value)
    return dict(groups)


def _starting_with(ordered: Sequence[str], prefix: str, target: str) -> Sequence[str]:
    """The entries that start with `prefix`; where there are too many, those around the place of `target`."""
    low, high = bisect_left(ordered, prefix), bisect_right(ordered, prefix + LAST)
    if high - low > LOOKED_AT:
        place = bisect_left(ordered, target)
        low, high = max(low, place - LOOKED_AT // 2), min(high, place + LOOKED_AT // 2)
    return ordered[low:high]
