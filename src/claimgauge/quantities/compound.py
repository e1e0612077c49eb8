"""Sums of magnitudes in one number: `1億2345万円` is 123,450,000 yen."""

from decimal import Decimal

from claimgauge.quantities.amounts import Amount, mention_of, place, quantity
from claimgauge.quantities.exact import scaled, total
from claimgauge.quantities.lexicon import Unit
from claimgauge.quantities.mention import NotAQuantity, Quantity
from claimgauge.quantities.numerals import DIGITS, numerals_at
from claimgauge.quantities.scan import Scan
from claimgauge.quantities.suffixes import suffix_of

_MOST_PARTS = 6


def starts_sum(scan: Scan, amount: Amount) -> bool:
    """Whether digits follow a magnitude at once, so that the number goes on."""
    end = amount.suffix.end
    return amount.suffix.magnitude and not amount.suffix.units and scan.text[end : end + 1] in DIGITS


def summed(scan: Scan, amount: Amount, *, floor: int) -> Quantity | NotAQuantity:
    """The whole number; a refusal where its parts do not get smaller or can be read in several ways."""
    first = mention_of(scan, amount, floor=floor)
    suffix, end = amount.suffix, amount.suffix.end
    if not isinstance(first, Quantity):
        return _refused(scan, first.start, end)
    value, digits = abs(first.value), first.digits
    for _ in range(_MOST_PARTS):
        if not (suffix.magnitude and not suffix.units and scan.text[end : end + 1] in DIGITS):
            break
        numeral = numerals_at(scan.text, end, scan.convention)[0]
        power = suffix.power
        suffix = suffix_of(scan, numeral.end, money=amount.prefix.unit is not None)
        end = suffix.end
        if len(numeral.readings) != 1:
            return _refused(scan, first.start, end)
        part = scaled(numeral.readings[0].value, suffix.power)
        if part >= scaled(Decimal(1), power):
            return _refused(scan, first.start, end)
        value, digits = total(value, part), suffix.power - numeral.readings[0].decimals
    unit = amount.prefix.unit or (suffix.units[0] if suffix.units else Unit("", "count"))
    return quantity(
        place(scan, first.start, end),
        value.copy_negate() if amount.negative else value,
        unit=unit,
        digits=digits,
        sign=first.sign,
        bound=first.bound,
        normalisations=first.normalisations,
    )


def _refused(scan: Scan, start: int, end: int) -> NotAQuantity:
    return NotAQuantity(start=start, end=end, text=scan.text[start:end], reason="malformed_grouping")
