"""Where in a graph a number stands: by its value, in the base unit of its dimension."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction

from claimgauge.gates.binding import Stated, same_value_as
from claimgauge.gates.cells import Cell, CellReader, NodeCells
from claimgauge.gates.directory import LONGEST, LOOKED_AT
from claimgauge.gates.finding import Hint
from claimgauge.quantities import Ambiguous, Mention, Portion, Quantity, Range

SHOWN = 3


class Elsewhere:
    """All numbers of a graph, read once, when a claim states one that its cited nodes do not hold."""

    __slots__ = ("_by_value", "_reader")

    def __init__(self, nodes: Iterable[NodeCells], reader: CellReader) -> None:
        by_value: defaultdict[Hashable, list[Cell]] = defaultdict(list)
        for node in nodes:
            for cell in node.numbers():
                for key in _keys(cell.value):
                    by_value[key].append(cell)
        self._by_value = {key: sorted(cells, key=_by_place) for key, cells in by_value.items()}
        self._reader = reader

    def find(self, stated: Stated) -> tuple[Hint, ...]:
        """Nodes that hold the number, in the order of their ids; of very many, among the first."""
        claimed = self._reader.value(stated.text, stated.field)
        if claimed is None:
            return ()
        held: dict[str, Cell] = {}
        for key in _keys(claimed):
            for cell in self._by_value.get(key, ())[:LOOKED_AT]:
                if len(cell.evidence_id) <= LONGEST and same_value_as(stated.text, claimed, cell, self._reader).holds:
                    held.setdefault(cell.evidence_id, cell)
        return tuple(_hint(held[name]) for name in sorted(held)[:SHOWN])


def _by_place(cell: Cell) -> tuple[str, str]:
    return cell.evidence_id, cell.field


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
