"""What a unit of each currency is worth, and how much of it each goal counts.

The wire form is TOML (`schema = "claimgauge.bench-valuation/1"`); decimal numbers are written as strings.
"""

from collections.abc import Mapping
from decimal import Decimal
from importlib import resources
from typing import Literal, NamedTuple

import msgspec

from claimgauge.errors import DocumentError, Problem
from claimgauge.readers import read_document
from claimgauge_bench.domains.cards.catalogue import Amount


class Goal(NamedTuple):
    """What a household collects: its primary currency, and the share that counts of each one."""

    primary: str
    otherwise: Decimal
    multipliers: Mapping[str, Decimal]


class Unlisted(NamedTuple):
    """Units a dollar in a category that a card does not list, for catalogues that do not say: by currency, and else."""

    units: Decimal
    of: Mapping[str, Decimal]


class Valuation(NamedTuple):
    """`usd_per_unit` by currency. `names` is a catalogue's own name of a currency → the name here."""

    id: str
    version: str
    title: str
    usd_per_unit: Mapping[str, Decimal]
    goals: Mapping[str, Goal]
    names: Mapping[str, str]
    unlisted: Unlisted

    def multiplier(self, currency: str, goal: str) -> Decimal:
        """The share of a currency that counts under a goal."""
        chosen = self.goals[goal]
        return chosen.multipliers.get(currency, chosen.otherwise)

    def worth(self, currency: str, goal: str) -> Decimal:
        """USD that a unit counts under a goal."""
        return self.usd_per_unit[currency] * self.multiplier(currency, goal)


class _Table(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """A TOML table: an unknown key is an error."""


class _Goal(_Table, frozen=True, kw_only=True):
    primary: str
    otherwise: Amount
    multipliers: dict[str, Amount]


class _Unlisted(_Table, frozen=True, kw_only=True):
    units: Amount = "1"
    of: dict[str, Amount] = {}


class _Valuation(_Table, frozen=True, kw_only=True):
    schema: Literal["claimgauge.bench-valuation/1"]
    id: str
    version: str
    title: str
    source: str = ""
    names: dict[str, str] = {}
    usd_per_unit: dict[str, Amount]
    unlisted: _Unlisted = _Unlisted()
    goals: dict[str, _Goal]


def shipped_valuation(name: str = "fictional") -> Valuation:
    """A valuation that ships. Raises FileNotFoundError for another name."""
    raw = (resources.files("claimgauge_bench") / "data" / "valuations" / f"{name}.toml").read_bytes()
    return read_valuation(raw, source=name)


def read_valuation(raw: bytes, *, source: str) -> Valuation:
    """The valuation in a TOML document. Raises DocumentError with every problem at its place."""
    document = read_document(raw, _Valuation, source=source)
    known = document.usd_per_unit.keys()
    problems = [
        Problem(place=f"goals.{name}", code="wrong_value", message=f"{currency!r} has no value in usd_per_unit")
        for name, goal in document.goals.items()
        for currency in (goal.primary, *goal.multipliers)
        if currency not in known
    ]
    if problems:
        raise DocumentError(source, problems)
    return Valuation(
        id=document.id,
        version=document.version,
        title=document.title,
        usd_per_unit=_decimals(document.usd_per_unit),
        goals={
            name: Goal(goal.primary, Decimal(goal.otherwise), _decimals(goal.multipliers))
            for name, goal in document.goals.items()
        },
        names=document.names,
        unlisted=Unlisted(Decimal(document.unlisted.units), _decimals(document.unlisted.of)),
    )


def _decimals(written: Mapping[str, str]) -> dict[str, Decimal]:
    return {name: Decimal(text) for name, text in written.items()}
