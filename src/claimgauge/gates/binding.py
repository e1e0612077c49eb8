"""A cited number as it is written, and the cell of a cited node whose value it is.

`fee_usd=95.00` names its field and must be the value of that field; a bare `95.00` may be any
number of a cited node. Equal means: the same value in the same unit or another one of its
dimension, under the equality that the contract declares for the field.
"""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import Literal, NamedTuple

from msgspec.structs import replace

from claimgauge.contract import FieldType
from claimgauge.gates.cells import Cell, CellReader
from claimgauge.gates.names import form_of
from claimgauge.gates.node_cells import NodeCells
from claimgauge.quantities import Match, Mention, Portion, Quantity, Range, Value, literal_equal, same_quantity

_SHARES = ("percent", "ratio")
_DECIMAL = re.compile(r"[0-9]+(?:\.[0-9]+)?")
EQUAL = Match(outcome="equal")
DIFFERENT = Match(outcome="different")
Miss = Literal[
    "unbound_number", "null_field", "different_value", "coarse_rounding", "ambiguous_quantity", "unknown_number"
]  # fmt: skip
_OUTCOMES: dict[str, Miss] = {"coarse_rounding": "coarse_rounding", "ambiguous": "ambiguous_quantity"}


class Stated(NamedTuple):
    """A cited number: the whole as written, the field it names or nothing, and the number."""

    written: str
    field: str
    text: str


class Bound(NamedTuple):
    """A stated number with its cell.

    `claimed` is what the text was read as, None where it was settled by its literal. `opposite`: the
    cell has the other sign, which only words such as `fell` can account for.
    """

    stated: Stated
    cell: Cell
    claimed: Value | None
    normalisations: tuple[str, ...] = ()
    opposite: bool = False


class Unbound(NamedTuple):
    """A stated number that no cell bears out, and the nearest cell where there is one."""

    stated: Stated
    code: Miss
    cell: Cell | None = None


def stated_number(written: str) -> Stated:
    """`field=value` as its parts, or a bare number."""
    field, sign, text = written.partition("=")
    if sign and field.strip():
        return Stated(written, field.strip(), text.strip())
    return Stated(written, "", written.strip())


def bind(stated: Stated, cited: Sequence[NodeCells], reader: CellReader) -> Bound | Unbound:
    """The cell of a cited node whose value the number is, or why there is none."""
    return _bind_named(stated, cited, reader) if stated.field else _bind_bare(stated, cited, reader)


def _bind_named(stated: Stated, cited: Sequence[NodeCells], reader: CellReader) -> Bound | Unbound:
    cells = [cell for node in cited if (cell := node.cell(stated.field)) is not None]
    if not cells:
        return Unbound(stated, "unbound_number")
    held = [cell for cell in cells if cell.text is not None]
    if not held:
        return Unbound(stated, "null_field", cells[0])
    claimed = reader.value(stated.text, stated.field)
    return _among(stated, claimed, held, reader)


def _bind_bare(stated: Stated, cited: Sequence[NodeCells], reader: CellReader) -> Bound | Unbound:
    for node in cited:
        plain = node.plain_fields_of(stated.text)
        if plain and (cell := node.cell(min(plain))) is not None:
            return Bound(stated, cell, None)
    claimed = reader.value(stated.text)
    cells = _numbers_that_may_be(stated, claimed, cited)
    if claimed is None:
        return _with_its_unit(stated, cells, reader) or Unbound(stated, "unknown_number")
    found = _among(stated, claimed, cells, reader)
    return (
        Unbound(stated, "unknown_number") if isinstance(found, Unbound) and found.code == "different_value" else found
    )


def _numbers_that_may_be(stated: Stated, claimed: Value | None, cited: Sequence[NodeCells]) -> list[Cell]:
    """The numbers of the cited nodes, without those of which the digits alone say that they are not the stated one."""
    if type(claimed) is Quantity and _DECIMAL.fullmatch(stated.text) and claimed.value == Decimal(stated.text):
        about = float(stated.text)
        return [cell for node in cited for cell in node.numbers_like(about)]
    return [cell for node in cited for cell in node.numbers()]


def _with_its_unit(stated: Stated, cells: Iterable[Cell], reader: CellReader) -> Bound | None:
    """A cell whose field has the word behind the number for its unit: `545 points`."""
    for cell in cells:
        claimed = reader.value(stated.text, cell.field) if cell.field else None
        if claimed is not None and same_value_as(stated.text, claimed, cell, reader).holds:
            return Bound(stated, cell, claimed)
    return None


