"""The operations of derived values, each exact.

| operation  | operands     | value                                                               |
|------------|--------------|---------------------------------------------------------------------|
| sum        | one or more  | all of them together                                                |
| difference | two          | first − second; of two percentages in percentage points             |
| product    | two or more  | all of them multiplied                                              |
| ratio      | two          | first / second                                                      |
| share      | part, whole  | part / whole, both of one kind                                      |
| change     | new, old     | (new − old) / old, both of one kind; of a negative old value too    |
| mean       | one or more  | sum / how many                                                      |
| rank       | two or more  | place of the first among all, 1 for the largest; equals share one   |
| count      | one or more  | how many different operands, whatever they hold                     |
| min, max   | one or more  | the smallest, the largest                                           |
| range      | two or more  | max − min; a claimed range holds where it contains all of them      |
| comparison | two          | the first against the second: `greater`, `less` or `equal`          |

A constant may be the second operand of `ratio`, an operand of `product`, or as `1` the first of a
`difference` whose second is a share: the rest of the whole.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from claimgauge.claims.claim import Operation
from claimgauge.gates.arithmetic import (
    BARE,
    POINTS,
    RATIO,
    Aligned,
    Measured,
    Refusal,
    Unit,
    added,
    aligned,
    bounded,
    divided,
    multiplied,
)

Order = Literal["greater", "less", "equal"]
Result = Measured | Refusal | Order
Compute = Callable[[Sequence[Measured]], Result]
CONSTANT: Final = "constant"


class Arity(NamedTuple):
    """How many operands an operation takes."""

    least: int
    most: int | None = None


TWO: Final = Arity(2, 2)
ARITIES: Final[Mapping[Operation, Arity]] = {
    "sum": Arity(1), "difference": TWO, "product": Arity(2), "ratio": TWO, "share": TWO, "change": TWO,
    "mean": Arity(1), "rank": Arity(2), "count": Arity(1), "min": Arity(1), "max": Arity(1), "range": Arity(2),
    "comparison": TWO,
}  # fmt: skip


def refused_arity(operation: Operation, given: int) -> Refusal | None:
    """Why so many operands are none that the operation takes; None where it takes them."""
    least, most = ARITIES[operation]
    if given < least or (most is not None and given > most):
        wanted = f"{least}" if most else f"{least} or more"
        return Refusal(f"{operation} takes {wanted} operands and was given {given}")
    return None


def computed(operation: Operation, operands: Sequence[Measured]) -> Result:
    """What the operation comes to over numbers; `count` counts what it is given."""
    refused = refused_arity(operation, len(operands)) or _misplaced_constant(operation, operands)
    return refused or _COMPUTE[operation](operands)


def _misplaced_constant(operation: Operation, operands: Sequence[Measured]) -> Refusal | None:
    places = [index for index, number in enumerate(operands) if number.unit.dimension == CONSTANT]
    if not places or operation == "product" or (operation == "ratio" and places == [1]):
        return None
    if operation == "difference" and places == [0] and operands[0].value == 1:
        return None
    value = operands[places[0]].value
    return Refusal(f"the constant {value} may not be operand {places[0] + 1} of {operation}; cite where it is from")


def _sum(operands: Sequence[Measured]) -> Result:
    together = aligned(map(_moved, operands)) if _shares_and_points(operands) else aligned(operands)
    if isinstance(together, Refusal):
        return together
    if together.unit.offset:
        return Refusal(f"{together.unit} is a point on a scale and does not add up")
    return added(together.values, together.unit)


def _shares_and_points(operands: Sequence[Measured]) -> bool:
    """Whether percentage points are added to a percentage, which moves it."""
    found = {number.unit.dimension for number in operands}
    return any(found == {share, points} for share, points in POINTS.items())


def _moved(number: Measured) -> Measured:
    """Points as a percentage, to be added to another."""
    for share, points in POINTS.items():
        if number.unit.dimension == points:
            name = "percent" if share == "percent" else ""
            return number._replace(unit=Unit(share, name, number.unit.factor))
    return number


def _difference(operands: Sequence[Measured]) -> Result:
    first, second = operands
    if first.unit.dimension == CONSTANT:
        return _rest(second)
    if first.unit.dimension in POINTS and second.unit.dimension == POINTS[first.unit.dimension]:
        return _sum((first, second._replace(value=-second.value)))
    pair = aligned(operands)
    return pair if isinstance(pair, Refusal) else bounded(Measured(pair.values[0] - pair.values[1], _apart(pair.unit)))


def _rest(share: Measured) -> Result:
    """What a share leaves of the whole."""
    wholes = {"percent": 100 / share.unit.factor, "ratio": Fraction(1)}
    whole = wholes.get(share.unit.dimension)
    if whole is None:
        return Refusal(f"1 is the whole of a percentage or a ratio, and not of {share.unit}")
    return bounded(share._replace(value=whole - share.value))


def _apart(unit: Unit) -> Unit:
    """The unit of what two numbers of one unit differ by."""
    if unit.dimension == "percent":
        return Unit("percentage_point", "percentage point", unit.factor)
    return Unit(POINTS[unit.dimension]) if unit.dimension in POINTS else unit


def _ratio(operands: Sequence[Measured]) -> Result:
    return divided(operands[0], operands[1])


def _share(operands: Sequence[Measured]) -> Result:
    pair = aligned(operands)
    return pair if isinstance(pair, Refusal) else _quotient(pair.values[0], pair.values[1], pair.unit)


def _change(operands: Sequence[Measured]) -> Result:
    pair = aligned(operands)
    return pair if isinstance(pair, Refusal) else _quotient(pair.values[0] - pair.values[1], pair.values[1], pair.unit)


def _quotient(first: Fraction, second: Fraction, unit: Unit) -> Result:
    if unit.offset:
        return Refusal(f"{unit} is a point on a scale and is not divided")
    return bounded(Measured(first / second, RATIO)) if second else Refusal("division by zero")


def _mean(operands: Sequence[Measured]) -> Result:
    together = aligned(operands)
    if isinstance(together, Refusal):
        return together
    total = added(together.values, together.unit)
    return total if isinstance(total, Refusal) else bounded(total._replace(value=total.value / len(operands)))


def _rank(operands: Sequence[Measured]) -> Result:
    together = aligned(operands)
    if isinstance(together, Refusal):
        return together
    first, *others = together.values
    return Measured(Fraction(1 + sum(other > first for other in others)))


def _count(operands: Sequence[Measured]) -> Result:
    return Measured(Fraction(len(operands)), BARE)


def _min(operands: Sequence[Measured]) -> Result:
    together = aligned(operands)
    return Measured(min(together.values), together.unit) if isinstance(together, Aligned) else together


def _max(operands: Sequence[Measured]) -> Result:
    together = aligned(operands)
    return Measured(max(together.values), together.unit) if isinstance(together, Aligned) else together


def _range(operands: Sequence[Measured]) -> Result:
    together = aligned(operands)
    if isinstance(together, Refusal):
        return together
    return bounded(Measured(max(together.values) - min(together.values), _apart(together.unit)))


def _comparison(operands: Sequence[Measured]) -> Result:
    pair = aligned(operands)
    if isinstance(pair, Refusal):
        return pair
    first, second = pair.values
    return "greater" if first > second else "less" if first < second else "equal"


_COMPUTE: Final[Mapping[Operation, Compute]] = {
    "sum": _sum, "difference": _difference, "product": multiplied, "ratio": _ratio,
    "share": _share, "change": _change, "mean": _mean, "rank": _rank, "count": _count, "min": _min, "max": _max,
    "range": _range, "comparison": _comparison,
}  # fmt: skip
