"""Rows of digits and separators → numbers: which separators group, which one is the decimal point.

Where the shape decides, it decides; where it does not (`1.234`, `1,234`, `12 345`) the locale does;
without one there are two readings. A row is read in one pass, whatever its length.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from claimgauge.quantities.exact import MOST_DIGITS
from claimgauge.quantities.lexicon import Convention
from claimgauge.quantities.mention import Normalisation, Reason

DIGITS = frozenset("0123456789")
SPACES = " \u00a0\u2007\u2009\u202f"
_ROW = re.compile(r"[0-9]++(?:[.,'\u2019][0-9]++)*+")
_SPACED = re.compile(
    rf"[1-9][0-9]{{0,2}}([{SPACES}])[0-9]{{3}}(?![0-9])(?:\1[0-9]{{3}}(?![0-9]))*+"
    r"(?:[.,][0-9]++(?![.,'\u2019][0-9])|(?![.,'\u2019][0-9]))"
)
_SEPARATOR = re.compile("([^0-9])")


class Reading(NamedTuple):
    """One value, how many decimals it shows, and what was normalised."""

    value: Decimal
    decimals: int
    normalisations: tuple[Normalisation, ...] = ()


class Numeral(NamedTuple):
    """One number: its readings, or none and the reason; `plain_space`: a usual space groups it."""

    start: int
    end: int
    readings: tuple[Reading, ...]
    reason: Reason | None = None
    plain_space: bool = False


def numerals_at(text: str, start: int, convention: Convention) -> tuple[Numeral, ...]:
    """The numbers that the digits at `start` begin: one, or several of a list without spaces (`1,2,3`)."""
    found = _SPACED.match(text, start) or _ROW.match(text, start)
    row = found[0] if found else ""
    if row.isdigit():
        return (_whole(row, start),)
    parts = _SEPARATOR.split(row)
    return tuple(_numbers(parts[::2], parts[1::2], start, convention))


def _whole(digits: str, start: int) -> Numeral:
    if len(digits) > MOST_DIGITS:
        return Numeral(start, start + len(digits), (), "too_long")
    return Numeral(start, start + len(digits), (Reading(Decimal(digits), 0),))


def _numbers(groups: list[str], separators: list[str], start: int, convention: Convention) -> Iterator[Numeral]:
    if not separators:
        yield _whole(groups[0], start)
        return
    digits = sum(map(len, groups))
    end = start + digits + len(separators)
    if digits > MOST_DIGITS and (len(separators) == 1 or _grouped(groups, separators)):
        yield Numeral(start, end, (), "too_long")
    elif readings := _readings(groups, separators, convention):
        plain = " " in separators and " " not in convention.group
        yield Numeral(start, end, readings, None, plain)
    elif set(separators) == {"."}:
        yield Numeral(start, end, (), "version")
    elif any(len(group) == 3 for group in groups[1:]) or "," not in separators:
        yield Numeral(start, end, (), "malformed_grouping")
    else:
        yield from _listed(groups, separators, start, convention)


def _listed(groups: list[str], separators: list[str], start: int, convention: Convention) -> Iterator[Numeral]:
    first = 0
    for last in range(len(groups)):
        if last == len(separators) or separators[last] == ",":
            piece = groups[first : last + 1]
            yield from _numbers(piece, separators[first:last], start, convention)
            start += sum(map(len, piece)) + len(piece)
            first = last + 1


def _readings(groups: list[str], separators: list[str], convention: Convention) -> tuple[Reading, ...]:
    """Empty where the row is no number."""
    if len(separators) == 1 and separators[0] in ".,":
        return _single(groups, separators[0], convention)
    if _grouped(groups, separators):
        return (_reading("".join(groups), "", "grouping"),)
    point = separators[-1]
    if point in ".," and point not in separators[:-1] and _grouped(groups[:-1], separators[:-1]):
        digits = sum(map(len, groups))
        return (_decimal("".join(groups[:-1]), groups[-1], point, "grouping"),) if digits <= MOST_DIGITS else ()
    return ()


def _single(groups: list[str], separator: str, convention: Convention) -> tuple[Reading, ...]:
    """One point or comma: it groups, or it is the decimal point, or nobody knows."""
    whole, rest = groups
    decimal = _decimal(whole, rest, separator)
    if len(rest) != 3 or not _may_lead(whole) or convention.decimal == separator:
        return (decimal,)
    grouped = _reading(whole + rest, "", "grouping")
    return (grouped,) if separator in convention.group else (grouped, decimal)


def _may_lead(group: str) -> bool:
    return len(group) <= 3 and group[0] != "0"


def _grouped(groups: list[str], separators: list[str]) -> bool:
    """Groups of three (or, with commas, of two before the last three), all with the same separator."""
    if not separators or any(other != separators[0] for other in separators) or not _may_lead(groups[0]):
        return False
    if len(groups[-1]) != 3:
        return False
    if all(len(group) == 3 for group in groups[1:]):
        return True
    indian = separators[0] == "," and len(groups) > 2 and len(groups[0]) <= 2
    return indian and all(len(group) == 2 for group in groups[1:-1])


def _decimal(whole: str, rest: str, separator: str, *names: Normalisation) -> Reading:
    return _reading(whole, rest, *names, *(("decimal comma",) if separator == "," else ()))


def _reading(whole: str, rest: str, *names: Normalisation) -> Reading:
    return Reading(Decimal(f"{whole}.{rest}" if rest else whole), len(rest), names)
