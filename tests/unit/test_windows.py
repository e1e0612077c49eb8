"""Which part of a long text is read beside a claim."""

import pytest

from claimgauge.evidence import windows

FILLER = " ".join(f"Sentence {number} speaks of other things entirely." for number in range(40))
FACT = "The bridge at Remagen opened in 1918."


def test_a_premise_that_fits_is_read_as_it_is():
    premise = "Two  lines,\nand odd   space."
    assert premise == windows.window("Two lines.", premise)


def test_a_premise_is_cut_only_where_the_pair_does_not_fit():
    room = windows.PAIR - windows.tokens("one")
    assert " ".join(["word"] * room) == windows.window("one", " ".join(["word"] * room))
    assert " ".join(["word"] * windows.PIECE * 3) == windows.window("one", " ".join(["word"] * (room + 1)))


@pytest.mark.parametrize("before", [FILLER, ""], ids=["middle", "front"])
def test_the_sentence_that_shares_the_words_is_read_wherever_it_stands(before):
    premise = f"{before} {FACT} {FILLER}"
    assert FACT in windows.window("Remagen's bridge opened in 1920.", premise)


def test_pieces_keep_their_order_in_the_premise():
    second = "Its towers were built of basalt."
    found = windows.window("Basalt towers; a bridge at Remagen, opened 1918.", f"{FILLER} {FACT} {FILLER} {second}")
    assert found.index(FACT) < found.index(second)


def test_every_word_of_the_hypothesis_is_looked_for_before_one_is_found_twice():
    often = " ".join(["The bridge at Remagen is a bridge."] * 20)
    assert "in 1918" in windows.window("The bridge at Remagen opened in 1918.", f"{often} It opened in 1918.")


def test_what_is_left_of_the_room_goes_to_the_neighbours():
    found = windows.window("Remagen 1918", f"{FILLER} Before it came a ferry. {FACT} After it came a war. {FILLER}")
    assert "Before it came a ferry. The bridge at Remagen opened in 1918. After it came a war." in found


def test_the_heading_of_a_table_is_always_read():
    rows = " ".join(f"row {number}: town {number} | {number * 7}." for number in range(1, 60))
    found = windows.window("town 44 has 308", f"towns. columns: name | people. {rows}")
    assert found.startswith("towns. columns: name | people. ")
    assert "row 44: town 44 | 308." in found


@pytest.mark.parametrize("premise", ["", " ", "x" * 5000, "\n" * 900, "۱۲۳ " * 400, "a;b;" * 500])
def test_any_text_has_a_window(premise):
    assert isinstance(windows.window("a", premise), str)


@pytest.mark.parametrize("times", [1, 30])
def test_the_window_fits_beside_a_hypothesis_of_any_length(times):
    hypothesis = "A bridge opened. " * times
    room = max(windows.PAIR - windows.tokens(hypothesis), windows.LEAST)
    assert 0 < windows.tokens(windows.window(hypothesis, f"{FILLER} {FACT} {FILLER}")) <= room


def test_a_window_of_its_own_window_is_the_same():
    found = windows.window("Remagen 1918", f"{FILLER} {FACT}")
    assert found == windows.window("Remagen 1918", found)
