"""The one value of a cell or a field, and the tables themselves."""

from decimal import Decimal

import msgspec
import pytest

from claimgauge.errors import DocumentError, InputError
from claimgauge.quantities import QuantityTables, merged_tables, read_cell, read_quantities, table_problems
from claimgauge.readers import read_document
from claimgauge.wiring.quantities import load_quantity_tables
from tests.unit.test_quantities_prose import shown

TABLES = load_quantity_tables()

CASES = [
    ("1452.4 USD", "$  1,452.4", {}),
    ("1452.4 USD", "$ 1,452.4", {}),
    ("-12", "(12)", {}),
    ("-1200", "(1,200)", {"locale": "en"}),
    ("-1200 USD", "$ (1,200)", {"locale": "en"}),
    ("-1200 USD", "$(1,200)", {"locale": "en"}),
    ("-1200 USD", "($1,200)", {"locale": "en"}),
    ("-1200 USD", "( $ 1,200 )", {"locale": "en"}),
    ("?-1200|-1.200", "(1,200)", {}),
    ("12.3 percent", "12.3%", {}),
    ("-12.3 percent", "(12.3%)", {}),
    ("-12.3 percent", "(12.3)%", {}),
    ("-12.3 percent", "−12.3 %", {}),
    ("5", " 5 ", {}),
    ("5", "5*", {}),
    ("5", "5 [1]", {}),
    ("130000 USD", "$130,000 (1)", {"locale": "en"}),
    ("5.0 times", "5.0x", {}),
    ("1967000000 JPY", "１，９６７百万円", {}),
    ("95.00 USD", "95.00", {"kind": "money", "unit": "USD"}),
    ("95.00 USD", "95.00", {"kind": "money", "unit": "$"}),
    ("95.00 EUR", "€95.00", {"kind": "money", "unit": "USD"}),
    ("12.3 percent", "12.3", {"kind": "percent"}),
    ("25 basis point", "25", {"kind": "percent", "unit": "bp"}),
    ("0.12 ratio", "0.12", {"kind": "ratio"}),
    ("12 percent", "12%", {"kind": "ratio"}),
    ("28 point", "28", {"kind": "count", "unit": "point"}),
    ("21 metre", "21", {"kind": "quantity", "unit": "m"}),
    ("21 metre", "21", {"kind": "quantity", "unit": "metres"}),
    ("21 parsec", "21", {"kind": "quantity", "unit": "parsec"}),
    ("1452400000 USD", "$ 1,452.4", {"scale": "million"}),
    ("1452400 USD", "$ 1,452.4", {"scale": "thousands"}),
    ("5000000 USD", "5", {"scale": "million", "kind": "money", "unit": "USD"}),
    ("5000000000 USD", "$5bn", {"scale": "million"}),
    ("5 percent", "5%", {"scale": "million"}),
    ("5 percent", "5", {"scale": "million", "kind": "percent"}),
    ("2026-01-15", "Jan 15, 2026", {"kind": "date"}),
    ("2026", "2026", {"kind": "date"}),
    ("2025-Q3", "Q3 2025", {}),
    ("~80", "about 80", {}),
    ("80..90", "80–90", {}),
    ("2/3", "2/3", {}),
    ("890000000 USD", "890 million dollars", {}),
]


@pytest.mark.parametrize(("expected", "text", "options"), CASES)
def test_what_a_cell_holds(expected, text, options):
    value = read_cell(text, TABLES, **options)
    assert expected == shown(value)
    assert (0, len(text), text) == (value.start, value.end, value.text)


@pytest.mark.parametrize("text", ["", " ", "—", "-", "–", "N/A", "n/a", "null", "none", "text", "1 and 2", "ISO 27001"])
def test_a_cell_without_one_value_holds_none(text):
    assert read_cell(text, TABLES) is None


