"""What the digits at a place belong to: the first reader that recognises them decides."""

import re
from decimal import Decimal

from claimgauge.quantities.amounts import NO_UNIT, Amount, amount_of, mention_of, place, quantity
from claimgauge.quantities.clock import time_at
from claimgauge.quantities.compound import starts_sum, summed
from claimgauge.quantities.dates import date_at
from claimgauge.quantities.exact import EXACT, MOST_DIGITS, MOST_EXPONENT, scaled
from claimgauge.quantities.lexicon import Unit
from claimgauge.quantities.mention import Ambiguous, DatePoint, Mention, NotAQuantity, Portion, Quantity
from claimgauge.quantities.numerals import Numeral, Reading, numerals_at
from claimgauge.quantities.others import (
    chain_end,
    identifier_at,
    idiom_at,
    mark_at,
    named,
    not_a_quantity,
    phone_at,
    version_at,
)
from claimgauge.quantities.parts import fraction_at
from claimgauge.quantities.periods import period_at, year_at
from claimgauge.quantities.scan import Found, Scan, Word, glued, word_before
from claimgauge.quantities.suffixes import RAISED_DIGITS

_ORDINAL = re.compile(r"(?:st|nd|rd|th)(?![\w])")
_ORDINAL_UNIT = Unit("", "ordinal")
_RAISED = "⁰¹²³⁴⁵⁶⁷⁸⁹"
_PLAIN = re.compile(r"[0-9]++")
FOREIGN = re.compile(r"[\d\u066b٬]++(?:[.,][\d]++)*+")
"""Digits of any script with their separators."""
_MOST_RAISED = 3
_POWER = re.compile(r"\^([+-]?[0-9]{1,3})(?!\w)")
_BASE = Decimal(10)
_AFTER_A_SENTENCE = ".)]\"'\u201d\u2019%"


def digits_at(scan: Scan, start: int, *, floor: int) -> Found:
    """What begins with, or around, the digits at `start`; `floor` is the end of the mention before."""
    before = word_before(scan.text, start, floor)
    special = _special(scan, start, before, floor=floor)
    return special or _amounts(scan, start, before, floor=floor)


def _special(scan: Scan, start: int, before: Word, *, floor: int) -> Found | None:
    """Everything but a plain amount."""
    return (
        idiom_at(scan, start, floor)
        or mark_at(scan, start, floor)
        or period_at(scan, start, floor)
        or date_at(scan, start, floor)
        or version_at(scan, start, before)
        or _glued_money(scan, start, floor)
        or time_at(scan, start)
        or phone_at(scan, start, floor, before)
        or fraction_at(scan, start, before, floor=floor)
        or year_at(scan, start, before)
    )


def _glued_money(scan: Scan, start: int, floor: int) -> Found | None:
    """An identifier, unless the letters before the digits are a currency (`USD100`)."""
    found = identifier_at(scan, start, floor)
    if found is None:
        return None
    numeral = numerals_at(scan.text, start, scan.convention)[0]
    amount = amount_of(scan, numeral, floor=floor)
    return None if amount.prefix.unit and glued(scan.text[start - 1]) else found


def _amounts(scan: Scan, start: int, before: Word, *, floor: int) -> Found:
    """The numbers of the row of digits at `start`."""
    mentions: list[Mention] = []
    if _has_leading_point(scan.text, start, floor):
        return _leading_point(scan, start, floor=floor)
    for numeral in numerals_at(scan.text, start, scan.convention):
        amount = amount_of(scan, numeral, floor=floor)
        mention = _decided(scan, amount, before if numeral.start == start else Word("", numeral.start), floor=floor)
        mentions.append(mention)
        floor = mention.end
    return Found(tuple(mentions), mentions[-1].end)


def _has_leading_point(text: str, start: int, floor: int) -> bool:
    if start <= floor or text[start - 1] != ".":
        return False
    before = text[start - 2 : start - 1]
    return start == 1 or (start - 1 > floor and not before.isalnum() and before not in _AFTER_A_SENTENCE)


