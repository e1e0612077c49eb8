"""A number that says its value by its digits alone, in one way only."""

import re
from collections.abc import Container
from typing import Final

from claimgauge.gates.likeness import same_value

_PLAIN: Final = re.compile(r"\$?(?:0|[1-9][0-9]*)(?:\.[0-9]*)?")
_GROUPED: Final = re.compile(r"\$?[1-9][0-9]{0,2}(?:,[0-9]{3})+(?:\.[0-9]*)?")
_TWO_WAYS: Final = re.compile(r"\$?[1-9][0-9]{0,2}\.[0-9]{3}")
_IN_TEXT: Final = re.compile(
    r"(?P<minus>(?<![\w.)])[-\u2212] ?)?(?P<sign>[$€£]?) ?(?<![0-9])(?P<number>[0-9][0-9.,]*)"
    r"(?: ?(?P<percent>%)|(?P<more>[^\W\d_]| ?(?:hundred|thousand|[mbtr]+illion|bn|mn|k)\b))?",
    re.IGNORECASE,
)
"""`more` is what makes another value of the digits: a letter behind them, or a word that multiplies."""
LONGEST: Final = 64
"""A longer text is no number that anybody meant."""


def plain_value(number: str, locale: str = "") -> str:
    """The digits that carry the value (`95.00`, `95.` and `$95` are all `95`), or nothing where they do not tell.

    Commas group digits under an English locale only. Without a locale `2.400` may be either; under another
    one only whole numbers without any separator tell.
    """
    if len(number) > LONGEST:
        return ""
    english = locale.partition("-")[0].lower() == "en"
    if english and _GROUPED.fullmatch(number):
        return same_value(number)
    if not _PLAIN.fullmatch(number) or (not english and _TWO_WAYS.fullmatch(number)):
        return ""
    return same_value(number) if english or not locale or "." not in number else ""


def values_in(text: str, locale: str = "", *, free: Container[str] = ()) -> set[str]:
    """The values of the numbers in a text; one that does not tell its value stands there as it is written.

    A number that is `free` as it is written is none of them, unless it is money or a percentage.
    """
    return {value for found in _IN_TEXT.finditer(text) if (value := _value_of(found, locale, free))}


def _value_of(found: re.Match[str], locale: str, free: Container[str]) -> str:
    """The value of one number in a text, as it is written where it does not tell; nothing where it is free."""
    number = found["number"].rstrip(".,")
    if found["minus"] or found["more"]:
        return found[0]
    if not (found["sign"] or found["percent"]) and number in free:
        return ""
    return plain_value(number, locale) or number
