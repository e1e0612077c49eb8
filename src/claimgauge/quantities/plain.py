"""The fast path of prose: numbers that stand so plainly that no rule for reading them applies.

`The fee is 95.00 and the credit 12.50` holds two plain numbers. Wherever a unit, a sign, a date, a
bound, a number word or anything else could be meant, the answer is *not known*, and the text has
to be read. That both ways agree is a property test.

A text is gone through token by token, a token being what stands between two spaces. What a token may
be is looked up, since most tokens come again and again.
"""

import re
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache
from typing import Final, NamedTuple

import msgspec

from claimgauge.quantities.lexicon import Unit, compiled, convention_of
from claimgauge.quantities.mention import Quantity
from claimgauge.quantities.tables import QuantityTables

_NUMBER = re.compile(r"\$?(?:0|[1-9][0-9]{0,11})(?:\.(?:[0-9]{1,2}|[0-9]{4,12}))?[,.;]?")
"""A decimal without three digits behind the point, which may group them."""
_POINTED = re.compile(r"\$?(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,12})?[,.;]?")
"""A decimal where the locale says that a point groups nothing."""
_BEHIND = re.compile(r"([A-Za-z]{2,24})[,.;]?")
_DIGIT = re.compile(r"[0-9]")
_WORD = re.compile(r"[a-z]+")
_LOWERED = bytes(
    ord(letter.lower()) if (letter := chr(code)).isascii() and letter.isalnum() else ord(" ") for code in range(256)
)
"""ASCII letters and digits as small letters and digits, a space for all else."""
_LONGEST = 24
_FARTHEST = 48
_MOST = 4
_FOR_OTHERS = frozenset({"years", "perhaps_years", "after_years", "decades", "prefixes", "accounting", "nulls"})
"""Cues of four digits, of a hyphen, of parentheses and of cells without a number."""
_YEAR = 4
_CONTEXT = frozenset(
    {"am", "pm", "to", "and", "or", "by", "per", "from", "between", "out", "plus", "minus", "times", "point", "over"}
)
"""Words that tie numbers to each other or to a clock, beside those of the tables."""


class Plain(msgspec.Struct, frozen=True, gc=False):
    """A plain decimal and its span; `unit` is the currency that stands with it, by its code, or nothing."""

    start: int
    end: int
    text: str
    unit: str


READ: Final = 0
"""A token that has to be read, such as `twenty` and `1,000`."""
OTHER: Final = 1
"""A token that says nothing of numbers, and beside which none is plain."""
NUMBER: Final = 2
"""A decimal, perhaps with a dollar sign."""
BEFORE: Final = 4
"""A word before which a number is plain."""
WARY: Final = 8
"""A word before which a number is plain, where it does not end a phrase that means something."""
BEHIND: Final = 16
"""A word behind which a number is plain."""
TOKENS_KEPT: Final = 16384


def plain_numbers(text: str, tables: QuantityTables, *, locale: str | None = None) -> tuple[Plain, ...] | None:
    """The numbers of a text in which every number is plain; None where the text has to be read.

    Raises InputError for an unknown locale.
    """
    if not text.isascii():
        return None
    words = _words(tables, locale)
    tokens = text.split(" ")
    kinds = list(map(words.kinds.__getitem__, tokens))
    if not all(kinds):
        return None
    found: list[Plain] = []
    place, end = -1, 0
    for _ in range(kinds.count(NUMBER)):
        place = kinds.index(NUMBER, place + 1)
        plain = _plain_at(place, tokens, kinds, text, end, words)
        if plain is None:
            return None
        found.append(plain)
        end = plain.end
    return tuple(found)


def plain_quantities(numbers: Iterable[Plain], text: str) -> tuple[Quantity, ...]:
    """Plain numbers of a text as what the reader makes of them."""
    return tuple([_quantity(each, text) for each in numbers])


def _quantity(plain: Plain, text: str) -> Quantity:
    return Quantity(
        start=plain.start,
        end=plain.end,
        text=text[plain.start : plain.end],
        value=Decimal(plain.text),
        unit=plain.unit,
        dimension="money" if plain.unit else "count",
        digits=-len(plain.text.partition(".")[2]),
    )


def shortest_decimal(text: str, tables: QuantityTables, *, locale: str | None = None) -> str | None:
    """A plain decimal without zeros at the end of its places, so that equal ones are one text; None for another text.

    Raises InputError for an unknown locale.
    """
    if text[:1] == "$" or _words(tables, locale).kinds.number(text) is None or text[-1] in ",.;":
        return None
    return text.rstrip("0").rstrip(".") if "." in text else text


def ascii_words(text: str) -> list[str]:
    """The words and numbers of an ASCII text, in small letters."""
    return text.encode().translate(_LOWERED).decode().split()


