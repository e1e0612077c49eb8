"""The fast path of prose agrees with the reader wherever it answers."""

import string
from decimal import Decimal

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from claimgauge.quantities import NotAQuantity, Quantity, read_quantities
from claimgauge.quantities.lexicon import compiled
from claimgauge.quantities.plain import plain_numbers, plain_quantities, shortest_decimal
from claimgauge.wiring.quantities import load_quantity_tables

TABLES = load_quantity_tables()
LEXICON = compiled(TABLES)
REFUSED = {"other_script_digits", "malformed_grouping", "malformed_date", "too_long"}


def vocabulary():
    """Every word and symbol of the tables, and ordinary ones."""
    words = {*LEXICON.words, *LEXICON.symbols, *LEXICON.magnitudes, *LEXICON.magnitude_words, *LEXICON.months}
    words |= {*LEXICON.before, *LEXICON.after, *LEXICON.directions, *LEXICON.numbers, *LEXICON.ordinals}
    words |= {word for cues in LEXICON.cues.values() for word in cues}
    words |= {idiom.phrase for idioms in LEXICON.idioms.values() for idiom in idioms}
    return sorted(filter(None, words))


ORDINARY = ["the", "fee", "is", "costs", "card", "of", "was", "against", "earns", "its", "than", "more", "less", "rate"]
NUMBERS = st.one_of(
    st.integers(0, 99_999).map(str),
    st.decimals(0, 99_999, places=2).map(str),
    st.sampled_from(["0", "00", "1.5", "1.234", "2024", "7", "12", "3.", ".5", "1,000", "$95.00", "95%", "-5", "5-6"]),
)
WORDS = st.one_of(
    st.sampled_from(ORDINARY), st.sampled_from(vocabulary()), st.text(string.ascii_letters, min_size=1, max_size=9)
)
MONEY = st.tuples(
    st.sampled_from(["", "USD ", "EUR ", "$", "ALL ", "TRY "]),
    st.decimals(0, 99_999, places=2).map(str),
    st.sampled_from(["", " dollars", " euros", " USD", " yen", " cents", " pound"]),
).map("".join)
MARKS = st.sampled_from([" ", " ", " ", " ", " ", ", ", ". ", "; ", " - ", "", "-", " (", ") ", "=", "/", "\n", ": "])
TEXTS = st.lists(st.tuples(st.one_of(WORDS, WORDS, NUMBERS, MONEY), MARKS), min_size=1, max_size=8).map(
    lambda parts: "".join(word + mark for word, mark in parts).strip()
)


def read(text, locale):
    """What the reader finds, as the fast path would say it; anything else as it is."""
    found = []
    for mention in read_quantities(text, TABLES, locale=locale):
        if isinstance(mention, NotAQuantity) and mention.reason not in REFUSED:
            continue
        found.append((mention.start, mention.end, mention.text) if is_plain(mention) else mention)
    return found


def is_plain(mention):
    """A bare number or an amount of money with nothing said around it."""
    if not isinstance(mention, Quantity) or mention.bound != "none" or mention.sign or mention.normalisations:
        return False
    return mention.dimension == "money" or (mention.dimension, mention.unit) == ("count", "")


LOCALES = st.sampled_from([None, "en-US", "de-DE"])


@settings(max_examples=1500)
@given(text=TEXTS, locale=LOCALES)
@example(text="a fee of 5 am", locale=None)
@example(text="was over 95.00 then", locale="de-DE")
@example(text="The rate is 1.085 then", locale="en-US")
def test_where_the_fast_path_answers_the_reader_says_the_same(text, locale):
    plain = plain_numbers(text, TABLES, locale=locale)
    if plain is not None:
        assert [(each.start, each.end, text[each.start : each.end]) for each in plain] == read(text, locale)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["95.00", "12.50"], "The fee is 95.00 with a credit that was 12.50."),
        (["$95.00"], "It costs $95.00 yearly"),
        (["USD 95.00"], "It costs USD 95.00 yearly"),
        (["95.00 USD", "12 euros"], "It costs 95.00 USD yearly, then 12 euros."),
        (["5 dollars"], "It costs 5 dollars"),
        (None, "It costs 5 dollars per month"),
        (None, "It costs over USD 5"),
        (None, "It costs USD 5 dollars"),
        ([], "No number at all."),
        (None, "It rose by 5"),
        (None, "The fee is 95 %"),
        (None, "twenty cards"),
        (None, "in 2024"),
        (None, "The fee is 1.234 here"),
        (None, "Der Preis ist 5 für Ä"),
    ],
)
def test_what_is_plain(expected, text):
    plain = plain_numbers(text, TABLES)
    assert expected == (None if plain is None else [text[each.start : each.end] for each in plain])


@pytest.mark.parametrize(("expected", "locale"), [(1, "en-US"), (None, "de-DE"), (None, None)])
def test_three_digits_behind_a_point_are_plain_where_the_locale_says_what_a_point_is(expected, locale):
    plain = plain_numbers("The rate is 1.085 then", TABLES, locale=locale)
    assert expected == (None if plain is None else len(plain))


def test_most_prose_with_plain_numbers_is_answered():
    answered = [
        plain_numbers(f"The fee of the card is {n}.50 while its credits reach {n}.25.", TABLES) for n in range(99)
    ]
    assert all(each is not None and len(each) == 2 for each in answered)


@settings(max_examples=800)
@given(text=TEXTS, locale=LOCALES)
def test_plain_numbers_are_the_quantities_that_the_reader_makes(text, locale):
    plain = plain_numbers(text, TABLES, locale=locale)
    if plain is not None:
        found = [each for each in read_quantities(text, TABLES, locale=locale) if not isinstance(each, NotAQuantity)]
        assert found == list(plain_quantities(plain, text))


DECIMALS = st.tuples(st.integers(0, 200), st.sampled_from(["", ".0", ".00", ".5", ".50", ".500", ".05", ".050"])).map(
    lambda parts: f"{parts[0]}{parts[1]}"
)


@given(one=DECIMALS, other=DECIMALS)
def test_equal_decimals_have_one_shortest_form(one, other):
    shortest = [shortest_decimal(text, TABLES, locale="en-US") for text in (one, other)]
    assert (Decimal(one) == Decimal(other)) == (shortest[0] == shortest[1])
    assert [Decimal(one), Decimal(other)] == [Decimal(text) for text in shortest]


@pytest.mark.parametrize(
    ("expected", "text", "locale"),
    [
        ("95", "95.00", None),
        ("100", "100", None),
        ("0", "0.0", None),
        (None, "1.230", None),
        (None, "1.230", "de-DE"),
        ("1.23", "1.230", "en-US"),
        (None, "", None),
        (None, "$95", None),
        (None, "95.", None),
        (None, "95,", None),
        (None, "095", None),
        (None, "1e3", None),
        (None, f"1.{'0' * 13}", None),
    ],
)
def test_only_what_is_read_in_one_way_has_a_shortest_form(expected, text, locale):
    assert expected == shortest_decimal(text, TABLES, locale=locale)
