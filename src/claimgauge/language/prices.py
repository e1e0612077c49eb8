"""What a call costs: as the endpoint states it, or else its tokens at their prices. Exact, in decimals.

A cost that is not known is None, never 0.
"""

from decimal import Context, Decimal, Inexact, InvalidOperation
from typing import Final, Protocol

import msgspec

MILLION: Final = 6
"""Prices are for so many tokens, as a power of ten."""
FARTHEST = 30
"""The most places of an amount before its point, and behind it."""
EXACT: Final = Context(prec=200, traps=[Inexact, InvalidOperation])


class Prices(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """Prices of a million tokens, in and out, as decimals: `{in = "0.15", out = "0.60", currency = "USD"}`.

    Raises ValueError for one that is no amount.
    """

    tokens_in: str = msgspec.field(name="in")
    tokens_out: str = msgspec.field(name="out")
    currency: str

    def __post_init__(self) -> None:
        amount(self.tokens_in, "in")
        amount(self.tokens_out, "out")
        if not self.currency.strip():
            raise ValueError("currency is empty; name it, such as USD")


class Took(Protocol):
    """What a call took: `Spent`, and whatever carries its figures."""

    @property
    def tokens_in(self) -> int | None:
        """Tokens of the prompt, as stated."""
        ...

    @property
    def tokens_out(self) -> int | None:
        """Tokens of the reply, as stated."""
        ...

    @property
    def cost(self) -> str | None:
        """The cost, as stated."""
        ...


def amount(text: str, name: str) -> Decimal:
    """The amount of money that a text says. Raises ValueError where it says none, or one below zero."""
    found = _decimal(text)
    if found is None:
        raise ValueError(f'{name} is {text!r}; give an amount of at least 0 as a decimal in quotes, such as "0.60"')
    return found


def cost_of(took: Took, prices: Prices | None) -> Decimal | None:
    """The cost as it is stated, or else of the stated tokens at these prices; None where neither is known."""
    if took.cost is not None:
        return _decimal(took.cost)
    if prices is None or took.tokens_in is None or took.tokens_out is None:
        return None
    return cost_of_tokens(took.tokens_in, took.tokens_out, prices)


def cost_of_tokens(tokens_in: int, tokens_out: int, prices: Prices) -> Decimal:
    """What so many tokens cost."""
    given = EXACT.multiply(Decimal(tokens_in), amount(prices.tokens_in, "in"))
    written = EXACT.multiply(Decimal(tokens_out), amount(prices.tokens_out, "out"))
    return EXACT.add(given, written).scaleb(-MILLION, EXACT)


def _decimal(text: str) -> Decimal | None:
    """A plain amount; None for anything else, such as NaN, a negative one, or one of absurd size."""
    if len(text) > 2 * FARTHEST or not text.isascii() or "_" in text:
        return None
    try:
        found = Decimal(text)
    except InvalidOperation:
        return None
    exponent = found.as_tuple().exponent
    if not isinstance(exponent, int) or found.is_signed() or abs(exponent) > FARTHEST or found.adjusted() > FARTHEST:
        return None
    return found
