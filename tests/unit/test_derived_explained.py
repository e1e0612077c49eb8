"""Undeclared arithmetic: which operation a number comes from, and when nothing is said."""

import pytest

from claimgauge.gates.cells import Cell
from claimgauge.gates.explained import MOST_CELLS, explained_by, undeclared_computation
from tests.unit.test_derived import read


def grid(**rows):
    """Cells of nodes by name, with the fields a, b, c …"""
    return [
        Cell(node, "abcdefgh"[place], text, read(text))
        for node, texts in rows.items()
        for place, text in enumerate(texts)
    ]


def named(claimed, cells):
    return [str(each) for each in explained_by(read(claimed), cells)]


NAMED = [
    ("sum of x.a, x.b", "256.00", {"x": ["95.00", "161.00"]}),
    ("difference of x.b, x.a", "66.00", {"x": ["95.00", "161.00"]}),
    ("difference of x.a, x.b", "-66.00", {"x": ["95.00", "161.00"]}),
    ("product of x.a, x.b", "11,808,314", {"x": ["1,686,902", "7.00"]}),
    ("ratio of x.a, x.b", "2.93", {"x": ["2,664", "909"]}),
    ("share of x.a, x.b", "17.7 %", {"x": ["16.6", "93.8"]}),
    ("change of x.a, x.b", "-22.22 %", {"x": ["44.1", "56.7"]}),
    ("mean of x.a, x.b", "172.5", {"x": ["166", "179"]}),
    ("difference of x.a, y.a", "2.1 percentage points", {"x": ["4.00%"], "y": ["1.90%"]}),
    ("sum of x.a, x.b, x.c", "1198.7", {"x": ["453.2", "361.1", "384.4"]}),
    ("mean of x.a, y.a, z.a", "399.6", {"x": ["453.2"], "y": ["361.1"], "z": ["384.4"]}),
    ("range of x.a, x.b, x.c, x.d", "9.8 percentage points", {"x": ["85.1 %", "86 %", "94.9 %", "90 %"]}),
]


@pytest.mark.parametrize(("expected", "claimed", "rows"), NAMED)
def test_the_one_operation_is_named(expected, claimed, rows):
    assert expected in named(claimed, grid(**rows))


SILENT = [
    ("nothing gives it", "257", {"x": ["95.00", "161.00"]}),
    ("a cell has it", "161", {"x": ["95.00", "161.00", "66.00"]}),
    ("zero", "0.00", {"x": ["95.00", "95.00"]}),
    ("one", "1.00", {"x": ["95.00", "95.00"]}),
    ("all of it", "100.0 %", {"x": ["95.00", "95.00"]}),
    ("too few digits", "9", {"x": ["4", "5"]}),
    ("a bound", "at least 256", {"x": ["95.00", "161.00"]}),
    ("a range", "250 to 256", {"x": ["95.00", "161.00"]}),
    ("percent and money", "256 %", {"x": ["$95.00", "$161.00"]}),
    ("two currencies", "256", {"x": ["95.00 EUR", "161.00 USD"]}),
    ("no cells", "256", {}),
    ("words", "256", {"x": ["some", "words"]}),
]


@pytest.mark.parametrize(("story", "claimed", "rows"), SILENT)
def test_nothing_is_said(story, claimed, rows):
    assert [] == named(claimed, grid(**rows)), story


def test_the_finding_names_the_operation_where_it_is_the_only_one():
    cells = grid(fee=["95.00", "161.00"])
    finding = undeclared_computation("256.00", read("256.00"), cells)
    assert ("derived", "needs_computation", "256.00") == (finding.gate, finding.code, finding.value)
    assert "'256.00' is the sum of fee.a, fee.b; declare it in `derived` to have it recomputed" == finding.message
    assert None is undeclared_computation("257.00", read("257.00"), cells)


def test_where_several_operations_give_it_nothing_is_named():
    cells = grid(x=["10", "2", "30"])
    assert ["difference of x.c, x.a", "mean of x.a, x.c", "product of x.a, x.b"] == sorted(named("20", cells))
    assert None is undeclared_computation("20", read("20"), cells)


def test_numbers_of_a_content_are_named_by_their_text():
    cells = [Cell("n", "", text, read(text)) for text in ("$95.00", "$161.00")]
    assert ["sum of '$161.00', '$95.00'"] == named("$256.00", cells)


def test_the_order_and_repetition_of_cells_change_nothing():
    cells = grid(x=["12.5", "37.5", "99"], y=["7", "50", "0.3"])
    for claimed in ("50.0", "25.0", "106", "16.7 %"):
        assert named(claimed, cells) == named(claimed, [*cells[::-1], *cells])


def test_a_great_many_cells_are_not_searched_and_many_equal_ones_end_early():
    cells = grid(**{f"n{index}": ["95.00"] for index in range(MOST_CELLS)})
    assert 8 == len(named("190.00", cells))
    assert [] == named("190.00", [*cells, *grid(one_more=["1"])])
