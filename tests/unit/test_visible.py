"""Nothing untrusted steers a terminal or hides from the eye."""

import pytest

from claimgauge.cli.visible import short_id, visible


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain text", "plain text"),
        ("売上 1,967 – café", "売上 1,967 – café"),
        ("\x1b[31mred\x1b[0m", r"\x1b[31mred\x1b[0m"),
        ("abc\u202egnp.exe", r"abc\u202egnp.exe"),
        ("zero\u200bwidth", r"zero\u200bwidth"),
        ("two\nlines\ttab", r"two\nlines\ttab"),
        ("\ud800", r"\ud800"),
        ("nul\x00", r"nul\x00"),
        ("line\u2028separator", r"line\u2028separator"),
        ("[bold]not markup[/bold]", "[bold]not markup[/bold]"),
    ],
)
def test_what_is_hidden_is_written_out(text, shown):
    assert shown == visible(text)


def test_a_megabyte_of_one_word_is_cut():
    assert "a" * 9 + "…" == visible("a" * 1_000_000, 10)


def test_a_long_id_is_known_by_its_beginning_and_its_end():
    assert "72094cb0e48f…1d70de" == short_id("72094cb0e48f2fc847d9edff007c410135c886182b568875b5b9bf627c1d70de")
