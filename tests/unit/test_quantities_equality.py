"""When a claimed number is the one that the evidence gives."""

from decimal import Decimal

import pytest

from claimgauge.quantities import literal_equal, read_cell, read_direction, read_quantities, same_quantity
from claimgauge.wiring.quantities import load_quantity_tables

TABLES = load_quantity_tables()


def only(text, locale="en-US"):
    (mention,) = read_quantities(text, TABLES, locale=locale)
    return mention


EXACT = [
    ("equal", "2400.0", "2400.00"),
    ("equal", "2400.0", "2,400"),
    ("equal", "2,400", "$2,400.00"),
    ("equal", "$890M", "USD 890 million"),
    ("equal", "USD 890 million", "890,000,000 dollars"),
    ("equal", "$890M", "890,000,000 dollars"),
    ("equal", "half a million", "500,000"),
    ("equal", "twenty-eight days", "28 days"),
    ("equal", "1.5e3", "1,500"),
    ("equal", "−5 %", "-5%"),
    ("equal", "５．２％", "5.2%"),
    ("different_unit", "95", "95 %"),
    ("different_unit", "95 %", "95"),
    ("different_unit", "3 %", "3 percentage points"),
    ("equal_after_conversion", "25 bps", "0.25 percentage points"),
    ("equal_after_conversion", "5 ‰", "0.5 %"),
    ("different", "1e2", "1"),
    ("different", "1,000", "1"),
    ("different_unit", "21 m", "21 °C"),
    ("different_unit", "5 kg", "5 litres"),
    ("different_unit", "28", "28 days"),
    ("equal_after_conversion", "1,500 m", "1.5 km"),
    ("equal_after_conversion", "2 hours", "120 minutes"),
    ("equal_after_conversion", "2 years", "24 months"),
    ("equal_after_conversion", "100 °C", "212 °F"),
    ("equal_after_conversion", "0 °C", "273.15 kelvin"),
    ("equal_after_conversion", "12 inches", "1 foot"),
    ("equal_after_conversion", "36 km/h", "10 m/s"),
    ("equal_after_conversion", "1 GB", "1,000 MB"),
    ("different", "1 GiB", "1 GB"),
    ("different_unit", "$5", "5 euros"),
    ("different_unit", "C$5", "$5"),
    ("different", "5", "-5"),
    ("different", "$4.2M", "$4,213,000"),
    ("equal", "3rd", "3"),
    ("equal", "half", "½"),
    ("equal", "two thirds", "2/3"),
    ("equal_after_conversion", "half", "50 %"),
    ("different", "two thirds", "66.7 %"),
    ("equal", "5 pounds", "5 pounds"),
    ("ambiguous", "5 pounds", "£5"),
    ("different", "5 pounds", "£6"),
    ("different_unit", "5 times", "5 km"),
]


@pytest.mark.parametrize(("expected", "claimed", "evidence"), EXACT)
def test_exact(expected, claimed, evidence):
    assert expected == same_quantity(only(claimed), only(evidence)).outcome


SHOWN = [
    ("equal", "4.2", "4.20"),
    ("shown", "4.2", "4.213"),
    ("shown", "4.2 million", "4,213,000"),
    ("shown", "$4.2M", "$4,213,000"),
    ("shown", "about 80", "79.6"),
    ("shown", "4.5", "4.55"),
    ("shown", "4.6", "4.55"),
    ("different", "4.5", "4.56"),
    ("different", "4.213", "4.2"),
    ("different", "4.3", "4.213"),
    ("coarse_rounding", "2 million", "1,523,000"),
    ("coarse_rounding", "0", "0.4"),
    ("coarse_rounding", "1", "1.4"),
    ("different", "1", "1.6"),
    ("shown", "1.5 km", "1,523 m"),
    ("different", "1.523 km", "1,500.0 m"),
    ("shown", "1.52 m", "5 feet"),
    ("shown", "two thirds", "66.7 %"),
    ("shown", "66.7 %", "two thirds"),
    ("different", "66.8 %", "two thirds"),
    ("different_unit", "5 %", "5.01"),
    ("different", "90", "about 85"),
    ("shown", "80", "about 80"),
]


@pytest.mark.parametrize(("expected", "claimed", "evidence"), SHOWN)
def test_shown(expected, claimed, evidence):
    assert expected == same_quantity(only(claimed), only(evidence), equality="shown").outcome


