"""A plain cell that is read at once says what the whole reader says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgauge.contract import numeric_template, parsed_template
from claimgauge.quantities import cells, read_cell
from claimgauge.wiring.quantities import load_quantity_tables

TABLES = load_quantity_tables()
PLAIN = st.from_regex(cells._PLAIN, fullmatch=True)


@given(
    text=PLAIN,
    kind=st.sampled_from([None, "count", "money"]),
    unit=st.sampled_from(["", "USD", "EUR", "point", "kg"]),
    scale=st.sampled_from([None, "thousand", "million"]),
    locale=st.sampled_from([None, "en-US", "de-DE"]),
)
def test_the_short_way_is_the_long_way(text, kind, unit, scale, locale):
    short = read_cell(text, TABLES, locale=locale, scale=scale, kind=kind, unit=unit)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cells, "_PLAIN_KINDS", ())
        long = read_cell(text, TABLES, locale=locale, scale=scale, kind=kind, unit=unit)
    assert long == short


NUMERIC = frozenset("abc")
BEHIND = st.sampled_from([" and ", "$", ",", " 1", ".", "0", ": $", " 12.5 ", "x"])
VALUES = st.sampled_from(["12", "12.5", "0", "1.25", "x", " 7", "north and south", "$", "12.500", "", "3$4"])


@given(
    names=st.lists(st.sampled_from("abcxyz"), unique=True, min_size=1, max_size=5),
    behind=st.lists(BEHIND, min_size=6, max_size=6),
    values=st.lists(VALUES, min_size=6, max_size=6),
)
def test_a_template_of_numbers_reads_what_the_template_reads(names, behind, values):
    written = "".join(f"{{{name}}}{text}" for name, text in zip(names, behind, strict=False))
    content = "".join(value + text for value, text, _name in zip(values, behind, names, strict=False))
    numeric = numeric_template(written, NUMERIC, r"[0-9]+(?:\.[0-9]{1,2})?")
    found = numeric.pattern.fullmatch(content) if numeric is not None else None
    if numeric is not None and found is not None:
        template = parsed_template(written)
        whole = template.pattern.fullmatch(content)
        read = dict(zip(template.names, whole.groups(), strict=True))
        assert {name: read[name] for name in numeric.names} == dict(zip(numeric.names, found.groups(), strict=True))
