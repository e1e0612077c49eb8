"""Tables made ready for reading: every word and symbol leads to what it means."""

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from claimgauge.errors import InputError
from claimgauge.quantities.tables import Bound, DateOrder, DirectionName, LocaleRow, QuantityTables


class Unit(NamedTuple):
    """A unit or a currency; of a currency `name` is the ISO code and `dimension` is `money`."""

    name: str
    dimension: str
    factor: str = "1"
    offset: str = "0"
    attached: bool = False


class Magnitude(NamedTuple):
    """A power of ten and when it counts."""

    power: int
    money: bool
    attached: bool


class BoundWords(NamedTuple):
    """What words around a number make of it."""

    bound: Bound
    not_with: frozenset[str]


class Idiom(NamedTuple):
    """A phrase, in small letters, and where in it the first digits stand."""

    phrase: str
    offset: int


class Lexicon(NamedTuple):
    """Everything the tables say, by word or symbol; words are in small letters."""

    symbols: dict[str, Unit]
    words: dict[str, tuple[Unit, ...]]
    longest_symbol: int
    prefixes: dict[str, Unit]
    prefix_ends: frozenset[str]
    longest_prefix: int
    magnitudes: dict[str, tuple[Magnitude, ...]]
    magnitude_words: dict[str, int]
    longest_magnitude: int
    numbers: dict[str, int]
    multipliers: dict[str, int]
    portions: dict[str, int]
    multiples: dict[str, int]
    ordinals: dict[str, int]
    before: dict[str, BoundWords]
    before_ends: frozenset[str]
    after: dict[str, BoundWords]
    after_starts: frozenset[str]
    directions: dict[str, DirectionName]
    direction_words: re.Pattern[str]
    locales: dict[str, LocaleRow]
    months: dict[str, int]
    day_month: re.Pattern[str]
    month_year: re.Pattern[str]
    idioms: dict[str, tuple[Idiom, ...]]
    cues: dict[str, frozenset[str]]
    anchor: re.Pattern[str]


class Convention(NamedTuple):
    """What a locale says of separators and dates; empty strings where it says nothing."""

    group: tuple[str, ...] = ()
    decimal: str = ""
    date_order: DateOrder = ""


NO_CONVENTION = Convention()


@lru_cache(maxsize=16)
def compiled(tables: QuantityTables) -> Lexicon:
    """The tables by word; made once for each object."""
    symbols, words = _units(tables)
    prefixes = {s: unit for s, unit in symbols.items() if unit.dimension == "money"}
    before = {w: BoundWords(row.bound, frozenset(row.not_with)) for row in tables.bounds for w in row.before}
    after = {w: BoundWords(row.bound, frozenset(row.not_with)) for row in tables.bounds for w in row.after}
    directions = {word.lower(): row.direction for row in tables.directions for word in row.words}
    magnitudes = _magnitudes(tables)
    months = {name: row.number for row in tables.months for name in _cased(row.names)}
    return Lexicon(
        symbols=symbols,
        words=words,
        longest_symbol=_longest(symbols),
        prefixes=prefixes,
        prefix_ends=frozenset(symbol[-1] for symbol in prefixes),
        longest_prefix=_longest(prefixes),
        magnitudes=magnitudes,
        magnitude_words={word.lower(): row.power for row in tables.magnitudes for word in row.words},
        longest_magnitude=_longest(magnitudes),
        numbers=tables.cardinals,
        multipliers=tables.multipliers,
        portions=tables.portions,
        multiples=tables.multiples,
        ordinals=tables.ordinals,
        before=before,
        before_ends=frozenset(phrase.split()[-1] for phrase in before),
        after=after,
        after_starts=frozenset(phrase.split()[0] for phrase in after),
        directions=directions,
        direction_words=whole_words(directions),
        locales={name.lower(): row for row in tables.locales for name in row.names},
        months=months,
        day_month=_day_month(months),
        month_year=_month_year(months),
        idioms=_idioms(tables.cues.idioms),
        cues={name: _lowered(getattr(tables.cues, name)) for name in tables.cues.__struct_fields__},
        anchor=_anchor(tables),
    )


