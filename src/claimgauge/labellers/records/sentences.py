"""Where the sentences of a text begin and end; a decimal point or an abbreviation never ends one.

What goes on for more than a thousand characters is no sentence and is cut between words, so that the
work on one sentence is bounded.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

_END: Final = re.compile(r"""[.!?]+["')\]\u201d\u2019]*(?=\s|$)|\n\s*\n""")
_ABBREVIATIONS: Final = frozenset(
    ["jr", "sr", "st", "mr", "mrs", "ms", "dr", "prof", "vs", "inc", "ltd", "co", "corp", "approx", "dept", "etc"]
)
_BEFORE_A_NUMBER: Final = frozenset(["no", "nos", "fig", "vol", "p", "pp", "sec"])
_GAP: Final = re.compile(r"\s|[^\w\s.,'\u2019](?=\s|[^\W\d_])")
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
    for mark in _END.finditer(text):
        if mark.group()[0] != "." or not _goes_on(text, mark):
            yield mark.end()


def _goes_on(text: str, mark: re.Match[str]) -> bool:
    """Whether the point belongs to the word before it, or the next word begins small."""
    before = text[max(0, mark.start() - _LONGEST) : mark.start()]
    if not before or before[-1].isspace():
        return False
    word = before.split()[-1].lstrip("(\"'").casefold()
    is_initial = len(word.rpartition(".")[2]) == 1 and word[-1].isalpha()
    following = text[mark.end() : mark.end() + _LONGEST].lstrip()
    if word in _BEFORE_A_NUMBER:
        return following[:1].isdigit()
    return is_initial or word in _ABBREVIATIONS or following[:1].islower()
