"""Two mentions that make one range: `between 3 and 5`, `3–5 GB`, `$5-10 million`, `from 3 to 5`."""

from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from msgspec.structs import replace

from claimgauge.quantities.exact import scaled
from claimgauge.quantities.mention import DatePoint, Mention, Quantity, Range
from claimgauge.quantities.numerals import DIGITS, numerals_at
from claimgauge.quantities.scan import Scan, word_before

Form = Literal["between", "from_to", "dash"]
_DASHES = ("-", "\u2013", "—", "~", "〜", "\uff5e")
_TO = ("to", "through", "until", "till")
_WIDEST_GAP = 12


def with_ranges(scan: Scan, mentions: Sequence[Mention]) -> list[Mention]:
    """The mentions, with two that belong together replaced by their range."""
    forms = [_form(scan, first, second) for first, second in pairwise(mentions)]
    forms.append(None)
    result: list[Mention] = []
    at = 0
    while at < len(mentions):
        chained = forms[at] == "dash" and ((at and forms[at - 1] == "dash") or forms[at + 1] == "dash")
        form = None if chained else forms[at]
        joined = _joined(scan, mentions[at], mentions[at + 1], form) if form else None
        result.append(joined or mentions[at])
        at += 2 if joined else 1
    return result


def _form(scan: Scan, first: Mention, second: Mention) -> Form | None:
    """How the two are joined, if they are."""
    gap = second.start - first.end
    if not 0 < gap <= _WIDEST_GAP:
        return None
    between = scan.text[first.end : second.start]
    if between.strip() in _DASHES and len(between) <= 3 and len(between) != 2:
        return "dash"
    word = between.strip().lower()
    if word == "and" and word_before(scan.text, _left(scan, first), 0).text == "between":
        return "between"
    if word not in _TO:
        return None
    measured = isinstance(second, Quantity) and second.dimension != "count"
    return "from_to" if measured or word_before(scan.text, first.start, 0).text == "from" else None


def _left(scan: Scan, mention: Mention) -> int:
    """Where the words before a mention end: `between about 3 and 5` begins before `about`."""
    if isinstance(mention, Quantity) and mention.bound == "approximately":
        return word_before(scan.text, mention.start, 0).start
    return mention.start


def _joined(scan: Scan, first: Mention, second: Mention, form: Form) -> Range | None:
    ends = _ends(scan, first, second)
    if ends is None:
        return None
    low, high = ends
    return Range(
        start=first.start,
        end=second.end,
        text=scan.text[first.start : second.end],
        low=low,
        high=high,
        form=form,
    )


def _ends(scan: Scan, first: Mention, second: Mention) -> tuple[Quantity | DatePoint, Quantity | DatePoint] | None:
    if isinstance(first, Quantity) and isinstance(second, Quantity):
        return _quantities(scan, first, second)
    if isinstance(first, DatePoint) and isinstance(second, Quantity):
        return _years(first, second)
    if isinstance(first, Quantity) and isinstance(second, DatePoint):
        return _days(first, second)
    if isinstance(first, DatePoint) and isinstance(second, DatePoint) and first.precision == second.precision:
        return first, second
    return None


def _quantities(scan: Scan, first: Quantity, second: Quantity) -> tuple[Quantity, Quantity] | None:
    if first.bound not in ("none", "approximately") or second.bound != "none":
        return None
    if first.dimension == "count" and not first.unit:
        first = _like(first, second)
    elif second.dimension == "count" and not second.unit and first.dimension == "money":
        second = _like(second, first)
    if first.dimension != second.dimension or (first.dimension == "money" and first.unit != second.unit):
        return None
    first = _magnified(scan, first, second)
    return (first, second) if _base(first) < _base(second) else None


def _like(bare: Quantity, other: Quantity) -> Quantity:
    """The bare end with the unit of the other end."""
    return replace(bare, unit=other.unit, dimension=other.dimension, factor=other.factor, offset=other.offset)


def _magnified(scan: Scan, first: Quantity, second: Quantity) -> Quantity:
    """`$5-10 million`: the first end takes the magnitude of the second where it is the smaller number."""
    power = 0 if "magnitude" in first.normalisations or first.digits > 0 else _power_of(scan, second)
    if not power or abs(scaled(first.value, power)) >= abs(second.value):
        return first
    return replace(
        first,
        value=scaled(first.value, power),
        digits=first.digits + power,
        normalisations=(*first.normalisations, "magnitude"),
    )


def _power_of(scan: Scan, number: Quantity) -> int:
    """The power of ten that the magnitude of a number stands for: 6 in `10 million` and in `ten million`."""
    if "number word" in number.normalisations:
        return number.digits // 3 * 3
    if "magnitude" not in number.normalisations or "leading point" in number.normalisations:
        return 0
    at = next(place for place in range(number.start, number.end) if scan.text[place] in DIGITS)
    return number.digits + numerals_at(scan.text, at, scan.convention)[0].readings[0].decimals


def _base(quantity: Quantity) -> Fraction:
    return (Fraction(quantity.value) + Fraction(quantity.offset)) * Fraction(quantity.factor)


def _whole(quantity: Quantity) -> int:
    """The number where it is a bare whole one, else -1."""
    bare = quantity.dimension == "count" and not quantity.unit and not quantity.normalisations and not quantity.sign
    return int(quantity.value) if bare and quantity.digits == 0 and quantity.value < Decimal(10_000) else -1


def _years(first: DatePoint, second: Quantity) -> tuple[DatePoint, DatePoint] | None:
    """`2010–2015`, `between 2010 and 2015`."""
    year = _whole(second)
    if first.precision != "year" or first.year is None or not first.year < year:
        return None
    return first, replace(first, start=second.start, end=second.end, text=second.text, year=year)


def _days(first: Quantity, second: DatePoint) -> tuple[DatePoint, DatePoint] | None:
    """`15–17 January 2026`, and `2010–2015` where only the second is clearly a year."""
    number = _whole(first)
    if second.day is not None and 1 <= number < second.day:
        return replace(second, start=first.start, end=first.end, text=first.text, day=number), second
    if second.precision == "year" and second.year is not None and 1000 <= number < second.year:
        return replace(second, start=first.start, end=first.end, text=first.text, year=number), second
    return None
