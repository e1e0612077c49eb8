"""What a claim can state about each node: its entities and its numbers, each under a short name.

A fact is offered only where a claim that states it passes the gates of the preset: a field that is
null, a text that is neither entity nor number, and a number that the text of a claim could not say
are no facts. Under preset `released` a number is a fact where it is an allowed canonical string.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from claimgauge.contract.aliases import aliased, distinct, plain_name
from claimgauge.contract.contract import Contract, Preset
from claimgauge.contract.known_names import KnownNames
from claimgauge.contract.released_numbers import NODE_KEYS, allowed_numbers, lone_numbers
from claimgauge.contract.templates import typed_fields
from claimgauge.contract.wording import Said, Speaker
from claimgauge.evidence import EvidenceNode, FieldValue, is_blank
from claimgauge.quantities import QuantityTables

FactKind = Literal["entity", "number"]
SUBJECTS = 2
"""Most entities by which the text of a claim says what a node is about."""


class Fact(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a claim may state: an entity or a number of a node.

    `number` is what goes into `citedNumbers`; of an entity it goes there only where its claim type
    requires the field. `entity` goes into `citedEntities`; a number has one where its words are a
    name as well. `said` is how the text of the claim says it.
    """

    name: str
    alias: str
    field: str
    kind: FactKind
    entity: str
    number: str
    said: str


class Citable(msgspec.Struct, frozen=True, kw_only=True):
    """One node under its alias: what a claim that cites it says it is about, must declare and may state."""

    alias: str
    evidence_id: str
    type: str
    heading: str
    subjects: tuple[str, ...]
    declared: tuple[str, ...]
    facts: tuple[Fact, ...]


def citables(
    contract: Contract, nodes: Sequence[EvidenceNode], tables: QuantityTables, *, preset: Preset
) -> tuple[tuple[Citable, ...], KnownNames]:
    """Every node that a claim may cite, and the names that are known in the graph.

    Raises EvidenceError for an id that stands for several nodes.
    """
    by_alias = aliased(nodes)
    fields = {alias: typed_fields(node, contract) for alias, node in by_alias.items()}
    entities = {
        alias: dict(_entities(contract, node, fields[alias], preset=preset)) for alias, node in by_alias.items()
    }
    names = KnownNames((text for each in entities.values() for text in each.values()), contract.aliases)
    speaker = Speaker(contract, tables, names)
    read = _Reader(contract, speaker, preset)
    found = (read.citable(alias, node, fields[alias], entities[alias]) for alias, node in by_alias.items())
    return tuple(each for each in found if each is not None), names


def _entities(
    contract: Contract, node: EvidenceNode, fields: Mapping[str, FieldValue], *, preset: Preset
) -> Iterator[tuple[str, str]]:
    """Each source of entities of a node with its text, in the order of the contract."""
    held = node.fields if preset == "released" else fields
    typed = [name for name, field in contract.fields.items() if field.kind == "entity" and preset == "strict"]
    for source in (*contract.entities.from_, *typed):
        if source in NODE_KEYS:
            if text := NODE_KEYS[source](node):
                yield source, text
            continue
        for name in held if source == "*" else (source,):
            if isinstance(value := held.get(name), str) and value:
                yield name, value