@pytest.mark.parametrize("kind", ["entity", "text"])
def test_a_field_of_words_holds_no_value(kind):
    assert read_cell("12", TABLES, kind=kind) is None


def test_what_the_field_and_the_table_add_is_named():
    value = read_cell("1.5", TABLES, kind="money", unit="USD", scale="million")
    assert ("unit of the field", "scale of the table") == value.normalisations
    assert (Decimal(1500000), 5) == (value.value, value.digits)


def test_an_unknown_scale_or_locale_is_an_error():
    with pytest.raises(InputError, match=r"no magnitude is called 'dozenfold'; use one of thousand"):
        read_cell("5", TABLES, scale="dozenfold")
    with pytest.raises(InputError, match=r"no table describes the locale 'tlh'; add it, or use one of "):
        read_quantities("5", TABLES, locale="tlh")


def test_the_shipped_tables_are_in_order_and_loaded_once():
    assert () == table_problems(TABLES)
    assert load_quantity_tables() is TABLES


def test_a_unit_of_ones_own_is_read_without_code():
    lines = (
        'schema = "claimgauge.quantities/1"',
        "[[units]]",
        'name = "parsec"',
        'dimension = "length"',
        'symbols = ["pc"]',
        'factor = "30856775814913673"',
    )
    raw = "\n".join(lines).encode()
    mine = merged_tables([TABLES, read_document(raw, QuantityTables, source="mine")])
    (mention,) = read_quantities("It is 3 pc away.", mine)
    assert "3 parsec" == shown(mention)


BROKEN = [
    ("units[0].factor", {"units": [{"name": "u", "dimension": "d", "factor": "0.1e5"}]}),
    ("units[0].factor", {"units": [{"name": "u", "dimension": "d", "factor": "0"}]}),
    ("units[0].factor", {"units": [{"name": "u", "dimension": "d", "factor": "1/0"}]}),
    ("units[0].offset", {"units": [{"name": "u", "dimension": "d", "offset": "-1"}]}),
    ("units[0].dimension", {"units": [{"name": "u", "dimension": "money"}]}),
    (
        "units[1].symbols",
        {
            "units": [
                {"name": "u", "dimension": "d", "symbols": ["q"]},
                {"name": "v", "dimension": "d", "symbols": ["q"]},
            ]
        },
    ),
    ("currencies[0].code", {"currencies": [{"code": "usd"}]}),
    ("magnitudes[0].power", {"magnitudes": [{"power": 0}]}),
    ("magnitudes[0].power", {"magnitudes": [{"power": 31}]}),
    ("months[0].number", {"months": [{"number": 13, "names": ["Undecimber"]}]}),
    ("cardinals.Nine", {"cardinals": {"Nine": 9}}),
    ("multipliers.none", {"multipliers": {"none": 0}}),
    ("locales[0].decimal", {"locales": [{"names": ["x"], "group": ["."], "decimal": "."}]}),
    ("locales[0].group", {"locales": [{"names": ["x"], "group": ["_"], "decimal": "."}]}),
    ("units[0].symbols[0]", {"units": [{"name": "u", "dimension": "d", "symbols": [""]}]}),
    ("cues.names[0]", {"cues": {"names": [" "]}}),
]


@pytest.mark.parametrize(("place", "document"), BROKEN)
def test_a_table_that_makes_no_sense_says_where(place, document):
    tables = msgspec.convert({"schema": "claimgauge.quantities/1", **document}, QuantityTables)
    assert [place] == [problem.place for problem in table_problems(tables)]


def test_an_unknown_key_is_an_error():
    with pytest.raises(DocumentError, match="colour"):
        read_document(b'schema = "claimgauge.quantities/1"\ncolour = "red"', QuantityTables, source="mine")


def test_the_tables_go_through_json_and_back():
    again = msgspec.json.decode(msgspec.json.encode(TABLES), type=QuantityTables)
    assert msgspec.to_builtins(TABLES) == msgspec.to_builtins(again)
