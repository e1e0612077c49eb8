"""Where the sentences of a text begin and end.

A decimal point, a version, an abbreviation, an initial, an address or a list number never ends a
sentence; neither does a full stop inside brackets or quotation marks that go on behind it. Full
stops of Chinese and Japanese end one without a space. What goes on for more than a thousand
characters is no sentence and is cut between words, so that the work on one sentence is bounded.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from typing import Final, NamedTuple

_CLOSERS: Final = r"""["')\]\u201d\u2019\u00bb\u300d\u300f\uff09]*"""
_END: Final = re.compile(
    rf"[.!?\u2026]+{_CLOSERS}(?=\s|$)|[\u3002\uff01\uff1f\uff61]+{_CLOSERS}|\n\s*\n",
)
_LISTED_END: Final = re.compile(rf"{_END.pattern}|:(?=\s+1[.)]\s+\S)")
"""The same, and a colon before the first number of a list that stands in the line."""
_SECOND: Final = re.compile(r"\s2[.)]\s")
_HELD: Final = re.compile(
    r"""\([^()\n]{1,300}\)|\[[^\[\]\n]{1,300}\]|\u201c[^\u201c\u201d"\n]{1,300}\u201d|\u00ab[^\u00ab\u00bb\n]{1,300}\u00bb"""
    r"""|\u300c[^\u300c\u300d\n]{1,300}\u300d|\uff08[^\uff08\uff09\n]{1,300}\uff09"""
    r"""|(?<![^\s(\[])"(?=\S)[^"\n]{1,300}(?<=\S)"(?!\w)"""
)
"""Brackets and quotation marks with what they hold, up to a few hundred characters."""
_TITLES: Final = frozenset(
    [
        "mr", "mrs", "ms", "dr", "prof", "st", "vs", "approx", "gen", "col", "sen", "rep", "gov", "capt", "lt", "sgt",
        "rev", "hon", "mt", "ft", "cf", "ca", "avg", "incl", "excl", "resp", "bzw", "nr", "messrs",
    ]
)  # fmt: skip
"""Abbreviations that something always follows."""
_ABBREVIATIONS: Final = frozenset(["jr", "sr", "inc", "ltd", "co", "corp", "dept", "etc", "al", "bros", "univ", "assn"])
"""Abbreviations that may end a sentence: they do where a word that opens one follows."""
_BEFORE_A_NUMBER: Final = frozenset(
    [
        "no", "nos", "fig", "figs", "vol", "p", "pp", "sec", "eq", "ch", "art", "par",
        "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec",
    ]
)  # fmt: skip
_OPENERS: Final = frozenset(
    [
        "the", "this", "that", "these", "those", "it", "he", "she", "they", "we", "you", "in", "on", "at", "a", "an",
        "there", "however", "its", "his", "her", "their", "as", "for", "since", "after", "before", "while", "although",
        "but", "and", "if", "when", "both", "no", "by", "from", "with", "according", "overall", "then", "also",
        "please", "note", "some", "most", "many", "what", "who", "now", "each", "here",
        "such", "during", "because", "unlike",
    ]
)  # fmt: skip
"""Words with a capital that begin a sentence and no name."""
_GAP: Final = re.compile(r"\s|[^\w\s.,'\u2019](?=\s|[^\W\d_])")
_LIST_NUMBER: Final = re.compile(r"(?:^|[:;])\s*[0-9]{1,2}$")
_WIDE: Final = "\u3002\uff01\uff1f\uff61"
_QUOTES: Final = ('"', "\u201c", "'", "\u2018", "*")
_FIRST_WORD: Final = re.compile(r"[^\W\d_]+")
MOST: Final = 1000
"""Characters of the longest sentence."""
_LONGEST: Final = 40
"""Characters that are looked at on either side of a point."""


class Sentence(NamedTuple):
    """A stretch of the text without the space around it; half-open, in code points."""

    start: int
    end: int


def sentences_of(text: str) -> tuple[Sentence, ...]:
    """The sentences in order; every character that is not white space lies in exactly one."""
    return tuple(_trimmed(text))


def held_in(text: str) -> tuple[Sentence, ...]:
    """What stands in brackets or quotation marks, with them: in order, the outer one where they are nested."""
    return tuple(Sentence(each.start(), each.end()) for each in _HELD.finditer(text))


def _trimmed(text: str) -> Iterator[Sentence]:
    at = 0
    for end in _bounded(text):
        piece = text[at:end]
        if piece.strip():
            start = at + len(piece) - len(piece.lstrip())
            yield Sentence(start, at + len(piece.rstrip()))
        at = end


def _bounded(text: str) -> Iterator[int]:
    """The ends, with others between them where they are too far apart."""
    at = 0
    for end in [*_ends(text), len(text)]:
        while end - at > MOST:
            gaps = [gap.end() for gap in _GAP.finditer(text, at + MOST // 2, at + MOST)]
            at = gaps[-1] if gaps else at + MOST
            yield at
        yield end
        at = end


def _ends(text: str) -> Iterator[int]:
    held = held_in(text)
    starts = [each.start for each in held]
    last = 0
    for mark in (_LISTED_END if _SECOND.search(text) else _END).finditer(text):
        around = bisect_right(starts, mark.start()) - 1
        if around >= 0 and mark.end() < held[around].end:
            continue
        if mark.group()[0] in ".\u2026" and _goes_on(text, mark, last):
            continue
        if mark.group()[0] in _WIDE and mark.group()[-1] not in _WIDE and text[mark.end() : mark.end() + 1].isalpha():
            continue
        last = mark.end()
        yield last


def _goes_on(text: str, mark: re.Match[str], last: int) -> bool:
    """Whether the point belongs to the word before it, or the next word begins small."""
    before = text[max(last, mark.start() - _LONGEST) : mark.start()]
    following = text[mark.end() : mark.end() + _LONGEST].lstrip()
    if not before or before[-1].isspace():
        return False
    word = before.split()[-1].lstrip("(\"'\u201c").casefold()
    if following[:1].islower() or word in _TITLES:
        return True
    if word in _BEFORE_A_NUMBER:
        return following[:1].isdigit()
    if _is_list_number(before, following):
        return True
    is_initial = len(word.rpartition(".")[2]) == 1 and word[-1].isalpha()
    return (is_initial or word in _ABBREVIATIONS) and not _opens(following)


def _is_list_number(before: str, following: str) -> bool:
    """`2. Second` at the beginning, behind the end of a sentence, or behind a colon."""
    number = _LIST_NUMBER.search(before)
    return number is not None and (following[:1].isalpha() or following[:1] in _QUOTES)


def _opens(following: str) -> bool:
    word = _FIRST_WORD.match(following)
    return word is not None and word[0][0].isupper() and word[0].casefold() in _OPENERS
