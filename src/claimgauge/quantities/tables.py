"""The tables of units, currencies, magnitudes and words, which a person extends without code.

The wire form is TOML (`schema = "claimgauge.quantities/1"`). A document may hold any of the tables;
several documents add up to one value.
"""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

Bound = Literal["none", "at_least", "at_most", "above", "below", "approximately"]
StatedBound = Literal["at_least", "at_most", "above", "below", "approximately"]
DateOrder = Literal["", "dmy", "mdy", "ymd"]
DirectionName = Literal["up", "down", "level"]


class _Table(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A TOML table: an unknown key is an error."""


class UnitRow(_Table, frozen=True, kw_only=True):
    """A unit of one dimension: a value v is (v + offset) · factor in the dimension's base unit.

    `symbols` are read as written, `words` in any case; `factor` and `offset` are exact decimals or
    fractions. `attached`: the symbols count only directly behind the digits.
    """

    name: str
    dimension: str
    symbols: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    factor: str = "1"
    offset: str = "0"
    attached: bool = False


class CurrencyRow(_Table, frozen=True, kw_only=True):
    """A currency by its ISO 4217 code, which is itself read before or behind the number."""

    code: str
    symbols: tuple[str, ...] = ()
    words: tuple[str, ...] = ()


class MagnitudeRow(_Table, frozen=True, kw_only=True):
    """A power of ten that scales the number before it.

    `money`: read only with a currency. `attached`: without a currency, read only directly behind the digits.
    """

    power: int
    symbols: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    money: bool = False
    attached: bool = False


class BoundRow(_Table, frozen=True, kw_only=True):
    """Words `before` or `after` a number that make it a bound, unless its dimension is one of `not_with`."""

    bound: StatedBound
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    not_with: tuple[str, ...] = ()


class DirectionRow(_Table, frozen=True, kw_only=True):
    """Words that say which way something went."""

    direction: DirectionName
    words: tuple[str, ...]


class LocaleRow(_Table, frozen=True, kw_only=True):
    """How locales write numbers, and the order of day, month and year in a date of digits."""

    names: tuple[str, ...]
    group: tuple[str, ...]
    decimal: str
    date_order: DateOrder = ""


class MonthRow(_Table, frozen=True, kw_only=True):
    """The names of one month, capitalised as they stand in a text."""

    number: int
    names: tuple[str, ...]


class Cues(_Table, frozen=True, kw_only=True):
    """Words around a number that say what it is; the data files explain each list."""

    years: tuple[str, ...] = ()
    perhaps_years: tuple[str, ...] = ()
    after_years: tuple[str, ...] = ()
    fiscal: tuple[str, ...] = ()
    dates: tuple[str, ...] = ()
    decades: tuple[str, ...] = ()
    versions: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    phones: tuple[str, ...] = ()
    idioms: tuple[str, ...] = ()
    negatives: tuple[str, ...] = ()
    accounting: tuple[str, ...] = ()
    prefixes: tuple[str, ...] = ()
    vague: tuple[str, ...] = ()
    several: tuple[str, ...] = ()
    nulls: tuple[str, ...] = ()


class QuantityTables(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    gc=False,
    omit_defaults=True,
    forbid_unknown_fields=True,
    eq=False,
):
    """All tables. Two values are the same only where they are one object, so that each is compiled once."""

    schema: Literal["claimgauge.quantities/1"]
    units: tuple[UnitRow, ...] = ()
    currencies: tuple[CurrencyRow, ...] = ()
    magnitudes: tuple[MagnitudeRow, ...] = ()
    cardinals: dict[str, int] = {}
    multipliers: dict[str, int] = {}
    portions: dict[str, int] = {}
    multiples: dict[str, int] = {}
    ordinals: dict[str, int] = {}
    bounds: tuple[BoundRow, ...] = ()
    directions: tuple[DirectionRow, ...] = ()
    locales: tuple[LocaleRow, ...] = ()
    months: tuple[MonthRow, ...] = ()
    cues: Cues = Cues()


def merged_tables(parts: Iterable[QuantityTables]) -> QuantityTables:
    """One value that holds what all parts hold: lists follow each other, of a word's values the last counts."""
    whole = QuantityTables(schema="claimgauge.quantities/1")
    for part in parts:
        names = [name for name in QuantityTables.__struct_fields__ if name not in ("schema", "cues")]
        added = {name: _added(getattr(whole, name), getattr(part, name)) for name in names}
        cues = Cues(**{name: getattr(whole.cues, name) + getattr(part.cues, name) for name in Cues.__struct_fields__})
        whole = QuantityTables(schema=whole.schema, cues=cues, **added)
    return whole


def _added(first: Any, second: Any) -> Any:
    return {**first, **second} if isinstance(first, dict) else (*first, *second)
