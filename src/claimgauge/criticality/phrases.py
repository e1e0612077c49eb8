"""Words and phrases that are looked for in a claim, in time that grows with its length and no faster.

A phrase is words with a space between. `word*` is any word that begins so, `#` alone a number, `*` alone
any one word or mark. There is no other sign: nothing repeats and nothing goes back, so no text can make
the search slow. Hyphens, dashes, apostrophes and asterisks only part words. Case, accents, the form in
which a character is written and characters that cannot be seen do not tell words apart: a zero-width
space in a word does not hide it.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

_WORD: Final = re.compile(r"[^\W_]+|[^\w\s'*\u2010-\u2015-]")
_UNSEEN: Final = frozenset({"Cf", "Mn", "Me", "Cc"})
_BLANK: Final = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Characters of other categories that are shown as nothing."""
LONGEST: Final = 8
"""Words of a phrase."""
SHORTEST_BEGINNING: Final = 3
"""Letters in front of a `*`."""
ANY, NUMBER = "*", "#"


def words_of(text: str) -> tuple[str, ...]:
    """The words and marks of a text in order, as phrases are compared by; digits and letters make words."""
    spread = unicodedata.normalize("NFKD", text.replace("\u2019", "'")).casefold()
    spread = unicodedata.normalize("NFKD", spread)
    if not (spread.isascii() and spread.isprintable()):
        spread = "".join(
            each for each in spread if each.isspace() or not (each in _BLANK or unicodedata.category(each) in _UNSEEN)
        )
    return tuple(_WORD.findall(spread))


class _Part(NamedTuple):
    """One place of a phrase: a word, the beginning of one, a number, or anything."""

    text: str
    kind: str

    def holds(self, word: str) -> bool:
        """Whether a word stands for it."""
        if self.kind == "word":
            return word == self.text
        if self.kind == "beginning":
            return word.startswith(self.text)
        return self.kind == "any" or word[0].isdigit()


def phrase_problem(phrase: str) -> str:
    """Why a phrase cannot be looked for, or nothing."""
    parts = _parts(phrase)
    if not parts:
        return "holds no word; write one"
    if len(parts) > LONGEST:
        return f"has {len(parts)} words; at most {LONGEST} are looked for"
    if all(part.kind == "any" for part in parts):
        return "is any word at all; name one"
    for piece in phrase.split():
        if piece not in (ANY, NUMBER) and (ANY in piece[:-1] or NUMBER in piece):
            return f"has {piece!r}; * stands alone or behind a word, # stands alone"
        if piece != ANY and piece.endswith(ANY) and len(piece) <= SHORTEST_BEGINNING:
            return f"has {piece!r}; write {SHORTEST_BEGINNING} letters or more before *"
    return ""


def _parts(phrase: str) -> tuple[_Part, ...]:
    return tuple(part for piece in phrase.split() for part in _parts_of(piece))


def _parts_of(piece: str) -> Iterable[_Part]:
    if piece in (ANY, NUMBER):
        yield _Part(piece, "any" if piece == ANY else "number")
        return
    open_ended = piece.endswith(ANY)
    *before, last = words_of(piece.removesuffix(ANY)) or ("",)
    yield from (_Part(word, "word") for word in before)
    if last:
        yield _Part(last, "beginning" if open_ended else "word")


class Phrases:
    """Phrases compiled: by their first word, or by the beginning of it, so that most places cost one look."""

    def __init__(self, phrases: Iterable[str]) -> None:
        self._by_word: dict[str, list[tuple[_Part, ...]]] = {}
        self._by_beginning: dict[str, list[tuple[_Part, ...]]] = {}
        self._others: list[tuple[_Part, ...]] = []
        for parts in map(_parts, phrases):
            first = parts[0]
            if first.kind == "word":
                self._by_word.setdefault(first.text, []).append(parts)
            elif first.kind == "beginning":
                self._by_beginning.setdefault(first.text[:SHORTEST_BEGINNING], []).append(parts)
            else:
                self._others.append(parts)

    def are_in(self, words: Sequence[str]) -> bool:
        """Whether any of the phrases stands anywhere in the words."""
        return any(_hold(parts, words, at) for at in range(len(words)) for parts in self._at(words, at))

    def are_all_of(self, words: Sequence[str]) -> bool:
        """Whether the words are one of the phrases, and nothing more."""
        return bool(words) and any(len(parts) == len(words) and _hold(parts, words, 0) for parts in self._at(words, 0))

    def _at(self, words: Sequence[str], at: int) -> Iterable[tuple[_Part, ...]]:
        word = words[at]
        yield from self._by_word.get(word, ())
        yield from self._by_beginning.get(word[:SHORTEST_BEGINNING], ())
        yield from self._others


def _hold(parts: tuple[_Part, ...], words: Sequence[str], at: int) -> bool:
    if at + len(parts) > len(words):
        return False
    return all(part.holds(word) for part, word in zip(parts, words[at : at + len(parts)], strict=True))
