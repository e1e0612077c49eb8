"""Where the reader is in a text, and the words around a place. Every look is of bounded length."""

import re
from typing import NamedTuple

from claimgauge.quantities.lexicon import Convention, Lexicon
from claimgauge.quantities.mention import Mention
from claimgauge.quantities.numerals import SPACES

_FARTHEST = 30
_FIRST_UNSPACED = "\u0e00"
_INSIDE = "&/"
_MARKS = "§#©≥≤⩾⩽<>~≈\u223c="


class Scan(NamedTuple):
    """A folded text and what it is read with."""

    text: str
    lexicon: Lexicon
    convention: Convention


class Found(NamedTuple):
    """What was read, and where to go on; no mentions means that there was nothing."""

    mentions: tuple[Mention, ...]
    end: int


class Word(NamedTuple):
    """A word in small letters, and where it begins; empty where there is none."""

    text: str
    start: int


def glued(character: str) -> bool:
    """Whether a character beside digits makes one word with them: a letter of a script with spaces, or `_`."""
    return (character.isalpha() and character < _FIRST_UNSPACED) or character == "_"


def word_before(text: str, end: int, floor: int) -> Word:
    """The word, abbreviation (`p.`) or sign (`§`, `>=`) that ends at most two spaces before `end`."""
    at = end
    while at > floor and end - at < 2 and text[at - 1] in SPACES:
        at -= 1
    stop = at
    if at - 1 > floor and text[at - 1] == "." and text[at - 2].isalpha():
        at -= 1
    lowest = max(floor, stop - _FARTHEST)
    while at > lowest and _of_a_word(text, at - 1, lowest):
        at -= 1
    if at == stop:
        while at > lowest and stop - at < 2 and text[at - 1] in _MARKS:
            at -= 1
    return Word(text[at:stop].lower(), at)


def _of_a_word(text: str, at: int, lowest: int) -> bool:
    character = text[at]
    return character.isalpha() or (character in _INSIDE and at > lowest and text[at - 1].isalpha())


def phrases_before(text: str, end: int, floor: int, *, most: int = 4) -> list[Word]:
    """The last word, the last two, and so on, joined by single spaces."""
    found: list[Word] = []
    phrase, at = "", end
    for _ in range(most):
        word = word_before(text, at, floor)
        if not word.text:
            break
        phrase = f"{word.text} {phrase}" if phrase else word.text
        at = word.start
        found.append(Word(phrase, at))
    return found


_WORDS = re.compile(r"[A-Za-z]{1,30}(?:[ \u00a0-][A-Za-z]{1,30}){0,2}")


def phrases_after(text: str, start: int) -> list[str]:
    """The next three words, the next two, the next one, in small letters, joined as they stand."""
    found = _WORDS.match(text, start)
    if not found:
        return []
    phrase = found[0].lower().replace("\u00a0", " ")
    phrases = [phrase]
    while (cut := max(phrase.rfind(" "), phrase.rfind("-"))) > 0:
        phrase = phrase[:cut]
        phrases.append(phrase)
    return phrases


def next_place(text: str, at: int) -> int:
    """One space further where there is one."""
    return at + 1 if at < len(text) and text[at] in SPACES else at
