"""What is read in prose: numbers, money, percentages, magnitudes, ambiguity, and what measures nothing."""

import pytest

from claimgauge.quantities import (
    Ambiguous,
    DatePoint,
    NotAQuantity,
    Portion,
    Quantity,
    Range,
    TimeOfDay,
    read_quantities,
)
from claimgauge.wiring.quantities import load_quantity_tables

TABLES = load_quantity_tables()
BOUNDS = {"none": "", "at_least": ">=", "at_most": "<=", "above": ">", "below": "<", "approximately": "~"}


def shown(mention):
    """A mention in a few characters: `5 percent`, `>=80`, `?1234|1.234`, `!version`, `3..5`, `2026-01-15`."""
    writer = {
        Quantity: shown_quantity,
        Portion: lambda portion: f"{BOUNDS[portion.bound]}{portion.numerator}/{portion.denominator}",
        DatePoint: shown_date,
        TimeOfDay: shown_time,
        Range: lambda ends: f"{shown(ends.low)}..{shown(ends.high)}",
        Ambiguous: lambda open_: f"?{'|'.join(map(shown, open_.readings))}",
        NotAQuantity: lambda nothing: f"!{nothing.reason}",
    }
    return writer[type(mention)](mention)


def shown_quantity(number):
    kind = number.unit or (number.dimension if number.dimension != "count" else "")
    return f"{BOUNDS[number.bound]}{number.value:f} {kind}".strip()


def shown_time(clock):
    second = "" if clock.second is None else f":{clock.second:02}"
    return f"{clock.hour:02}:{clock.minute:02}{second}"


def shown_date(point):
    year = f"{point.year:04}" if point.year else "----"
    if point.calendar == "fiscal":
        year = f"FY{point.first_year}/{point.year}" if point.first_year else f"FY{point.year}"
    match point.precision:
        case "day":
            return f"{year}-{point.month:02}-{point.day:02}{'T' + point.time if point.time else ''}"
        case "month":
            return f"{year}-{point.month:02}"
        case "quarter":
            return f"{year}-Q{point.quarter}"
        case "half":
            return f"{year}-H{point.half}"
        case "decade":
            return f"{year}s"
        case _:
            return year


def read(text, locale=None):
    return [shown(mention) for mention in read_quantities(text, TABLES, locale=locale)]


