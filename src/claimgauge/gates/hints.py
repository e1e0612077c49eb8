"""Which nodes would have satisfied a gate.

A hint names a node and says why. Hints are computed for failures only, from an index that is built
at the first failure of a graph, and each looks at a bounded number of nodes, so that the cost grows
with the number of failures and not with failures times nodes. A hint is a help for repair, never a
part of the verdict.
"""

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence

from claimgauge.claims import Claim
from claimgauge.evidence import EvidenceNode
from claimgauge.gates.allowlists import numbers_in, texts_of
from claimgauge.gates.finding import Hint
from claimgauge.gates.type_rules import Requirement

SHOWN = 3
"""Most hints for one finding."""
LOOKED_AT = 64
"""Most nodes looked at for one finding; a search that would need more gives no hint."""
SHORTEST_PREFIX = 6
"""A shortened id is recognised from so many characters on."""


class HintIndex:
    """What a graph offers: ids by type and by entity, and ids in order for near ones."""

    def __init__(self, nodes: Sequence[EvidenceNode], entity_sources: Iterable[str]) -> None:
        self._nodes = {node.evidence_id: node for node in reversed(nodes)}
        self._sources = tuple(entity_sources)
        self._about_entity: dict[str, list[str]] = {}
        self._of_type: dict[str, list[str]] = {}
        self._folded_ids: dict[str, list[str]] = {}
        self._forward: list[str] = []
        self._backward: list[str] = []
        self._numbers: dict[str, dict[str, str]] = {}
        self._spelled: dict[str, list[str]] = {}
        for evidence_id, node in sorted(self._nodes.items()):
            self._of_type.setdefault(node.type, []).append(evidence_id)
            for entity in self._entities_of(node):
                self._about_entity.setdefault(entity, []).append(evidence_id)

    def _entities_of(self, node: EvidenceNode) -> set[str]:
        return {text for name in self._sources for text in texts_of((node,), name) if text}

    def for_claim(self, claim: Claim, requirements: Iterable[Requirement]) -> "ClaimHints":
        """The hints for one claim, whose type asks for `requirements`."""
        return ClaimHints(self, claim, requirements)

    def near_ids(self, cited: str) -> tuple[Hint, ...]:
        """Ids at distance one, in another case, and ids of which the cited one is the beginning or the end."""
        if not self._folded_ids:
            for name in self._nodes:
                self._folded_ids.setdefault(name.casefold(), []).append(name)
            self._forward = sorted(self._folded_ids)
            self._backward = sorted(name[::-1] for name in self._folded_ids)
        folded = cited.casefold()
        half = max(1, (len(folded) - 1) // 2)
        found = {*_starting_with(self._forward, folded[:half], folded)}
        found.update(name[::-1] for name in _starting_with(self._backward, folded[: -half - 1 : -1], folded[::-1]))
        near = ((name, _likeness(cited, name)) for each in sorted(found) for name in sorted(self._folded_ids[each]))
        return tuple(Hint(evidence_id=name, why=why) for name, why in near if why)[:SHOWN]

    def about(self, entities: Iterable[str], required: frozenset[str]) -> tuple[Hint, ...]:
        """Nodes of a required type about as many of the claim's entities as can be; else all of that type."""
        named = {entity for entity in entities if entity}
        shared = self._shared_entities(named, required)
        if not shared:
            return self._of_types(required)
        most = max(map(len, shared.values()))
        found = sorted(name for name, names in shared.items() if len(names) == most)
        return tuple(_about(name, shared, required) for name in found[:SHOWN])

    def _shared_entities(self, named: set[str], required: frozenset[str]) -> dict[str, frozenset[str]]:
        """Id → which of `named` the node is about, for nodes of a required type about any of them.

        An entity of very many nodes tells none apart and is passed over; every node about another
        of the entities is still among them.
        """
        lists = [self._about_entity.get(entity, ()) for entity in sorted(named)[:LOOKED_AT]]
        names = {name for each in lists if len(each) <= LOOKED_AT for name in each}
        return {
            name: frozenset(named & self._entities_of(self._nodes[name]))
            for name in names
            if not required or self._nodes[name].type in required
        }

    def _of_types(self, required: frozenset[str]) -> tuple[Hint, ...]:
        found = sorted(name for kind in required for name in self._of_type.get(kind, ())[: LOOKED_AT + 1])
        if not found or len(found) > LOOKED_AT:
            return ()
        why = f"{'the only' if len(found) == 1 else f'one of {len(found)}'} {_either(required)}"
        return tuple(Hint(evidence_id=name, why=why) for name in found[:SHOWN])

    def same_number(self, cited: str, evidence_ids: Sequence[str]) -> tuple[Hint, ...]:
        """Cited nodes that hold the same value, written in another way."""
        value = _value(cited)
        found = []
        for evidence_id in dict.fromkeys(evidence_ids[:LOOKED_AT]):
            written = self._numbers_of(evidence_id).get(value)
            if written is not None:
                found.append(Hint(evidence_id=evidence_id, why=f"holds {written}, the same value written differently"))
        return tuple(found[:SHOWN])

    def _numbers_of(self, evidence_id: str) -> dict[str, str]:
        if evidence_id not in self._numbers:
            node = self._nodes.get(evidence_id)
            texts = (node.content, *texts_of((node,), "*")) if node else ()
            self._numbers[evidence_id] = {_value(number): number for number in sorted(numbers_in(" ".join(texts)))}
        return self._numbers[evidence_id]

    def same_name(self, cited: str) -> tuple[Hint, ...]:
        """Nodes about an entity that differs from the cited one in case or surrounding space only."""
        folded = cited.strip().casefold()
        return tuple(
            Hint(
                evidence_id=self._about_entity[entity][0], why=f"is about {entity}, which differs in case or space only"
            )
            for entity in sorted(self._spellings().get(folded, ()))
        )[:SHOWN]

    def _spellings(self) -> dict[str, list[str]]:
        if not self._spelled:
            for entity in self._about_entity:
                self._spelled.setdefault(entity.strip().casefold(), []).append(entity)
        return self._spelled


class ClaimHints:
    """One claim's hints, a method for each gate."""

    def __init__(self, index: HintIndex, claim: Claim, requirements: Iterable[Requirement]) -> None:
        self._index = index
        self._claim = claim
        self._requirements = requirements

    def evidence(self, cited: str) -> tuple[Hint, ...]:
        """For an id that is no node: a near id, else the nodes about the claim's entities."""
        required: frozenset[str] = frozenset().union(*(each.types for each in self._requirements))
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


def _about(name: str, shared: Mapping[str, frozenset[str]], required: frozenset[str]) -> Hint:
    alike = sum(names >= shared[name] for names in shared.values())
    which = "the only" if alike == 1 else f"one of {alike}"
    return Hint(evidence_id=name, why=f"{which} {_either(required) or 'node'} about {_listed(sorted(shared[name]))}")


def _either(required: Iterable[str]) -> str:
    return " or ".join(sorted(required))


def _starting_with(ordered: Sequence[str], prefix: str, target: str) -> Sequence[str]:
    """The entries around the place of `target` that start with `prefix`, at most LOOKED_AT of them."""
    place = bisect_left(ordered, target)
    around = ordered[max(0, place - LOOKED_AT // 2) : place + LOOKED_AT // 2]
    return [entry for entry in around if entry.startswith(prefix)]


def _likeness(cited: str, name: str) -> str:
    """Why `cited` may mean `name`, or nothing."""
    if len(cited) >= SHORTEST_PREFIX and len(cited) < len(name):
        if name.startswith(cited):
            return "begins with the cited id, which looks shortened"
        if name.endswith(cited):
            return "ends with the cited id, which looks shortened"
    if cited.casefold() == name.casefold():
        return "differs from the cited id in case only"
    return "differs from the cited id in one character" if _one_edit(cited, name) else ""


def _one_edit(one: str, other: str) -> bool:
    """Whether one insertion, deletion, substitution or swap of neighbours turns one into the other."""
    if abs(len(one) - len(other)) > 1 or not one or not other:
        return False
    start = next((i for i, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    rest_one, rest_other = one[start:], other[start:]
    if len(one) == len(other):
        swapped = rest_one[1::-1] + rest_one[2:]
        return rest_one[1:] == rest_other[1:] or swapped == rest_other
    return rest_one[1:] == rest_other or rest_one == rest_other[1:]


def _value(number: str) -> str:
    """The digits that carry the value: `95.00`, `95.` and `095` are all `95`; `$1,452.40` is `1452.4`."""
    plain = number.replace(",", "").lstrip("$€£+ 0") or "0"
    plain = plain.rstrip("0").rstrip(".") if "." in plain else plain
    return f"0{plain}" if plain[:1] in ("", ".") else plain


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
