"""Common fractions: `3/4`, `1 1/2`, `½`, `2½`."""

import re
import unicodedata
from decimal import Decimal
from fractions import Fraction

from claimgauge.quantities.amounts import NO_UNIT, place, quantity
from claimgauge.quantities.bounds import bound_around
from claimgauge.quantities.mention import Ambiguous, DatePoint, Portion, Quantity
from claimgauge.quantities.scan import Found, Scan, Word
from claimgauge.quantities.suffixes import Suffix, suffix_of

_FRACTION = re.compile(r"([0-9]{1,6})[/\u2044]([0-9]{1,6})(?!\w|[/\u2044.,-][0-9])")
_MIXED = re.compile(r"([0-9]{1,6})[ \u00a0-]([0-9]{1,2})[/\u2044]([0-9]{1,2})(?!\w|[/\u2044.,-][0-9])")
_SIGNED = re.compile(r"([0-9]{1,6}) ?([¼-¾⅐-⅞↉])")
_MOST_MIXED = 16


def fraction_at(scan: Scan, start: int, before: Word, *, floor: int) -> Found | None:
    """The fraction that the digits at `start` begin."""
    text = scan.text
    if found := _SIGNED.match(text, start):
        part = _value_of(found[2])
        return _measured(scan, start, found.end(), Fraction(int(found[1])) + part, floor=floor)
    if (found := _MIXED.match(text, start)) and 0 < int(found[2]) < int(found[3]) <= _MOST_MIXED:
        return _measured(scan, start, found.end(), int(found[1]) + Fraction(int(found[2]), int(found[3])), floor=floor)
    found = _FRACTION.match(text, start)
    if not found or not int(found[2]):
        return None
    numerator, denominator = int(found[1]), int(found[2])
    portion = _portion(scan, start, found.end(), numerator, denominator, floor=floor)
    if before.text in scan.lexicon.cues["dates"] and numerator <= 12 and denominator <= 31:
        readings = (portion, _day(scan, start, found.end(), numerator, denominator))
        text = portion.text
        mention = Ambiguous(start=start, end=found.end(), text=text, doubt="date", readings=readings)
        return Found((mention,), found.end())
    suffix = suffix_of(scan, found.end(), money=False)
    if suffix.units or suffix.magnitude:
        return _measured(scan, start, found.end(), Fraction(numerator, denominator), floor=floor)
    return Found((portion,), found.end())


def fraction_sign_at(scan: Scan, start: int, *, floor: int) -> Found:
    """The fraction that one character is."""
    return _measured(scan, start, start + 1, _value_of(scan.text[start]), floor=floor)


_SIGNS = {sign: Fraction(unicodedata.normalize("NFKC", sign).replace("\u2044", "/")) for sign in "¼½¾⅐⅑⅒⅓⅔⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞"}


def _value_of(sign: str) -> Fraction:
    return _SIGNS.get(sign, Fraction(0))


def _measured(scan: Scan, start: int, end: int, value: Fraction, *, floor: int) -> Found:
    """A quantity where the value ends in decimals and something is measured or a whole number leads; else a portion."""
    suffix = suffix_of(scan, end, money=False)
    whole = value.numerator // value.denominator
    exact = _decimal(value)
    if exact is None or not (suffix.units or suffix.magnitude or whole):
        mention = _portion(scan, start, end, value.numerator, value.denominator, floor=floor)
        return Found((mention,), end)
    readings = tuple(
        _quantity(scan, start, suffix, exact, index, floor=floor) for index in range(max(1, len(suffix.units)))
    )
    if len(readings) == 1:
        return Found(readings, readings[0].end)
    first = readings[0]
    doubtful = Ambiguous(start=first.start, end=first.end, text=first.text, doubt="unit", readings=readings)
    return Found((doubtful,), first.end)


def _quantity(scan: Scan, start: int, suffix: Suffix, value: Decimal, index: int, *, floor: int) -> Quantity:
    unit = suffix.units[index] if suffix.units else NO_UNIT
    bound, end = bound_around(scan, start, suffix.end, floor=floor, dimension=unit.dimension)
    scaled = value.scaleb(suffix.power)
    exponent = scaled.as_tuple().exponent
    return quantity(
        place(scan, start, end),
        scaled,
        unit=unit,
        digits=exponent if isinstance(exponent, int) else 0,
        bound=bound,
        normalisations=("fraction",),
    )


def _decimal(value: Fraction) -> Decimal | None:
    """The value as a decimal where it has an end."""
    for places in range(7):
        if (value * 10**places).denominator == 1:
            return Decimal((value * 10**places).numerator).scaleb(-places)
    return None


def _portion(scan: Scan, start: int, end: int, numerator: int, denominator: int, *, floor: int) -> Portion:
    bound, _ = bound_around(scan, start, end, floor=floor, dimension="ratio")
    return Portion(
        start=start, end=end, text=scan.text[start:end], numerator=numerator, denominator=denominator, bound=bound
    )


def _day(scan: Scan, start: int, end: int, month: int, day: int) -> DatePoint:
    return DatePoint(start=start, end=end, text=scan.text[start:end], precision="day", month=month, day=day)
