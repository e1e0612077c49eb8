"""English number words: `three`, `two hundred and five`, `a dozen`, `two thirds`, `half a million`, `twice`.

A lone `one` is a number only before a unit, a lone `third` or `quarter` only as `a third of`; other
ordinals are none. `hundreds of` says no number.
"""

import re
from decimal import Decimal
from typing import NamedTuple

from claimgauge.quantities.amounts import NO_UNIT, place, quantity
from claimgauge.quantities.bounds import bound_around
from claimgauge.quantities.exact import EXACT, product, total
from claimgauge.quantities.lexicon import Unit
from claimgauge.quantities.mention import Ambiguous, NotAQuantity, Portion, Quantity
from claimgauge.quantities.prefixes import prefix_of
from claimgauge.quantities.scan import Found, Scan, next_place, word_before
from claimgauge.quantities.suffixes import suffix_of

_WORD = re.compile(r"[A-Za-z]{1,20}(?![A-Za-z0-9_])")
_AND = re.compile(r"[ -]and[ -]", re.IGNORECASE)
_HALF = re.compile(r"[ -]and[ -]a[ -](half|quarter)(?![A-Za-z0-9_])", re.IGNORECASE)
_HALF_OF = re.compile(r"[ -]an? (?=[a-z])", re.IGNORECASE)
_MOST_WORDS = 20
_ARTICLES = ("a", "an")
_NO_PARTS = (
    "first",
    "second",
    "each",
    "other",
    "latter",
    "former",
    "better",
    "third",
    "fourth",
    "last",
    "this",
    "next",
)
_AFTER_A_PORTION = ("of", "more", "less", "fewer", "higher", "lower", "larger", "smaller", "the", "as")


class _Spelt(NamedTuple):
    """The value of some words, the step of its last digit, and where they end."""

    value: Decimal
    digits: int
    end: int
    words: int


def spelt_at(scan: Scan, start: int, end: int, *, floor: int) -> Found:
    """What the number word from `start` to `end` begins; no mention where it is an ordinary word."""
    word = scan.text[start:end].lower()
    lexicon = scan.lexicon
    before = word_before(scan.text, start, floor)
    if word in lexicon.cues["vague"] or (word in lexicon.multipliers and before.text in lexicon.cues["several"]):
        return Found((NotAQuantity(start=start, end=end, text=scan.text[start:end], reason="vague"),), end)
    if word in lexicon.portions:
        return _portion(scan, start, end, floor=floor)
    if word in lexicon.multiples:
        times = Unit("times", "multiple")
        value = Decimal(lexicon.multiples[word])
        number = quantity(place(scan, start, end), value, unit=times, digits=0, normalisations=("number word",))
        return Found((number,), end)
    if word not in lexicon.multipliers:
        return _cardinal(scan, start, start, floor=floor)
    return _cardinal(scan, before.start, start, floor=floor) if before.text in _ARTICLES else Found((), end)


def _cardinal(scan: Scan, start: int, first: int, *, floor: int) -> Found:
    """The number whose words begin at `first`; `start` is that of its article, if it has one."""
    spelt = _value(scan, first)
    if spelt is None:
        return Found((), first + 1)
    if part := _denominator(scan, spelt, start, floor=floor):
        return part
    spelt = _and_a_half(scan, spelt)
    number = _measured(scan, start, spelt, floor=floor)
    lone = spelt.words == 1 and scan.text[start : spelt.end].lower() == "one"
    if lone and isinstance(number, Quantity) and not number.unit:
        return Found((), spelt.end)
    return Found((number,), number.end)


def _value(scan: Scan, start: int) -> _Spelt | None:
    """The cardinal number in words that begins at `start`."""
    whole, part, digits = Decimal(0), Decimal(0), 0
    at, end, words, last = start, start, 0, 10**31
    numbers, multipliers = scan.lexicon.numbers, scan.lexicon.multipliers
    while words < _MOST_WORDS and (found := _WORD.match(scan.text, at)):
        word = found[0].lower()
        if word in numbers and _may_follow(part, numbers[word], words):
            part, digits = total(part, Decimal(numbers[word])), 0
        elif word in multipliers and multipliers[word] in (12, 100) and (part or not words) and part < 100:
            part, digits = product(part or Decimal(1), multipliers[word]), 2 if multipliers[word] == 100 else 0
        elif word in multipliers and multipliers[word] > 100 and multipliers[word] < last and (part or not words):
            last = multipliers[word]
            whole, part = total(whole, product(part or Decimal(1), last)), Decimal(0)
            digits = len(str(last)) - 1
        else:
            break
        end, words = found.end(), words + 1
        at = _next_word(scan, end)
    return _Spelt(total(whole, part), digits, end, words) if words else None


def _may_follow(part: Decimal, number: int, words: int) -> bool:
    """`twenty` takes a digit, `hundred` anything below it; `five six` are two numbers."""
    if not words or not part:
        return not words or number > 0
    rest = int(part) % 100
    return (rest == 0 and number > 0) or (rest >= 20 and rest % 10 == 0 and 0 < number < 10)


