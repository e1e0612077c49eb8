"""Exact numbers with their units, and when two of them can be added, multiplied or divided.

Everything is a fraction; nothing rounds, and nothing overflows: a result of more than `MOST_BITS`
is refused. A refusal is a value and says why, in words that stand behind `cannot be recomputed:`.

A bare number may stand for an amount of money or a counted unit, as everywhere in quantities, and
beside a ratio for a ratio; never for a percentage or a measure. Currencies are never converted.
"""

import operator
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from claimgauge.quantities import Portion, Quantity

MOST_BITS: Final = 8192
"""Longest numerator or denominator: more than any number that is read can have, ten thousand added up included."""
POINTS: Final = {"percent": "percentage_point", "ratio": "ratio_difference"}
"""What two shares differ by: 5 % and 3 % by two percentage points."""
_COUNTED: Final = ("count", "money")


class Unit(NamedTuple):
    """The unit of a number: `dimension` as in quantities, and beside those `ratio_difference` and `constant`.

    A value v is (v + offset) · factor in the dimension's base unit.
    """

    dimension: str = "count"
    name: str = ""
    factor: Fraction = Fraction(1)
    offset: Fraction = Fraction(0)

    @property
    def bare(self) -> bool:
        """Nothing is said of what is counted."""
        return self.dimension == "count" and not self.name

    def __str__(self) -> str:
        return "a bare number" if self.bare else self.name or self.dimension.replace("_", " ")


BARE: Final = Unit()
RATIO: Final = Unit("ratio")
PERCENT: Final = Unit("percent", "percent")


class Measured(NamedTuple):
    """A number in a unit. `loose`: divided by a bare number, so it may be per something or a ratio."""

    value: Fraction
    unit: Unit = BARE
    loose: bool = False


class Refusal(NamedTuple):
    """Why there is no result."""

    why: str


def measured(number: Quantity | Portion) -> Measured | Refusal:
    """A number that was read, as one that can be computed with; `about 80` is 80, and a bound is no number."""
    if number.bound not in ("none", "approximately"):
        return Refusal(f"{number.text!r} is a bound and no value")
    if isinstance(number, Portion):
        return Measured(Fraction(number.numerator, number.denominator), RATIO)
    unit = Unit(number.dimension, number.unit, Fraction(number.factor), Fraction(number.offset))
    return Measured(Fraction(number.value), unit)


def bounded(result: Measured) -> Measured | Refusal:
    """The result unless it is too long to go on with."""
    value = result.value
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > MOST_BITS:
        return Refusal("the result has too many digits")
    return result


class Aligned(NamedTuple):
    """Numbers brought to one unit."""

    values: tuple[Fraction, ...]
    unit: Unit


def aligned(operands: Iterable[Measured]) -> Aligned | Refusal:
    """The numbers in the one unit that all of them have or may stand for; the order changes nothing but itself."""
    numbers = tuple(operands)
    lead = min((number.unit for number in numbers), key=_leads)
    values = tuple(_in_unit(number, lead) for number in numbers)
    whole = tuple(value for value in values if value is not None)
    if len(whole) < len(values):
        return Refusal(f"{_listed(numbers)} are not of one kind")
    return Aligned(whole, lead)


def _leads(unit: Unit) -> tuple[bool, bool, Unit]:
    """A ratio goes before a percentage, and any unit before a bare number."""
    return unit.bare, unit.dimension == "percent", unit


def _in_unit(number: Measured, lead: Unit) -> Fraction | None:
    unit = number.unit
    if unit == lead:
        return number.value
    if unit.bare and lead.dimension in (*_COUNTED, "ratio", "ratio_difference"):
        return number.value
    if unit.dimension == "percent" and lead.dimension == "ratio":
        return number.value * unit.factor / 100
    if unit.dimension != lead.dimension or lead.dimension in _COUNTED or unit.offset or lead.offset:
        return None
    return number.value * unit.factor / lead.factor


def _listed(numbers: Sequence[Measured]) -> str:
    return " and ".join(sorted({str(number.unit) for number in numbers}))


def added(values: Iterable[Fraction], unit: Unit) -> Measured | Refusal:
    """The sum of numbers of one unit."""
    return _folded(operator.add, values, unit)


def multiplied(operands: Sequence[Measured]) -> Measured | Refusal:
    """The product: of shares and bare numbers with at most one unit, or of a count with an amount of money.

    A constant changes nothing but the value, so that twice 15 % are 30 %.
    """
    units = [number.unit for number in operands if number.unit.dimension != "constant"]
    unit = units[0] if len(units) == 1 else _unit_of_product(units)
    if unit is None:
        return Refusal(f"{_listed(operands)} do not multiply")
    if unit.offset:
        return Refusal(f"{unit} is a point on a scale and does not multiply")
    factors = operands if len(units) == 1 else tuple(map(_as_factor, operands))
    return _folded(operator.mul, [number.value for number in factors], unit)


def _as_factor(number: Measured) -> Measured:
    """A percentage as the share that it is; anything else in its own unit."""
    if number.unit.dimension in ("percent", "percentage_point"):
        return Measured(number.value * number.unit.factor / 100, RATIO)
    return number


def _unit_of_product(units: Sequence[Unit]) -> Unit | None:
    shares = [unit for unit in units if unit.dimension in ("percent", "ratio", "multiple")]
    others = [unit for unit in units if unit not in shares and not unit.bare]
    money = [unit for unit in others if unit.dimension == "money"]
    carrying = money or others
    if len(carrying) > 1 or any(unit.dimension not in _COUNTED for unit in others if unit not in carrying):
        return None
    if carrying:
        return carrying[0]
    return RATIO if len(shares) == len(units) else BARE


def divided(first: Measured, second: Measured) -> Measured | Refusal:
    """The first by the second.

    By a number of its own kind: a ratio. By a share or a constant: what it was. By a bare number:
    what it was, or a ratio, since the bare number may be of the same kind. By a count of something
    else: what it was, for each of them.
    """
    if not second.value:
        return Refusal("division by zero")
    if first.unit.offset or second.unit.offset:
        return Refusal(f"{first.unit} is a point on a scale and is not divided")
    pair, by = aligned((first, second)), _as_factor(second)
    if isinstance(pair, Aligned) and _of_one_kind(first.unit, second.unit):
        return bounded(Measured(pair.values[0] / pair.values[1], RATIO, loose=first.unit.bare and second.unit.bare))
    if by.unit.dimension in ("constant", "count", "multiple", "ratio"):
        loose = by.unit.bare and first.unit.dimension in _COUNTED
        return bounded(Measured(first.value / by.value, first.unit, loose=loose))
    return Refusal(f"{first.unit} is not divided by {second.unit}")


def _of_one_kind(first: Unit, second: Unit) -> bool:
    """Of two numbers that align: whether the second is no bare number that only shares out the first, nor a share."""
    return first.bare == second.bare or (first.bare and second.dimension in _COUNTED)


def _folded(
    step: Callable[[Fraction, Fraction], Fraction], values: Iterable[Fraction], unit: Unit
) -> Measured | Refusal:
    """All values by one step after the other, none of them too long."""
    first, *others = values
    result = Measured(first, unit)
    for value in others:
        following = bounded(Measured(step(result.value, value), unit))
        if isinstance(following, Refusal):
            return following
        result = following
    return result
