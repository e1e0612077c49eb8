"""Which nodes would have satisfied a gate.

A hint names a node and says why. Hints are computed for failures only, from indexes that are built
when the first failure asks for them, and a search walks through a bounded number of nodes, so that
the cost grows with the number of failures and not with failures times nodes. A hint is a help for
repair, never a part of the verdict, and does not depend on the order of the nodes.
"""

from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence

from claimgauge.claims import Claim
from claimgauge.evidence import EvidenceNode
from claimgauge.gates.allowlists import numbers_in, texts_by_node, texts_of
from claimgauge.gates.finding import Hint, no_hint
from claimgauge.gates.likeness import likeness, same_value
from claimgauge.gates.type_rules import Requirement

SHOWN = 3
"""Most hints for one finding."""
LOOKED_AT = 64
"""Most entries of any one list that a search walks through; a list that is longer gives no hint."""
LAST = "\U0010ffff"
"""Sorts behind every other character."""


class HintIndex:
    """What a graph offers: nodes by entity and by type, and ids in order; each part is built once it is asked for.

    `nodes` have unique ids, and `types` is id → type.
    """

    __slots__ = (
        "_about",
        "_backward",
        "_by_id",
        "_folded_entities",
        "_folded_ids",
        "_forward",
        "_nodes",
        "_of_type",
        "_sources",
        "_types",
        "_values",
    )

    def __init__(self, nodes: Sequence[EvidenceNode], types: Mapping[str, str], entity_sources: Sequence[str]) -> None:
        self._nodes = nodes
        self._types = types
        self._sources = entity_sources
        self._about: Mapping[str, list[int]] | None = None
        self._of_type: dict[str, list[str]] | None = None
        self._by_id: dict[str, EvidenceNode] | None = None
        self._forward: list[str] | None = None
        self._backward: list[str] = []
        self._folded_ids: Mapping[str, str] = {}
        self._folded_entities: Mapping[str, str] | None = None
        self._values: dict[str, dict[str, str]] = {}

    def near_ids(self, cited: str) -> tuple[Hint, ...]:
        """Ids at distance one, in another case, and ids of which the cited one is the beginning or the end."""
        if self._forward is None:
            self._forward = sorted(self._types)
            self._backward = sorted([name[::-1] for name in self._forward])
            self._folded_ids = _by_folded_form(self._forward)
        half = max(1, (len(cited) - 1) // 2)
        found = {*_starting_with(self._forward, cited[:half], cited)}
        found.update([name[::-1] for name in _starting_with(self._backward, cited[: -half - 1 : -1], cited[::-1])])
        if (same_but_case := self._folded_ids.get(cited.strip().casefold())) is not None:
            found.add(same_but_case)
        near = [(name, likeness(cited, name)) for name in sorted(found)]
        return tuple([Hint(evidence_id=name, why=why) for name, why in near if why][:SHOWN])

    def about(self, entities: Iterable[str], required: frozenset[str]) -> tuple[Hint, ...]:
        """Nodes of a required type about as many of the claim's entities as can be; else all of that type."""
        shared = self._shared_entities({entity for entity in entities if entity}, required)
        if not shared:
            return self._all_of(required)
        most = max(map(len, shared.values()))
        found = {name: names for name, names in shared.items() if len(names) == most}
        return tuple([_about(name, found, required) for name in sorted(found)[:SHOWN]])

    def _shared_entities(self, named: set[str], required: frozenset[str]) -> dict[str, list[str]]:
        """Id → which of `named` the node is about, for nodes of a required type about any of them.

        An entity of very many nodes tells none apart and leads to no node; every node about another
        of the entities is still found, and then asked whether it is about that entity too.
        """
        about = self._by_entity()
        known = [entity for entity in sorted(named) if entity in about][:LOOKED_AT]
        common = {entity for entity in known if len(about[entity]) > LOOKED_AT}
        found: dict[int, list[str]] = {}
        for entity in known:
            for place in about[entity] if entity not in common else ():
                found.setdefault(place, []).append(entity)
        shared: dict[str, list[str]] = {}
        for place, names in found.items():
            node = self._nodes[place]
            if not required or node.type in required:
                others = common.intersection(self._entities_of(node)) if common else ()
                shared[node.evidence_id] = sorted({*names, *others}) if others else list(dict.fromkeys(names))
        return shared

    def _entities_of(self, node: EvidenceNode) -> Iterable[str]:
        return (text for name in self._sources for text in texts_of((node,), name))

    def _by_entity(self) -> Mapping[str, list[int]]:
        """Entity → the places of the nodes about it."""
        if self._about is None:
            about: defaultdict[str, list[int]] = defaultdict(list)
            for name in self._sources:
                for place, text in texts_by_node(self._nodes, name):
                    about[text].append(place)
            about.pop("", None)
            self._about = dict(about)
        return self._about

    def _all_of(self, required: frozenset[str]) -> tuple[Hint, ...]:
        if self._of_type is None:
            self._of_type = {}
            for name, kind in self._types.items():
                self._of_type.setdefault(kind, []).append(name)
        found = sorted([name for kind in required for name in self._of_type.get(kind, ())[: LOOKED_AT + 1]])
        if len(found) > LOOKED_AT:
            return ()
        why = f"{_which(len(found))} {_either(required)}"
        return tuple([Hint(evidence_id=name, why=why) for name in found[:SHOWN]])

    def same_number(self, cited: str, evidence_ids: Sequence[str]) -> tuple[Hint, ...]:
        """Cited nodes that hold the same value, written in another way."""
        value = same_value(cited)
        found = []
        for evidence_id in dict.fromkeys(evidence_ids[:LOOKED_AT]):
            written = self._written_values(evidence_id, value).get(value)
            if written is not None:
                found.append(Hint(evidence_id=evidence_id, why=f"holds {written}, the same value written differently"))
        return tuple(found[:SHOWN])

    def _written_values(self, evidence_id: str, value: str) -> Mapping[str, str]:
        """Value → how it is written, of one node; empty where the digits of `value` do not even occur in it."""
        if self._by_id is None:
            self._by_id = {node.evidence_id: node for node in self._nodes}
        node = self._by_id.get(evidence_id)
        text = " ".join((node.content, *texts_of((node,), "*"))) if node else ""
        if value not in text:
            return {}
        if evidence_id not in self._values:
            self._values[evidence_id] = {same_value(number): number for number in sorted(numbers_in(text))}
        return self._values[evidence_id]

    def same_name(self, cited: str) -> tuple[Hint, ...]:
        """A node about an entity that differs from the cited one in case or surrounding space only."""
        about = self._by_entity()
        if self._folded_entities is None:
            self._folded_entities = _by_folded_form(about)
        entity = self._folded_entities.get(cited.strip().casefold())
        if entity is None or len(about[entity]) > LOOKED_AT:
            return ()
        name = min([self._nodes[place].evidence_id for place in about[entity]])
        return (Hint(evidence_id=name, why=f"is about {entity}, which differs in case or space only"),)


class ClaimHints:
    """One claim's hints, a method for each gate."""

    __slots__ = ("_claim", "_index", "_requirements")

    def __init__(self, index: HintIndex, claim: Claim, requirements: Iterable[Requirement]) -> None:
        self._index = index
        self._claim = claim
        self._requirements = requirements

    def evidence(self, cited: str) -> tuple[Hint, ...]:
        """For an id that is no node: a near id, else the nodes about the claim's entities."""
        required = frozenset([name for requirement in self._requirements for name in requirement.types])
        return self._index.near_ids(cited) or self._index.about(self._claim.cited_entities, required)

    def entity(self, cited: str) -> tuple[Hint, ...]:
        """For an entity that is not allowed: nodes about one that is written a little differently."""
        return self._index.same_name(cited)

    def number(self, cited: str) -> tuple[Hint, ...]:
        """For a number that is not allowed: cited nodes that hold the same value."""
        return self._index.same_number(cited, self._claim.cited_evidence_ids)

    def types(self, required: frozenset[str]) -> tuple[Hint, ...]:
        """For a missing node type: the nodes of that type about the claim's entities."""
        return self._index.about(self._claim.cited_entities, required)


class NoHints:
    """The same for callers who want the findings alone."""

    evidence = entity = number = types = staticmethod(no_hint)


def _about(name: str, found: Mapping[str, list[str]], required: frozenset[str]) -> Hint:
    names = found[name]
    alike = sum([each == names for each in found.values()])
    return Hint(evidence_id=name, why=f"{_which(alike)} {_either(required) or 'node'} about {_listed(names)}")


def _which(alike: int) -> str:
    return "the only" if alike == 1 else f"one of {alike}"


def _either(required: Iterable[str]) -> str:
    return " or ".join(sorted(required))


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _by_folded_form(names: Collection[str]) -> dict[str, str]:
    """Case-folded form without surrounding space → name; of several names the first in order."""
    folded = {name.strip().casefold(): name for name in names}
    if len(folded) < len(names):
        return {name.strip().casefold(): name for name in sorted(names, reverse=True)}
    return folded


def _starting_with(ordered: Sequence[str], prefix: str, target: str) -> Sequence[str]:
    """The entries that start with `prefix`; where there are too many, those around the place of `target`."""
    low, high = bisect_left(ordered, prefix), bisect_right(ordered, prefix + LAST)
    if high - low > LOOKED_AT:
        place = bisect_left(ordered, target)
        low, high = max(low, place - LOOKED_AT // 2), min(high, place + LOOKED_AT // 2)
    return ordered[low:high]