def _among(stated: Stated, claimed: Value | None, cells: Sequence[Cell], reader: CellReader) -> Bound | Unbound:
    """A cell with the value, else one with the value of the other sign where the sign says a direction.

    Where none has it, the cell that comes nearest: one that is right when rounded, or in one reading,
    before one that differs.
    """
    opposite: Bound | None = None
    nearest: Unbound | None = None
    for cell in cells:
        match = same_value_as(stated.text, claimed, cell, reader)
        if match.holds:
            return Bound(stated, cell, claimed, normalisations_of(match))
        if opposite is None and is_opposite(claimed, cell.value, reader.field_type(cell.field)):
            opposite = Bound(stated, cell, claimed, opposite=True)
        code = _OUTCOMES.get(match.outcome)
        if code is not None and nearest is None:
            nearest = Unbound(stated, code, cell)
    return opposite or nearest or Unbound(stated, "different_value", cells[0] if cells else None)


def same_value_as(text: str, claimed: Mention | None, cell: Cell, reader: CellReader) -> Match:
    """What a text comes to against a cell that holds something."""
    field = reader.field_type(cell.field)
    if cell.text is None:
        return DIFFERENT
    if cell.field and (text == cell.text if field is None else literal_equal(text, cell.text)):
        return EQUAL
    if cell.value is None or (field is not None and field.kind in ("entity", "text")):
        return EQUAL if text == cell.text else _same_words(text, cell.text)
    if claimed is None or _leaves_out(claimed) or differs_at_a_glance(claimed, cell.value, field):
        return DIFFERENT
    return same_as_field(claimed, cell.value, field)


def _leaves_out(claimed: Mention) -> bool:
    """`over 95` is everything but 95, so it states no value."""
    return isinstance(claimed, (Quantity, Portion)) and claimed.bound in ("above", "below")


def differs_at_a_glance(claimed: Mention, value: Mention, field: FieldType | None) -> bool:
    """Two numbers of one scale that must be equal and are not; their units need not be looked at."""
    if (
        type(claimed) is not Quantity
        or type(value) is not Quantity
        or (field is not None and field.equality != "exact")
    ):
        return False
    one_scale = claimed.factor == value.factor and claimed.offset == value.offset
    hedged = claimed.bound == "approximately" or value.bound == "approximately"
    shares = claimed.dimension in _SHARES or value.dimension in _SHARES
    return one_scale and not hedged and not shares and claimed.value != value.value


def same_as_field(claimed: Mention, value: Mention, field: FieldType | None) -> Match:
    """The same number under the equality of the field; without a declaration, exactly.

    Words such as `at least` are left aside: they may go with a number, and never stand in for it. A
    number with `about` may be a rounding, at most 5 % off. A range is not one number.
    """
    number = without_bound(claimed)
    if isinstance(number, Range) and not isinstance(value, Range):
        return DIFFERENT
    if isinstance(number, Quantity) and isinstance(value, Quantity) and _adds_a_currency(number, value):
        return DIFFERENT
    if field is None:
        return same_quantity(number, without_bound(value))
    tolerance = Decimal(field.tolerance) if field.tolerance else None
    return same_quantity(number, without_bound(value), equality=field.equality, tolerance=tolerance)


def _adds_a_currency(claimed: Quantity, value: Quantity) -> bool:
    """Whether the claim makes money of a number of which the evidence and the contract do not say that it is any."""
    return claimed.dimension == "money" and value.dimension == "count"


def without_bound(mention: Mention) -> Mention:
    """The number of `at least 80`; anything else as it is."""
    bounded = isinstance(mention, (Quantity, Portion)) and mention.bound not in ("none", "approximately")
    return replace(mention, bound="none") if bounded else mention


def is_opposite(stated: Mention | None, value: Mention | None, field: FieldType | None) -> bool:
    """Whether a number stands without a sign and the field, whose sign says a direction, is its negative."""
    if field is None or not field.signed or not isinstance(stated, Quantity) or not isinstance(value, Quantity):
        return False
    if stated.sign or stated.value <= 0 or value.value >= 0:
        return False
    return same_as_field(stated, replace(value, value=-value.value), field).holds


def _same_words(text: str, other: str) -> Match:
    return Match(outcome="shown") if form_of(text) == form_of(other) else DIFFERENT


def normalisations_of(match: Match) -> tuple[str, ...]:
    """What was done to come to the match; a change of unit is one of them, and so is a rounding."""
    names = tuple(name for name in match.normalisations if name != "unit of the field")
    return names if match.outcome == "equal" else (*names, _STEPS.get(match.outcome, match.outcome))


_STEPS = {"equal_after_conversion": "unit", "shown": "rounding", "within": "bound"}