def convention_of(lexicon: Lexicon, locale: str | None) -> Convention:
    """What is known of a locale, or of its language; nothing for None. Raises InputError for an unknown one."""
    if locale is None:
        return NO_CONVENTION
    name = locale.replace("_", "-").lower()
    row = lexicon.locales.get(name) or lexicon.locales.get(name.partition("-")[0])
    if row is None:
        known = ", ".join(sorted(lexicon.locales))
        raise InputError(f"no table describes the locale {locale[:40]!r}; add it, or use one of {known}")
    return Convention(row.group, row.decimal, row.date_order)


def whole_words(words: Iterable[str]) -> re.Pattern[str]:
    """Any of the words, in any case, where no letter or digit touches it."""
    return re.compile(rf"(?<!\w)(?i:{_either(words)})(?!\w)")


def _units(tables: QuantityTables) -> tuple[dict[str, Unit], dict[str, tuple[Unit, ...]]]:
    symbols: dict[str, Unit] = {}
    words: dict[str, tuple[Unit, ...]] = {}
    for row in tables.units:
        unit = Unit(row.name, row.dimension, row.factor, row.offset, row.attached)
        _enter(unit, row.symbols, row.words, symbols=symbols, words=words)
    for money in tables.currencies:
        unit = Unit(money.code, "money")
        _enter(unit, (money.code, *money.symbols), money.words, symbols=symbols, words=words)
    return symbols, words


def _enter(
    unit: Unit,
    unit_symbols: Iterable[str],
    unit_words: Iterable[str],
    *,
    symbols: dict[str, Unit],
    words: dict[str, tuple[Unit, ...]],
) -> None:
    for symbol in unit_symbols:
        symbols.setdefault(symbol, unit)
    for word in unit_words:
        words[word.lower()] = (*words.get(word.lower(), ()), unit)


def _magnitudes(tables: QuantityTables) -> dict[str, tuple[Magnitude, ...]]:
    entries: dict[str, tuple[Magnitude, ...]] = {}
    for row in tables.magnitudes:
        for symbol in row.symbols:
            entries[symbol] = (*entries.get(symbol, ()), Magnitude(row.power, row.money, row.attached))
    return entries


def _longest(symbols: Iterable[str]) -> int:
    return max(map(len, symbols), default=0)


def _lowered(words: Iterable[str]) -> frozenset[str]:
    return frozenset(word.lower() for word in words)


def _cased(names: Iterable[str]) -> Iterable[str]:
    return [form for name in names for form in (name, name.upper())]


def _idioms(phrases: Iterable[str]) -> dict[str, tuple[Idiom, ...]]:
    """By the first digits in the phrase."""
    found: dict[str, tuple[Idiom, ...]] = {}
    for phrase in phrases:
        if digits := re.search(r"[0-9]+", phrase):
            found[digits[0]] = (*found.get(digits[0], ()), Idiom(phrase.lower(), digits.start()))
    return found


def _day_month(months: Iterable[str]) -> re.Pattern[str]:
    """`15 January 1967`, `15th of Jan.`, `15-Jan-2026`, at the digits."""
    return re.compile(
        rf"(?P<day>[0-9]{{1,2}})(?:st|nd|rd|th)?(?:[ -]|\u00a0| of )?(?P<month>{_either(months)})(?![^\W\d_])"
        r"(?:(?:,? |-|\u00a0)(?P<year>[0-9]{4})(?![0-9]|[.,][0-9]))?"
    )


def _month_year(months: Iterable[str]) -> re.Pattern[str]:
    """The name of a month, as it ends before digits."""
    return re.compile(rf"(?<!\w)(?P<month>{_either(months)})(?:,? |-|\u00a0)$")


def _either(words: Iterable[str]) -> str:
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word)))) or "(?!)"


def _anchor(tables: QuantityTables) -> re.Pattern[str]:
    """Where something like a number may begin: an address, a digit of any script, a number word, a fraction sign."""
    words = {*tables.cardinals, *tables.multipliers, *tables.portions, *tables.multiples, *tables.cues.vague}
    return re.compile(
        r"(?P<url>(?<!\w)(?:https?://|www\.)[^\s<>\"]++)|(?P<digit>[0-9])|(?P<foreign>\d)"
        r"|(?P<sign>[¼-¾⅐-⅞↉])"
        rf"|(?P<word>(?<!\w)(?i:{_either(words)})(?!\w))"
        r"|(?P<enclosed>[①-⒛⓪⓵-⓾❶-➓㉈-㉟㊱-㊿⓫-⓴])"
    )
