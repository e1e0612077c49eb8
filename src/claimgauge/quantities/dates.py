"""Dates of a day or a month: ISO, `15 January 1967`, `Jan 15, 1967`, `January 2026`, `03/04/2026`."""

import re
from datetime import date
from typing import NamedTuple

from claimgauge.quantities.mention import Ambiguous, DatePoint, Normalisation, NotAQuantity
from claimgauge.quantities.scan import Found, Scan
from claimgauge.quantities.tables import DateOrder

_ISO = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})(?![0-9])"
    r"(?:T([0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:?[0-9]{2})?)(?!\w))?(?![\w]|-[0-9])"
)
_ISO_MONTH = re.compile(r"([0-9]{4})-(0[1-9]|1[0-2])(?![\w-])")
_YEAR_FIRST = re.compile(r"([0-9]{4})([/.])([0-9]{1,2})\2([0-9]{1,2})(?![\w]|[/.][0-9])")
_CJK = re.compile(r"([0-9]{4})年(?:([0-9]{1,2})月(?:([0-9]{1,2})日)?)?")
_DIGITS = re.compile(r"([0-9]{1,2})([/.-])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})(?![\w]|[/.-][0-9])")
_DAY = re.compile(r"([0-9]{1,2})(?:st|nd|rd|th)?(?![\w]|[.,:/][0-9])(?:(?:,? |\u00a0)([0-9]{4})(?![\w]|[.,][0-9]))?")
_YEAR = re.compile(r"([0-9]{4})(?![\w]|[.,][0-9])")
_LONGEST_MONTH = 24
_ORDERS: tuple[DateOrder, ...] = ("mdy", "dmy")
_CENTURY_TURNS = 70


class _Parts(NamedTuple):
    """A day, month and year, any of the last two unknown."""

    day: int | None
    month: int
    year: int | None


def date_at(scan: Scan, start: int, floor: int) -> Found | None:
    """The date that the digits at `start` begin, or complete behind the name of a month."""
    return _numeric(scan, start) or _named(scan, start, floor)


def _numeric(scan: Scan, start: int) -> Found | None:
    text = scan.text
    if found := _ISO.match(text, start):
        parts = _Parts(int(found[3]), int(found[2]), int(found[1]))
        return _found(scan, start, found.end(), parts, time=found[4])
    if found := _ISO_MONTH.match(text, start):
        return _found(scan, start, found.end(), _Parts(None, int(found[2]), int(found[1])))
    if found := _YEAR_FIRST.match(text, start):
        return _found(scan, start, found.end(), _Parts(int(found[4]), int(found[3]), int(found[1])))
    if found := _CJK.match(text, start):
        return _cjk(scan, start, found)
    if found := _DIGITS.match(text, start):
        return _in_some_order(scan, start, found)
    return None


def _cjk(scan: Scan, start: int, found: re.Match[str]) -> Found:
    if found[2]:
        day = int(found[3]) if found[3] else None
        return _found(scan, start, found.end(), _Parts(day, int(found[2]), int(found[1])))
    end = found.end()
    return Found(
        (DatePoint(start=start, end=end, text=scan.text[start:end], precision="year", year=int(found[1])),), end
    )


def _in_some_order(scan: Scan, start: int, found: re.Match[str]) -> Found | None:
    """`03/04/2026`: the locale or the numbers decide which is the month; points put the day first."""
    first, second, last = int(found[1]), int(found[3]), found[4]
    order = scan.convention.date_order
    if len(last) == 2 and (found[2] == "." or not order):
        return None if found[2] != "/" else _two_digits(scan, start, found)
    year = int(last) if len(last) == 4 else _century(int(last))
    names: tuple[Normalisation, ...] = () if len(last) == 4 else ("two-digit year",)
    if found[2] == ".":
        order = "dmy"
    orders = (order,) if order in _ORDERS else _ORDERS
    end = found.end()
    readings = {_in_order(each, first, second, year): None for each in orders}
    points = tuple(_point(scan, start, end, parts, names=names) for parts in readings if _valid(parts))
    if len(points) == 1:
        return Found(points, end)
    if not points:
        return Found((_malformed(scan, start, end),), end)
    return Found((Ambiguous(start=start, end=end, text=scan.text[start:end], doubt="date", readings=points),), end)


def _two_digits(scan: Scan, start: int, found: re.Match[str]) -> Found:
    """`03/04/26` without a locale: day, month and year are all open."""
    a, b, c = int(found[1]), int(found[3]), int(found[4])
    end = found.end()
    candidates = (_Parts(b, a, _century(c)), _Parts(a, b, _century(c)), _Parts(c, b, _century(a)))
    names: tuple[Normalisation, ...] = ("two-digit year",)
    points = tuple(_point(scan, start, end, parts, names=names) for parts in dict.fromkeys(candidates) if _valid(parts))
    if not points:
        return Found((_malformed(scan, start, end),), end)
    return Found((Ambiguous(start=start, end=end, text=scan.text[start:end], doubt="date", readings=points),), end)


def _in_order(order: DateOrder, first: int, second: int, year: int) -> _Parts:
    return _Parts(second, first, year) if order == "mdy" else _Parts(first, second, year)


def _century(year: int) -> int:
    return year + (1900 if year >= _CENTURY_TURNS else 2000)


def _named(scan: Scan, start: int, floor: int) -> Found | None:
    """A date with the name of its month, behind the digits or before them."""
    found = scan.lexicon.day_month.match(scan.text, start)
    if found and 1 <= int(found["day"]) <= 31:
        year = int(found["year"]) if found["year"] else None
        return _found(scan, start, found.end(), _Parts(int(found["day"]), scan.lexicon.months[found["month"]], year))
    month = month_before(scan, start, floor)
    return _after_month(scan, start, month) if month else None


def month_before(scan: Scan, start: int, floor: int) -> re.Match[str] | None:
    """The name of a month right before `start`."""
    if start <= floor or scan.text[start - 1] not in " -\u00a0":
        return None
    return scan.lexicon.month_year.search(scan.text, max(floor, start - _LONGEST_MONTH), start)


def _after_month(scan: Scan, start: int, month: re.Match[str]) -> Found | None:
    text, number = scan.text, scan.lexicon.months[month["month"]]
    if found := _YEAR.match(text, start):
        return _found(scan, month.start(), found.end(), _Parts(None, number, int(found[1])))
    found = _DAY.match(text, start)
    if not found or not 1 <= int(found[1]) <= 31:
        return None
    year = int(found[2]) if found[2] else None
    return _found(scan, month.start(), found.end(), _Parts(int(found[1]), number, year))


def _valid(parts: _Parts) -> bool:
    try:
        date(parts.year or 2000, parts.month, parts.day or 1)
    except ValueError:
        return False
    return True


def _found(scan: Scan, start: int, end: int, parts: _Parts, *, time: str | None = None) -> Found:
    if not _valid(parts):
        return Found((_malformed(scan, start, end),), end)
    return Found((_point(scan, start, end, parts, time=time),), end)


def _malformed(scan: Scan, start: int, end: int) -> NotAQuantity:
    return NotAQuantity(start=start, end=end, text=scan.text[start:end], reason="malformed_date")


def _point(
    scan: Scan, start: int, end: int, parts: _Parts, *, names: tuple[Normalisation, ...] = (), time: str | None = None
) -> DatePoint:
    return DatePoint(
        start=start,
        end=end,
        text=scan.text[start:end],
        normalisations=names,
        precision="month" if parts.day is None else "day",
        year=parts.year,
        month=parts.month,
        day=parts.day,
        time=time,
    )
