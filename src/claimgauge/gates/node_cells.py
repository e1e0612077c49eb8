"""What a node says, as the strict gates read it: its entities, its fields and the numbers in its content.

Everything is read when it is first asked for, and once: most claims lean on few nodes, and most
numbers are settled by their literals.
"""

import re
from collections.abc import Container, Iterable, Mapping
from itertools import chain
from typing import Final

from claimgauge.contract import fields_by_template
from claimgauge.evidence import EvidenceNode, FieldValue, is_blank
from claimgauge.gates.cells import Cell, CellReader, Filled, Layout, plain_literal
from claimgauge.quantities import NotAQuantity, read_quantities

_NUMBER_LIKE = re.compile(r"[\W_]*[0-9][0-9.,]*\s?\W{0,2}[^\W\d_]{0,4}\W*")


class NodeCells:
    """One node, read by a contract.

    `blank`: it holds nothing that a claim could be held against. `entities` are the texts that are entities of it.
    """

    __slots__ = (
        "_cells",
        "_fields",
        "_filled",
        "_literals",
        "_mentions",
        "_numbers",
        "_placed",
        "_plain_values",
        "_reader",
        "_same_entity",
        "blank",
        "entities",
        "node",
    )

    def __init__(self, node: EvidenceNode, reader: CellReader) -> None:
        self.node = node
        self._reader = reader
        self._fields: Mapping[str, FieldValue] | None = None
        self._filled: tuple[str, ...] | None = None
        self._placed: Mapping[str, str] | None = None
        self._same_entity: frozenset[str] | None = None
        self._cells: dict[str, Cell] = {}
        self._literals: Mapping[FieldValue, tuple[str, ...]] | None = None
        self._mentions: tuple[Cell, ...] | None = None
        self._numbers: tuple[Cell, ...] | None = None
        self._plain_values: Mapping[str, float] | None = None
        self.blank: Final = is_blank(node)
        self.entities: Final = (
            frozenset(self.placed_entities.values())
            if reader.entity_fields
            else frozenset([text for key in reader.entity_getters if (text := key(node))])
        )

    @property
    def fields(self) -> Mapping[str, FieldValue]:
        """The node's own fields, and those of the template of its type."""
        if self._fields is None:
            template = self._reader.templates.get(self.node.type)
            self._fields = fields_by_template(self.node, template) if template else self.node.fields
        return self._fields

    @property
    def filled(self) -> tuple[str, ...]:
        """What the plain fields hold where the content fills a template with plain numbers; else nothing."""
        if self._filled is None:
            template = self._reader.filled.get(self.node.type)
            found = template.fill(self.node.content) if template is not None and not self.node.fields else None
            self._filled = found.groups() if found is not None else ()
        return self._filled

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

    def plain_fields_of(self, text: str) -> tuple[str, ...]:
        """The fields whose value is this literal and needs no reading: plain counts and money, none that is signed."""
        if not plain_literal(text):
            return ()
        if self.is_scaled:
            return tuple(name for name in self.layout.plain if self.fields[name] == text)
        return self.fields_holding(text)

    def fields_holding(self, literal: str) -> tuple[str, ...]:
        """The plain fields whose value is this literal, letter by letter; none of a node that is scaled."""
        if self._literals is None:
            if literal not in self.node.content and literal not in self.node.fields.values():
                return ()
            self._literals = self._by_literal()
        return self._literals.get(literal, ())

    def fields_worth(self, decimal: str) -> tuple[str, ...]:
        """The plain fields that write this decimal, perhaps with zeros at its end, which it has none of."""
        if decimal not in self.node.content and not self.node.fields:
            return ()
        if self._literals is None:
            self._literals = self._by_literal()
        shortest = self._reader.shortest
        held = [names for text, names in self._literals.items() if isinstance(text, str) and shortest(text) == decimal]
        return tuple(chain.from_iterable(held))

    @property
    def is_exact(self) -> bool:
        """Whether its numbers are those of plain fields alone, all written plainly and no rounding let pass."""
        values, layout = self.plain_values, self.layout
        exact = layout.all_plain and len(values) == len(layout.plain) and values.keys() <= self._reader.exact_fields
        return exact and not self.mentions()

    def _by_literal(self) -> Mapping[FieldValue, tuple[str, ...]]:
        """Value → the plain fields that hold it."""
        if filled := self.filled:
            template = self._template
            differing: dict[FieldValue, tuple[str, ...]] = dict(zip(filled, template.alone, strict=True))
            if len(differing) == len(filled):
                return differing
            plain: Iterable[tuple[str, FieldValue]] = zip(template.names, filled, strict=True)
        else:
            plain = [(name, self.fields[name]) for name in self.layout.plain] if not self.is_scaled else ()
        found: dict[FieldValue, tuple[str, ...]] = {}
        for name, held in plain:
            found[held] = (*found.get(held, ()), name)
        return found

    @property
    def _template(self) -> Filled:
        return self._reader.filled[self.node.type]

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
        if isinstance(held, str) and name in self.plain_values:
            return Cell(self.node.evidence_id, name, held, self._reader.plainly_held(held, name))
        value = self._reader.held(text, name, scale=self._scale(name)) if isinstance(held, str) and text else None
        return Cell(self.node.evidence_id, name, text or None, value)

    @property
    def is_scaled(self) -> bool:
        """Whether the node says of its numbers that they are in thousands or the like."""
        return not self.filled and "scale" in self.fields and bool(self._scale(""))

    def _scale(self, name: str) -> str:
        """The magnitude that the node says of all its other fields, or nothing."""
        scale = self.fields.get("scale")
        return scale if isinstance(scale, str) and name != "scale" and scale.lower() in self._reader.scales else ""

    def numbers(self) -> tuple[Cell, ...]:
        """Every number and date that a bare cited number may stand for: of fields, else of the content."""
        if self._numbers is None:
            named = [cell for name in self.layout.sources if (cell := self.cell(name)) and cell.value is not None]
            self._numbers = (*named, *self.mentions())
        return self._numbers

    def numbers_like(self, value: float) -> list[Cell]:
        """The same without those of plain fields that must be exact and, as they are written, are not about `value`."""
        plain, exact = self.plain_values, self._reader.exact_fields
        names = [name for name in self.layout.sources if name not in exact or plain.get(name, value) == value]
        cells = [cell for name in names if (cell := self.cell(name)) and cell.value is not None]
        return [*cells, *self.mentions()]

    @property
    def layout(self) -> Layout:
        """What the names of the fields say of them."""
        return self._template.layout if self.filled else self._reader.layout(tuple(self.fields))

    @property
    def plain_values(self) -> Mapping[str, float]:
        """About what each plain field holds that is written plainly, in its own unit; any other has to be read."""
        if self._plain_values is None:
            self._plain_values = (
                dict(zip(self._template.names, map(float, self.filled), strict=True))
                if self.filled
                else self._read_plainly()
            )
        return self._plain_values

    def _read_plainly(self) -> Mapping[str, float]:
        fields, plain = self.fields, () if self.is_scaled else self.layout.plain
        return {name: float(text) for name in plain if isinstance(text := fields[name], str) and plain_literal(text)}

    def other_numbers(self) -> list[Cell]:
        """The numbers of fields that are not written plainly, and those in the content."""
        if self.filled and self._template.layout.all_plain:
            return []
        plain, sources = self.plain_values, self.layout.sources
        cells = [cell for name in sources if name not in plain and (cell := self.cell(name))]
        return [*cells, *self.mentions()]

    def mentions(self) -> tuple[Cell, ...]:
        """The numbers and dates in the content, where the contract reads it and no template does."""
        reader, content = self._reader, self.node.content
        if not reader.reads_content or not content or self.filled or self.fields is not self.node.fields:
            return ()
        if self._mentions is None:
            self._mentions = tuple(
                Cell(self.node.evidence_id, "", mention.text, mention)
                for mention in read_quantities(content, reader.tables, locale=reader.locale)
                if not isinstance(mention, NotAQuantity)
            )
        return self._mentions


def _is_name(text: str) -> bool:
    """Whether a text that may be anything is looked for as a name: no number, and no text in small letters."""
    return not _NUMBER_LIKE.fullmatch(text) and (not text[0].isalpha() or any(map(str.isupper, text)))
