"""A plain cell that is read at once says what the whole reader says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgauge.quantities import cells, read_cell
from claimgauge.wiring.quantities import load_quantity_tables

TABLES = load_quantity_tables()
PLAIN = st.from_regex(cells._PLAIN, fullmatch=True)


@given(
    text=PLAIN,
    kind=st.sampled_from(["count", "money"]),
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
