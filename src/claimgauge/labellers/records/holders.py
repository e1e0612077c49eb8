"""Nodes as the records labeller reads them: typed values by field, and the texts of their entities."""

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Final, NamedTuple

from claimgauge.contract import Contract, FieldType, typed_fields
from claimgauge.evidence import EvidenceNode
from claimgauge.quantities import DatePoint, QuantityTables, Value, read_cell

EVERY_FIELD: Final = "*"
NO_NUMBER: Final = ("entity", "text")
"""Kinds of field that hold no value to compare."""
_Reader = Callable[[str, str], Value | None]


class Holder(NamedTuple):
    """One node: its type, its values by field (None: known to be null) and the texts of its entity fields."""

    evidence_id: str
    type: str
    values: Mapping[str, Value | None]
    names: Mapping[str, str]


def holders_of(contract: Contract, nodes: Iterable[EvidenceNode], tables: QuantityTables) -> tuple[Holder, ...]:
    """The nodes in an order that does not depend on how they were given, with their fields read once."""
    reader = _reader(contract, tables)
    return tuple(_holder(contract, node, reader) for node in sorted(nodes, key=_order))


def _order(node: EvidenceNode) -> tuple[str, str, str, str]:
    return (node.evidence_id, node.type, node.content, repr(sorted(node.fields.items())) if node.fields else "")


def _holder(contract: Contract, node: EvidenceNode, reader: _Reader) -> Holder:
    fields = typed_fields(node, contract)
    known = {"cardId": node.card_id, "category": node.category, **fields}
    sources = known if EVERY_FIELD in contract.entities.from_ else contract.entities.from_
    names = {name: text for name in sources if isinstance(text := known.get(name), str) and text.strip()}
    values: dict[str, Value | None] = {}
    for name, written in fields.items():
        if written is None:
            values[name] = None
        elif isinstance(written, str) and (value := reader(name, written)):
            values[name] = value
    return Holder(node.evidence_id, node.type, values, names)


def _reader(contract: Contract, tables: QuantityTables) -> _Reader:
    """Reads a field as written; the same text of the same field is read once."""

    @cache
    def read(name: str, written: str) -> Value | None:
        return _value(written, contract.fields.get(name), contract.locale or None, tables)

    return read


def _value(written: str, field: FieldType | None, locale: str | None, tables: QuantityTables) -> Value | None:
    """The value of a field; the parts of a date may stand between `_`."""
    kind, unit = (field.kind, field.unit) if field else (None, "")
    value = None if kind in NO_NUMBER else read_cell(written, tables, locale=locale, kind=kind, unit=unit)
    if kind == "date" and not isinstance(value, DatePoint):
        return read_cell(written.replace("_", "/"), tables, locale=locale, kind=kind)
    return value
