"""What a node says, as the strict gates read it: its entities, its fields and the numbers in its content.

Everything is read when it is first asked for, and once: most claims lean on few nodes, and most
numbers are settled by their literals.
"""

import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping
from decimal import Decimal
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from claimgauge.contract import Contract, FieldType, fields_by_template, parsed_template
from claimgauge.evidence import EvidenceNode, FieldValue, is_blank
from claimgauge.gates.name_finder import NameFinder
from claimgauge.quantities import (
    NotAQuantity,
    QuantityTables,
    Value,
    magnitude_names,
    read_cell,
    read_quantities,
)

KEYS: Mapping[str, Callable[[EvidenceNode], str]] = {
    "cardId": attrgetter("card_id"),
    "category": attrgetter("category"),
    "sourceId": attrgetter("source_id"),
    "type": attrgetter("type"),
}
"""Node keys that may hold an entity."""
_NUMBER_LIKE = re.compile(r"[\W_]*[0-9][0-9.,]*\s?\W{0,2}[^\W\d_]{0,4}\W*")
_BARE = ("count", "money")
READINGS_KEPT = 8192
_PLAIN = re.compile(r"[0-9]+(?:\.(?:[0-9]{1,2}|[0-9]{4,}))?")
"""Digits with at most one point that cannot group them."""


def is_plain_literal(text: str) -> bool:
    """Whether a number is written so that its literal is its value in any locale."""
    return _PLAIN.fullmatch(text) is not None


class Cell(NamedTuple):
    """One field of one node: `text` is None for null, `value` where the text is no number or date.

    `field` is empty for a number that stands in the content.
    """

    evidence_id: str
    field: str
    text: str | None
    value: Value | None


class CellReader:
    """A contract and the tables of quantities, ready to read nodes. Thread-safe: it holds caches only."""

    def __init__(self, contract: Contract, tables: QuantityTables) -> None:
        self.contract = contract
        self.tables = tables
        self.locale = contract.locale or None
        self.all_fields = "*" in contract.numbers.from_
        self.number_fields = frozenset(contract.numbers.from_) - {"*", "content"}
        self.entity_keys = {name: KEYS[name] for name in contract.entities.from_ if name in KEYS}
        self.entity_getters = tuple(self.entity_keys.values())
        self.entity_fields = frozenset(
            [name for name in contract.entities.from_ if name not in KEYS]
            + [name for name, field in contract.fields.items() if field.kind == "entity"]
        )
        self.templates = {name: parsed_template(rule.content) for name, rule in contract.nodes.items() if rule.content}
        self.scales = magnitude_names(tables)
        self.field_finder = NameFinder((), field_words(contract))
        self.same_entity = {name: rule.same_entity for name, rule in contract.nodes.items() if rule.same_entity}
        self.plain_fields = {
            name: field.unit if field.kind == "money" else ""
            for name, field in contract.fields.items()
            if field.kind in _BARE and not field.signed
        }
        self.read = lru_cache(maxsize=READINGS_KEPT)(self._read)

    def _read(self, text: str, field: str, scale: str, *, alone: bool) -> Value | None:
        declared = self.contract.fields.get(field)
        kind, unit = (declared.kind, declared.unit) if declared else (None, "")
        return read_cell(text, self.tables, locale=self.locale, scale=scale or None, kind=kind, unit=unit, alone=alone)

    def held(self, text: str, field: str, *, scale: str = "") -> Value | None:
        """The number or date that a field holds; None where it is none or several."""
        return self.read(text, field, scale, alone=False)

    def value(self, text: str, field: str = "") -> Value | None:
        """The number or date that a claim states, with the unit of the field; None where words stand beside it."""
        return self.read(text, field, "", alone=True)

    def field_type(self, name: str) -> FieldType | None:
        """What the contract declares of a field; None where it does not name it."""
        return self.contract.fields.get(name)

    def is_number_source(self, name: str) -> bool:
        """Whether a bare number may come from this field."""
        return self.all_fields or name in self.number_fields or name in self.contract.fields


def field_words(contract: Contract) -> dict[str, str]:
    """Word → field, for the words by which prose calls one field and no other: the contract's, and names of several."""
    words = [(word, name) for name, field in contract.fields.items() for word in field.words]
    words += [(name.replace("_", " "), name) for name in contract.fields if "_" in name]
    count = Counter(word for word, _name in set(words))
    return {word: name for word, name in words if count[word] == 1}


