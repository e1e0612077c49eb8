"""Undeclared arithmetic: the one operation over cited cells that a number comes from, where there is one.

Looked for are `sum`, `difference`, `product`, `ratio` (`share` where the claim is in percent),
`change` and `mean` of two cells, and `sum`, `mean` and `range` of all numbers of one node, or of one
field of all nodes. It is a help for repair, and a coincidence is no help: nothing is looked for where
a cell has the value anyway, where the claim shows fewer than two digits that count, is 0, 1 or 100 %,
or where there are more than `MOST_CELLS` cells. The order of the cells changes nothing.
"""

import math
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Final, NamedTuple

from claimgauge.claims.claim import Operation
from claimgauge.gates.arithmetic import Measured, measured
from claimgauge.gates.cells import Cell
from claimgauge.gates.finding import Finding
from claimgauge.gates.operations import Result, computed
from claimgauge.gates.recomputed import grouping_reading, stated
from claimgauge.quantities import Ambiguous, Portion, Quantity, Value, same_quantity

MOST_CELLS: Final = 64
MOST_EXPLANATIONS: Final = 8
"""Where so many are found, one more says nothing."""
LARGEST: Final = 10**60
"""Larger numbers are not explained."""
MARGIN: Final = 1e-9
_SHARES: Final = ("percent", "percentage_point")
_NO_BOUND: Final = ("none", "approximately")
_SYMMETRIC: Final = ("sum", "product", "mean")
_OF_ALL: Final[Mapping[Operation, Callable[[Sequence[float]], float]]] = {
    "sum": math.fsum,
    "mean": lambda values: math.fsum(values) / len(values),
    "range": lambda values: max(values) - min(values),
}
"""Operations over all numbers of a node or field, and about what they come to."""
_SECOND: Final[Mapping[Operation, Callable[[float, float, float], tuple[float, float]]]] = {
    "sum": lambda first, low, high: (low - first, high - first),
    "mean": lambda first, low, high: (2 * low - first, 2 * high - first),
    "difference": lambda first, low, high: (first - high, first - low),
    "product": lambda first, low, high: (low / first, high / first),
    "share": lambda first, low, high: (first / low, first / high),
    "ratio": lambda first, low, high: (first / low, first / high),
    "change": lambda first, low, high: (first / (1 + low), first / (1 + high)),
}
"""Operations over two numbers, and where the second lies for a result between `low` and `high`."""
_ADDING: Final = ("sum", "mean", "difference")
"""Those of them that any numbers may give; the others take none that is 0, and give none."""


class Explanation(NamedTuple):
    """An operation over cells, in the order of its operands."""

    operation: Operation
    operands: tuple[Cell, ...]

    def __str__(self) -> str:
        named = (f"{cell.evidence_id}.{cell.field}" if cell.field else repr(cell.text) for cell in self.operands)
        return f"{self.operation} of {', '.join(named)}"


class _Number(NamedTuple):
    """A cell as a number: `plain` is about its value without the unit, of a percentage the share that it is."""

    plain: float
    place: tuple[str, str, str]
    cell: Cell
    value: Quantity | Portion


class _Shown(NamedTuple):
    """A number without its unit, of a percentage the share that it is, and one of its last digit shown."""

    plain: Fraction
    step: Fraction


class _Window(NamedTuple):
    """From where to where a result is shown as the claimed number, and a little beyond: candidates are recomputed."""

    low: float
    high: float

    def holds(self, value: float) -> bool:
        return self.low <= value <= self.high

    def is_within(self, size: float) -> bool:
        """Whether a number that is at most so far from 0 may be in it."""
        return self.low <= size and self.high >= -size


def undeclared_computation(written: str, claimed: Value, cells: Sequence[Cell]) -> Finding | None:
    """The finding for a number that one operation gives; None where none does, or where several do."""
    found = explained_by(claimed, cells)
    if len(found) != 1:
        return None
    message = f"{written!r} is the {found[0]}; declare it in `derived` to have it recomputed"
    return Finding(gate="derived", code="needs_computation", value=written, message=message)


def explained_by(claimed: Value, cells: Sequence[Cell]) -> tuple[Explanation, ...]:
    """The operations over the cells that give the claimed number at the digits that it shows, at most eight.

    A number that can be read with commas or with points as groups is explained under both.
    """
    if len(cells) > MOST_CELLS:
        return ()
    found: dict[Explanation, None] = {}
    unclear = isinstance(claimed, Ambiguous) or any([isinstance(cell.value, Ambiguous) for cell in cells])
    for comma in (True, False) if unclear else (True,):
        number = grouping_reading(claimed, comma=comma)
        if isinstance(number, Quantity) and number.bound == "none" and _is_telling(number):
            found |= dict.fromkeys(_explanations(number, _shown(number), _numbers(cells, comma=comma)))
    return tuple(found)[:MOST_EXPLANATIONS]


