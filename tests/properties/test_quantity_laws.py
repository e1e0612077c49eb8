"""What holds for every text: spans, exactness, symmetry, and time that grows with the length."""

import string
import time
import unicodedata
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from claimgauge.quantities import (
    Ambiguous,
    DatePoint,
    Portion,
    Quantity,
    Range,
    read_cell,
    read_direction,
    read_quantities,
    same_quantity,
)
from claimgauge.wiring.quantities import load_quantity_tables

TABLES = load_quantity_tables()
WRITTEN = (
    "0|1|2|9|12|123|1,234|1.5|2026|1967|03/04/2026|24/7|.|,|-|–|−|+|(|)|[|]|$|€|¥|£|USD|%|°C|km|m|K|k|M|million|億|"
    "万|百万|円|one|two|half|third|quarter|a|and|hundred|dozen|thousand|between|from|to|in|at least|about|version|v|"
    "section|ISO|Jan|May|Q3|H1|FY|FY2025|2024/25|/|:|'|’|²|⁶|×|10^|e|½|⅓|٣|①|１|，|－|\u200b|\u00a0|\u202f|\n|é|日|年|"
    "月|www.|http://|x|_|am|p.m.|st|th|s|㎏|㎡|ﬁ|㏂|㎧|🙂|fold|minus|call|No.|#|^|~|≥|<| | | | "
)
PIECES = tuple(WRITTEN.split("|"))
crafted = st.lists(st.sampled_from(PIECES), max_size=12).map("".join)
texts = st.one_of(st.text(max_size=60), crafted)
locales = st.sampled_from([None, "en", "en-US", "de", "fr", "de-CH"])

GROUPS = {"en": (",", "."), "de": (".", ","), "fr": ("\u202f", ","), "de-CH": ("'", ".")}
SCALES = {"": 0, "k": 3, " million": 6, "M": 6, "bn": 9, " trillion": 12}
CURRENCIES = {"USD": "$", "EUR": "€", "GBP": "£", "INR": "₹"}
LENGTHS = {"m": Fraction(1), "km": Fraction(1000), "cm": Fraction(1, 100), "mm": Fraction(1, 1000)}
amounts = st.decimals(min_value=0, max_value=10**15, places=2, allow_nan=False)


def formatted(value, locale):
    """The value as the locale writes it, with groups of three."""
    group, point = GROUPS[locale]
    return f"{value:,f}".translate(str.maketrans({",": group, ".": point}))


def parts(mention):
    """The mention and every value within it."""
    inner = {Ambiguous: ("readings",), Range: ("low", "high")}.get(type(mention), ())
    yield mention
    for name in inner:
        value = getattr(mention, name)
        yield from value if isinstance(value, tuple) else (value,)


@given(texts, locales)
@example("1\u200b2", None)
@example("5㎧ and ㏂", None)
def test_a_span_is_the_written_text_and_no_two_overlap(text, locale):
    last = 0
    for mention in read_quantities(text, TABLES, locale=locale):
        assert last <= mention.start < mention.end
        assert all(text[part.start : part.end] == part.text for part in parts(mention))
        last = mention.end


@given(texts, locales, st.sampled_from([None, "money", "percent", "ratio", "date", "count", "quantity", "text"]))
def test_no_text_raises(text, locale, kind):
    value = read_cell(text, TABLES, locale=locale, kind=kind, unit="km", scale="million")
    assert value is None or value.text == text
    assert all(text[found.start : found.end] == found.text for found in read_direction(text, TABLES))


@given(crafted, locales)
def test_every_mention_is_what_it_is(text, locale):
    for mention in read_quantities(text, TABLES, locale=locale):
        assert same_quantity(mention, mention).outcome in ("equal", "ambiguous")


@given(crafted, crafted)
def test_exact_equality_has_no_sides(first, second):
    for one in read_quantities(first, TABLES):
        for two in read_quantities(second, TABLES):
            plain = all(isinstance(part, (Quantity, Portion)) and part.bound == "none" for part in (one, two))
            if plain:
                assert same_quantity(one, two).outcome == same_quantity(two, one).outcome


@given(amounts, st.sampled_from(sorted(GROUPS)), st.sampled_from(sorted(SCALES)), st.sampled_from(sorted(CURRENCIES)))
def test_what_was_formatted_is_read_back(value, locale, scale, currency):
    text = f"It is {CURRENCIES[currency]}{formatted(value, locale)}{scale} today."
    (mention,) = read_quantities(text, TABLES, locale=locale)
    assert (value.scaleb(SCALES[scale]), currency) == (mention.value, mention.unit)
    assert SCALES[scale] - 2 == mention.digits


