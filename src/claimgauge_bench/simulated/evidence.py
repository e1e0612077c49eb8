"""The evidence of a brief as simulated narrators need it, read once for all of them."""

import re
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from claimgauge.contract import Citable, CompiledSchema, Contract, Preset, compiled_facts
from claimgauge.evidence import EvidenceNode
from claimgauge.narration import Brief
from claimgauge.quantities import QuantityTables

_NUMBER: Final = re.compile(r"[0-9]+\.?[0-9]*")


class Evidence(NamedTuple):
    """Nodes by id, in the order of their ids, what each is about, and every name and number that occurs."""

    compiled: CompiledSchema
    nodes: dict[str, EvidenceNode]
    about: dict[str, tuple[str, ...]]
    names: frozenset[str]
    numbers: frozenset[str]

    def of_type(self, types: Collection[str]) -> list[str]:
        """The ids of the nodes of these types, in order."""
        return [name for name, node in self.nodes.items() if node.type in types]


class EvidenceReader:
    """Reads briefs for one contract and preset; the last one stays at hand, since cells ask one after another."""

    def __init__(self, contract: Contract, tables: QuantityTables, *, preset: Preset | None = None) -> None:
        """`preset` says how claims are correct; that of the contract unless given."""
        self.contract = contract
        self._tables = tables
        self._preset: Preset = preset or contract.preset
        self._last: tuple[Brief, Evidence] | None = None

    def read(self, brief: Brief) -> Evidence:
        """The evidence of a brief. Raises EvidenceError where no claim can be stated about it."""
        if self._last is None or self._last[0] is not brief:
            nodes = _first_of_each(brief.nodes) if self._preset == "released" else brief.nodes
            compiled = compiled_facts(self.contract, nodes, self._tables, preset=self._preset)
            self._last = (brief, _evidence(brief, nodes, compiled))
        return self._last[1]


def _first_of_each(nodes: Sequence[EvidenceNode]) -> tuple[EvidenceNode, ...]:
    """Of nodes that share an id the first, as preset `released` counts."""
    return tuple({node.evidence_id: node for node in reversed(nodes)}.values())


def _evidence(brief: Brief, given: Sequence[EvidenceNode], compiled: CompiledSchema) -> Evidence:
    nodes = {node.evidence_id: node for node in sorted(given, key=lambda node: node.evidence_id)}
    about = {each.evidence_id: _entities(each) for each in compiled.nodes.values()}
    texts = {text for node in nodes.values() for text in (node.content, *map(str, node.fields.values()))}
    keys = {text for node in nodes.values() for text in (node.evidence_id, node.card_id, node.category)}
    named = {name for each in about.values() for name in each}
    numbers = {number for text in texts for number in _NUMBER.findall(text)}
    return Evidence(
        compiled=compiled,
        nodes=nodes,
        about=about,
        names=frozenset({*keys, *texts, *named, *(brief.allowed_entities or ())}),
        numbers=frozenset({*numbers, *texts, *(brief.allowed_numbers or ())}),
    )


def _entities(node: Citable) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*node.declared, *(fact.entity for fact in node.facts if fact.entity))))