def _next_word(scan: Scan, end: int) -> int:
    """Where the next word of the same number would begin."""
    text = scan.text
    joined = _AND.match(text, end)
    if joined and text[max(0, end - 7) : end].lower().endswith(("hundred", "thousand", "million", "billion")):
        return joined.end()
    return end + 1 if text[end : end + 1] in (" ", "-") and text[end : end + 1] else len(text)


def _denominator(scan: Scan, spelt: _Spelt, start: int, *, floor: int) -> Found | None:
    """`two thirds`, `one-half`, `three quarters`."""
    found = _WORD.match(scan.text, spelt.end + 1) if scan.text[spelt.end : spelt.end + 1] in (" ", "-") else None
    if not found or spelt.words > 1 or found[0].lower() not in scan.lexicon.portions:
        return None
    many = found[0].lower().endswith("s")
    if many == (spelt.value == 1) or not spelt.value:
        return None
    denominator = scan.lexicon.portions[found[0].lower()]
    return Found(
        (_as_portion(scan, start, found.end(), numerator=int(spelt.value), denominator=denominator, floor=floor),),
        found.end(),
    )


def _as_portion(scan: Scan, start: int, end: int, *, numerator: int, denominator: int, floor: int) -> Portion:
    bound, _ = bound_around(scan, start, end, floor=floor, dimension="ratio")
    return Portion(
        start=start,
        end=end,
        text=scan.text[start:end],
        numerator=numerator,
        denominator=denominator,
        bound=bound,
        normalisations=("number word",),
    )


def _and_a_half(scan: Scan, spelt: _Spelt) -> _Spelt:
    """`two and a half`."""
    found = _HALF.match(scan.text, spelt.end)
    if not found:
        return spelt
    part, digits = (Decimal("0.5"), -1) if found[1].lower() == "half" else (Decimal("0.25"), -2)
    return _Spelt(total(spelt.value, part), digits, found.end(), spelt.words + 1)


def _measured(scan: Scan, start: int, spelt: _Spelt, *, floor: int) -> Quantity | Ambiguous:
    """The number with its magnitude, unit, bound and `minus`."""
    suffix = suffix_of(scan, spelt.end, money=False)
    prefix = prefix_of(scan, start, floor)
    negative = prefix.sign not in ("", "+")
    start = prefix.start if negative else start
    value = EXACT.scaleb(spelt.value, suffix.power)
    value = value.quantize(Decimal(1), context=EXACT) if suffix.power and value == value.to_integral_value() else value
    units = suffix.units or (NO_UNIT,)
    bound, end = bound_around(scan, start, suffix.end, floor=floor, dimension=units[0].dimension)
    readings = tuple(
        quantity(
            place(scan, start, end),
            value.copy_negate() if negative else value,
            unit=unit,
            digits=spelt.digits + suffix.power,
            sign="-" if negative else "",
            bound=bound,
            normalisations=(*(prefix.normalisations if negative else ()), "number word"),
        )
        for unit in units
    )
    if len(readings) == 1:
        return readings[0]
    return Ambiguous(start=start, end=end, text=scan.text[start:end], doubt="unit", readings=readings)


def _portion(scan: Scan, start: int, end: int, *, floor: int) -> Found:
    """`half`, `a third of`, `half a million`; no mention for `third quarter`, `the second half`, `a third party`."""
    text = scan.text
    word = text[start:end].lower()
    before = word_before(text, start, floor)
    denominator = scan.lexicon.portions[word]
    if word == "half" and before.text not in _NO_PARTS:
        return _half(scan, start, end, floor=floor)
    at = next_place(text, end)
    following = _WORD.match(text, at)
    ends = following is None or following[0].lower() in _AFTER_A_PORTION
    if before.text in _ARTICLES and ends and not word.endswith("s"):
        return Found((_as_portion(scan, before.start, end, numerator=1, denominator=denominator, floor=floor),), end)
    return Found((), end)


def _half(scan: Scan, start: int, end: int, *, floor: int) -> Found:
    text = scan.text
    if text[end : end + 1] == "-":
        return Found((), end)
    found = _HALF_OF.match(text, end)
    if found:
        word = _WORD.match(text, found.end())
        if word and word[0].lower() in scan.lexicon.multipliers:
            size = scan.lexicon.multipliers[word[0].lower()]
            digits = len(str(size)) - 2 if size != 12 else 0
            number = _measured(
                scan, start, _Spelt(EXACT.divide(Decimal(size), Decimal(2)), digits, word.end(), 2), floor=floor
            )
            return Found((number,), number.end)
        unit = suffix_of(scan, found.end() - 1, money=False)
        if unit.units:
            number = _measured(scan, start, _Spelt(Decimal("0.5"), -1, found.end() - 1, 2), floor=floor)
            return Found((number,), number.end)
    return Found((_as_portion(scan, start, end, numerator=1, denominator=2, floor=floor),), end)
