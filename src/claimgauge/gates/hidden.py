"""Digits and marks of a text that carry a number past the reader, or make it look like another.

A number may be written as a version, a label or an identifier, in characters that are no digits
(`⁹`, `Ⅸ`), or so that it looks like another one (letters for digits, marks that turn the direction).
Nothing bears such a number out, unless the evidence that the claim cites writes it in the same way.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from claimgauge.quantities import Mention, NotAQuantity

FREE = frozenset({"idiom"})
"""Digits that are part of a phrase: `24/7`."""
_FEW = re.compile(r"\W*[0-9]{1,2}\W*")
_SMALL = {"citation": _FEW, "list_marker": _FEW, "version": re.compile(r"[^\W\d]?[0-9]")}
"""Digits that count sources, items and versions, as far as they are few."""
_TURNS = re.compile("[\u202a-\u202e\u2066-\u2069]|[0-9][\u0300-\u036f\u20d0-\u20ff]")
"""Characters that turn the direction of writing, and marks that strike digits through."""
_LOOKALIKE = re.compile(r"(?<![^\W_])[0-9OolIS][0-9OolIS.,]*+(?![^\W_])")
"""Digits, and letters that look like digits."""
_DIGIT = re.compile("[0-9]")
_LETTER = re.compile("[OolIS]")


_MARKED = frozenset({"version", "label", "name", "list_marker"})
_MARK = re.compile(r"[^\s\d]+\s?$")
_LONGEST_MARK = 24


class Hidden(NamedTuple):
    """Where something stands that no evidence bears out, and why it is not let pass."""

    start: int
    end: int
    why: str


def hidden_numbers(text: str, mentions: Iterable[Mention], is_written: Callable[[str], bool]) -> list[Hidden]:
    """What carries a number past the reader; `is_written` says whether cited evidence writes a text as it stands."""
    placed = list(mentions)
    read = {(each.start, each.end) for each in placed if not isinstance(each, NotAQuantity)}
    unread = [each for each in placed if isinstance(each, NotAQuantity)]
    found = [
        Hidden(each.start, each.end, f"is {_REASONS.get(each.reason, each.reason)}, and no cited evidence has it")
        for each in unread
        if not _is_let_pass(each) and not is_written(_as_written(text, each))
    ]
    found += [Hidden(*match.span(), "does not stand as it looks") for match in _TURNS.finditer(text)]
    found += [
        Hidden(*match.span(), "mixes digits with letters that look like digits")
        for match in _LOOKALIKE.finditer(text)
        if _DIGIT.search(match[0]) and _LETTER.search(match[0])
        if match.span() not in read and not is_written(match[0])
    ]
    return sorted({*found, *_other_numerals(text, placed)})


def _as_written(text: str, mention: NotAQuantity) -> str:
    """The digits with the word or sign before them that makes them no number: `No. 40`, `#40`."""
    if mention.reason not in _MARKED:
        return mention.text
    marked = _MARK.search(text[max(0, mention.start - _LONGEST_MARK) : mention.start])
    return marked[0] + mention.text if marked else mention.text


def _is_let_pass(mention: NotAQuantity) -> bool:
    few = _SMALL.get(mention.reason)
    return mention.reason in FREE or (few is not None and few.fullmatch(mention.text) is not None)


def _other_numerals(text: str, mentions: Iterable[Mention]) -> Iterator[Hidden]:
    """Characters with a numeric value that are no part of a mention."""
    if text.isascii():
        return
    covered = {place for each in mentions for place in range(each.start, each.end)}
    for place, character in enumerate(text):
        if not character.isascii() and place not in covered and unicodedata.numeric(character, None) is not None:
            yield Hidden(place, place + 1, "is a numeral that is not read")


_REASONS = {
    "enclosed": "a numeral in a circle",
    "identifier": "part of an identifier",
    "label": "the number of an item",
    "list_marker": "the number of an item",
    "name": "part of a name",
    "other_script_digits": "digits of another script",
    "vague": "an amount without a number",
}