BOUNDS = [
    ("within", "at least 80", "85"),
    ("within", "at least 80", "81"),
    ("different", "at least 80", "79"),
    ("different", "under 5", "5"),
    ("within", "under 5", "4.9"),
    ("different", "more than 5", "5"),
    ("within", "at most 5", "4"),
    ("within", "up to 5 km", "4,000 m"),
    ("equal", "at least 80", "at least 80"),
    ("within", "at least 80", "at least 90"),
    ("within", "at least 80", "more than 80"),
    ("within", "more than 80", "more than 90"),
    ("different", "more than 80", "at least 80"),
    ("different", "at least 80", "at most 90"),
    ("different", "80", "at least 80"),
    ("different", "at least 80", "about 85"),
    ("different_unit", "at least 80", "85 %"),
    ("shown", "about 80", "80"),
    ("shown", "about 80", "80.4"),
    ("different", "about 80", "85"),
    ("different", "80", "about 80"),
    ("equal", "about 80", "about 80"),
    ("within", "between 80 % and 90 %", "85 %"),
    ("within", "between 80 % and 90 %", "90 %"),
    ("different", "between 80 % and 90 %", "91 %"),
    ("different_unit", "between 80 % and 90 %", "85"),
    ("equal", "between 80 % and 90 %", "80–90 %"),
    ("different", "between 80 % and 90 %", "80–95 %"),
    ("different", "85 %", "80–90 %"),
    ("within", "at least 80 %", "80–90 %"),
    ("different", "at least 85 %", "80–90 %"),
    ("within", "under 95 %", "80–90 %"),
    ("different_unit", "at least 80", "80–90 %"),
]


@pytest.mark.parametrize(("expected", "claimed", "evidence"), BOUNDS)
def test_bounds_and_ranges(expected, claimed, evidence):
    assert expected == same_quantity(only(claimed), only(evidence)).outcome


@pytest.mark.parametrize(
    ("expected", "claimed", "evidence", "tolerance"),
    [
        ("within", "101", "100", "0.01"),
        ("different", "102", "100", "0.01"),
        ("within", "99", "100", "0.01"),
        ("equal", "100", "100", "0"),
        ("different", "0.1", "0", "0.5"),
    ],
)
def test_a_tolerance_is_a_share_of_the_evidence(expected, claimed, evidence, tolerance):
    match = same_quantity(only(claimed), only(evidence), equality="tolerance", tolerance=Decimal(tolerance))
    assert expected == match.outcome


def test_without_a_locale_the_two_readings_are_never_guessed():
    claimed, evidence = only("1,234", None), only("1234", None)
    assert "ambiguous" == same_quantity(claimed, evidence).outcome
    assert "ambiguous" == same_quantity(only("1,000", None), only("1", None)).outcome
    assert "different" == same_quantity(claimed, only("1235", None)).outcome
    assert "equal" == same_quantity(claimed, only("1,234 USD", None)).outcome


def test_twelve_percent_is_a_ratio_only_where_the_field_says_so():
    percent = only("12 %")
    assert "different_unit" == same_quantity(percent, only("0.12")).outcome
    ratio = read_cell("0.12", TABLES, kind="ratio")
    assert "equal_after_conversion" == same_quantity(percent, ratio).outcome


def test_a_match_names_what_was_normalised():
    match = same_quantity(only("１，２３４"), only("1234"))
    assert ("full-width digits", "compatibility forms", "grouping") == match.normalisations
    assert match.holds


@pytest.mark.parametrize(
    ("expected", "claimed", "evidence"),
    [
        (True, "1,234", "1,234"),
        (True, "2400.0", "2400.00"),
        (True, "2400", "2400.00"),
        (True, "007", "7.0"),
        (False, "2400", "2,400"),
        (False, "1.234", "1.2340"),
        (False, "1", "10"),
        (False, "1.", "1"),
        (False, "95", "95%"),
        (False, "²", "2"),
        (True, "", ""),
        (False, "", "0"),
    ],
)
def test_the_fast_path_is_sure_or_silent(expected, claimed, evidence):
    assert expected == literal_equal(claimed, evidence)


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["up"], "Sales rose 5 %."),
        (["down"], "Sales fell by 5 %."),
        (["up", "down"], "Sales increased while costs declined."),
        (["level"], "The rate is unchanged."),
        ([], "Grapes arose."),
    ],
)
def test_words_of_direction(expected, text):
    assert expected == [found.direction for found in read_direction(text, TABLES)]
