"""The one value of a table's cell or of a field: `$  1,452.4`, `(12)`, `12.3%`, and `—` for none."""

import re
from decimal import Decimal
from typing import Literal, NamedTuple

from msgspec.structs import replace

from claimgauge.errors import InputError
from claimgauge.quantities.amounts import NO_UNIT, amount_of, mention_of
from claimgauge.quantities.exact import scaled
from claimgauge.quantities.folding import folded, normalisations_between
from claimgauge.quantities.lexicon import NO_CONVENTION, Lexicon, Unit, compiled, convention_of
from claimgauge.quantities.mention import (
    Ambiguous,
    DatePoint,
    Mention,
    NotAQuantity,
    Quantity,
    Value,
)
from claimgauge.quantities.numerals import numerals_at
from claimgauge.quantities.reader import read_quantities
from claimgauge.quantities.scan import Scan, glued
from claimgauge.quantities.suffixes import suffix_of
from claimgauge.quantities.tables import QuantityTables

CellKind = Literal["count", "date", "entity", "money", "percent", "quantity", "ratio", "text"]
_SPACES = re.compile(r"[ \t\r\n]+")
_INSIDE_BRACKETS = re.compile(r"(?<=\() | (?=\))")
_PERCENT_BEHIND = re.compile(r"\(([^()]*)\) ?%")
_NOTE = re.compile(r"(?: ?(?:\[[0-9]{1,3}\]|[*†‡]{1,3}|\^[0-9a-z])| \([0-9a-z]\))?")
_DIGIT = re.compile("[0-9]")
_YEAR = re.compile("[0-9]{4}")
_SCALED = ("count", "money")
_PLAIN_KINDS = (None, "count", "money")
_PLAIN = re.compile(r"(?:0|[1-9][0-9]{0,11})(?:\.([0-9]{1,2}|[0-9]{4,12}))?")
"""Decimals that are read in one way, whatever the locale."""


class Field(NamedTuple):
    """What the table and the field say of every cell."""

    power: int
    kind: CellKind | None
    unit: str


def read_cell(
    text: str,
    tables: QuantityTables,
    *,
    locale: str | None = None,
    scale: str | None = None,
    kind: CellKind | None = None,
    unit: str = "",
    alone: bool = False,
) -> Value | None:
    """The value of a cell; None where it is known to be empty, is text, or holds no or several values.

    Brackets are a minus sign. `scale` (`thousand`, `million` …) multiplies a count or an amount of
    money that has no magnitude of its own. `kind` and `unit` are those of the field, and are taken
    where the cell itself states no unit; `entity` and `text` hold no value. The span is the whole
    cell. `alone`: a text in which words stand beside the number is None. Raises InputError for an
    unknown locale or scale.
    """
    lexicon = compiled(tables)
    field = Field(_power(lexicon, scale), kind, unit)
    if kind in _PLAIN_KINDS and (plain := _PLAIN.fullmatch(text)):
        return _of_field(
            lexicon,
            Quantity(start=0, end=len(text), text=text, value=Decimal(text), digits=-len(plain[1] or "")),
            field,
        )
    if kind in ("entity", "text") or text.strip().lower() in lexicon.cues["nulls"]:
        return None
    value = _whole_cell(text, lexicon, locale) or _only_mention(text, tables, locale, unit=unit if alone else None)
    if value is None:
        return None
    value = replace(value, start=0, end=len(text), text=text)
    if isinstance(value, Ambiguous):
        readings = (replace(one, start=0, end=len(text), text=text) for one in value.readings)
        return replace(value, readings=tuple(_of_field(lexicon, one, field) for one in readings))
    return _of_field(lexicon, value, field)


def magnitude_names(tables: QuantityTables) -> frozenset[str]:
    """The names, in small letters, that `scale` of a cell may have."""
    return frozenset(compiled(tables).magnitude_words)


def _power(lexicon: Lexicon, scale: str | None) -> int:
    if not scale:
        return 0
    power = lexicon.magnitude_words.get(scale.strip().lower())
    if power is None:
        known = ", ".join(lexicon.magnitude_words)
        raise InputError(f"no magnitude is called {scale[:40]!r}; use one of {known}")
    return power