@given(amounts, st.sampled_from(sorted(GROUPS)), st.booleans())
def test_a_cell_reads_back_what_was_formatted(value, locale, negative):
    text = formatted(value, locale)
    cell = read_cell(f"({text})" if negative else text, TABLES, locale=locale)
    assert (-value if negative else value) == cell.value


@given(
    st.decimals(min_value=0, max_value=10**6, places=3),
    st.sampled_from(sorted(LENGTHS)),
    st.sampled_from(sorted(LENGTHS)),
)
def test_a_converted_value_is_the_same(value, first, second):
    converted = Fraction(value) * LENGTHS[first] / LENGTHS[second]
    exact = Decimal(converted.numerator) / Decimal(converted.denominator)
    assume(Fraction(exact) == converted)
    one = read_cell(f"{value:f} {first}", TABLES, locale="en")
    two = read_cell(f"{exact:f} {second}", TABLES, locale="en")
    expected = "equal" if first == second else "equal_after_conversion"
    assert expected == same_quantity(one, two).outcome


quiet = st.lists(st.text(alphabet="bdgpqrzv", min_size=4, max_size=8), min_size=1, max_size=6).map(" ".join)


@given(quiet, quiet, crafted.filter(lambda text: "\n" not in text))
def test_sentences_of_letters_around_change_nothing(before, behind, text):
    alone = [(type(mention), mention.text) for mention in read_quantities(f". {text} .", TABLES)]
    around = read_quantities(f"{before}. {text} . {behind}.", TABLES)
    assert alone == [(type(mention), mention.text) for mention in around]


@given(st.text(alphabet=string.digits + ".,-%$()/ km", max_size=20), locales)
def test_full_width_forms_are_read_as_the_plain_ones(text, locale):
    wide = "".join(chr(ord(letter) + 0xFEE0) if "!" <= letter <= "~" else letter for letter in text)
    assert text == unicodedata.normalize("NFKC", wide)
    plain, full = (read_quantities(form, TABLES, locale=locale) for form in (text, wide))
    assert [values(mention) for mention in plain] == [values(mention) for mention in full]


def values(mention):
    """What a mention says, without how it is written."""
    says = [(type(part), part.start, part.end, *said(part)) for part in parts(mention)]
    return tuple(says)


def said(part):
    match part:
        case Quantity():
            return part.value, part.unit, part.digits, part.bound
        case Portion():
            return part.numerator, part.denominator
        case DatePoint():
            return part.year, part.month, part.day
        case _:
            return ()


@given(st.integers(min_value=2, max_value=10**9), st.integers(min_value=1, max_value=6))
def test_a_rounding_is_shown_and_more_digits_are_not(value, places):
    evidence = read_cell(f"{value}", TABLES)
    rounded = Decimal(value).quantize(Decimal(1).scaleb(places))
    claimed = Quantity(start=0, end=1, text="x", value=rounded, digits=places)
    outcome = same_quantity(claimed, evidence, equality="shown").outcome
    close = abs(rounded - value) * 20 <= value
    assert outcome == ("equal" if rounded == value else "shown" if close else "coarse_rounding")
    finer = Quantity(start=0, end=1, text="x", value=value + Decimal("0.1"), digits=-1)
    assert "different" == same_quantity(finer, evidence, equality="shown").outcome


CRAFTED = [
    "1,",
    "(",
    "1.2.3.",
    "1 000 ",
    "－",
    "1",
    "1 ",
    "-1",
    "1-",
    "$",
    "one ",
    "a1",
    "1/",
    "[1",
    "twenty-",
    "a hundred and ",
    "http://",
    "1\u200b",
    "1億",
    "between 1 and ",
    "1,000,",
    "a-",
    "abcdef12",
    "\n1. ",
    "\u0663",
    "1' ",
]


def seconds(text):
    """The least of three times that reading takes."""
    taken = []
    for _ in range(3):
        started = time.process_time()
        read_quantities(text, TABLES)
        taken.append(time.process_time() - started)
    return min(taken)


@pytest.mark.parametrize("piece", CRAFTED)
def test_time_grows_with_the_length(piece):
    seconds(piece)
    short, long = seconds(piece * 1_000), seconds(piece * 8_000)
    assert long < 40 * max(short, 0.001), "eight times the text takes about eight times as long; its square would be 64"


@pytest.mark.parametrize(
    "text", ["1," * 100_000, "(" * 100_000, "1.2.3." * 50_000, "1 000 " * 50_000, "－" * 100_000, "9" * 300_000]
)
def test_a_long_crafted_text_is_read_to_its_end(text):
    mentions = read_quantities(text, TABLES)
    assert [] == list(mentions) or mentions[-1].end >= len(text) - 2
