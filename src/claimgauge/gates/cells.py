"""How a contract reads the numbers of a node: what its fields hold, and which of them need no reading."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple

from msgspec.structs import replace

from claimgauge.contract import Contract, FieldType, numeric_template, parsed_template
from claimgauge.evidence import EvidenceNode
from claimgauge.gates.name_finder import NameFinder
from claimgauge.quantities import (
    Quantity,
    QuantityTables,
    Value,
    magnitude_names,
    read_cell,
    shortest_decimal,
)

KEYS: Mapping[str, Callable[[EvidenceNode], str]] = {
    "cardId": attrgetter("card_id"),
    "category": attrgetter("category"),
    "sourceId": attrgetter("source_id"),
    "type": attrgetter("type"),
}
"""Node keys that may hold an entity."""
_BARE = ("count", "money")
READINGS_KEPT = 8192
LAYOUTS_KEPT = 1024
SHORT = 12
"""So many characters of plain digits are no rule's business, whatever they are."""
FINDERS_KEPT = 64
FEW = 256
"""A finder of so many names is kept for other graphs."""
_PLAIN = r"[0-9]+(?:\.(?:[0-9]{1,2}|[0-9]{4,}))?"
"""Digits with at most one point that cannot group them."""
plain_literal: Final = re.compile(_PLAIN).fullmatch
"""A match for a number that is written so that its literal is its value in any locale."""


class Cell(NamedTuple):
    """One field of one node: `text` is None for null, `value` where the text is no number or date.

    `field` is empty for a number that stands in the content.
    """

    evidence_id: str
    field: str
    text: str | None
    value: Value | None


class Layout(NamedTuple):
    """What the names of a node's fields say of them, each in order.

    `sources`: those from which a bare number may come. `plain`: the plain ones, which are among them, and `all_plain`
    says that they are all of them.
    """

    sources: tuple[str, ...]
    plain: tuple[str, ...]
    all_plain: bool


class Filled(NamedTuple):
    """A template that holds plain numbers in all its plain fields: their names, its pattern, and all its fields.

    `alone` is each name as a tuple of its own.
    """

    names: tuple[str, ...]
    alone: tuple[tuple[str], ...]
    fill: Callable[[str], re.Match[str] | None]
    layout: Layout


class CellReader:
    """A contract and the tables of quantities, ready to read nodes. Thread-safe: it holds caches only.

    `aliases` is alias → entity.
    """

    def __init__(self, contract: Contract, tables: QuantityTables) -> None:
        self.contract = contract
        self.tables = tables
        self.locale = contract.locale or None
        self.reads_content = "content" in contract.numbers.from_
        self._all_fields = "*" in contract.numbers.from_
        self._number_fields = (frozenset(contract.numbers.from_) - {"*", "content"}) | contract.fields.keys()
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
        self.bare_rules = frozenset(
            name
            for name, rule in contract.claim_types.items()
            if not (rule.min_cited or rule.max_cited or rule.requires or rule.forbids)
        )
        self.plain_fields = {
            name: field.unit if field.kind == "money" else ""
            for name, field in contract.fields.items()
            if field.kind in _BARE and not field.signed
        }
        self.exact_fields = frozenset(name for name in self.plain_fields if contract.fields[name].equality == "exact")
        self.filled = dict(self._filled())
        self.read = lru_cache(maxsize=READINGS_KEPT)(self._read)
        self.aliases = {alias: name for name, others in contract.aliases.items() for alias in others}
        self.layout = lru_cache(maxsize=LAYOUTS_KEPT)(self._layout)
        self._kept_finder = lru_cache(maxsize=FINDERS_KEPT)(self._finder)

    def _read(self, text: str, field: str, scale: str, *, alone: bool) -> Value | None:
        declared = self.contract.fields.get(field)
        kind, unit = (declared.kind, declared.unit) if declared else (None, "")
        return read_cell(text, self.tables, locale=self.locale, scale=scale or None, kind=kind, unit=unit, alone=alone)

    def held(self, text: str, field: str, *, scale: str = "") -> Value | None:
        """The number or date that a field holds; None where it is none or several."""
        return self.read(text, field, scale, alone=False)

    def plainly_held(self, text: str, field: str) -> Value | None:
        """The same for a plain field that is written plainly: all but the digits is as in any other value of it."""
        one = self.held("1", field)
        if len(text) > SHORT or (text[0] == "0" and text[1:2] not in ("", ".")) or not isinstance(one, Quantity):
            return self.held(text, field)
        return replace(one, end=len(text), text=text, value=Decimal(text), digits=-len(text.partition(".")[2]))

    def value(self, text: str, field: str = "") -> Value | None:
        """The number or date that a claim states, with the unit of the field; None where words stand beside it."""
        return self.read(text, field, "", alone=True)

    def shortest(self, text: str) -> str | None:
        """A plain decimal without zeros at its end, in which `95.00` is `95`; None for any other text."""
        return shortest_decimal(text, self.tables, locale=self.locale)

    def finder(self, entities: frozenset[str]) -> NameFinder:
        """Finds the names of some entities and of those that the contract names; of the same few, it is made once."""
        return (self._kept_finder if len(entities) <= FEW else self._finder)(entities)

    def _finder(self, entities: frozenset[str]) -> NameFinder:
        return NameFinder(entities, self.aliases)

    def field_type(self, name: str) -> FieldType | None:
        """What the contract declares of a field; None where it does not name it."""
        return self.contract.fields.get(name)

    def _filled(self) -> Iterator[tuple[str, Filled]]:
        """Node type → its template as one of plain numbers, where it is one of unscaled nodes."""
        for name, template in self.templates.items():
            plain = numeric_template(self.contract.nodes[name].content, self.plain_fields, _PLAIN)
            if plain is not None and "scale" not in template.names:
                alone = tuple((each,) for each in plain.names)
                yield name, Filled(plain.names, alone, plain.pattern.fullmatch, self._layout(template.names))

    def _layout(self, names: tuple[str, ...]) -> Layout:
        sources = tuple(name for name in names if self._all_fields or name in self._number_fields)
        plain = tuple(name for name in names if name in self.plain_fields)
        return Layout(sources, plain, plain == sources)


def field_words(contract: Contract) -> dict[str, str]:
    """Word → field, for the words by which prose calls one field and no other: the contract's, and names of several."""
    words = [(word, name) for name, field in contract.fields.items() for word in field.words]
    words += [(name.replace("_", " "), name) for name in contract.fields if "_" in name]
    count = Counter(word for word, _name in set(words))
    return {word: name for word, name in words if count[word] == 1}
