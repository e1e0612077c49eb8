"""Claims that another extractor, a language model, gives as text and quote: kept only where the answer has them.

An extractor may invent. A claim is anchored where its quote stands in the answer, word for word
after white space, quotation marks and the Unicode forms of characters are made the same (10² is not
102), and where each number and name of its text stands in the answer too. Everything else is
`NotAnchored` with the reason, to be counted and never scored.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple

import msgspec

from claimgauge.claims.anchoring import Span
from claimgauge.claims.fingerprint import KEPT

NotAnchoredReason = Literal["empty", "quote_not_found", "repeated", "unknown_number", "unknown_name"]

_NO_WIDTH: Final = frozenset("\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f")
_PLAIN: Final = str.maketrans(
    dict.fromkeys("\u2018\u2019\u201a\u201b\u2032\u02bc", "'")
    | dict.fromkeys("\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb", '"')
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
)
_NUMBER: Final = re.compile(r"\d+(?:[.,:]\d+)*")
_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")
_SPELT: Final = frozenset(
    [
        "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
        "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty",
        "sixty", "seventy", "eighty", "ninety", "hundred", "thousand", "million", "billion", "trillion", "dozen",
        "half", "twice", "double",
    ]
)  # fmt: skip
_OPENERS: Final = frozenset(["the", "a", "an", "in", "on", "at", "this", "its", "both", "by", "from", "since", "for"])
MOST_TRIES: Final = 1000
"""Places at which a quote is tried before it counts as not found."""


class Proposed(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A claim as an extractor gives it, with the words of the answer that it is taken from."""

    text: str
    quote: str


class Anchored(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A proposed claim and the stretch of the answer that its quote is."""

    text: str
    quote: str
    span: Span


class NotAnchored(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A proposed claim that the answer does not have; `value` is the number or name that it lacks.

    `repeated`: the same text with the same quote came more often than the quote stands in the answer.
    """

    text: str
    quote: str
    reason: NotAnchoredReason
    value: str = ""


class _Folded(NamedTuple):
    """A text in one form, and where each of its characters begins and ends in the text as given."""

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]


def anchored(extracted: Iterable[Proposed], answer: str) -> tuple[Anchored | NotAnchored, ...]:
    """Each proposed claim, in order, with its span or with the reason why it has none.

    The first of several equal proposals takes the first place where the quote stands, the second the next.
    """
    whole = _folded(answer)
    numbers, words = set(_numbers(whole.text)), {word.casefold() for word in _words(whole.text)}
    seen: Counter[tuple[str, str]] = Counter()
    found: list[Anchored | NotAnchored] = []
    for each in extracted:
        key = (each.text, each.quote)
        found.append(_anchored(each, whole, seen[key], numbers, words))
        seen[key] += 1
    return tuple(found)


def _anchored(
    proposed: Proposed, whole: _Folded, before: int, numbers: set[str], words: set[str]
) -> Anchored | NotAnchored:
    text, quote = _folded(proposed.text).text.strip(), _folded(proposed.quote).text.strip()
    if not text or not quote:
        return _refused(proposed, "empty")
    places = [place for place, _ in zip(_places(whole.text, quote), range(before + 1), strict=False)]
    if not places:
        return _refused(proposed, "quote_not_found")
    if len(places) <= before:
        return _refused(proposed, "repeated")
    if unknown := next(_unknown(text, numbers, words), None):
        return _refused(proposed, *unknown)
    place = places[-1]
    span = (whole.starts[place], whole.ends[place + len(quote) - 1])
    return Anchored(text=proposed.text, quote=proposed.quote, span=span)


def _unknown(text: str, numbers: set[str], words: set[str]) -> Iterator[tuple[NotAnchoredReason, str]]:
    """The numbers and names of a text that the answer does not have."""
    for number in _numbers(text):
        if number not in numbers:
            yield "unknown_number", number
    for word in _spelt(text):
        if word not in words:
            yield "unknown_number", word
    for name in _names(text):
        if name.casefold() not in words:
            yield "unknown_name", name


def _refused(proposed: Proposed, reason: NotAnchoredReason, value: str = "") -> NotAnchored:
    return NotAnchored(text=proposed.text, quote=proposed.quote, reason=reason, value=value)


def _places(text: str, quote: str) -> Iterator[int]:
    """Where the quote stands and cuts through no word or number."""
    at = text.find(quote)
    for _ in range(MOST_TRIES):
        if at < 0:
            return
        if not _cuts(text, at) and not _cuts(text, at + len(quote)):
            yield at
        at = text.find(quote, at + 1)


def _cuts(text: str, at: int) -> bool:
    """Whether a word or number goes on here: `rose 5` in `rose 50`, `rose 5.2` or `rose 5%`, not in Chinese text."""
    if at <= 0 or at >= len(text):
        return False
    left, right = text[at - 1], text[at]
    if left.isdigit() and right in ".,%" and (right == "%" or text[at + 1 : at + 2].isdigit()):
        return True
    if left in ".," and right.isdigit() and text[at - 2 : at - 1].isdigit():
        return True
    return _is_cut(left) and _is_cut(right)


def _is_cut(character: str) -> bool:
    return character.isalnum() and ord(character) < 0x2E80


def _folded(text: str) -> _Folded:
    forms: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for place, character in enumerate(text):
        form = " " if character.isspace() else _form(character)
        if form == " " and forms and forms[-1] == " ":
            ends[-1] = place + 1
            continue
        for each in form:
            forms.append(each)
            starts.append(place)
            ends.append(place + 1)
    return _Folded("".join(forms), tuple(starts), tuple(ends))


def _form(character: str) -> str:
    if character.isascii():
        return character
    if character in _NO_WIDTH:
        return ""
    decomposition = unicodedata.decomposition(character)
    if decomposition.startswith(KEPT):
        return character
    return unicodedata.normalize("NFKD", character.translate(_PLAIN)).translate(_PLAIN)


def _numbers(text: str) -> Iterator[str]:
    return (each[0].replace(",", "") for each in _NUMBER.finditer(text))


def _words(text: str) -> Iterator[str]:
    for each in _WORD.finditer(text):
        yield each[0]
        yield each[0].removesuffix("'s")


def _spelt(text: str) -> Iterator[str]:
    return (word.casefold() for word in _WORD.findall(text) if word.casefold() in _SPELT)


def _names(text: str) -> Iterator[str]:
    """Words with a capital; the first of a text only where another follows it."""
    words = [(each.start(), each[0].removesuffix("'s")) for each in _WORD.finditer(text)]
    for number, (start, word) in enumerate(words):
        follows = number + 1 < len(words) and words[number + 1][1][0].isupper()
        opens = number == 0 or text[:start].rstrip()[-1:] in (".", "!", "?", ":")
        if word[0].isupper() and (not opens or (follows and word.casefold() not in _OPENERS)):
            yield word