def _whole_cell(text: str, lexicon: Lexicon, locale: str | None) -> Quantity | Ambiguous | None:
    """A number that fills the cell but for spaces and the mark of a note."""
    plain = _PERCENT_BEHIND.sub(r"(\1%)", _INSIDE_BRACKETS.sub("", _SPACES.sub(" ", folded(text).text.strip())))
    first = _DIGIT.search(plain)
    if not first:
        return None
    scan = Scan(plain, lexicon, convention_of(lexicon, locale))
    found = numerals_at(plain, first.start(), scan.convention)
    amount = amount_of(scan, found[0], floor=0, cell=True)
    if len(found) > 1 or amount.start or not _NOTE.fullmatch(plain, amount.end):
        return None
    mention = mention_of(scan, amount, floor=0)
    if isinstance(mention, NotAQuantity) or (amount.end < len(plain) and glued(plain[amount.end])):
        return None
    names = (*normalisations_between(text), *mention.normalisations)
    return replace(mention, normalisations=tuple(dict.fromkeys(names)))


def _only_mention(text: str, tables: QuantityTables, locale: str | None, *, unit: str | None) -> Value | None:
    """The one value in a cell of words; where a `unit` is given, in one that holds nothing but it beside the value."""
    mentions: list[Mention] = list(read_quantities(text, tables, locale=locale))
    if len(mentions) != 1 or isinstance(mentions[0], NotAQuantity):
        return None
    return mentions[0] if unit is None or _is_alone(mentions[0], text.strip(), unit) else None


def _is_alone(mention: Value, text: str, unit: str) -> bool:
    """Whether nothing stands beside a number but a bound, such as `about`, or the unit that its field has anyway."""
    behind = text[mention.end :].strip().lower() if text[: mention.end] == mention.text else "?"
    if unit and behind in (unit.lower(), f"{unit.lower()}s"):
        return True
    if isinstance(mention, Quantity) and mention.bound != "none":
        return text.endswith(mention.text) or text.startswith(mention.text)
    return mention.text == text


def _of_field(lexicon: Lexicon, value: Value, field: Field) -> Value:
    """The value with the scale of the table and the unit of the field."""
    if not isinstance(value, Quantity):
        return value
    number = _with_unit(lexicon, value, field)
    if field.kind == "date" and number.dimension == "count" and _YEAR.fullmatch(number.text.strip()):
        text = number.text
        return DatePoint(start=number.start, end=number.end, text=text, precision="year", year=int(number.value))
    if not field.power or number.dimension not in _SCALED or "magnitude" in number.normalisations:
        return number
    return replace(
        number,
        value=scaled(number.value, field.power),
        digits=number.digits + field.power,
        normalisations=(*number.normalisations, "scale of the table"),
    )


def _with_unit(lexicon: Lexicon, number: Quantity, field: Field) -> Quantity:
    if number.dimension != "count" or number.unit or field.kind in (None, "date"):
        return number
    unit = _unit_of(lexicon, field)
    if unit == NO_UNIT:
        return number
    return replace(
        number,
        unit=unit.name,
        dimension=unit.dimension,
        factor=unit.factor,
        offset=unit.offset,
        normalisations=(*number.normalisations, "unit of the field"),
    )


def _unit_of(lexicon: Lexicon, field: Field) -> Unit:
    """The unit that a field declares; a name that no table has is the unit of a count."""
    if field.kind == "ratio":
        return Unit("", "ratio")
    if field.kind == "count":
        return Unit(field.unit, "count")
    known = lexicon.symbols.get(field.unit) or next(iter(lexicon.words.get(field.unit.lower(), ())), None)
    if known is None and "/" in field.unit:
        known = next(iter(suffix_of(Scan(f"1 {field.unit}", lexicon, NO_CONVENTION), 1, money=False).units), None)
    if field.kind == "money":
        return Unit(known.name if known else field.unit, "money")
    if field.kind == "percent":
        return known or lexicon.symbols.get("%") or Unit("percent", "percent")
    return known or Unit(field.unit, "count")
