"""What stands before a number and belongs to it: a sign, a currency, a bracket of accountants."""

from typing import NamedTuple

from claimgauge.quantities.lexicon import Unit
from claimgauge.quantities.mention import Normalisation
from claimgauge.quantities.numerals import SPACES
from claimgauge.quantities.scan import Scan, glued, word_before

_SIGNS: dict[str, tuple[Normalisation, ...]] = {
    "+": (),
    "-": (),
    "\u2212": ("true minus sign",),
    "\u2013": ("dash as minus",),
}
_BEFORE_SIGN = "([{:=|>\"'“\u2018„,;/~≈<≥≤*$€£¥"


class Prefix(NamedTuple):
    """Where the number begins with all that belongs to it; `opened` is `inner` for `$(5)`, `outer` for `($5)`."""

    start: int
    sign: str = ""
    normalisations: tuple[Normalisation, ...] = ()
    unit: Unit | None = None
    opened: str = ""


def prefix_of(scan: Scan, start: int, floor: int) -> Prefix:
    """What belongs to the number whose digits begin at `start`; nothing before `floor` does."""
    text, ends = scan.text, scan.lexicon.prefix_ends
    if start <= floor:
        return Prefix(start)
    before = text[start - 1]
    if before in SPACES:
        if start - 2 < floor or text[start - 2] not in ends:
            return _in_words(scan, start, floor)
    elif before not in ends and before not in _SIGNS and before != "(":
        return Prefix(start)
    return _full(scan, start, floor)


def _full(scan: Scan, start: int, floor: int) -> Prefix:
    text = scan.text
    sign, at = _sign(text, start, floor)
    inner = at > floor and text[at - 1] == "("
    unit, place = _currency(scan, at - inner, floor)
    if unit is None:
        outer = "outer" if inner else ""
        return Prefix(at, sign, _SIGNS.get(sign, ()), None, outer) if sign or inner else _in_words(scan, start, floor)
    at = place
    if not sign:
        sign, at = _sign(text, at, floor)
    opened = "inner" if inner else "outer" if at > floor and text[at - 1] == "(" else ""
    if sign or opened:
        return Prefix(at, sign, _SIGNS.get(sign, ()), unit, opened)
    spelt = _in_words(scan, at, floor)
    return Prefix(spelt.start, spelt.sign, spelt.normalisations, unit)


def _sign(text: str, at: int, floor: int) -> tuple[str, int]:
    """The sign that ends at `at`, if what stands there is one and not a dash between two things."""
    if at <= floor or text[at - 1] not in _SIGNS:
        return "", at
    sign, place = text[at - 1], at - 1
    if place == 0:
        return sign, place
    if place == floor:
        return "", at
    before = text[place - 1]
    if not before.isspace() and before not in _BEFORE_SIGN:
        return "", at
    return ("", at) if sign == "\u2013" and _after_number(text, place) else (sign, place)


def _after_number(text: str, place: int) -> bool:
    last = text[max(0, place - 3) : place].rstrip()[-1:]
    return last.isdigit() or last == "%"


def _currency(scan: Scan, at: int, floor: int) -> tuple[Unit | None, int]:
    """The currency that ends at `at`, with at most one space between."""
    text, lexicon = scan.text, scan.lexicon
    stop = at - 1 if at > floor and text[at - 1] in SPACES else at
    if stop <= floor or text[stop - 1] not in lexicon.prefix_ends:
        return None, at
    for length in range(min(lexicon.longest_prefix, stop - floor), 0, -1):
        unit = lexicon.prefixes.get(text[stop - length : stop])
        if unit and not (stop > length and glued(text[stop - length - 1])):
            return unit, stop - length
    return None, at


def _in_words(scan: Scan, start: int, floor: int) -> Prefix:
    """`minus 5`."""
    if start <= floor or scan.text[start - 1] not in SPACES:
        return Prefix(start)
    word = word_before(scan.text, start, floor)
    if word.text in scan.lexicon.cues["negatives"]:
        return Prefix(word.start, "-", ("minus in words",))
    return Prefix(start)
