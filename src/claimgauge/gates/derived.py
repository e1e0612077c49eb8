"""Derived values: what a claim computes is computed again from the cited fields.

Each derived value is recomputed exactly. It holds where the claimed value is the result, rounded at
the digits that it shows: off by at most half a unit of the last one, and by at most 5 %. Numbers that
depend on the meaning of a comma are recomputed under both, all of them in the same way.

That a value recomputes says that the arithmetic is right, not that it answers anything. So that it
says that much, no operation is given one operand twice, and no field is used more than three times.
"""

from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec import UNSET

from claimgauge.claims import Derived, Operand
from claimgauge.claims.claim import Operation
from claimgauge.gates.arithmetic import Measured, Refusal, Unit, measured
from claimgauge.gates.cells import Cell
from claimgauge.gates.finding import Finding, FindingCode
from claimgauge.gates.operations import CONSTANT, Order, Result, computed, refused_arity
from claimgauge.gates.recomputed import grouping_reading, shown, stated
from claimgauge.quantities import Ambiguous, Outcome, Portion, Quantity, Range, Value

CellOf = Callable[[str, str], Cell | None]
"""From a cited node and a field to its cell; None where the node has no such field."""
ReadValue = Callable[[str], Value | None]
"""From a claimed value as written to what it says; None where that is no value, or several."""
MOST_USES = 3
"""So often one derived value may use a field: with the same one again and again almost any value is reached."""
_HOLDS: frozenset[Outcome] = frozenset({"equal", "equal_after_conversion", "shown", "within"})
_KINDS = {"Range": "a range", "DatePoint": "a date", "TimeOfDay": "a time", "Ambiguous": "read in two ways"}
_Place = tuple[str, str]


class _Check(NamedTuple):
    """One derived value, and the cells of its operands by node and field; `claimed` is None for an order."""

    derived: Derived
    cells: Mapping[_Place, Cell]
    claimed: Value | None


def wrong_derived(
    derived: Iterable[Derived], cited: Container[str], cell_of: CellOf, *, read: ReadValue
) -> list[Finding]:
    """The findings of all derived values of a claim, in order; `cited` are the ids that it cites."""
    return [finding for each in derived for finding in _findings(each, cited, cell_of, read)]


def _findings(derived: Derived, cited: Container[str], cell_of: CellOf, read: ReadValue) -> list[Finding]:
    cells: dict[_Place, Cell] = {}
    findings: dict[_Place, Finding] = {}
    uses = Counter(operand for operand, _ in _fields(derived.operation, derived.operands))
    for operand, numeric in _fields(derived.operation, derived.operands):
        place = (operand.evidence_id, operand.field)
        cell = cell_of(*place) if operand.evidence_id in cited else None
        if finding := _fault(derived, operand, cell, cited=operand.evidence_id in cited, numeric=numeric):
            findings.setdefault(place, finding)
        elif cell:
            cells[place] = cell
    if findings:
        return list(findings.values())
    if often := [operand for operand, count in uses.items() if count > MOST_USES]:
        message = f"{_named(derived)} uses {often[0].field!r} {uses[often[0]]} times; {MOST_USES} is the most"
        return [_finding("needs_computation", derived.value, message)]
    return _recomputed(derived, cells, read)


def _fields(operation: Operation, operands: Iterable[Operand]) -> Iterator[tuple[Operand, bool]]:
    """Every field among the operands, and whether its number is needed."""
    for operand in operands:
        if operand.operation is not UNSET:
            yield from _fields(operand.operation, operand.operands)
        elif operand.constant is UNSET:
            yield operand, operation != "count"


def _fault(derived: Derived, operand: Operand, cell: Cell | None, *, cited: bool, numeric: bool) -> Finding | None:
    """Why a field cannot be computed with."""
    where = f"operand {operand.evidence_id}.{operand.field} of {derived.operation}"
    if not cited:
        return _finding("unknown_evidence", operand.evidence_id, f"{where}: the claim does not cite this node")
    if cell is None:
        return _finding("unbound_number", operand.field, f"{where}: the node has no such field")
    if cell.text is None:
        return _finding("null_field", operand.field, f"{where}: the field is null")
    if numeric and cell.value is None:
        return _finding("unbound_number", operand.field, f"{where}: {cell.text[:60]!r} is no number")
    return None


def _recomputed(derived: Derived, cells: Mapping[_Place, Cell], read: ReadValue) -> list[Finding]:
    """The finding of a value all of whose fields are there."""
    ordered = derived.operation == "comparison"
    claimed = None if ordered else read(derived.value)
    if claimed is None and not ordered:
        return [_finding("ambiguous_quantity", derived.value, f"{_named(derived)} is none or several numbers")]
    values = [cell.value for cell in cells.values() if cell.value is not None]
    check = _Check(derived, cells, claimed)
    return _judged(check, values if claimed is None else [*values, claimed])


