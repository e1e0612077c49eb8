"""The parts the records labeller is made of: tokens, sentences, phrases and formulas."""

import pytest

from claimgauge.claims.sentences import MOST, sentences_of
from claimgauge.labellers.records.formulas import Count, Difference, Rank, Sum, formula_of
from claimgauge.labellers.records.tokens import tokens_of, without_inner_hyphens, words_of


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (("11", "of", "21"), "11-of-21"),
        (("11", "of", "21"), "11 - of - 21"),
        (("113", "-", "107"), "113 - 107"),
        (("113", "-", "107"), "113–107"),
        (("#", "-", "_", "fg"), "# - _ FG"),
        (("double", "double"), "double - double"),
        (("d'angelo", "'s"), "D'Angelo's"),
        (("d'angelo",), "D\u2019Angelo"),
        (("jj", "barea"), "J.J. Barea"),
        (("nikola", "jokic"), "Nikola Jokić"),
        (("76ers",), "76ers"),
        (("1,234.5",), "1,234.5"),
        ((), "  "),
    ],
)
def test_tokens(expected, text):
    assert expected == words_of(text)


def test_a_token_stands_where_it_was_written():
    text = "Isaiah's 38-point night"
    assert ["Isaiah", "'s", "38", "point", "night"] == [text[each.start : each.end] for each in tokens_of(text)]


def test_hyphens_inside_become_spaces_and_nothing_moves():
    assert "11 of 21 and 3-4" == without_inner_hyphens("11-of-21 and 3-4")


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        (["The rate is 0.002.", "Version 1.2 uses 3.5 GB."], "The rate is 0.002. Version 1.2 uses 3.5 GB."),
        (["Larry Nance Jr. had ten.", "He left."], "Larry Nance Jr. had ten. He left."),
        (["The U.S. team won.", "It rained!"], "The U.S. team won. It rained!"),
        (["One .", "Two ."], "One . Two ."),
        (['He said "no."', "Then he left."], 'He said "no." Then he left.'),
        (["first part", "second part"], "first part\n\nsecond part"),
        (["approx. 5 percent"], "approx. 5 percent"),
        (["no end"], " no end "),
        ([], ""),
    ],
)
def test_sentences(expected, text):
    assert expected == [text[each.start : each.end] for each in sentences_of(text)]


def test_what_goes_on_for_long_is_cut_between_words():
    text = "twelve points " * 200
    found = sentences_of(text)
    assert all(each.end - each.start <= MOST for each in found)
    assert text.split() == [word for each in found for word in text[each.start : each.end].split()]


@pytest.mark.parametrize(
    ("expected", "name"),
    [
        (Sum(("Q1", "Q2")), "sum of Q1 and Q2"),
        (Difference("PTS"), "difference of PTS"),
        (Rank("PTS", "TEAM"), "rank of PTS by TEAM"),
        (Count("PTS", 10), "count of PTS from 10"),
        (None, "PTS"),
        (None, "summary"),
    ],
)
def test_formulas(expected, name):
    assert expected == formula_of(name)
