"""What of a line is wording, and where each piece of it stands."""

import pytest

from claimgauge.claims.marks import joined, wording_of

WORDINGS = [
    ("Sales rose.", "Sales rose."),
    ("Sales rose.", "**Sales** rose."),
    ("Sales rose.", "*Sales* __rose__."),
    ("Sales rose.", "***Sales*** rose[1]."),
    ("Sales rose.", "Sales rose [1]."),
    ("Sales rose.", "Sales rose [1, 2][3]."),
    ("Sales rose.", "Sales rose [2\u20134]."),
    ("Sales rose.", "Sales rose[^note]."),
    ("Sales rose.", "Sales rose [Source 2]."),
    ("Sales rose.", "Sales rose [h1, fee-2]."),
    ("Sales rose [sic].", "Sales rose [sic]."),
    ("Sales rose.", "Sales rose \u30103\u2020page\u3011."),
    ("Sales rose.", "Sales rose (Smith 2020)."),
    ("Sales rose.", "Sales rose (Smith and Lee, 2020)."),
    ("Sales rose.", "Sales rose (Smith et al., 2020; Wu 2019a, p. 3)."),
    ("Sales rose.", "Sales rose (see Smith & Lee, 2020)."),
    ("Sales rose (May 2020).", "Sales rose (May 2020)."),
    ("Sales rose (Q3 2020).", "Sales rose (Q3 2020)."),
    ("Sales rose (2020).", "Sales rose (2020)."),
    ("See the page.", "See [the page](https://a.example/b_(c))."),
    ("See 1.", "See [1](https://a.example)."),
    ("Run make now.", "Run `make` now."),
    ("It is gone.", "It is ~~gone~~."),
    ("5 * 3 is 15 * 1.", "5 * 3 is 15 * 1."),
    ("snake_case and _half", "snake_case and _half"),
    ("p < 0.05*", "p < 0.05*"),
    ("a b c", "a  b\t c"),
    ("[a list]", "[a list]"),
    ("Ada, the first", "**Ada**, the first"),
    ("boldly", "**bold**ly"),
    ("売上は5", "**売上**は5"),
]


@pytest.mark.parametrize(("expected", "line"), WORDINGS)
def test_wording(expected, line):
    found = wording_of(line, [(0, len(line))])
    assert expected == found.text
    assert expected == joined(line, found.pieces(0, len(found.text)))


def test_pieces_are_stretches_of_the_answer():
    line = "**Sales**  rose [1] by 5%."
    found = wording_of(line, [(0, len(line))])
    assert ["Sales", "rose", "by 5%."] == [line[start:end] for start, end in found.pieces(0, len(found.text))]


def test_lines_become_one_text():
    answer = "> Sales\n> rose."
    found = wording_of(answer, [(2, 7), (10, 15)])
    assert "Sales rose." == found.text
    assert ((2, 7), (10, 15)) == found.pieces(0, len(found.text))


def test_citations_are_told_from_other_marks():
    line = "**Sales** rose [1]."
    kinds = [each.kind for each in wording_of(line, [(0, len(line))]).marks]
    assert ["mark", "mark", "citation"] == kinds
