"""The fast path of prose: numbers that stand so plainly that no rule for reading them applies.

`The fee is 95.00 and the credit 12.50` holds two plain numbers. Wherever a unit, a sign, a date, a
bound, a number word or anything else could be meant, the answer is *not known*, and the text has
to be read. That both ways agree is a property test.
"""

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from claimgauge.quantities.lexicon import Unit, compiled
from claimgauge.quantities.mention import Quantity
from claimgauge.quantities.tables import QuantityTables

_DIGITS = re.compile(r"[0-9]+")
_NUMBER = re.compile(r"(?:0|[1-9][0-9]{0,11})(?:\.[0-9]{1,12})?(?=[,.;]?(?: |$))")
_AFTER = re.compile(r"[,.;]?(?:$| ([A-Za-z]{2,24})(?= |[,.;]?(?: |$)))")
_WORD = re.compile(r"[a-z]+")
_ANY = re.compile(r"[a-z0-9]+")
_LONGEST = 24
_FARTHEST = 48
_MOST = 4
_FOR_OTHERS = frozenset({"years", "perhaps_years", "after_years", "decades", "prefixes", "accounting", "nulls"})
"""Cues of four digits, of a hyphen, of parentheses and of cells without a number."""
_YEAR = 4
_GROUP = 3
_CONTEXT = frozenset(
    {"am", "pm", "to", "and", "or", "by", "per", "from", "between", "out", "plus", "minus", "times", "point", "over"}
)
"""Words that tie numbers to each other or to a clock, beside those of the tables."""


class Plain(NamedTuple):
    """A plain decimal and its span; `unit` is the currency that stands with it, by its code, or nothing."""

    start: int
    end: int
    text: str
    unit: str


def plain_numbers(text: str, tables: QuantityTables, *, words: Sequence[str] | None = None) -> tuple[Plain, ...] | None:
    """The numbers of a text in which every number is plain; None where the text has to be read.

    `words` are those of `ascii_words`, where the caller has them.
    """
    if not text.isascii():
        return None
    known = _words(tables)
    if not known.numbers.isdisjoint(ascii_words(text) if words is None else words):
        return None
    found: list[Plain] = []
    end = 0
    for digits in _DIGITS.finditer(text):
        start = digits.start()
        if start < end:
            continue
        plain = _plain_at(text, start, known)
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


def ascii_words(text: str) -> list[str]:
    """The words and numbers of an ASCII text, in small letters."""
    return _ANY.findall(text.lower())


def _plain_at(text: str, start: int, words: "_Words") -> Plain | None:
    number = _NUMBER.match(text, start)
    if number is None:
        return None
    begin, end, unit = start, number.end(), ""
    if text[start - 1 : start] == "$" and words.dollar:
        begin, unit = start - 1, words.dollar
    before = _word_before(text, begin)
    if not unit and before in words.codes:
        begin, unit = begin - len(before) - 1, before
        before = _word_before(text, begin)
    if not before or (before.lower() in words.last and not words.before.isdisjoint(_phrases(text, begin))):
        return None
    after = _AFTER.match(text, end)
    if after and not unit and after[1] and text[end] == " ":
        unit = words.currencies.get(after[1].lower(), "") or (after[1] if after[1] in words.codes else "")
        if unit:
            end = after.end()
            after = _AFTER.match(text, end)
    if after is None or (after[1] and after[1].lower() in words.after):
        return None
    whole, _point, rest = number[0].partition(".")
    if len(rest) == _GROUP or (not rest and len(whole) == _YEAR and not unit):
        return None
    return Plain(begin, end, number[0], unit)


def _word_before(text: str, end: int) -> str:
    """The word that ends one space before a place; empty where none does."""
    if end < 1 or text[end - 1] != " ":
        return ""
    word = text[text.rfind(" ", max(0, end - _FARTHEST), end - 1) + 1 : end - 1]
    return word if 2 <= len(word) <= _LONGEST and word.isalpha() else ""


def _phrases(text: str, start: int) -> list[str]:
    """The last word before a place, the last two, and so on."""
    last = _WORD.findall(text[max(0, start - _FARTHEST) : start].lower())[-_MOST:]
    return [" ".join(last[first:]) for first in range(len(last))]


class _Words(NamedTuple):
    """Words that are numbers themselves, phrases that mean something before a number, and words behind it.

    `codes` are those of currencies, `currencies` words that mean one (word → code), `dollar` is the
    code that `$` stands for, or nothing.
    """

    numbers: frozenset[str]
    before: frozenset[str]
    last: frozenset[str]
    after: frozenset[str]
    codes: frozenset[str]
    currencies: dict[str, str]
    dollar: str


@lru_cache(maxsize=16)
def _words(tables: QuantityTables) -> _Words:
    lexicon = compiled(tables)
    numbers = [*lexicon.numbers, *lexicon.multipliers, *lexicon.portions, *lexicon.multiples, *lexicon.ordinals]
    numbers += [*lexicon.cues["vague"], "quarter", "half", "http", "https", "www"]
    units = [*lexicon.words, *lexicon.symbols, *lexicon.magnitudes, *lexicon.magnitude_words, *lexicon.months]
    cues = [word for name, words in lexicon.cues.items() if name not in _FOR_OTHERS for word in words]
    idioms = [phrase.phrase for phrases in lexicon.idioms.values() for phrase in phrases]
    before = {" ".join(_WORD.findall(phrase.lower())) for phrase in (*lexicon.before, *cues)}
    first_words = {words[0] for phrase in lexicon.after if (words := _WORD.findall(phrase.lower()))}
    before |= _each(units) | _each(idioms) | _CONTEXT
    return _Words(
        numbers=_each(numbers),
        before=frozenset(before),
        last=frozenset(phrase.rpartition(" ")[2] for phrase in before),
        after=_each(units) | _each(idioms) | _each(cues) | first_words | _CONTEXT,
        codes=frozenset(unit.name for symbol, unit in lexicon.prefixes.items() if symbol == unit.name),
        currencies={word: named[0].name for word, named in lexicon.words.items() if _is_one_currency(named)},
        dollar=lexicon.prefixes["$"].name if "$" in lexicon.prefixes else "",
    )


def _is_one_currency(named: tuple[Unit, ...]) -> bool:
    return len(named) == 1 and named[0].dimension == "money"


def _each(phrases: Iterable[str]) -> frozenset[str]:
    """Every word of every phrase, in small letters."""
    return frozenset(word for phrase in phrases for word in _WORD.findall(phrase.lower()))