def _numbers(cells: Iterable[Cell], *, comma: bool) -> list[_Number]:
    """The cells that hold one number, each once, in the order of their values."""
    found: dict[tuple[str, str, str], _Number] = {}
    for cell in cells:
        value = cell.value and grouping_reading(cell.value, comma=comma)
        if isinstance(value, (Quantity, Portion)) and value.bound in _NO_BOUND:
            place = (cell.evidence_id, cell.field, cell.text or "")
            plain = _about(value)
            if abs(plain) < LARGEST:
                found[place] = _Number(plain, place, cell, value)
    return sorted(found.values(), key=lambda number: number[:2])


def _about(number: Quantity | Portion) -> float:
    if isinstance(number, Portion):
        return number.numerator / number.denominator
    return float(number.value) * _float(number.factor) / (100 if number.dimension in _SHARES else 1)


@lru_cache(maxsize=256)
def _float(factor: str) -> float:
    return float(Fraction(factor))


def _is_telling(number: Quantity) -> bool:
    """Whether a number shows two digits or more that count, so that it is not met by chance, and is not 100 %."""
    if not number.value or number.value.adjusted() <= number.digits:
        return False
    return abs(Fraction(number.value) * Fraction(number.factor)) != (100 if number.dimension in _SHARES else 1)


def _shown(number: Quantity) -> _Shown:
    value, step = Fraction(number.value), Fraction(10) ** number.digits
    if number.factor == "1" and number.dimension not in _SHARES:
        return _Shown(value, step)
    size = Fraction(number.factor) / (100 if number.dimension in _SHARES else 1)
    return _Shown(value * size, step * size)


def _explanations(claimed: Quantity, shown: _Shown, numbers: Sequence[_Number]) -> Iterator[Explanation]:
    exact, step = shown
    if abs(exact) > LARGEST or not numbers:
        return
    about, near = float(exact), 2 * float(step)
    for number in numbers:
        if abs(number.plain - about) <= near + MARGIN * abs(number.plain) and _is_cell(claimed, number.cell):
            return
    low, high = float(exact - step / 2), float(exact + step / 2)
    margin = MARGIN * (1 + abs(low) + abs(high))
    window = _Window(low - margin, high + margin)
    count = 0
    for operation, operands in _candidates(window, numbers, percent=claimed.dimension == "percent"):
        result = _computed(operation, operands)
        if isinstance(result, Measured) and stated(claimed, result) in ("equal", "equal_after_conversion", "shown"):
            yield Explanation(operation, tuple(number.cell for number in operands))
            count += 1
        if count >= MOST_EXPLANATIONS:
            return


def _computed(operation: Operation, operands: Iterable[_Number]) -> Result:
    exact = [number for each in operands if isinstance(number := measured(each.value), Measured)]
    return computed(operation, exact)


def _is_cell(claimed: Quantity, cell: Cell) -> bool:
    return cell.value is not None and same_quantity(claimed, cell.value, equality="shown").holds


def _candidates(
    window: _Window, numbers: Sequence[_Number], *, percent: bool
) -> Iterator[tuple[Operation, tuple[_Number, ...]]]:
    """Operations and operands that may give the number; few, since the second operand is looked up."""
    plain = [number.plain for number in numbers]
    least, most = plain[0], plain[-1]
    operations = _within_reach(window, plain, percent=percent)
    for first in numbers:
        for operation in operations:
            if not first.plain and operation not in _ADDING:
                continue
            one, other = _SECOND[operation](first.plain, *window)
            low, high = (one, other) if one < other else (other, one)
            margin = MARGIN * (1 + abs(low) + abs(high))
            low, high = low - margin, high + margin
            if low > most or high < least:
                continue
            symmetric = operation in _SYMMETRIC
            for second in numbers[bisect_left(plain, low) : bisect_right(plain, high)]:
                if first.place < second.place if symmetric else first is not second:
                    yield operation, (first, second)
    for group in _groups(numbers) if window.is_within(math.fsum(map(abs, plain))) else ():
        for operation, about in _OF_ALL.items():
            if window.holds(about([number.plain for number in group])):
                yield operation, group


def _within_reach(window: _Window, plain: Iterable[float], *, percent: bool) -> list[Operation]:
    """The operations over two of the numbers that may give one as large as the claimed one."""
    low, high = window
    sizes = [size for size in map(abs, plain) if size]
    if not sizes:
        return []
    most, quotient = max(sizes), max(sizes) / min(sizes)
    found: list[Operation] = [*_ADDING] if window.is_within(2 * most) else []
    if low and high:
        if window.is_within(most * most):
            found.append("product")
        if window.is_within(quotient + 1):
            found.append("share" if percent else "ratio")
            if (1 + low) * (1 + high) > 0:
                found.append("change")
    return found


def _groups(numbers: Iterable[_Number]) -> Iterator[tuple[_Number, ...]]:
    """Three or more numbers of one node or of one field, percentages apart from others."""
    groups: defaultdict[tuple[str, str, bool], list[_Number]] = defaultdict(list)
    for number in numbers:
        share = isinstance(number.value, Quantity) and number.value.dimension in _SHARES
        if number.cell.field:
            groups["node", number.cell.evidence_id, share].append(number)
            groups["field", number.cell.field, share].append(number)
    for group in groups.values():
        if len(group) > 2:
            yield tuple(sorted(group, key=lambda number: number.place))
