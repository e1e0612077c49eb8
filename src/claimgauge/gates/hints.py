"""Which nodes would have satisfied a gate.

A hint names a node and says why. Hints are computed for failures only, and each looks at a bounded
number of nodes (`directory`), so that the cost grows with the number of failures and not with
failures times nodes. A hint is a help for repair, never a part of the verdict.
"""

from collections.abc import Iterable, Mapping, Sequence

from claimgauge.claims import Claim
from claimgauge.evidence import EvidenceNode
from claimgauge.gates.allowlists import numbers_in, texts_of
from claimgauge.gates.directory import LONGEST, LOOKED_AT, Directory, directory
from claimgauge.gates.finding import Hint, no_hint
from claimgauge.gates.likeness import likeness, same_value
from claimgauge.gates.type_rules import Requirement

SHOWN = 3
"""Most hints for one finding, and most entities that one names."""
SHORT = 1024
"""Up to so many characters, looking for digits costs less than reading the numbers."""


class GraphHints:
    """The hints of one graph. `types` is id → type; of two nodes with one id the first counts.

    What a question needs is built when it is first asked: most graphs get one or two.
    """

    __slots__ = ("_by_id", "_found", "_nodes", "_sources", "_types", "_values")

    def __init__(self, nodes: Sequence[EvidenceNode], types: Mapping[str, str], entity_sources: Sequence[str]) -> None:
        self._nodes = nodes
        self._types = types
        self._sources = entity_sources
        self._found: tuple[Sequence[EvidenceNode], Directory] | None = None
        self._by_id: dict[str, EvidenceNode] | None = None
        self._values: dict[str, dict[str, str]] = {}

    def _directory(self) -> tuple[Sequence[EvidenceNode], Directory]:
        """The nodes that have a short id of their own, and where to find them."""
        if self._found is None:
            nodes, types = self._nodes, self._types
            if len(types) < len(nodes) or max(map(len, types), default=0) > LONGEST:
                nodes = _with_names(nodes)
                types = {node.evidence_id: node.type for node in nodes}
            self._found = nodes, directory(nodes, types, self._sources)
        return self._found

    def near_ids(self, cited: str) -> tuple[Hint, ...]:
        """Ids at distance one, in another case, and ids of which the cited one is the beginning or the end."""
        if len(cited) > LONGEST:
            return ()
        found = self._directory()[1].ids_near(cited)
        if not found:
            return ()
        near = [(name, likeness(cited, name)) for name in sorted(found)]
        return tuple([Hint(evidence_id=name, why=why) for name, why in near if why][:SHOWN])

    def about(self, entities: Iterable[str], required: frozenset[str]) -> tuple[Hint, ...]:
        """Nodes of a required type about as many of the claim's entities as can be; else all of that type."""
        nodes, found_in = self._directory()
        named = {entity for entity in entities if 0 < len(entity) <= LONGEST}
        shared = {
            nodes[place].evidence_id: names
            for place, names in found_in.about(named).items()
            if not required or nodes[place].type in required
        }
        if not shared:
            return self._all_of(required)
        most = max(map(len, shared.values()))
        found = {name: names for name, names in shared.items() if len(names) == most}
        kind, alike = _either(required), list(found.values())
        return tuple([Hint(evidence_id=name, why=_about(found[name], kind, alike)) for name in sorted(found)[:SHOWN]])

    def _all_of(self, required: frozenset[str]) -> tuple[Hint, ...]:
        found = sorted(self._directory()[1].ids_of(required))
        why = f"{_which(len(found))} {_either(required)}"
        return tuple([Hint(evidence_id=name, why=why) for name in found[:SHOWN]])

    def same_number(self, cited: str, evidence_ids: Sequence[str]) -> tuple[Hint, ...]:
        """Cited nodes that hold the same value, written in another way."""
        value = same_value(cited)
        found = []
        for evidence_id in dict.fromkeys(evidence_ids[:LOOKED_AT]):
            written = self._written(evidence_id, value)
            if written and len(evidence_id) <= LONGEST:
                found.append(Hint(evidence_id=evidence_id, why=f"holds {written}, the same value written differently"))
        return tuple(found[:SHOWN])

    def _written(self, evidence_id: str, value: str) -> str:
        """How one node writes the value, or nothing; a long text is read once for all values."""
        if evidence_id in self._values:
            return self._values[evidence_id].get(value, "")
        if self._by_id is None:
            self._by_id = {node.evidence_id: node for node in reversed(self._nodes)}
        node = self._by_id.get(evidence_id)
        if node is None:
            return ""
        text = " ".join((node.content, *texts_of((node,), "*"))) if node.fields else node.content
        if len(text) > SHORT:
            self._values[evidence_id] = {same_value(number): number for number in _shown_numbers(text, "")}
            return self._values[evidence_id].get(value, "")
        numbers = _shown_numbers(text, value) if value in text else ()
        return max([number for number in numbers if same_value(number) == value], default="")

    def same_name(self, cited: str) -> tuple[Hint, ...]:
        """A node about an entity that differs from the cited one in case or surrounding space only."""
        found = self._directory()[1].entity_like(cited)
        if found is None:
            return ()
        entity, name = found
        return (Hint(evidence_id=name, why=f"is about {entity}, which differs in case or space only"),)