class NodeCells:
    """One node, read by a contract."""

    __slots__ = (
        "_blank",
        "_cells",
        "_entities",
        "_fields",
        "_mentions",
        "_numbers",
        "_placed",
        "_reader",
        "_same_entity",
        "node",
    )

    def __init__(self, node: EvidenceNode, reader: CellReader) -> None:
        self.node = node
        self._reader = reader
        self._fields: Mapping[str, FieldValue] | None = None
        self._placed: Mapping[str, str] | None = None
        self._entities: frozenset[str] | None = None
        self._same_entity: frozenset[str] | None = None
        self._cells: dict[str, Cell] = {}
        self._mentions: tuple[Cell, ...] | None = None
        self._numbers: tuple[Cell, ...] | None = None
        self._blank: bool | None = None

    @property
    def blank(self) -> bool:
        """Whether the node holds nothing that a claim could be held against."""
        if self._blank is None:
            self._blank = is_blank(self.node)
        return self._blank

    @property
    def fields(self) -> Mapping[str, FieldValue]:
        """The node's own fields, and those of the template of its type."""
        if self._fields is None:
            template = self._reader.templates.get(self.node.type)
            self._fields = fields_by_template(self.node, template) if template else self.node.fields
        return self._fields

    @property
    def placed_entities(self) -> Mapping[str, str]:
        """Node key or field → the entity that it holds."""
        if self._placed is None:
            reader, named, fields = self._reader, self._reader.entity_fields, self.fields
            found = {name: key(self.node) for name, key in reader.entity_keys.items()}
            for name in fields if "*" in named else named & fields.keys():
                if isinstance(text := fields[name], str):
                    found[name] = text
            self._placed = {name: text for name, text in found.items() if text}
        return self._placed

    @property
    def entities(self) -> frozenset[str]:
        """The texts that are entities of this node."""
        if self._entities is None:
            if self._reader.entity_fields:
                self._entities = frozenset(self.placed_entities.values())
            else:
                self._entities = frozenset([text for key in self._reader.entity_getters if (text := key(self.node))])
        return self._entities

    def is_about(self, entities: Container[str], places: Iterable[str]) -> bool:
        """Whether the node may be about one of some entities: it is, or at their `places` it holds no other one."""
        held = self.placed_entities
        if any([entity in entities for entity in held.values()]):
            return True
        return not any([place in held for place in places])

    @property
    def names(self) -> frozenset[str]:
        """The entities that are looked for in prose.

        Where every field is a source, those are the texts with a capital letter, or that begin
        with none, and are no number.
        """
        if "*" not in self._reader.entity_fields:
            return self.entities
        return frozenset(text for text in self.entities if _is_name(text))

    def plain_fields_of(self, text: str) -> list[str]:
        """The fields whose value is this literal and needs no reading: plain counts and money, none that is signed."""
        return self.fields_holding(text) if is_plain_literal(text) else []

    def fields_holding(self, literal: str) -> list[str]:
        """The plain fields whose value is this literal, letter by letter."""
        if literal not in self.node.content and literal not in self.node.fields.values():
            return []
        plain = self._reader.plain_fields
        return [name for name, held in self.fields.items() if held == literal and name in plain]

    @property
    def same_entity(self) -> frozenset[str]:
        """The entities that a claim which cites this node must declare."""
        if self._same_entity is None:
            wanted = [self.fields.get(name) for name in self._reader.same_entity.get(self.node.type, ())]
            self._same_entity = frozenset(text for text in wanted if isinstance(text, str) and text)
        return self._same_entity

    def cell(self, name: str) -> Cell | None:
        """One field by its name; None where the node has no such field."""
        if name not in self._cells:
            if name not in self.fields:
                return None
            self._cells[name] = self._cell(name, self.fields[name])
        return self._cells[name]

    def _cell(self, name: str, held: FieldValue) -> Cell:
        text = held if isinstance(held, str) else None if held is None else str(held).lower()
        value = self._reader.held(text, name, scale=self._scale(name)) if isinstance(held, str) and text else None
        return Cell(self.node.evidence_id, name, text or None, value)

    def _scale(self, name: str) -> str:
        """The magnitude that the node says of all its other fields, or nothing."""
        scale = self.fields.get("scale")
        return scale if isinstance(scale, str) and name != "scale" and scale.lower() in self._reader.scales else ""

    def numbers(self) -> tuple[Cell, ...]:
        """Every number and date that a bare cited number may stand for: of fields, else of the content."""
        if self._numbers is None:
            named = [cell for name in self.number_names() if (cell := self.cell(name)) and cell.value is not None]
            self._numbers = (*named, *self.mentions())
        return self._numbers

    def number_names(self) -> list[str]:
        """The fields from which a bare number may come."""
        return [name for name in self.fields if self._reader.is_number_source(name)]

    def plain_value(self, name: str) -> Decimal | None:
        """The number of a plain field that is written plainly, in its own unit; None where it has to be read."""
        text = self.fields[name]
        if name not in self._reader.plain_fields or not isinstance(text, str) or not _PLAIN.fullmatch(text):
            return None
        return None if self._scale(name) else Decimal(text)

    def mentions(self) -> tuple[Cell, ...]:
        """The numbers and dates in the content, where the contract reads it and no template does."""
        if self._mentions is None:
            reader, content = self._reader, self.node.content
            read = "content" in reader.contract.numbers.from_ and content and self.fields is self.node.fields
            self._mentions = tuple(
                Cell(self.node.evidence_id, "", mention.text, mention)
                for mention in (read_quantities(content, reader.tables, locale=reader.locale) if read else ())
                if not isinstance(mention, NotAQuantity)
            )
        return self._mentions


def _is_name(text: str) -> bool:
    """Whether a text that may be anything is looked for as a name: no number, and no text in small letters."""
    return not _NUMBER_LIKE.fullmatch(text) and (not text[0].isalpha() or any(map(str.isupper, text)))
