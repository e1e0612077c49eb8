"""A text in the forms that the reader knows, and the way back to the text as given.

Full-width and other compatibility forms become plain ones; superscripts, circled numbers, fraction
signs and spaces stay as they are, since they mean something else (10² is not 102). Characters
without width go. Accents and everything else stay too, so each character is folded on its own.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from claimgauge.quantities.mention import Normalisation

_FOLDED = ("<wide>", "<narrow>", "<font>", "<square>", "<compat>", "<small>")
_ZERO_WIDTH = "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u200f"
_WITHOUT_WIDTH = re.compile(f"[{_ZERO_WIDTH}]")
_MINUSES = "\u2212\uff0d\ufe63"


class _Forms(dict[int, str]):
    """Code point → what stands for it; filled as characters are met."""

    def __missing__(self, code: int) -> str:
        form = self[code] = _plain(chr(code))
        return form


def _plain(character: str) -> str:
    if character in _ZERO_WIDTH:
        return ""
    if not unicodedata.decomposition(character).startswith(_FOLDED):
        return character
    plain = unicodedata.normalize("NFKC", character).replace("\u2215", "/")
    if plain.isspace() or not plain.strip() or plain == character:
        return character
    several_with_digits = len(plain) > 1 and any(part.isdigit() for part in plain)
    return plain if not several_with_digits or character in "㎡㎢㎥㎠㎤" else character


_FORMS = _Forms()


class Folded(NamedTuple):
    """`text` is to be read; `starts[i]` is where its character i begins in the text as given.

    `starts` is None where both run in step.
    """

    text: str
    given: str
    starts: Sequence[int] | None

    def span(self, start: int, end: int) -> tuple[int, int]:
        """The span in the text as given; `end` is that of the last character's own."""
        if self.starts is None:
            return start, end
        return self.starts[start], (self.starts[end - 1] + 1 if end > start else self.starts[start])


def folded(given: str) -> Folded:
    """The text as it is read; time grows with its length."""
    if given.isascii():
        return Folded(given, given, None)
    text = given.translate(_FORMS)
    if len(text) == len(given) and not _WITHOUT_WIDTH.search(given):
        return Folded(text, given, None)
    starts = [place for place, character in enumerate(given) for _ in _FORMS[ord(character)]]
    return Folded(text, given, starts)


def normalisations_between(given: str) -> tuple[Normalisation, ...]:
    """Which foldings changed this piece of the text as given."""
    found: dict[Normalisation, None] = {}
    for character in given:
        form = _FORMS[ord(character)]
        if form != character and character not in _MINUSES:
            found[_name(character)] = None
    return tuple(found)


def _name(character: str) -> Normalisation:
    if character in _ZERO_WIDTH:
        return "zero-width characters"
    wide = unicodedata.decomposition(character).startswith("<wide>")
    return "full-width digits" if wide and character.isdigit() else "compatibility forms"