class _Reader:
    """Reads nodes of one contract under one preset."""

    def __init__(self, contract: Contract, speaker: Speaker, preset: Preset) -> None:
        self._contract = contract
        self._speaker = speaker
        self._released = preset == "released"
        sources = contract.numbers.from_
        self._all_numbers = "*" in sources
        self._number_fields = frozenset(sources) | contract.fields.keys()
        self._required = frozenset(name for rule in contract.claim_types.values() for name in rule.requires)
        self._forbidden = frozenset(name for rule in contract.claim_types.values() for name in rule.forbids)

    def citable(
        self, alias: str, node: EvidenceNode, fields: Mapping[str, FieldValue], entities: Mapping[str, str]
    ) -> Citable | None:
        """The node as it may be cited.

        None where what it asks to be declared is no entity of it, or its numbers are in a scale that nobody knows.
        """
        same = self._same_entity(node, fields)
        if not set(same) <= set(entities.values()) or not self._speaker.knows_scale(_scale(fields)):
            return None
        facts = () if is_blank(node) else tuple(self._facts(alias, node, fields, entities))
        named = [fact.entity for fact in facts if fact.kind == "entity" and fact.field not in self._forbidden]
        subjects = tuple(dict.fromkeys((*(text for text in same if text in named), *named)))[:SUBJECTS]
        return Citable(
            alias=alias,
            evidence_id=node.evidence_id,
            type=node.type,
            heading=self._speaker.words(node.type).capitalize(),
            subjects=subjects,
            declared=tuple(dict.fromkeys((*same, *subjects))),
            facts=facts,
        )

    def _same_entity(self, node: EvidenceNode, fields: Mapping[str, FieldValue]) -> tuple[str, ...]:
        rule = self._contract.nodes.get(node.type)
        if rule is None or self._released:
            return ()
        values = (fields.get(name) for name in rule.same_entity)
        return tuple(value for value in values if isinstance(value, str) and value)

    def _facts(
        self, alias: str, node: EvidenceNode, fields: Mapping[str, FieldValue], entities: Mapping[str, str]
    ) -> Iterator[Fact]:
        sources = (*entities, *(name for name in fields if name not in entities))
        names = dict(zip(sources, distinct(map(plain_name, sources)), strict=True))
        numbers = dict(self._numbers(node, fields, frozenset(entities.values())))
        seen: set[str] = set()
        for source, text in entities.items():
            said = "" if source in numbers else self._speaker.entity(text, self._entity_label(source))
            if said and (text not in seen or source in self._required):
                seen.add(text)
                number = f"{source}={text}" if _is_citable(source) else ""
                yield _fact(alias, names[source], source, "entity", entity=text, number=number, said=said)
        for source, (number, said) in numbers.items():
            text = str(fields[source])
            entity = text if text in entities.values() and any(map(str.isalpha, text)) else ""
            cited = number if self._released else f"{source}={number}"
            yield _fact(alias, names[source], source, "number", entity=entity, number=cited, said=said)
        if self._released and fields is node.fields:
            found = lone_numbers(node, self._contract)
            plain = distinct((f"number_{place}" for place in range(1, len(found) + 1)), taken=names.values())
            for text, name in zip(found, plain, strict=True):
                yield _fact(alias, name, "content", "number", entity="", number=text, said=text)

    def _entity_label(self, source: str) -> str:
        return "" if source in self._contract.entities.from_ or source in NODE_KEYS else self._speaker.label(source)

    def _numbers(
        self, node: EvidenceNode, fields: Mapping[str, FieldValue], entities: Collection[str]
    ) -> Iterator[tuple[str, Said]]:
        """Each field that holds a number, and how it is cited and said."""
        allowed = allowed_numbers(node, self._contract) if self._released else frozenset()
        scale = _scale(fields)
        for name, value in fields.items():
            if not isinstance(value, str) or not (self._all_numbers or name in self._number_fields):
                continue
            own = value in entities
            said = self._speaker.number(value.strip(), name, scale="" if name == "scale" else scale, own=own)
            usable = said is not None and (said.cited in allowed if self._released else _is_citable(name))
            if said is not None and usable:
                yield name, said


def _scale(fields: Mapping[str, FieldValue]) -> str:
    """The scale of the numbers beside it, such as `million`."""
    scale = fields.get("scale")
    return scale if isinstance(scale, str) else ""


def _is_citable(field: str) -> bool:
    """Whether `field=value` is read as this field."""
    return "=" not in field and field == field.strip() != ""


def _fact(alias: str, plain: str, field: str, kind: FactKind, *, entity: str, number: str, said: str) -> Fact:
    return Fact(name=f"{alias}.{plain}", alias=alias, field=field, kind=kind, entity=entity, number=number, said=said)
