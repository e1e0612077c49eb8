"""What stands behind a number and belongs to it: a power of ten, a magnitude, a unit."""

import re
from fractions import Fraction
from typing import NamedTuple

from claimgauge.quantities.exact import MOST_EXPONENT
from claimgauge.quantities.lexicon import Magnitude, Unit
from claimgauge.quantities.scan import Scan, glued, next_place, phrases_after

_EXPONENT = re.compile(
    r"[eE]([+-]?[0-9]{1,3})(?!\w)"
    r"|[ \u00a0]?[\u00d7x·][ \u00a0]?10(?:\^([+-]?[0-9]{1,3})(?![0-9])|([⁻⁺]?[⁰¹²³⁴-⁹]{1,3}))"
)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
RAISED_DIGITS = frozenset("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺")
_BEFORE_SLASH = re.compile(r"([^\W\d_]{1,6})/(?=[^\W\d_])")
_AFTER_SLASH = re.compile(r"[^\W\d_]{1,12}(?!\w)")
_NOT_DIVIDED = ("money", "count", "percent", "percentage_point", "ratio", "multiple")
_NOTHING_FOLLOWS = frozenset(".,;:!?)]}\n\t\"'0123456789(=<>|/")


class Suffix(NamedTuple):
    """Where the number ends, the power of ten, and its unit: several where a word is read in several ways.

    `or_power` is the other reading of a letter that is a unit or a magnitude (`300 K`).
    """

    end: int
    power: int = 0
    units: tuple[Unit, ...] = ()
    magnitude: bool = False
    or_power: int = 0


class _Sign(NamedTuple):
    """Something found behind the number, and where it ends."""

    end: int
    units: tuple[Unit, ...] = ()
    power: int = 0


def exponent_of(text: str, end: int) -> tuple[int, int]:
    """The power of ten written as `e2`, `× 10^6` or `× 10⁶`, and where it ends."""
    found = _EXPONENT.match(text, end)
    if not found:
        return 0, end
    power = int((found[1] or found[2] or found[3].translate(_RAISED)) or "0")
    return (power, found.end()) if abs(power) <= MOST_EXPONENT else (0, end)


def suffix_of(scan: Scan, end: int, *, money: bool) -> Suffix:
    """What belongs to the number that ends at `end`; `money`: a currency stands before it."""
    text = scan.text
    if end >= len(text) or text[end] in _NOTHING_FOLLOWS:
        return Suffix(end)
    at = next_place(text, end)
    hyphen = text[at] == "-" if at == end else False
    at += hyphen
    if at >= len(text) or (at > end and text[at] in _NOTHING_FOLLOWS):
        return Suffix(end)
    unit = _unit(scan, at, attached=at == end, money=money)
    scale = _magnitude(scan, at, attached=at == end, money=money, hyphen=hyphen)
    if scale and (not unit or scale.end >= unit.end):
        return _with_unit(scan, scale, money=money)
    if unit:
        other = _kelvin_or_thousand(scan, at, unit, spaced=at > end and not hyphen)
        return Suffix(unit.end, 0, unit.units, or_power=other)
    return Suffix(end)


def _with_unit(scan: Scan, scale: _Sign, *, money: bool) -> Suffix:
    text = scan.text
    if scale.end >= len(text):
        return Suffix(scale.end, scale.power, magnitude=True)
    at = next_place(text, scale.end)
    if at == scale.end and at + 1 < len(text) and text[at] == "-":
        at += 1
    unit = _unit(scan, at, attached=False, money=money)
    if unit:
        return Suffix(unit.end, scale.power, unit.units, magnitude=True)
    return Suffix(scale.end, scale.power, magnitude=True)


def _unit(scan: Scan, at: int, *, attached: bool, money: bool) -> _Sign | None:
    """The longest unit or currency that begins at `at`; only a currency where the number is `money`."""
    spelt = _unit_in_words(scan, at)
    symbol = _unit_symbol(scan, at, attached=attached)
    found = spelt if spelt and (not symbol or spelt.end >= symbol.end) else symbol
    found = _per(scan, at, found)
    return None if money and found and all(unit.dimension != "money" for unit in found.units) else found


