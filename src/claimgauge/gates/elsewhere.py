"""Where in a graph a number stands: by about its value, in the base unit of its dimension."""

import math
from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from operator import itemgetter

from claimgauge.gates.binding import Stated, same_value_as
from claimgauge.gates.cells import Cell, CellReader
from claimgauge.gates.directory import LONGEST, LOOKED_AT
from claimgauge.gates.finding import Hint
from claimgauge.gates.node_cells import NodeCells
from claimgauge.quantities import Ambiguous, Mention, Portion, Quantity, Range

SHOWN = 3
_Place = tuple[str, str, NodeCells | Cell]
"""Id and field of a number in a graph, and the number where it is read already, else its node."""
_Holder = NodeCells | Cell
"""A number that is read already, or a node that holds one plainly."""


class Elsewhere:
    """All numbers of a graph by value, gone through once, when a claim states one that its cited nodes do not hold.

    A number that is written plainly is read only where it is asked for. For those the nodes of a small graph
    are gone through each time, which costs less than an index.
    """

    __slots__ = ("_by_value", "_few", "_in_order", "_reader")

    def __init__(self, nodes: Sequence[NodeCells], reader: CellReader) -> None:
        by_value: defaultdict[Hashable, list[_Holder]] = defaultdict(list)
        few = len(nodes) <= LOOKED_AT
        self._few = [(node, node.plain_values.values()) for node in nodes] if few else []
        for node in nodes:
            if not few:
                for value in set(node.plain_values.values()):
                    by_value[value].append(node)
            for cell in node.other_numbers():
                for key in _keys(cell.value):
                    by_value[key].append(cell)
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
            for evidence_id, field, held_in in self._places(key):
                cell = held_in.cell(field) if isinstance(held_in, NodeCells) else held_in
                if (
                    cell is not None
                    and len(evidence_id) <= LONGEST
                    and same_value_as(stated.text, claimed, cell, self._reader).holds
                ):
                    held.setdefault(cell.evidence_id, cell)
        return tuple(_hint(held[name]) for name in sorted(held)[:SHOWN])

    def _places(self, key: Hashable) -> list[_Place]:
        """The first places of a value, by id and field."""
        if key not in self._in_order:
            few = [node for node, values in self._few if key in values]
            places = [place for held in (*self._by_value.get(key, ()), *few) for place in _places_of(key, held)]
            self._in_order[key] = sorted(places, key=itemgetter(0, 1))[:LOOKED_AT]
        return self._in_order[key]


def _places_of(key: Hashable, held: _Holder) -> Iterator[_Place]:
    if isinstance(held, Cell):
        yield held.evidence_id, held.field, held
    else:
        for name, value in held.plain_values.items():
            if value == key:
                yield held.node.evidence_id, name, held


def _hint(cell: Cell) -> Hint:
    text = (cell.text or "")[:LONGEST]
    return Hint(evidence_id=cell.evidence_id, why=f"its {cell.field or 'content'} holds {text}")


def _about(number: Decimal | Fraction) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _keys(value: Mention | None) -> Iterator[Hashable]:
    """What equal values have in common; of an ambiguous one, that of each reading.

    Equal numbers are about one number, whatever their type.
    """
    if isinstance(value, Quantity):
        if value.factor == "1" and value.offset == "0":
            yield abs(_about(value.value))
        else:
            yield abs(_about((Fraction(value.value) + Fraction(value.offset)) * Fraction(value.factor)))
    elif isinstance(value, Portion):
        yield _about(Fraction(value.numerator, value.denominator))
    elif isinstance(value, Ambiguous):
        for reading in value.readings:
            yield from _keys(reading)
    elif isinstance(value, Range):
        yield from _keys(value.low)
    elif value is not None:
        yield value.text.casefold()