def _leading_point(scan: Scan, start: int, *, floor: int) -> Found:
    """The number of `.5`."""
    found = _PLAIN.match(scan.text, start)
    shown = found[0] if found else "0"
    reading = Reading(Decimal(f"0.{shown}"), len(shown), ("leading point",))
    numeral = Numeral(start - 1, start + len(shown), (reading,) if len(shown) <= MOST_DIGITS else (), None)
    if not numeral.readings:
        return not_a_quantity(scan, start - 1, numeral.end, "too_long")
    mention = _decided(scan, amount_of(scan, numeral, floor=floor), Word("", start), floor=floor)
    return Found((mention,), mention.end)


def _decided(scan: Scan, amount: Amount, before: Word, *, floor: int) -> Mention:
    """A quantity, unless the word before it or the letters behind it say otherwise."""
    if starts_sum(scan, amount):
        return summed(scan, amount, floor=floor)
    mention = mention_of(scan, amount, floor=floor)
    if isinstance(mention, NotAQuantity):
        return _labelled(scan, mention, before)
    if mention.end == amount.numeral.end and (other := _continued(scan, mention)):
        return other
    named_by = named(scan, mention, before) if amount.bare and before.text else None
    return named_by.mentions[0] if named_by else mention


def _continued(scan: Scan, mention: Quantity | Ambiguous) -> Mention | None:
    """What the digits are where letters, a power or digits of another script follow at once."""
    following = scan.text[mention.end : mention.end + 1]
    if glued(following):
        return _with_letters(scan, mention)
    if following in RAISED_DIGITS:
        return _raised(scan, mention)
    if following == "^" and (power := _POWER.match(scan.text, mention.end)):
        return _to_the_power(scan, mention, power)
    return _other_script(scan, mention) if following.isdecimal() else None


def _labelled(scan: Scan, mention: NotAQuantity, before: Word) -> NotAQuantity:
    """`§ 5.3.1` is a label, though it looks like a version."""
    if mention.reason != "version" or before.text not in scan.lexicon.cues["labels"]:
        return mention
    return NotAQuantity(start=mention.start, end=mention.end, text=mention.text, reason="label")


def _other_script(scan: Scan, mention: Quantity | Ambiguous) -> NotAQuantity:
    """Digits of two scripts in one row."""
    found = FOREIGN.match(scan.text, mention.end)
    end = found.end() if found else mention.end
    text = scan.text[mention.start : end]
    return NotAQuantity(start=mention.start, end=end, text=text, reason="other_script_digits")


def _with_letters(scan: Scan, mention: Quantity | Ambiguous) -> Mention:
    """`3rd` is an ordinal; with any other letters the digits are part of a word."""
    found = _ORDINAL.match(scan.text, mention.end)
    if found and isinstance(mention, Quantity):
        where = place(scan, mention.start, found.end())
        return quantity(where, mention.value, unit=_ORDINAL_UNIT, digits=0)
    end = chain_end(scan.text, mention.end)
    return not_a_quantity(scan, mention.start, end, "identifier").mentions[0]


def _to_the_power(scan: Scan, mention: Quantity | Ambiguous, power: re.Match[str]) -> Mention:
    """`10^6` is a million; a power of another base is not read."""
    end, exponent = power.end(), int(power[1])
    if not isinstance(mention, Quantity) or mention.value != _BASE or abs(exponent) > MOST_EXPONENT:
        return not_a_quantity(scan, mention.start, end, "identifier").mentions[0]
    where, value = place(scan, mention.start, end), scaled(Decimal(1), exponent)
    return quantity(where, value, unit=NO_UNIT, digits=exponent, bound=mention.bound, normalisations=("exponent",))


def _raised(scan: Scan, mention: Quantity | Ambiguous) -> Ambiguous:
    """`10²`: a power, or a number with the mark of a note; nobody knows."""
    end = mention.end
    while end < len(scan.text) and end - mention.end < _MOST_RAISED and scan.text[end] in RAISED_DIGITS:
        end += 1
    readings: tuple[Quantity | DatePoint | Portion, ...] = (
        (mention,) if isinstance(mention, Quantity) else mention.readings
    )
    power = scan.text[mention.end : end]
    if isinstance(mention, Quantity) and len(power) == 1 and power in _RAISED:
        value = EXACT.power(mention.value, Decimal(_RAISED.index(power)))
        raised = quantity(place(scan, mention.start, end), value, unit=NO_UNIT, digits=0)
        readings = (*readings, raised)
    text = scan.text[mention.start : end]
    return Ambiguous(start=mention.start, end=end, text=text, doubt="superscript", readings=readings)
