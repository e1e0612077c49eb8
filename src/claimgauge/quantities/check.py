"""Whether tables that can be read also make sense."""

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction

from claimgauge.errors import Problem
from claimgauge.quantities.tables import QuantityTables

_EXACT = re.compile(r"[0-9]{1,30}(?:\.[0-9]{1,30}|/[0-9]{1,30})?")
_CODE = re.compile(r"[A-Z]{3}")
_WORD = re.compile(r"[a-z]{1,40}")
_MOST_POWER = 30
RESERVED_DIMENSIONS = ("count", "money", "ratio", "ordinal")


def table_problems(tables: QuantityTables) -> tuple[Problem, ...]:
    """What makes the tables unusable, each with its place: inexact factors, clashing symbols, empty words."""
    return (
        *_units(tables),
        *_clashes(tables),
        *_currencies(tables),
        *_magnitudes(tables),
        *_words(tables),
        *_locales(tables),
        *_empty(tables),
    )


def exact_number(text: str) -> Fraction | None:
    """`1000`, `0.3048` or `5/9` as the number it is; None for anything else."""
    if not _EXACT.fullmatch(text) or re.search(r"/0+$", text):
        return None
    return Fraction(text)


def _wrong(place: str, message: str) -> Problem:
    return Problem(place=place, code="wrong_value", message=message)


def _units(tables: QuantityTables) -> Iterator[Problem]:
    for index, row in enumerate(tables.units):
        for name in ("factor", "offset"):
            number = exact_number(getattr(row, name))
            if number is None or (name == "factor" and not number):
                message = f'{getattr(row, name)!r} is no exact number; write it as "1000", "0.3048" or "5/9"'
                yield _wrong(f"units[{index}].{name}", message)
        if row.dimension in RESERVED_DIMENSIONS:
            yield _wrong(f"units[{index}].dimension", f"{row.dimension!r} is a kind of its own; choose another name")


def _clashes(tables: QuantityTables) -> Iterator[Problem]:
    """A symbol under two units or two currencies; words may clash, and are then read both ways."""
    seen: dict[str, str] = {}
    rows = [(f"units[{index}]", row.name, row.symbols) for index, row in enumerate(tables.units)]
    rows += [
        (f"currencies[{index}]", row.code, (row.code, *row.symbols)) for index, row in enumerate(tables.currencies)
    ]
    for place, name, symbols in rows:
        for symbol in symbols:
            if seen.setdefault(symbol, name) != name:
                yield _wrong(f"{place}.symbols", f"{symbol!r} already stands for {seen[symbol]!r}; remove one")


def _currencies(tables: QuantityTables) -> Iterator[Problem]:
    for index, row in enumerate(tables.currencies):
        if not _CODE.fullmatch(row.code):
            message = f"{row.code!r} is no ISO 4217 code; write three capital letters"
            yield _wrong(f"currencies[{index}].code", message)


def _magnitudes(tables: QuantityTables) -> Iterator[Problem]:
    for index, row in enumerate(tables.magnitudes):
        if not 0 < row.power <= _MOST_POWER:
            message = f"{row.power} is not between 1 and {_MOST_POWER}; write the exponent of ten"
            yield _wrong(f"magnitudes[{index}].power", message)
    for index, month in enumerate(tables.months):
        if not 1 <= month.number <= 12:
            yield _wrong(f"months[{index}].number", f"{month.number} is no month; write 1 to 12")


def _words(tables: QuantityTables) -> Iterator[Problem]:
    for name in ("cardinals", "multipliers", "portions", "multiples", "ordinals"):
        for word, value in getattr(tables, name).items():
            if not _WORD.fullmatch(word):
                yield _wrong(f"{name}.{word}", "is not one word of small letters a to z; write it so")
            if value < 0 or (value == 0 and name != "cardinals") or value > 10**_MOST_POWER:
                yield _wrong(f"{name}.{word}", f"{value} is out of range; write a number of at most 30 digits")


def _locales(tables: QuantityTables) -> Iterator[Problem]:
    for index, row in enumerate(tables.locales):
        if row.decimal not in (".", ",") or row.decimal in row.group:
            message = f"{row.decimal!r} must be '.' or ',' and no group separator; choose the other"
            yield _wrong(f"locales[{index}].decimal", message)
        for separator in row.group:
            if separator not in (".", ",", " ", "'"):
                message = f"{separator!r} separates no groups here; use '.', ',', ' ' (any space) or \"'\""
                yield _wrong(f"locales[{index}].group", message)


def _empty(tables: QuantityTables) -> Iterator[Problem]:
    for place, words in _lists(tables):
        for index, word in enumerate(words):
            if not word.strip():
                yield _wrong(f"{place}[{index}]", "is empty; remove it")


def _lists(tables: QuantityTables) -> Iterator[tuple[str, Iterable[str]]]:
    for name in ("units", "currencies", "magnitudes", "bounds", "directions", "locales", "months"):
        for index, row in enumerate(getattr(tables, name)):
            for key in ("symbols", "words", "before", "after", "names"):
                yield f"{name}[{index}].{key}", getattr(row, key, ())
    for key in type(tables.cues).__struct_fields__:
        if key != "nulls":
            yield f"cues.{key}", getattr(tables.cues, key)
