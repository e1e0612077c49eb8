"""Where in a graph a number stands: by its value, in the base unit of its dimension."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from operator import itemgetter
from typing import NamedTuple

from claimgauge.gates.binding import Stated, same_value_as
from claimgauge.gates.cells import Cell, CellReader, NodeCells
from claimgauge.gates.directory import LONGEST, LOOKED_AT
from claimgauge.gates.finding import Hint
from claimgauge.quantities import Ambiguous, Mention, Portion, Quantity, Range

SHOWN = 3


class _Place(NamedTuple):
    """A number in a graph, read already where it is not written plainly."""

    evidence_id: str
    field: str
    node: NodeCells
    read: Cell | None

    def cell(self) -> Cell | None:
        return self.read or self.node.cell(self.field)


class Elsewhere:
    """All numbers of a graph by value, gone through once, when a claim states one that its cited nodes do not hold.

    A number that is written plainly is read only where it is asked for.
    """

    __slots__ = ("_by_value", "_in_order", "_reader")

    def __init__(self, nodes: Iterable[NodeCells], reader: CellReader) -> None:
        by_value: defaultdict[Hashable, list[_Place]] = defaultdict(list)
        for node in nodes:
            evidence_id = node.node.evidence_id
            cells = list(node.mentions())
            for name in node.number_names():
                plain = node.plain_value(name)
                if plain is not None:
                    by_value[hash(plain)].append(_Place(evidence_id, name, node, None))
                elif (cell := node.cell(name)) is not None:
                    cells.append(cell)
            for cell in cells:
                for key in _keys(cell.value):
                    by_value[key].append(_Place(evidence_id, cell.field, node, cell))
        self._by_value = by_value
        self._in_order: dict[Hashable, list[_Place]] = {}
        self._reader = reader

    def find(self, stated: Stated) -> tuple[Hint, ...]:
        """Nodes that hold the number, in the order of their ids; of very many, among the first."""
        claimed = self._reader.value(stated.text, stated.field)
        if claimed is None:
            return ()
        held: dict[str, Cell] = {}
        for key in _keys(claimed):
            for place in self._places(key):
                cell = place.cell() if len(place.evidence_id) <= LONGEST else None
                if cell is not None and same_value_as(stated.text, claimed, cell, self._reader).holds:
                    held.setdefault(cell.evidence_id, cell)
        return tuple(_hint(held[name]) for name in sorted(held)[:SHOWN])

    def _places(self, key: Hashable) -> list[_Place]:
        """The first places of a value, by id and field."""
        if key not in self._in_order:
            self._in_order[key] = sorted(self._by_value.get(key, ()), key=itemgetter(0, 1))[:LOOKED_AT]
        return self._in_order[key]


def _hint(cell: Cell) -> Hint:
    text = (cell.text or "")[:LONGEST]
    return Hint(evidence_id=cell.evidence_id, why=f"its {cell.field or 'content'} holds {text}")


def _keys(value: Mention | None) -> Iterator[Hashable]:
    """What equal values have in common; of an ambiguous one, that of each reading.

    Equal numbers have one hash, whatever their type.
    """
    if isinstance(value, Quantity):
        if value.factor == "1" and value.offset == "0":
            yield hash(abs(value.value))
        else:
            yield hash(abs((Fraction(value.value) + Fraction(value.offset)) * Fraction(value.factor)))
    elif isinstance(value, Portion):
        yield hash(Fraction(value.numerator, value.denominator))
    elif isinstance(value, Ambiguous):
        for reading in value.readings:
            yield from _keys(reading)
    elif isinstance(value, Range):
        yield from _keys(value.low)
    elif value is not None:
        yield value.text.casefold()
