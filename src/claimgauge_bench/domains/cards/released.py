"""The catalogue format of the released benchmark (`card-catalog-v1.json`), read into a Catalogue.

It says nothing of a category that a card does not list; the valuation does (`unlisted`).
"""

import gzip
import json
from decimal import Decimal
from typing import Any, get_args

from claimgauge.errors import DocumentError, InputError
from claimgauge_bench.domains.cards.catalogue import Card, Catalogue, Period, Rate, catalogue_problems
from claimgauge_bench.domains.cards.valuation import Valuation

CATEGORIES = ("GROCERIES", "DINING", "GAS", "TRAVEL", "ONLINE", "OTHER")
_GZIP = b"\x1f\x8b"


def read_released_catalogue(
    raw: bytes, valuation: Valuation, *, source: str, other_for_unlisted: bool = False
) -> Catalogue:
    """The catalogue, its currencies under the names of the valuation; gzip is recognised by its first bytes.

    With `other_for_unlisted` a category that a card does not list earns what the card lists for OTHER.
    Raises InputError for a document of another form, DocumentError where it makes no sense.
    """
    try:
        document = json.loads(gzip.decompress(raw) if raw.startswith(_GZIP) else raw, parse_float=Decimal)
    except (OSError, EOFError, ValueError) as error:
        raise InputError(f"is no JSON document: {error}", source=source) from error
    try:
        cards = [_card(each, valuation, other_for_unlisted=other_for_unlisted) for each in document["cards"]]
    except (KeyError, TypeError, IndexError, ValueError, ArithmeticError) as error:
        message = f"has not the form of card-catalog-v1.json ({type(error).__name__}: {error})"
        raise InputError(message, source=source) from error
    version = str(document.get("version", ""))
    ordered = tuple(sorted(cards, key=lambda card: card.id))
    catalogue = Catalogue("card-catalog-v1", version, "The released catalogue", CATEGORIES, ordered)
    if problems := tuple(catalogue_problems(catalogue)):
        raise DocumentError(source, problems)
    return catalogue


def _card(written: dict[str, Any], valuation: Valuation, *, other_for_unlisted: bool) -> Card:
    (currency,) = {valuation.names.get(rule["currency"], rule["currency"]) for rule in written["rules"]}
    rates = {rule["category"]: _rate(rule) for rule in written["rules"]}
    base = valuation.unlisted.of.get(currency, valuation.unlisted.units)
    return Card(
        id=written["id"],
        name=written["displayName"],
        issuer=written["issuer"],
        currency=currency,
        fee=Decimal(written["annualFee"]),
        credits=Decimal(written["statementCreditsAnnual"]),
        base=rates["OTHER"].units if other_for_unlisted else base,
        rates=rates,
    )


def _rate(rule: dict[str, Any]) -> Rate:
    units, cap = Decimal(rule["multiplier"]), rule["cap"]
    if cap is None:
        return Rate(units)
    if cap["period"] not in get_args(Period):
        raise ValueError(f"a cap has the period {cap['period']!r}")
    return Rate(units, Decimal(cap["amountUsd"]), cap["period"], Decimal(rule["fallbackMultiplier"] or 0))