NUMBERS = [
    (["0.002"], "The rate is 0.002."),
    (["0.002", "!version", "3.5 gigabyte"], "The rate is 0.002. Version 1.2 uses 3.5 GB."),
    (["7"], "There are 7 of them."),
    (["7"], "No, 7."),
    (["2400.0"], "It is 2400.0."),
    (["2400.00"], "It is 2400.00!"),
    (["1234567.89"], "1,234,567.89"),
    (["1234567.89"], "1.234.567,89"),
    (["1234567.89"], "1\u202f234\u202f567,89"),
    (["1234567.89"], "1\u00a0234\u00a0567,89"),
    (["1234567.89"], "1\u2009234\u2009567.89"),
    (["1234567.89"], "1'234'567.89"),
    (["1234567.89"], "1’234’567.89"),
    (["1234567"], "12,34,567"),
    (["1234567.5"], "12,34,567.5"),
    (["1234567"], "1,234,567"),
    (["1234567"], "1.234.567"),
    (["1234.56"], "1,234.56"),
    (["1234.56"], "1.234,56"),
    (["1.5"], "1,5"),
    (["1.2345"], "1.2345"),
    (["1234.567"], "1234.567"),
    (["0.234"], "0,234"),
    (["100"], "1e2"),
    (["0.0015"], "1.5e-3"),
    (["1000000"], "10^6"),
    (["0.001"], "10^-3"),
    (["!identifier"], "2^10"),
    (["3200000"], "3.2 × 10⁶"),
    (["3200000"], "3.2 x 10^6"),
    (["0.00032"], "3.2·10⁻⁴"),
    (["0.5"], "a factor of .5 then"),
    (["0.5"], ".5"),
    (["1", "2", "3"], "1, 2, 3"),
    (["1", "2", "3", "4"], "1,2,3,4"),
    (["5", "6", "7"], "5, 6 and 7"),
    (["105", "98"], "They won 105-98."),
    (["3", "1"], "They won 3:1."),
    (["12 month"], "a 12-month plan"),
    (["5 year"], "a 5-year-old child"),
    (["20"], "a 20-page report"),
    (["28 day"], "You have 28 days of leave."),
    (["10 times"], "a 10x gain"),
    (["10 times"], "a 10-fold gain"),
    (["3 ordinal"], "She finished 3rd."),
    (["21 ordinal"], "the 21st of them"),
]
SIGNS = [
    (["-5"], "It was -5."),
    (["-5"], "It was −5."),
    (["-5"], "It was –5."),
    (["-5 percent"], "It was −5 %."),
    (["5"], "It was +5."),
    (["-5 USD"], "It was -$5."),
    (["-5 USD"], "It was $-5."),
    (["-5 USD"], "It was −$5."),
    (["-5"], "It was minus 5."),
    (["-5 degree Celsius"], "It was minus five degrees Celsius."),
    (["-1200 USD"], "a loss of $(1,200)", "en"),
    (["-1200 USD"], "a loss of ($1,200)", "en"),
    (["-1200.50 USD"], "($1,200.50)"),
    (["-5200000"], "net loss of (5.2) million"),
    (["-5200000 USD"], "net loss of $(5.2) million"),
    (["-5200000 USD"], "net loss of ($5.2) million"),
    (["-12.3 percent"], "a margin of (12.3)%"),
    (["95.00 USD"], "The fee ($95.00) pays for itself."),
    (["12"], "All members (12) came."),
    (["5", "3"], "5 - 3"),
    (["4", "5"], "values 4 – and 5"),
    (["5"], "the price–5 of them"),
    (["-3.5"], "x = -3.5"),
    (["0"], "It was -0."),
]
MONEY = [
    (["890000000 USD"], "$890M"),
    (["890000000 USD"], "USD 890 million"),
    (["890000000 USD"], "890,000,000 dollars"),
    (["890000000 USD"], "US$890m"),
    (["890000000 USD"], "$890 mn"),
    (["890000000 USD"], "$ 890 million"),
    (["890000000 USD"], "890 million US dollars"),
    (["890000000 USD"], "a $890-million deal"),
    (["890000000 USD"], "a 890-million-dollar deal"),
    (["1234.56 EUR"], "1.234,56 €"),
    (["1234.56 EUR"], "€1,234.56"),
    (["2400.00 USD"], "$2,400.00"),
    (["1234 EUR"], "1 234 €"),
    (["1967000000 JPY"], "１，９６７百万円"),
    (["1967000000 JPY"], "¥１，９６７百万円"),
    (["1967000000 JPY"], "売上は１，９６７百万円でした"),
    (["123450000 JPY"], "1億2345万円"),
    (["500000 JPY"], "50万円"),
    (["3000 CNY"], "3千元"),
    (["200000000 CNY"], "2亿元"),
    (["5000000000 USD"], "$5B"),
    (["5000000000 USD"], "$5bn"),
    (["5000000000 EUR"], "5 bn euros"),
    (["5000000000 EUR"], "EUR 5 billion"),
    (["5000000000000 USD"], "$5tn"),
    (["5000 USD"], "$5k"),
    (["5000 USD"], "$5K"),
    (["5000000 EUR"], "5m €"),
    (["5000000 EUR"], "5M€"),
    (["250000 INR"], "₹2.5 lakh"),
    (["25000000 INR"], "Rs. 2.5 crore"),
    (["100 USD"], "USD100"),
    (["100 CAD"], "C$100"),
    (["100 CAD"], "$100 CAD"),
    (["100 AUD"], "A$100"),
    (["100 CHF"], "CHF 100"),
    (["100 GBP"], "£100"),
    (["?5 pound|5 GBP"], "5 pounds"),
    (["5 GBP"], "£5 pounds"),
    (["5 GBP"], "5 pounds sterling"),
    (["1500 USD"], "fifteen hundred dollars"),
    (["3000000 USD"], "three million dollars"),
    (["0.99 USD"], "$0.99"),
    (["0.99 USD"], "$.99"),
]
SHARES = [
    (["95"], "95"),
    (["95 percent"], "95 %"),
    (["95 percent"], "95%"),
    (["95 percent"], "95 percent"),
    (["95 percent"], "95 per cent"),
    (["95 percent"], "95\u00a0%"),
    (["3 percentage point"], "3 percentage points"),
    (["3 percentage point"], "3 pp"),
    (["3 percentage point"], "3-percentage-point rise"),
    (["25 basis point"], "25 basis points"),
    (["25 basis point"], "25 bps"),
    (["25 basis point"], "25bp"),
    (["5 per mille"], "5 ‰"),
    (["5.2 percent"], "rose 5.2% in May"),
    (["5.2 percent"], "５．２％"),
    (["2 times"], "twice as many"),
    (["3 times"], "3 times as many"),
    (["3 times"], "three times"),
]
UNITS = [
    (["21 metre"], "21 m"),
    (["21 degree Celsius"], "21 °C"),
    (["21 degree Celsius"], "21°C"),
    (["21 degree Celsius"], "21 ℃"),
    (["70 degree Fahrenheit"], "70 degrees Fahrenheit"),
    (["1.5 kilometre"], "1.5 km"),
    (["1.5 kilometre"], "1.5 kilometres"),
    (["90 kilometre per hour"], "90 km/h"),
    (["120 square metre"], "120 m²"),
    (["120 square metre"], "120 ㎡"),
    (["5 kilogram"], "5kg"),
    (["5 kilogram"], "5㎏"),
    (["10 milligram"], "10 mg"),
    (["3.5 gigabyte"], "3.5 GB"),
    (["3 gibibyte"], "3 GiB"),
    (["12 kilowatt hour"], "12 kWh"),
    (["2 hour"], "2 h"),
    (["30 minute"], "thirty minutes"),
    (["1 year"], "one year"),
    (["?5 tonne|5 short ton"], "5 tons"),
    (["2000000 tonne"], "2 million tonnes"),
    (["5 litre"], "5 L"),
    (["?300 kelvin|300000"], "300 K"),
    (["300000"], "300K"),
    (["4500"], "4.5k"),
    (["2400"], "2.4k users"),
    (["5000000"], "5M users"),
    (["5000000000"], "5 billion"),
    (["1200000"], "1.2 million²"),
]
AMBIGUOUS = [
    (["?1234|1.234"], "1,234"),
    (["?1234|1.234"], "1.234"),
    (["?1000|1.000"], "1,000"),
    (["1234"], "1,234", "en"),
    (["1.234"], "1.234", "en"),
    (["1234"], "1.234", "de"),
    (["1.234"], "1,234", "de-AT"),
    (["1234"], "1,234", "en_GB"),
    (["?1234|1.234"], "1.234", "fr"),
    (["1.234"], "1,234", "fr"),
    (["12345"], "12 345", "fr"),
    (["?12345|12|345"], "12 345"),
    (["12345"], "12\u00a0345"),
    (["2020", "300"], "2020 300"),
    (["2020"], "In 2020"),
    (["?1234 USD|1.234 USD"], "$1,234"),
    (["?-1234 percent|-1.234 percent"], "-1,234 %"),
    (["?10|100"], "10²"),
    (["2400"], "2,400", "en-US"),
    (["?1234|1.234"], "１，２３４"),
]
NOTHING = [
    (["!version"], "version 1.2"),
    (["!version"], "v 1.2.3"),
    (["!version"], "1.2.3"),
    (["!version"], "10.0.0.1"),
    (["!version"], "v1.2.3"),
    (["!idiom"], "open 24/7"),
    (["!idiom"], "after 9/11"),
    (["!idiom"], "a 401(k) plan"),
    (["!label"], "§ 5.3"),
    (["!label"], "see section 5.3.1"),
    (["!label"], "Table 2"),
    (["!label"], "pp. 12–15"),
    (["!label"], "No. 5"),
    (["!name"], "ISO 27001"),
    (["!name"], "ISO 9001:2015"),
    (["!name"], "a Boeing 747"),
    (["!name"], "the S&P 500"),
    (["!identifier"], "COVID-19"),
    (["!identifier"], "GPT-4o"),
    (["!identifier"], "an A320"),
    (["!identifier"], "ev-missing-10"),
    (["!identifier"], "fee-1"),
    (["!identifier"], "sha256:6f0c91ab"),
    (["!identifier"], "6f0c91ab12cd34ef"),
    (["!identifier"], "123e4567-e89b-12d3-a456-426614174000"),
    (["!identifier"], "in 3D"),
    (["!address"], "https://example.org/2024/05?x=1."),
    (["!address"], "www.example.org/7"),
    ([], "https://example.org/a"),
    (["!phone"], "555-123-4567"),
    (["!phone"], "(555) 123-4567"),
    (["!phone"], "+49 30 1234567"),
    (["!phone"], "call 0800 123 4567"),
    (["!citation", "5"], "as shown [1]. It has 5."),
    (["!citation"], "as shown [1, 3-5]"),
    (["!citation"], "as shown [^2]"),
    (["!list_marker", "5"], "1. It has 5."),
    (["!list_marker", "5", "!list_marker", "6"], "1) It has 5\n2) and 6"),
    (["!vague"], "hundreds of people"),
    (["!vague"], "several hundred people"),
    (["!enclosed"], "①"),
    (["!other_script_digits"], "١٢٣"),
    (["!other_script_digits"], "१,२३४.५"),
    (["!other_script_digits"], "12٣"),
    (["!malformed_grouping"], "1,2345,678"),
    (["!too_long"], "1" * 61),
    (["!malformed_date"], "2026-02-30"),
]
WORDS = [
    (["3"], "three cats"),
    (["12"], "a dozen eggs"),
    (["24"], "two dozen eggs"),
    (["205"], "two hundred and five"),
    (["21"], "twenty-one"),
    (["1000000"], "a million"),
    (["2500000"], "two and a half million"),
    (["1500000"], "1.5 million"),
    (["500000"], "half a million"),
    (["0.5 hour"], "half an hour"),
    (["2/3"], "two thirds"),
    (["1/3"], "a third of them"),
    (["1/2"], "half of them"),
    (["1/2"], "one half"),
    (["3/4"], "three-quarters"),
    (["3/4"], "3/4"),
    (["1/2"], "½"),
    (["2.5"], "2½"),
    (["1.5"], "1 1/2"),
    (["0.5 kilogram"], "½ kg"),
    ([], "a third party"),
    ([], "one of them"),
    ([], "the second half"),
    ([], "the million"),
    (["-7"], "minus seven"),
    (["1100000"], "one million one hundred thousand"),
]
BOUND = [
    ([">=80"], "at least 80"),
    ([">=80 percent"], "no less than 80 %"),
    ([">=80"], "80 or more"),
    ([">=80"], "80+"),
    ([">=80"], "≥ 80"),
    ([">=80"], ">= 80"),
    (["<=5"], "at most 5"),
    (["<=5"], "up to 5"),
    (["<=5"], "no more than 5"),
    (["<=5"], "5 or fewer"),
    ([">5"], "more than 5"),
    ([">5 USD"], "over $5"),
    ([">5000000 USD"], "more than $5 million"),
    (["5 year"], "over 5 years"),
    (["<5"], "under 5"),
    (["<5 percent"], "less than 5%"),
    (["<3"], "fewer than three"),
    (["~80"], "about 80"),
    (["~80"], "~80"),
    (["~80"], "80 or so"),
    (["~80 USD"], "approx. $80"),
]
RANGES = [
    (["80 percent..90 percent"], "between 80 % and 90 %"),
    (["3..5"], "3–5"),
    (["3..5"], "3-5"),
    (["3..5"], "3 – 5"),
    (["3..5"], "from 3 to 5"),
    (["3 day..5 day"], "3 to 5 days"),
    (["3 gigabyte..5 gigabyte"], "3–5 GB"),
    (["5000000 USD..10000000 USD"], "$5-10 million"),
    (["10 percent..15 percent"], "10-15%"),
    (["5000000 USD..10000000 USD"], "five to ten million dollars"),
    (["1500000..2000000"], "1.5-2 million"),
    (["500000.00 USD..1000000 USD"], "$500,000.00 to $1 million"),
    (["500 USD..1000000 USD"], "$500 to $1 million"),
    (["3", "5"], "3 and 5"),
    (["5", "3"], "from 5 to 3"),
    (["747", "400"], "747-400"),
    (["2010..2015"], "from 2010 to 2015"),
    (["2010..2015"], "between 2010 and 2015"),
    (["2026-01-15..2026-01-17"], "15–17 January 2026"),
]
CASES = [*NUMBERS, *SIGNS, *MONEY, *SHARES, *UNITS, *AMBIGUOUS, *NOTHING, *WORDS, *BOUND, *RANGES]


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(case[1:])[:40])
def test_what_is_read(case):
    expected, *arguments = case
    assert expected == read(*arguments)


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(case[1:])[:40])
def test_the_same_is_read_within_a_sentence(case):
    expected, text, *locale = case
    if text.startswith(("1. ", "1) ")) or text[-1:] == "." or "\n" in text:
        return
    assert expected == read(f"Bees hum: {text} ; trees stand", *locale)
