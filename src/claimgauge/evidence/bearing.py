"""Where in a passage stands what bears on a claim, so that a reader need not search for it.

The answer depends on the claim and the passage alone. It says where to look and not what follows: a
stretch may support the claim, deny it or only speak of the same things.
"""

import re
import unicodedata
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate, islice, pairwise
from typing import Final, NamedTuple

from claimgauge.evidence.content_words import content_words
from claimgauge.evidence.windows import pieces_of

Span = tuple[int, int]
LEAST_SHARED: Final = 0.3
ENOUGH: Final = 3
"""The share of a claim's content words, at least one, that a piece must hold to bear on it; so many do always."""
_WORD: Final = re.compile(r"\S+")
_ADDRESS: Final = re.compile(r"(?:https?|ftp)://\S+")
_TOKEN: Final = re.compile(r"\w+|[^\w\s]|\n")
_NUMBER: Final = re.compile(r"[$€£¥]?\d+(?:[.,]\d+)*%?")
_MARKS: Final = str.maketrans(
    {"\u2018": "'", "\u2019": "'", "\u201c": '"', "\u201d": '"', "\u2013": "-", "\u2014": "-"}
)
_BEFORE: Final = frozenset(".!?:;\n\"'()[]*-\u2022")
_AFTER: Final = frozenset(".!?;\n\"')]")
_SENTENCE_ENDS: Final = frozenset(".!?;")


class Bearing(NamedTuple):
    """A stretch of a passage, and the numbers in which it and the claim differ.

    `span` and `held` count code points of the passage, `claimed` of the claim; all are half-open. Both
    lists of numbers are empty where either text has none that the other lacks.
    """

    span: Span
    claimed: tuple[Span, ...] = ()
    held: tuple[Span, ...] = ()


def bearing(claim: str, passage: str) -> Bearing | None:
    """The stretch of the passage that bears on the claim; None where none shares enough with it."""
    return PassageText(passage).bearing(claim)


class PassageText:
    """The text of a passage, taken apart once for many claims."""

    def __init__(self, text: str) -> None:
        self._text = text

    def bearing(self, claim: str) -> Bearing | None:
        """The sentence that says the claim word for word; else the piece that shares most words with it.

        A piece that holds all words of the claim but its numbers comes first, then the one with most words and
        numbers, then with most words, then, for a claim with a number, one that holds any, then with most of their
        neighbouring pairs, then the earlier one.
        """
        quoted = self._quoted(claim)
        if quoted is not None:
            return Bearing(quoted)
        place = self._nearest(claim)
        return None if place is None else _with_numbers(claim, self._text, self._spans[place])

    @cached_property
    def _pieces(self) -> list[str]:
        return pieces_of(self._text)

    @cached_property
    def _spans(self) -> list[Span]:
        """Where each piece stands: the pieces are the words of the text in order."""
        words = _WORD.finditer(self._text)
        spans = []
        for piece in self._pieces:
            taken = list(islice(words, len(piece.split())))
            spans.append((taken[0].start(), taken[-1].end()))
        return spans

    @cached_property
    def _holding(self) -> dict[str, list[int]]:
        """Content word → the pieces that hold it; the address of a page says nothing."""
        holding: dict[str, list[int]] = {}
        for place, piece in enumerate(self._pieces):
            for word in dict.fromkeys(content_words(_ADDRESS.sub(" ", piece))):
                holding.setdefault(word, []).append(place)
        return holding

    @cached_property
    def _tokens(self) -> list[tuple[str, Span]]:
        return list(_tokens(self._text))

    @cached_property
    def _joined(self) -> str:
        return _joined([token for token, _ in self._tokens])

    @cached_property
    def _places(self) -> list[int]:
        """Where in the joined text the space before each token stands."""
        return list(accumulate((len(token) + 1 for token, _ in self._tokens), initial=0))

    def _nearest(self, claim: str) -> int | None:
        wanted = content_words(claim)
        words = frozenset(word for word in wanted if not _has_digit(word))
        shared: Counter[int] = Counter()
        plain: Counter[int] = Counter()
        for word in frozenset(wanted):
            places = self._holding.get(word, ())
            shared.update(places)
            if word in words:
                plain.update(places)
        if not shared or max(shared.values()) < min(ENOUGH, LEAST_SHARED * len(frozenset(wanted))):
            return None
        rank = {place: (plain[place] == len(words) > 0, number, plain[place]) for place, number in shared.items()}
        best = max(rank.values())
        first, *others = sorted(place for place in rank if rank[place] == best)
        if not others:
            return first
        pairs, numbers = frozenset(pairwise(wanted)), len(words) < len(wanted)
        return max((first, *others), key=lambda place: (*self._likeness(place, pairs, numbers=numbers), -place))

    def _likeness(self, place: int, pairs: frozenset[tuple[str, str]], *, numbers: bool) -> tuple[bool, int]:
        piece = self._pieces[place]
        return numbers and _has_digit(piece), len(pairs.intersection(pairwise(content_words(piece))))

    def _quoted(self, claim: str) -> Span | None:
        """Where a sentence says the claim letter by letter, with its stop; case, spaces and kinds of marks aside."""
        wanted = [token for token, _ in _tokens(claim) if token != "\n"]  # noqa: S105  # a word of a text
        while wanted and wanted[-1] in _SENTENCE_ENDS:
            wanted.pop()
        if not any(token.isalnum() for token in wanted):
            return None
        sought = _joined(wanted)
        at = self._joined.find(sought)
        while at >= 0:
            first = bisect_left(self._places, at)
            last = first + len(wanted)
            if self._begins(first) and self._ends(last):
                closed = last < len(self._tokens) and self._tokens[last][0] in _SENTENCE_ENDS
                return self._tokens[first][1][0], self._tokens[last if closed else last - 1][1][1]
            at = self._joined.find(sought, at + 1)
        return None

    def _begins(self, first: int) -> bool:
        return first == 0 or self._tokens[first - 1][0] in _BEFORE

    def _ends(self, last: int) -> bool:
        return last >= len(self._tokens) or self._tokens[last][0] in _AFTER


def _with_numbers(claim: str, text: str, span: Span) -> Bearing:
    claimed, held = _numbers(claim, (0, len(claim))), _numbers(text, span)
    written = frozenset(number for number, _ in held)
    wrong = tuple(place for number, place in claimed if number not in written)
    stated = frozenset(number for number, _ in claimed)
    others = tuple(place for number, place in held if number not in stated)
    return Bearing(span, wrong, others) if wrong and others else Bearing(span)


def _numbers(text: str, span: Span) -> list[tuple[str, Span]]:
    return [(each[0].strip("$€£¥%").replace(",", ""), each.span()) for each in _NUMBER.finditer(text, *span)]


def _tokens(text: str) -> Iterator[tuple[str, Span]]:
    """Words, marks and ends of lines in one form, each with its place."""
    for each in _TOKEN.finditer(text):
        form = unicodedata.normalize("NFKC", each[0]).translate(_MARKS).casefold()
        yield form.replace(" ", "") or each[0], each.span()


def _joined(tokens: Sequence[str]) -> str:
    return f" {' '.join(tokens)} "


def _has_digit(word: str) -> bool:
    return any(map(str.isdigit, word))
