"""What the calls of a cell took: tokens, and money where it is stated or can be derived from prices."""

from collections.abc import Iterable
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Annotated, Literal

import msgspec

from claimgauge.errors import InputError
from claimgauge.narration import Call
from claimgauge.readers import read_document

MILLION = Decimal(1_000_000)


class Price(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """What a million tokens of a model cost, as decimal texts."""

    tokens_in: Annotated[str, msgspec.Meta(pattern=r"^[0-9]+(\.[0-9]+)?$")]
    tokens_out: Annotated[str, msgspec.Meta(pattern=r"^[0-9]+(\.[0-9]+)?$")]


class Prices(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """Prices of models by the name that was configured; `source` says where they stand and of which day."""

    schema: Literal["claimgauge.bench-prices/1"]
    currency: str
    source: str
    models: dict[str, Price]


class Spending(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Calls, tokens and money. A number that is not known is None, and `reason` says why.

    `failed` calls had no reply and are charged nothing. `currency` is empty where the cost is as the
    endpoint states it.
    """

    calls: int
    failed: int
    tokens_in: int | None
    tokens_out: int | None
    cost: str | None
    currency: str = ""
    reason: str = ""


def load_prices(path: Path) -> Prices:
    """The prices in a TOML file. Raises InputError and DocumentError."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from error
    return read_document(raw, Prices, source=str(path))


def spending(calls: Iterable[Call], prices: Prices | None = None) -> Spending:
    """What these calls took. Prices, where they are given, count before what an endpoint states."""
    every = list(calls)
    charged = [each for each in every if each.outcome != "failed"]
    stated = [each for each in charged if each.tokens_in is not None and each.tokens_out is not None]
    known = len(stated) == len(charged) and bool(every)
    cost, reason = _cost(charged, len(stated), prices) if every else (None, "no model was asked")
    return Spending(
        calls=len(every),
        failed=len(every) - len(charged),
        tokens_in=sum(each.tokens_in or 0 for each in stated) if known else None,
        tokens_out=sum(each.tokens_out or 0 for each in stated) if known else None,
        cost=None if cost is None else f"{cost:f}",
        currency=prices.currency if prices is not None and cost is not None else "",
        reason=reason,
    )


def _cost(calls: list[Call], stated: int, prices: Prices | None) -> tuple[Decimal | None, str]:
    if prices is None:
        costs = [cost for each in calls if (cost := _money(each.cost)) is not None]
        if len(costs) < len(calls):
            return None, f"{len(calls) - len(costs)} of {len(calls)} calls state no cost; give prices"
        return sum(costs, Decimal(0)), ""
    if unpriced := sorted({each.model for each in calls} - prices.models.keys()):
        return None, f"no price of {', '.join(unpriced)}"
    if stated < len(calls):
        return None, f"{len(calls) - stated} of {len(calls)} calls state no tokens"
    return sum((_priced(each, prices.models[each.model]) for each in calls), Decimal(0)), ""


def _money(stated: str | None) -> Decimal | None:
    """What an endpoint states as a cost, where that is a number."""
    try:
        found = Decimal(stated or "none")
    except InvalidOperation:
        return None
    return found if found.is_finite() else None


def _priced(call: Call, price: Price) -> Decimal:
    spent = (call.tokens_in or 0) * Decimal(price.tokens_in) + (call.tokens_out or 0) * Decimal(price.tokens_out)
    return spent / MILLION