def _judged(check: _Check, values: Sequence[Value]) -> list[Finding]:
    unclear = [value for value in values if isinstance(value, Ambiguous)]
    undecided = [value for value in unclear if grouping_reading(value, comma=True) is None]
    if undecided:
        message = f"{_named(check.derived)} rests on {undecided[0].text!r}, which can be read in more than one way"
        return [_finding("ambiguous_quantity", check.derived.value, message)]
    findings = [_under(check, comma=comma) for comma in ((True, False) if unclear else (True,))]
    if None not in findings or not any(findings):
        return [finding for finding in findings[:1] if finding]
    message = f"{_named(check.derived)} holds under one reading of {unclear[0].text!r} only; name the locale"
    return [_finding("ambiguous_quantity", check.derived.value, message)]


def _under(check: _Check, *, comma: bool) -> Finding | None:
    """The finding where commas group digits, or where points do."""
    derived = check.derived
    result = _computed(derived.operation, derived.operands, check.cells, comma=comma)
    if isinstance(result, Refusal):
        return _finding("needs_computation", derived.value, f"{_named(derived)} cannot be recomputed: {result.why}")
    if isinstance(result, str):
        return _ordered(derived, result)
    claimed = check.claimed and grouping_reading(check.claimed, comma=comma)
    if claimed is None:
        return _finding("needs_computation", derived.value, f"{_named(derived)} cannot be compared")
    if isinstance(claimed, Range) and derived.operation == "range":
        return _contained(check, claimed, comma=comma)
    return _compared(derived, stated(claimed, result), shown(result))


def _ordered(derived: Derived, order: Order) -> Finding | None:
    if derived.value.strip().lower() == order:
        return None
    message = f"{_named(derived)}: the first operand is {order}, not {derived.value!r} (greater, less or equal)"
    return _finding("different_value", derived.value, message)


def _contained(check: _Check, claimed: Range, *, comma: bool) -> Finding | None:
    """A range holds where it contains the smallest and the largest."""
    for operation in ("min", "max"):
        end = _computed(operation, check.derived.operands, check.cells, comma=comma)
        if isinstance(end, Measured) and (outcome := stated(claimed, end)) not in _HOLDS:
            return _compared(check.derived, outcome, f"{shown(end)} at one end")
    return None


def _compared(derived: Derived, outcome: Outcome, recomputed: str) -> Finding | None:
    if outcome in _HOLDS:
        return None
    if outcome == "coarse_rounding":
        message = f"{_named(derived)} recomputes to {recomputed}; the rounding is more than 5 % off"
        return _finding("coarse_rounding", derived.value, message)
    unit = ", which is not stated in that unit" if outcome == "different_unit" else ""
    return _finding("different_value", derived.value, f"{_named(derived)} recomputes to {recomputed}{unit}")


def _computed(
    operation: Operation, operands: Sequence[Operand], cells: Mapping[_Place, Cell], *, comma: bool
) -> Result:
    if operation == "count":
        distinct = len(set(operands))
        return refused_arity("count", distinct) or Measured(Fraction(distinct))
    if len(set(operands)) < len(operands):
        return Refusal(f"{operation} is given the same operand twice")
    numbers: list[Measured] = []
    for operand in operands:
        number = _number(operand, cells, comma=comma)
        if not isinstance(number, Measured):
            return number
        numbers.append(number)
    return computed(operation, numbers)


def _number(operand: Operand, cells: Mapping[_Place, Cell], *, comma: bool) -> Measured | Refusal:
    if operand.constant is not UNSET:
        return Measured(Fraction(operand.constant), Unit(CONSTANT))
    if operand.operation is not UNSET:
        inner = _computed(operand.operation, operand.operands, cells, comma=comma)
        return Refusal("comparison gives no number to compute with") if isinstance(inner, str) else inner
    cell = cells[operand.evidence_id, operand.field]
    value = cell.value and grouping_reading(cell.value, comma=comma)
    if isinstance(value, (Quantity, Portion)):
        return measured(value)
    return Refusal(f"{cell.text!r} is {_KINDS.get(type(value).__name__, 'no number')} and no number to compute with")


def _named(derived: Derived) -> str:
    return f"derived value {derived.value!r} ({derived.operation})"


def _finding(code: FindingCode, value: str, message: str) -> Finding:
    return Finding(gate="derived", code=code, value=value, message=message)
