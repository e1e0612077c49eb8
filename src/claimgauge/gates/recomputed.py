"""Whether a value as stated is the exact result of a computation.

A result is brought into every form in which it may be stated, each an exact quantity: its
denominator is carried by the factor of the unit, so that a third is a third. A ratio may be stated
as such, in percent or as a multiple; what two ratios differ by as such or in percentage points,
never in percent.
"""

from collections.abc import Iterator
from decimal import Context, Decimal
from fractions import Fraction
from typing import Final

from claimgauge.gates.arithmetic import BARE, Measured, Unit
from claimgauge.quantities import Ambiguous, Outcome, Portion, Quantity, Value, same_quantity

FINEST: Final = -1000
"""The last digit of an exact result, which has no last digit: finer than any that can be stated."""
POINT: Final = Unit("percentage_point", "percentage point")
MULTIPLE: Final = Unit("multiple", "times")
_SHOWN: Final = Context(prec=9)
_LONGEST: Final = 21


def stated(claimed: Value, result: Measured) -> Outcome:
    """What the claimed value comes to against the result, as a rounding at the digits that it shows."""
    outcomes = [same_quantity(claimed, form, equality="shown").outcome for form in _forms(result)]
    return min(outcomes, key=_BEST.index)


_BEST: Final[tuple[Outcome, ...]] = (
    "equal", "equal_after_conversion", "shown", "within", "coarse_rounding", "ambiguous", "different", "different_unit",
)  # fmt: skip


def _forms(result: Measured) -> Iterator[Quantity | Portion]:
    value, unit = result.value, result.unit
    if unit.dimension == "ratio_difference":
        yield _quantity(value * 100, POINT)
        yield _quantity(value, BARE)
        return
    is_ratio = unit.dimension == "ratio"
    if not is_ratio:
        yield _quantity(value, unit)
    elif result.loose:
        yield _quantity(value, BARE)
    if is_ratio or result.loose:
        yield Portion(start=0, end=0, text="", numerator=value.numerator, denominator=value.denominator)
        yield _quantity(value, MULTIPLE)


def _quantity(value: Fraction, unit: Unit) -> Quantity:
    """The exact quantity: (numerator + offset · denominator) · factor / denominator."""
    return Quantity(
        start=0,
        end=0,
        text="",
        value=Decimal(value.numerator),
        unit=unit.name,
        dimension=unit.dimension,
        digits=FINEST,
        factor=str(unit.factor / value.denominator),
        offset=str(unit.offset * value.denominator),
    )


def shown(result: Measured) -> str:
    """The result for a message: exact where it is short, else `about` with nine digits."""
    value, unit = result.value, result.unit
    if unit.dimension in ("ratio", "ratio_difference"):
        percent = "%" if unit.dimension == "ratio" else " percentage points"
        return f"{_decimal(value)} ({_decimal(value * 100)}{percent})"
    return f"{_decimal(value)}{'' if unit.bare else f' {unit}'}"


def _decimal(value: Fraction) -> str:
    near = _SHOWN.divide(Decimal(value.numerator), Decimal(value.denominator))
    short = abs(near.adjusted()) < _LONGEST
    text = f"{near.normalize():f}" if short else str(near)
    return text if Fraction(near) == value else f"about {text}"


def grouping_reading(value: Value, *, comma: bool) -> Value | None:
    """What a number is where commas group digits (`comma`), or where points do; None where that decides nothing."""
    if not isinstance(value, Ambiguous):
        return value
    if value.doubt != "separator" or len(value.readings) != 2:
        return None
    return value.readings[0 if ("," in value.text) == comma else 1]
