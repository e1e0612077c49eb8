"""The rows of a table within a record, in whichever of three layouts it lies there."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from claimgauge.errors import EvidenceError
from claimgauge.evidence.headers import HEADER, ROW, SCALE, header_depth, read_header
from claimgauge.evidence.mapping import NodeRule
from claimgauge.evidence.node import FieldValue
from claimgauge.evidence.paths import MOST_FIELDS, add_scalars, as_text, at_path, plain_scalar, shown


class Row(NamedTuple):
    """One row: its key as written, its position in the list, and its cells by name, none of them made null yet.

    The key of an object is its position, that of a grid's row the cell that names it; the position
    in columns, which have no order, is the key.
    """

    key: str
    position: str
    cells: dict[str, FieldValue]


def rows_of(rule: NodeRule, record: dict[str, Any], *, place: str) -> Iterator[Row]:
    """The rows of the table that `rule.each` leads to; none where null stands there.

    Raises EvidenceError, naming `place`, where the path ends early or the table is none.
    """
    table = at_path(record, rule.each, place=f"{place}.each")
    where = f"{place}.each: {rule.each!r}" if rule.each else f"{place}: the record"
    if table is None:
        return iter(())
    if rule.layout == "rows":
        return _objects(table, where)
    if rule.layout == "columns":
        return _transposed(_expect(table, dict, where, "columns: an object of name → {row: value}"), where)
    return _grid(rule, _expect(table, list, where, "grid: an array of arrays"), where)


def _expect(value: object, kind: type, where: str, what: str) -> Any:
    if isinstance(value, kind):
        return value
    raise EvidenceError(f"{where} is {shown(value)}; expected {what}")


def _objects(table: object, where: str) -> Iterator[Row]:
    for index, item in enumerate(table if isinstance(table, list) else [table]):
        yield Row(str(index), str(index), _cells_of(_expect(item, dict, f"{where}[{index}]", "rows: objects"), where))


def _cells_of(item: dict[Any, Any], where: str) -> dict[str, FieldValue]:
    if len(item) <= MOST_FIELDS and {str}.issuperset(map(type, (*item, *item.values()))):
        return item
    cells: dict[str, FieldValue] = {}
    add_scalars(cells, "", item, place=where)
    return cells


def _transposed(table: dict[Any, Any], where: str) -> Iterator[Row]:
    rows: dict[str, dict[str, FieldValue]] = {}
    for name, column in table.items():
        for key, value in _expect(column, dict, f"{where}.{name}", "columns: an object of row → value").items():
            add_scalars(rows.setdefault(str(key), {}), str(name), value, place=where)
    return (Row(key, key, cells) for key, cells in rows.items())


def _grid(rule: NodeRule, table: list[Any], where: str) -> Iterator[Row]:
    grid = [_expect(row, list, f"{where}[{index}]", "grid: an array of cells") for index, row in enumerate(table)]
    width = max(map(len, grid), default=0)
    if grid and not 0 <= rule.row_header < width:
        message = f"row_header is {rule.row_header}, and the longest row has {width} cells, counted from 0"
        raise EvidenceError(f"{where}: {message}")
    depth = _depth(rule, grid, width)
    texts = [[_header_text(cell, where) for cell in _padded(row, width)] for row in grid[:depth]]
    header = read_header(texts, row_header=rule.row_header, width=width)
    said = {HEADER: header.about, SCALE: header.scale if rule.scale_from == "header" else ""}
    for index, row in enumerate(grid[depth:], start=depth):
        cells: dict[str, FieldValue] = {}
        for name, value in zip(header.names, row, strict=False):
            add_scalars(cells, name, value, place=f"{where}[{index}]")
        cells |= {name: text for name, text in said.items() if text}
        yield Row(_key(cells.get(ROW)), str(index), cells)


def _depth(rule: NodeRule, grid: list[list[Any]], width: int) -> int:
    if rule.header_rows != "auto":
        return rule.header_rows
    is_filled = [[_is_filled(cell) for cell in _padded(row, width)] for row in grid]
    return header_depth(is_filled, row_header=rule.row_header, width=width)


def _padded(row: list[Any], width: int) -> list[Any]:
    return row + [None] * (width - len(row))


def _is_filled(cell: object) -> bool:
    return bool(cell.strip()) if isinstance(cell, str) else cell is not None


def _header_text(cell: object, where: str) -> str:
    """The text of a cell with its white space made single; empty where there is none."""
    text = plain_scalar(cell, place=f"{where}: a header cell")
    return "" if text is None else " ".join(as_text(text).split())


def _key(name: FieldValue) -> str:
    return "" if name is None else as_text(name)
