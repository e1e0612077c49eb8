"""Exact decimals: nothing here rounds."""

from decimal import Context, Decimal, FloatOperation, Inexact, InvalidOperation, Overflow, Underflow
from typing import Final

MOST_DIGITS: Final = 60
"""A longer row of digits is no quantity that a person wrote."""
MOST_EXPONENT: Final = 300
EXACT: Final = Context(
    prec=1000,
    Emax=100_000,
    Emin=-100_000,
    traps=[Inexact, InvalidOperation, Overflow, Underflow, FloatOperation],
)


def scaled(value: Decimal, power: int) -> Decimal:
    """The value times ten to the power, written without an exponent above 0 (`1500000`, not `1.5E+6`)."""
    moved = value.scaleb(power, context=EXACT) if power else value
    exponent = moved.as_tuple().exponent
    return moved.quantize(Decimal(1), context=EXACT) if isinstance(exponent, int) and exponent > 0 else moved


def product(value: Decimal, factor: int) -> Decimal:
    """The value times a whole number."""
    return EXACT.multiply(value, Decimal(factor))


def total(first: Decimal, second: Decimal) -> Decimal:
    """The sum of two values."""
    return EXACT.add(first, second)
