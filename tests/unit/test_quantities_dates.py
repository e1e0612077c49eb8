"""Dates, periods, fiscal years and times of day in prose, and what they are compared to."""

import pytest

from claimgauge.quantities import read_quantities, same_quantity
from claimgauge.wiring.quantities import load_quantity_tables
from tests.unit.test_quantities_prose import read

TABLES = load_quantity_tables()

CASES = [
    (["1967-01-15"], "1967-01-15"),
    (["1967-01-15"], "Jan 15, 1967"),
    (["1967-01-15"], "Jan. 15, 1967"),
    (["1967-01-15"], "January 15, 1967"),
    (["1967-01-15"], "January 15 1967"),
    (["1967-01-15"], "JANUARY 15, 1967"),
    (["1967-01-15"], "15 January 1967"),
    (["1967-01-15"], "15th of January 1967"),
    (["1967-01-15"], "January 15th, 1967"),
    (["1967-01-15"], "15-Jan-1967"),
    (["1967-01-15"], "1967/01/15"),
    (["2026-01-15"], "2026年1月15日"),
    (["2026-01"], "2026年1月"),
    (["2026"], "2026年"),
    (["2026-03-01T09:00:00+01:00"], "2026-03-01T09:00:00+01:00"),
    (["2026-03-01T09:00Z"], "2026-03-01T09:00Z"),
    (["2026-01"], "January 2026"),
    (["2026-01"], "January, 2026"),
    (["2026-01"], "2026-01"),
    (["-----05-17"], "May 17"),
    (["-----05-17"], "17 May"),
    (["-----05-17"], "May 17th"),
    (["?2026-03-04|2026-04-03"], "03/04/2026"),
    (["?2026-03-04|2026-04-03"], "3-4-2026"),
    (["2026-03-04"], "03/04/2026", "en-US"),
    (["2026-04-03"], "03/04/2026", "en-GB"),
    (["2026-04-03"], "03/04/2026", "de"),
    (["?2026-03-04|2026-04-03"], "03/04/2026", "en"),
    (["2026-04-13"], "13/04/2026"),
    (["2026-04-13"], "04/13/2026"),
    (["2026-03-03"], "03/03/2026"),
    (["2026-04-03"], "03.04.2026"),
    (["2026-04-03"], "3.4.2026"),
    (["!malformed_date"], "31/31/2026"),
    (["!malformed_date"], "February 30, 2026"),
    (["2019-03-04"], "03/04/19", "en-US"),
    (["1999-12-31"], "12/31/99", "en-US"),
    (["2025-Q3"], "Q3 2025"),
    (["2025-Q3"], "Q3'25"),
    (["2025-Q3"], "Q3 of 2025"),
    (["2025-Q3"], "2025 Q3"),
    (["2025-Q3"], "2025-Q3"),
    (["2025-Q3"], "3Q 2025"),
    (["2025-Q3"], "3Q25"),
    (["2025-Q3"], "third quarter of 2025"),
    (["2025-Q3"], "the third-quarter 2025 result"),
    (["2025-Q4"], "fourth quarter 2025"),
    (["2025-H1"], "H1 2025"),
    (["2025-H1"], "first half of 2025"),
    (["-----Q3"], "Q3"),
    (["FY2025-Q3"], "Q3 FY2025"),
    (["FY2025-Q3"], "third quarter of fiscal 2025"),
    (["FY2025"], "FY2025"),
    (["FY2025"], "FY 2025"),
    (["FY2025"], "FY25"),
    (["FY2025"], "fiscal 2025"),
    (["FY2025"], "fiscal year 2025"),
    (["FY2024/2025"], "FY 2024/25"),
    (["FY2024/2025"], "FY2024-25"),
    (["FY2024/2025"], "2024/25"),
    (["FY2018/2019"], "2018–19"),
    (["FY2024/2025"], "fiscal year 2024/2025"),
    (["1990s"], "1990s"),
    (["----s"], "her mid-20s"),
    (["2024"], "in 2024"),
    (["2024"], "since 2024"),
    (["2024"], "by 2024"),
    (["2024"], "the end of 2024"),
    (["2024"], "Smith (2024)"),
    (["1492"], "in 1492"),
    (["2024"], "the 2024 employees"),
    (["2024"], "sold 2024 of them"),
    (["08:00"], "at 08:00"),
    (["20:30"], "at 8:30 pm"),
    (["17:00"], "at 5 p.m."),
    (["00:15"], "at 12:15 am"),
    (["17:30:05"], "at 17:30:05"),
    (["2026-01-15", "08:00"], "2026-01-15 08:00"),
    (["5"], "5 may come"),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(case[1:])[:40])
def test_what_date_is_read(case):
    expected, *arguments = case
    assert expected == read(*arguments)


@pytest.mark.parametrize(("kind", "text"), [("date", "in 2024"), ("quantity", "the 2024 employees")])
def test_a_bare_number_of_four_digits_is_a_year_only_where_it_is_clearly_one(kind, text):
    (mention,) = read_quantities(text, TABLES)
    assert kind == type(mention).__struct_config__.tag


def only(text, locale=None):
    (mention,) = read_quantities(text, TABLES, locale=locale)
    return mention


OUTCOMES = [
    ("equal", "Jan 15, 1967", "1967-01-15"),
    ("equal", "January 15, 1967", "15 January 1967"),
    ("within", "in 1967", "1967-01-15"),
    ("within", "January 1967", "1967-01-15"),
    ("within", "January 15", "1967-01-15"),
    ("within", "Q1 1967", "1967-01-15"),
    ("within", "first half of 1967", "Q2 1967"),
    ("within", "the 1960s", "in 1967"),
    ("different", "1967-01-15", "in 1967"),
    ("different", "1967-01-15", "January 1967"),
    ("different", "Jan 16, 1967", "1967-01-15"),
    ("different", "Q2 1967", "1967-01-15"),
    ("different", "the 1970s", "in 1967"),
    ("different", "in 1967", "the 1960s"),
    ("equal", "FY2025", "fiscal 2025"),
    ("different_unit", "FY2025", "in 2025"),
    ("ambiguous", "FY2025", "FY 2024/25"),
    ("ambiguous", "FY 2024/25", "FY2024"),
    ("different", "FY2026", "FY 2024/25"),
    ("equal", "2024/25", "FY 2024/25"),
    ("ambiguous", "03/04/2026", "2026-03-04"),
    ("different", "03/04/2026", "2026-05-04"),
    ("equal", "03/04/2026", "03/04/2026"),
    ("equal", "in 2024", "the 2024 employees"),
    ("equal", "the 2024 employees", "in 2024"),
    ("different_unit", "in 2024", "2024 km"),
    ("equal", "8:30 pm", "20:30"),
    ("within", "20:30", "20:30:15"),
    ("different", "20:30:15", "20:30"),
    ("different", "20:31", "20:30"),
    ("different_unit", "20:30", "in 2030"),
    ("within", "from 2010 to 2015", "in 2012"),
    ("different", "from 2010 to 2015", "in 2016"),
    ("equal", "from 2010 to 2015", "between 2010 and 2015"),
]


@pytest.mark.parametrize(("expected", "claimed", "evidence"), OUTCOMES)
def test_what_two_dates_come_to(expected, claimed, evidence):
    assert expected == same_quantity(only(claimed), only(evidence)).outcome
