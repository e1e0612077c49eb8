"""What the calls of a cell took: tokens, and money where it is stated or can be derived from prices."""

from collections.abc import Iterable
from decimal import Decimal
from pathlib import Path
from typing import Literal

import msgspec

from claimgauge.errors import InputError
from claimgauge.language import Prices, cost_of, cost_of_tokens
from claimgauge.narration import Call
from claimgauge.readers import read_document


class PriceList(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """Prices of models by the name that was configured, all in one currency; `source` says where they stand.

    Raises ValueError for several currencies.
    """

    schema: Literal["claimgauge.bench-prices/1"]
    source: str
    models: dict[str, Prices]

    def __post_init__(self) -> None:
        if len(currencies := sorted({each.currency for each in self.models.values()})) > 1:
            raise ValueError(f"prices are in {', '.join(currencies)}; give all of them in one currency")

    @property
    def currency(self) -> str:
        """The currency of all of them; nothing where there is no model."""
        return next((each.currency for each in self.models.values()), "")


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


def load_prices(path: Path) -> PriceList:
    """The prices in a TOML file. Raises InputError and DocumentError."""
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from error
    return read_document(raw, PriceList, source=str(path))


def spending(calls: Iterable[Call], prices: PriceList | None = None) -> Spending:
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
        cost=None if cost is None else f"{cost.normalize():f}",
        currency=prices.currency if prices is not None and cost is not None else "",
        reason=reason,
    )


def _cost(calls: list[Call], stated: int, prices: PriceList | None) -> tuple[Decimal | None, str]:
    if prices is None:
        costs = [cost for each in calls if (cost := cost_of(each, None)) is not None]
        if len(costs) < len(calls):
            return None, f"{len(calls) - len(costs)} of {len(calls)} calls state no cost; give prices"
        return sum(costs, Decimal(0)), ""
    if unpriced := sorted({each.model for each in calls} - prices.models.keys()):
        return None, f"no price of {', '.join(unpriced)}"
    if stated < len(calls):
        return None, f"{len(calls) - stated} of {len(calls)} calls state no tokens"
    spent = (cost_of_tokens(each.tokens_in or 0, each.tokens_out or 0, prices.models[each.model]) for each in calls)
    return sum(spent, Decimal(0)), ""
