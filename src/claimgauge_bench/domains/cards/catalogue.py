"""A catalogue of cards: fees, credits, and what a dollar earns by category, with caps.

The wire form is TOML (`schema = "claimgauge.bench-catalogue/1"`); decimal numbers are written as strings.
The catalogue that ships is invented from end to end.
"""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from importlib import resources
from typing import Annotated, Literal, NamedTuple

import msgspec

from claimgauge.errors import DocumentError, Problem
from claimgauge.readers import read_document

Period = Literal["MONTHLY", "ANNUAL"]
Amount = Annotated[str, msgspec.Meta(pattern=r"^[0-9]+(\.[0-9]+)?$")]
"""A decimal number of zero or more, as it is written."""
MONTHS = 12
OTHER = "OTHER"
"""The category that every household has."""
FEWEST_CATEGORIES = 3
CENT = Decimal("0.01")


class Rate(NamedTuple):
    """What a dollar earns in one category: `units` up to the cap, then `fallback`; `cap` is in USD a period."""

    units: Decimal
    cap: Decimal | None = None
    period: Period = "ANNUAL"
    fallback: Decimal = Decimal(0)

    @property
    def yearly_cap(self) -> Decimal | None:
        """The cap in USD a year: a monthly one counts twelve times, since spending is taken to be even."""
        return None if self.cap is None else self.cap * (MONTHS if self.period == "MONTHLY" else 1)


class Card(NamedTuple):
    """One card. `fee` and `credits` are USD a year, `base` what a dollar of an unlisted category earns."""

    id: str
    name: str
    issuer: str
    currency: str
    fee: Decimal
    credits: Decimal
    base: Decimal
    rates: Mapping[str, Rate]

    def rate(self, category: str) -> Rate:
        """What a dollar of this category earns."""
        return self.rates.get(category) or Rate(self.base)


class Catalogue(NamedTuple):
    """Cards in the order of their ids, and the categories in which people spend."""

    id: str
    version: str
    title: str
    categories: tuple[str, ...]
    cards: tuple[Card, ...]

    def card(self, card_id: str) -> Card:
        """The card with this id. Raises KeyError where there is none."""
        return {card.id: card for card in self.cards}[card_id]


class _Table(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """A TOML table: an unknown key is an error."""


class _Rate(_Table, frozen=True, kw_only=True):
    units: Amount
    cap: Amount | None = None
    period: Period = "ANNUAL"
    fallback: Amount = "0"


class _Card(_Table, frozen=True, kw_only=True):
    name: str
    issuer: str
    currency: str
    fee: Amount
    credits: Amount = "0"
    base: Amount
    rates: dict[str, _Rate] = {}


class _Catalogue(_Table, frozen=True, kw_only=True):
    schema: Literal["claimgauge.bench-catalogue/1"]
    id: str
    version: str
    title: str
    categories: tuple[str, ...]
    cards: dict[str, _Card]


def shipped_catalogue(name: str = "fictional") -> Catalogue:
    """A catalogue that ships. Raises FileNotFoundError for another name."""
    raw = (resources.files("claimgauge_bench") / "data" / "catalogues" / f"{name}.toml").read_bytes()
    return read_catalogue(raw, source=name)


def read_catalogue(raw: bytes, *, source: str) -> Catalogue:
    """The catalogue in a TOML document. Raises DocumentError with every problem at its place."""
    document = read_document(raw, _Catalogue, source=source)
    cards = tuple(_card(card_id, card) for card_id, card in sorted(document.cards.items()))
    catalogue = Catalogue(document.id, document.version, document.title, document.categories, cards)
    if problems := tuple(catalogue_problems(catalogue)):
        raise DocumentError(source, problems)
    return catalogue


def _card(card_id: str, card: _Card) -> Card:
    rates = {category: _rate(rate) for category, rate in card.rates.items()}
    fee, credit, base = Decimal(card.fee), Decimal(card.credits), Decimal(card.base)
    return Card(card_id, card.name, card.issuer, card.currency, fee, credit, base, rates)


def _rate(rate: _Rate) -> Rate:
    cap = None if rate.cap is None else Decimal(rate.cap)
    return Rate(Decimal(rate.units), cap, rate.period, Decimal(rate.fallback))


def catalogue_problems(catalogue: Catalogue) -> Iterator[Problem]:
    """What makes no sense in a catalogue: the optimum rests on a fallback that is no better than what is capped."""
    if OTHER not in catalogue.categories or len(set(catalogue.categories)) < FEWEST_CATEGORIES:
        message = (
            f"holds fewer than {FEWEST_CATEGORIES} categories, or not {OTHER} among them; every household has these"
        )
        yield Problem(place="categories", code="missing", message=message)
    if not catalogue.cards:
        yield Problem(place="cards", code="missing", message="holds no card; write at least one")
    for card in catalogue.cards:
        place = f"cards.{card.id}"
        if card.fee != card.fee.quantize(CENT) or card.credits != card.credits.quantize(CENT):
            yield Problem(place=place, code="wrong_value", message="fee and credits are whole cents")
        for category, rate in card.rates.items():
            at = f"{place}.rates.{category}"
            if category not in catalogue.categories:
                known = ", ".join(catalogue.categories)
                yield Problem(place=at, code="wrong_value", message=f"is no category; those are {known}")
            if rate.cap is None and rate.fallback:
                yield Problem(place=at, code="wrong_value", message="has a fallback and no cap; leave it out")
            if rate.cap is not None and rate.fallback > rate.units:
                message = f"falls back to {rate.fallback}, which is more than {rate.units}; a cap lowers what is earned"
                yield Problem(place=at, code="wrong_value", message=message)