def _per(scan: Scan, at: int, found: _Sign | None) -> _Sign | None:
    """The same, divided by the unit that follows a slash: `mg/dL` is no `mg`, and `foo/L` is not bare."""
    if found is None:
        unknown = _BEFORE_SLASH.match(scan.text, at)
        if unknown is None or (below := _below(scan, unknown.end())) is None:
            return None
        name = f"{unknown[1]}/{scan.text[unknown.end() : below.end]}"
        return _Sign(below.end, (Unit(name, name),))
    if scan.text[found.end : found.end + 1] != "/" or found.units[0].dimension in _NOT_DIVIDED:
        return found
    below = _below(scan, found.end + 1)
    if below is not None:
        return _Sign(below.end, tuple(_quotient(unit, below.units[0]) for unit in found.units))
    word = _AFTER_SLASH.match(scan.text, found.end + 1)
    if word is None:
        return found
    whole = scan.text[at : word.end()]
    return _Sign(
        word.end(),
        tuple(unit._replace(name=whole, dimension=f"{unit.dimension} per {word[0]}") for unit in found.units),
    )


def _below(scan: Scan, at: int) -> _Sign | None:
    return _unit_symbol(scan, at, attached=False) or _unit_in_words(scan, at)


def _quotient(unit: Unit, below: Unit) -> Unit:
    factor = Fraction(unit.factor) / Fraction(below.factor)
    return Unit(f"{unit.name}/{below.name}", f"{unit.dimension} per {below.dimension}", str(factor))


def _unit_symbol(scan: Scan, at: int, *, attached: bool) -> _Sign | None:
    symbols = scan.lexicon.symbols
    piece = scan.text[at : at + scan.lexicon.longest_symbol].replace("\u00a0", " ")
    for length in range(len(piece), 0, -1):
        unit = symbols.get(piece[:length])
        raised = scan.text[at + length : at + length + 1] in RAISED_DIGITS
        if unit and (attached or not unit.attached) and _ends(scan.text, at + length) and not raised:
            return _Sign(at + length, (unit,))
    return None


def _unit_in_words(scan: Scan, at: int) -> _Sign | None:
    words = scan.lexicon.words
    for phrase in phrases_after(scan.text, at):
        units = words.get(phrase) or words.get(phrase.replace("-", " "))
        if units and _ends(scan.text, at + len(phrase)):
            return _Sign(at + len(phrase), units)
    return None


def _magnitude(scan: Scan, at: int, *, attached: bool, money: bool, hyphen: bool) -> _Sign | None:
    """The longest magnitude that begins at `at` and counts here."""
    for phrase in phrases_after(scan.text, at)[-1:]:
        power = scan.lexicon.magnitude_words.get(phrase)
        if power and _ends(scan.text, at + len(phrase)):
            return _Sign(at + len(phrase), power=power)
    if hyphen:
        return None
    for length in range(min(scan.lexicon.longest_magnitude, len(scan.text) - at), 0, -1):
        for row in scan.lexicon.magnitudes.get(scan.text[at : at + length], ()):
            if _counts(scan, row, at + length, attached=attached, money=money):
                return _Sign(at + length, power=row.power)
    return None


def _counts(scan: Scan, row: Magnitude, end: int, *, attached: bool, money: bool) -> bool:
    if not _ends(scan.text, end):
        return False
    if money or not (row.money or (row.attached and not attached)):
        return True
    return _unit(scan, next_place(scan.text, end), attached=False, money=True) is not None


def _kelvin_or_thousand(scan: Scan, at: int, unit: _Sign, *, spaced: bool) -> int:
    """The power of a magnitude that would count if no space stood before it."""
    if not spaced:
        return 0
    rows = scan.lexicon.magnitudes.get(scan.text[at : unit.end], ())
    return next((row.power for row in rows if row.attached), 0)


def _ends(text: str, end: int) -> bool:
    """No letter or digit of the same word goes on here."""
    if end >= len(text):
        return True
    following = text[end]
    if not glued(following) and not following.isdecimal():
        return True
    last = text[end - 1]
    return not (glued(last) or last.isdigit() or last == ".")