class ClaimHints:
    """One claim's hints, a method for each gate."""

    __slots__ = ("_about", "_claim", "_hints", "_requirements")

    def __init__(self, hints: GraphHints, claim: Claim, requirements: Iterable[Requirement]) -> None:
        self._hints = hints
        self._claim = claim
        self._requirements = requirements
        self._about: dict[frozenset[str], tuple[Hint, ...]] = {}

    def evidence(self, cited: str) -> tuple[Hint, ...]:
        """For an id that is no node: a near id, else the nodes about the claim's entities."""
        required = frozenset([name for requirement in self._requirements for name in requirement.types])
        return self._hints.near_ids(cited) or self.types(required)

    def entity(self, cited: str) -> tuple[Hint, ...]:
        """For an entity that is not allowed: nodes about one that is written a little differently."""
        return self._hints.same_name(cited)

    def number(self, cited: str) -> tuple[Hint, ...]:
        """For a number that is not allowed: cited nodes that hold the same value."""
        return self._hints.same_number(cited, self._claim.cited_evidence_ids)

    def types(self, required: frozenset[str]) -> tuple[Hint, ...]:
        """For a missing node type: the nodes of that type about the claim's entities."""
        if required not in self._about:
            self._about[required] = self._hints.about(self._claim.cited_entities, required)
        return self._about[required]


class NoHints:
    """The same for callers who want the findings alone."""

    evidence = entity = number = types = staticmethod(no_hint)


def _shown_numbers(text: str, digits: str) -> list[str]:
    """The numbers of a text that hold these digits and are short enough to be shown, in order."""
    return sorted([number for number in numbers_in(text) if digits in number and len(number) <= LONGEST])


def _with_names(nodes: Sequence[EvidenceNode]) -> Sequence[EvidenceNode]:
    """The first node of each id, where the id is short enough to be shown."""
    first = {node.evidence_id: node for node in reversed(nodes) if len(node.evidence_id) <= LONGEST}
    return tuple(first.values())


def _about(names: Sequence[str], kind: str, all_names: Sequence[Sequence[str]]) -> str:
    alike = all_names.count(names)
    return f"{_which(alike)} {kind or ('node' if alike == 1 else 'nodes')} about {_listed(names)}"


def _which(alike: int) -> str:
    return "the only" if alike == 1 else f"one of {alike}"


def _either(required: Iterable[str]) -> str:
    return " or ".join(sorted(required))


def _listed(names: Sequence[str]) -> str:
    if len(names) > SHOWN:
        names = [*names[:SHOWN], f"{len(names) - SHOWN} more"]
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