def _plain_at(place: int, tokens: list[str], kinds: list[int], text: str, after: int, words: "_Words") -> Plain | None:
    """The token at a place as a plain number; the one before it ends at `after`."""
    token = tokens[place]
    digits = token.strip("$,.;")
    start = text.index(digits, after)
    end, unit, before, behind = start + len(digits), "", place - 1, place + 1
    if token[0] == "$":
        start, unit = start - 1, words.dollar
        if not unit:
            return None
    elif tokens[before] in words.codes:
        unit = tokens[before]
        start, before = start - len(unit) - 1, before - 1
    if before < 0 or not kinds[before] & (BEFORE | WARY):
        return None
    if kinds[before] & WARY and not words.before.isdisjoint(_phrases(text, start)):
        return None
    if behind < len(tokens) and not kinds[behind] & BEHIND:
        named = None if unit or not token[-1].isdigit() else _BEHIND.fullmatch(tokens[behind])
        unit = words.currency(named[1]) if named else ""
        if named is None or not unit:
            return None
        end, behind = end + 1 + len(named[1]), behind + 1
        if behind < len(tokens) and not kinds[behind] & BEHIND:
            return None
    return None if len(digits) == _YEAR and digits.isdigit() and not unit else Plain(start, end, digits, unit)


def _phrases(text: str, start: int) -> list[str]:
    """The last word before a place, the last two, and so on."""
    last = _WORD.findall(text[max(0, start - _FARTHEST) : start].lower())[-_MOST:]
    return [" ".join(last[first:]) for first in range(len(last))]


class _Kinds(dict[str, int]):
    """Token → what it may be; words are kept, up to so many."""

    def __init__(
        self,
        *,
        number: re.Pattern[str],
        numbers: frozenset[str],
        before: frozenset[str],
        last: frozenset[str],
        behind: frozenset[str],
    ) -> None:
        super().__init__()
        self.number = number.fullmatch
        self._numbers = numbers
        self._before = before
        self._last = last
        self._behind = behind

    def __missing__(self, token: str) -> int:
        if self.number(token):
            return NUMBER
        kind = self._kind(token)
        if kind and len(self) < TOKENS_KEPT and len(token) <= _FARTHEST:
            self[token] = kind
        return kind

    def _kind(self, token: str) -> int:
        if _DIGIT.search(token) or not self._numbers.isdisjoint(ascii_words(token)):
            return READ
        word = _BEHIND.fullmatch(token)
        if word is None:
            return OTHER
        lower = word[1].lower()
        kind = OTHER if lower in self._behind else OTHER | BEHIND
        if word[1] != token or lower in self._before:
            return kind
        return kind | (WARY if lower in self._last else BEFORE)


class _Words(NamedTuple):
    """What tokens may be, and phrases that mean something before a number.

    `codes` are those of currencies, `currencies` words that mean one (word → code), `dollar` is the
    code that `$` stands for, or nothing.
    """

    kinds: _Kinds
    before: frozenset[str]
    codes: frozenset[str]
    currencies: dict[str, str]
    dollar: str

    def currency(self, word: str) -> str:
        """The code of the currency that a word means, or nothing."""
        return self.currencies.get(word.lower(), "") or (word if word in self.codes else "")


@lru_cache(maxsize=16)
def _words(tables: QuantityTables, locale: str | None) -> _Words:
    lexicon = compiled(tables)
    numbers = [*lexicon.numbers, *lexicon.multipliers, *lexicon.portions, *lexicon.multiples, *lexicon.ordinals]
    numbers += [*lexicon.cues["vague"], "quarter", "half", "http", "https", "www"]
    units = [*lexicon.words, *lexicon.symbols, *lexicon.magnitudes, *lexicon.magnitude_words, *lexicon.months]
    cues = [word for name, words in lexicon.cues.items() if name not in _FOR_OTHERS for word in words]
    idioms = [phrase.phrase for phrases in lexicon.idioms.values() for phrase in phrases]
    before = {" ".join(_WORD.findall(phrase.lower())) for phrase in (*lexicon.before, *cues)}
    first_words = {words[0] for phrase in lexicon.after if (words := _WORD.findall(phrase.lower()))}
    before |= _each(units) | _each(idioms) | _CONTEXT
    kinds = _Kinds(
        number=_POINTED if convention_of(lexicon, locale).decimal == "." else _NUMBER,
        numbers=_each(numbers),
        before=frozenset(before),
        last=frozenset(phrase.rpartition(" ")[2] for phrase in before),
        behind=_each(units) | _each(idioms) | _each(cues) | first_words | _CONTEXT,
    )
    return _Words(
        kinds=kinds,
        before=frozenset(before),
        codes=frozenset(unit.name for symbol, unit in lexicon.prefixes.items() if symbol == unit.name),
        currencies={word: named[0].name for word, named in lexicon.words.items() if _is_one_currency(named)},
        dollar=lexicon.prefixes["$"].name if "$" in lexicon.prefixes else "",
    )


def _is_one_currency(named: tuple[Unit, ...]) -> bool:
    return len(named) == 1 and named[0].dimension == "money"


def _each(phrases: Iterable[str]) -> frozenset[str]:
    """Every word of every phrase, in small letters."""
    return frozenset(word for phrase in phrases for word in _WORD.findall(phrase.lower()))
