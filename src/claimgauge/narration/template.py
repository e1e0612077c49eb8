"""The template narrator: claims out of facts, without any model, each of them verified by construction.

It states what the facts of a contract allow (`claimgauge.contract.facts`), a claim for each claim type
and each node that can carry it, so that it says nothing that no gate would let through. What it says
is dull. It is the yardstick of every other narrator, and what is said where their claims do not ship.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from claimgauge.claims import Claim
from claimgauge.contract import Contract, Preset
from claimgauge.contract.choices import CLAIM_TYPE, MORE, Choice, Key
from claimgauge.contract.facts import Citable, Fact
from claimgauge.contract.filling import claims_from_facts
from claimgauge.contract.schema import CompiledSchema, compiled_facts
from claimgauge.errors import EvidenceError, Problem
from claimgauge.evidence import EvidenceNode
from claimgauge.narration.brief import Brief
from claimgauge.narration.narrator import Narration, NarratorReference
from claimgauge.narration.request import RepairRequest
from claimgauge.quantities import QuantityTables

TEMPLATE: Final = "template"
VERSION: Final = "1"
MOST_FACTS = 6
"""Most facts of one node that a claim states."""


class _Candidate(NamedTuple):
    """A claim that could be made: the choice that states it, and the nodes that it cites."""

    choice: dict[str, Any]
    aliases: tuple[str, ...]


class TemplateNarrator:
    """A contract and its preset, ready to narrate. `max_claims` bounds the claims of one instance."""

    def __init__(
        self, contract: Contract, tables: QuantityTables, *, preset: Preset | None = None, max_claims: int = 8
    ) -> None:
        self._contract = contract
        self._tables = tables
        self._preset: Preset = preset or contract.preset
        self._most = max_claims

    @property
    def reference(self) -> NarratorReference:
        """Who this is."""
        return NarratorReference(id=TEMPLATE, version=VERSION, kind="template")

    async def narrate(self, brief: Brief) -> Narration:
        """The claims about a brief; none, with the reason, where none can be stated."""
        try:
            return Narration(claims=self.claims(brief))
        except EvidenceError as error:
            return Narration(unread=(Problem(place="nodes", code="missing", message=str(error)),))

    async def repair(self, brief: Brief, request: RepairRequest) -> Narration:  # noqa: ARG002  # part of the protocol
        """The same claims once more: there is nothing that it could do better."""
        return await self.narrate(brief)

    def claims(self, brief: Brief) -> tuple[Claim, ...]:
        """The claims about a brief, the same whatever the order of its nodes.

        Raises EvidenceError where the evidence lets no claim be stated, or contradicts itself.
        """
        nodes = _first_of_each(brief.nodes) if self._preset == "released" else brief.nodes
        compiled = compiled_facts(self._contract, nodes, self._tables, preset=self._preset)
        stating = _Stating(compiled, _Allowed(brief, self._preset))
        chosen = _spread([(each, list(stating.candidates(each))) for each in compiled.choices.values()], self._most)
        return claims_from_facts({"claims": [each.choice for each in chosen]}, compiled)


def _first_of_each(nodes: Sequence[EvidenceNode]) -> tuple[EvidenceNode, ...]:
    """The nodes whose id is their own, and of those that share one the first, as preset `released` counts."""
    return tuple({node.evidence_id: node for node in reversed(nodes)}.values())[::-1]


class _Allowed:
    """The allowlists of a brief; what it does not list, and all under preset `strict`, is allowed."""

    def __init__(self, brief: Brief, preset: Preset) -> None:
        listed = preset == "released"
        self._entities = _given(brief.allowed_entities if listed else None)
        self._numbers = _given(brief.allowed_numbers if listed else None)

    def node(self, node: Citable) -> bool:
        """Whether a claim that cites the node declares allowed entities only."""
        return self._entities is None or self._entities.issuperset(node.declared)

    def fact(self, fact: Fact) -> bool:
        """Whether the fact may be stated."""
        entity = not fact.entity or self._entities is None or fact.entity in self._entities
        return entity and (fact.kind != "number" or self._numbers is None or fact.number in self._numbers)


def _given(listed: Collection[str] | None) -> frozenset[str] | None:
    return None if listed is None else frozenset(listed)


class _Stating:
    """The facts of one graph, ready to be put into claims."""

    def __init__(self, compiled: CompiledSchema, allowed: _Allowed) -> None:
        self._nodes = {alias: node for alias, node in compiled.nodes.items() if allowed.node(node)}
        facts = (fact for node in self._nodes.values() for fact in node.facts)
        self._facts = {fact.name: fact for fact in facts if allowed.fact(fact)}

    def candidates(self, choice: Choice) -> Iterator[_Candidate]:
        """A claim of this type for each node that its first key may be filled from, the fittest types first."""
        options = [self._by_node(key) for key in choice.keys]
        more = [self._facts[name] for name in choice.more if name in self._facts]
        for alias in sorted(options[0], key=lambda alias: self._rank(choice, alias)):
            cited = self._cited(alias, options)
            if cited:
                yield _Candidate(self._choice(choice, cited, options, more), tuple(cited))

    def _by_node(self, key: Key) -> dict[str, list[str]]:
        """Alias → the options of the key that are of this node."""
        found: dict[str, list[str]] = {}
        for option in key.options:
            alias = option.partition(".")[0]
            if option in self._facts or (option == alias and alias in self._nodes):
                found.setdefault(alias, []).append(option)
        return found

    def _rank(self, choice: Choice, alias: str) -> tuple[bool, bool]:
        """Nodes whose type shares a word with the claim type come first, then those with a number, else by alias."""
        strange = set(choice.claim_type.upper().split("_")).isdisjoint(self._nodes[alias].type.upper().split("_"))
        facts = (self._facts.get(fact.name) for fact in self._nodes[alias].facts)
        return strange, not any(fact is not None and fact.kind == "number" for fact in facts)

    def _cited(self, first: str, options: Sequence[dict[str, list[str]]]) -> list[str]:
        """A node for each key, none twice, the later ones as near to the first as can be; empty where that fails."""
        cited = [first]
        about = self._about(first)
        for by_node in options[1:]:
            free = [alias for alias in by_node if alias not in cited]
            if not free:
                return []
            cited.append(max(free, key=lambda alias: len(about & self._about(alias))))
        return cited

    def _about(self, alias: str) -> set[str]:
        node = self._nodes[alias]
        return {*node.declared, *(fact.entity for fact in node.facts if fact.entity)}

    def _choice(
        self, choice: Choice, cited: Sequence[str], options: Sequence[dict[str, list[str]]], more: Iterable[Fact]
    ) -> dict[str, Any]:
        keys = {
            key.name: self._telling(by_node[alias])
            for key, alias, by_node in zip(choice.keys, cited, options, strict=True)
        }
        further = [fact for fact in more if fact.alias in cited and fact.name not in keys.values()]
        told = [fact.name for alias in cited for fact in [f for f in further if f.alias == alias][: MOST_FACTS - 1]]
        return {CLAIM_TYPE: choice.claim_type, **keys, MORE: told}

    def _telling(self, options: Sequence[str]) -> str:
        """A number where there is one, since what a node is about is said anyway."""
        return next(
            (name for name in options if name in self._facts and self._facts[name].kind == "number"), options[0]
        )


def _spread(offered: Sequence[tuple[Choice, list[_Candidate]]], most: int) -> list[_Candidate]:
    """At most so many claims: type after type in turn, and of each type the one whose nodes were told of least.

    They come out type by type, in the order of the contract.
    """
    left = [list(candidates) for _choice, candidates in offered]
    chosen: list[tuple[int, _Candidate]] = []
    told: Counter[str] = Counter()
    while len(chosen) < most and any(left):
        for place, candidates in enumerate(left):
            if candidates and len(chosen) < most:
                best = min(candidates, key=lambda each: sum(told[alias] for alias in each.aliases))
                candidates.remove(best)
                told.update(best.aliases)
                chosen.append((place, best))
    return [candidate for _place, candidate in sorted(chosen, key=lambda each: each[0])]
