"""Blocks of Markdown as language models write it."""

import pytest

from claimgauge.claims.blocks import blocks_of

BLOCKS = [
    ([("prose", "Sales rose.")], "Sales rose."),
    ([("heading", "Sales")], "## Sales"),
    ([("heading", "Sales"), ("mark",)], "Sales\n====="),
    ([("title", "**Sales**"), ("prose", "They rose.")], "**Sales**\nThey rose."),
    ([("item", "one"), ("item", "two")], "- one\n- two"),
    ([("item", "one"), ("item", "two")], "* one\n+ two"),
    ([("item", "one"), ("item", "two")], "1. one\n2) two"),
    ([("item", "one"), ("item", "two")], "a) one\n(b) two"),
    ([("item", "One"), ("item", "Two")], "1.One\n2.Two"),
    ([("item", "done")], "- [x] done"),
    ([("item", "one", "more")], "- one\n  more"),
    ([("item", "一つ"), ("item", "二つ")], "・一つ\n1、二つ"),
    ([("prose", "-5 is cold")], "-5 is cold"),
    ([("prose", "A. Smith left.")], "A. Smith left."),
    ([("code",)], "```py\nx = 1\n```"),
    ([("code",)], "~~~\n# no heading\n~~~"),
    ([("code",), ("prose", "x = 1")], "```py\nx = 1"),
    ([("prose", "```The fee is $95")], "```The fee is $95"),
    ([("mark",)], "---"),
    ([("prose", "one", "two")], "> one\n> two"),
    ([("item", "one"), ("prose", "two")], "- one\n> two"),
    ([("note",)], "[^1]: A note."),
    ([("note",), ("prose", "text")], "[1]: https://a.example\ntext"),
    ([("title", "Sources:"), ("note",), ("note",)], "Sources:\n[1] Smith\n[2] Lee"),
    ([("prose", "[1] Smith says so.")], "[1] Smith says so."),
    ([("header", "A", "B"), ("mark",), ("row", "1", "2")], "| A | B |\n|---|:-:|\n| 1 | 2 |"),
    ([("header", "A", "B"), ("mark",), ("row", "1")], "A | B\n--|--\n1 |"),
    ([("row", "1", "2")], "| 1 | 2 |"),
    ([("prose", "a | b")], "a | b"),
    ([("prose", "Revenue: 5"), ("prose", "Costs: 3")], "Revenue: 5\nCosts: 3"),
    ([("prose", "Revenue is", "five")], "Revenue is\nfive"),
    (
        [("prose", "The revenue of the firm rose in the year to", "December by five percent.")],
        "The revenue of the firm rose in the year to\nDecember by five percent.",
    ),
    ([("prose", "one"), ("prose", "two")], "one\n\ntwo"),
    ([("prose", "one"), ("prose", "two")], "one\r\n\r\ntwo"),
    ([], "\n \n"),
]


@pytest.mark.parametrize(("expected", "answer"), BLOCKS)
def test_blocks(expected, answer):
    found = blocks_of(answer)
    assert expected == [(each.kind, *(answer[start:end] for start, end in each.lines)) for each in found]


def test_a_row_knows_the_names_above_it():
    answer = "| A | B |\n|---|---|\n| 1 | 2 |"
    row = blocks_of(answer)[-1]
    assert ["A", "B"] == [answer[start:end] for start, end in row.header]


def test_a_fence_that_is_never_closed_hides_nothing():
    answer = "```\nThe fee is $95.\n\nThe credit is $12."
    assert ["code", "prose", "prose"] == [each.kind for each in blocks_of(answer)]


def test_items_further_in_say_so():
    assert [0, 2, 0] == [each.indent for each in blocks_of("- a\n  - b\n- c")]
