"""How a text reads: counts made by hand, and the two formulas of Flesch."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgauge_bench.measures import (
    FluencyTotals,
    fluency_totals,
    grade,
    lexical_diversity,
    reading_ease,
    sentence_length,
    syllables,
    words_of,
)

COUNTED = {"cat": 1, "table": 2, "people": 2, "allocation": 4, "evidence": 3, "category": 4, "reader": 2, "95": 2}


@pytest.mark.parametrize(("word", "expected"), COUNTED.items())
def test_syllables_that_hyphenation_knows_are_those_that_a_person_counts(word, expected):
    assert expected == syllables(word)


def test_a_number_is_one_word_and_each_of_its_digits_a_syllable():
    assert ["the", "fee", "is", "1,094.50"] == words_of("The fee is $1,094.50.")
    assert 6 == syllables("1,094.50")


def test_the_six_words_of_the_cat_score_as_they_do_by_hand():
    totals = fluency_totals(["The cat sat on the mat."])
    assert FluencyTotals(texts=1, sentences=1, words=6, syllables=6, diversity=5 / 6) == totals
    assert pytest.approx(116.145) == reading_ease(totals)  # 206.835 - 1.015 * 6 - 84.6
    assert pytest.approx(-1.45) == grade(totals)  # 0.39 * 6 + 11.8 - 15.59
    assert 6 == sentence_length(totals)
    assert 5 / 6 == lexical_diversity(totals)


def test_two_sentences_with_longer_words_score_as_they_do_by_hand():
    totals = fluency_totals(["The reader sees evidence. Evidence is in a table."])
    assert (2, 9, 15) == (totals.sentences, totals.words, totals.syllables)  # 1+2+1+3 and 3+1+1+1+2
    assert pytest.approx(206.835 - 1.015 * 9 / 2 - 84.6 * 15 / 9) == reading_ease(totals)
    assert pytest.approx(0.39 * 9 / 2 + 11.8 * 15 / 9 - 15.59) == grade(totals)


def test_claims_of_one_narration_are_one_text():
    together = fluency_totals(["The cat sat.", "The cat ran."])
    assert (1, 2, 6, 4 / 6) == (together.texts, together.sentences, together.words, together.diversity)


@pytest.mark.parametrize("claims", [[], [""], ["…", "-- !"]])
def test_a_text_without_a_word_has_no_measure_and_is_never_0(claims):
    totals = fluency_totals(claims)
    assert FluencyTotals() == totals
    assert [None] * 4 == [each(totals) for each in (grade, reading_ease, sentence_length, lexical_diversity)]


@given(st.lists(st.text(max_size=60), max_size=4))
def test_every_text_has_numbers_or_none_at_all(claims):
    totals = fluency_totals(claims)
    found = [each(totals) for each in (grade, reading_ease, sentence_length, lexical_diversity)]
    assert (totals.words == 0) == all(each is None for each in found)
    assert totals.words <= totals.syllables
    assert 0 <= totals.diversity <= 1
