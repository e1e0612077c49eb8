"""The word lists of prose: what ships makes sense, and a person extends it without code."""

import pytest

from claimgauge.claims import ProseTables, claims_from, merged_prose, prose_problems
from claimgauge.readers import read_document
from claimgauge.wiring.prose import load_prose_tables

OWN = b"""
schema = "claimgauge.prose/1"
[kinds]
greetings = ["ahoy"]
[grammar]
verbs = ["frobnicate"]
"""


def own_tables(text):
    return read_document(text, ProseTables, source="own.toml")


def texts(answer, tables):
    return [claim.text for claim in claims_from(answer, tables).claims]


def test_what_ships_has_no_problems():
    assert () == prose_problems(load_prose_tables())


def test_the_tables_are_one_object():
    assert load_prose_tables() is load_prose_tables()


def test_own_words_add_to_those_that_ship():
    answer = "Ahoy to all of you! The plant opened in 1999 and frobnicates steel."
    wider = merged_prose([load_prose_tables(), own_tables(OWN)])
    assert 2 == len(texts(answer, load_prose_tables()))
    assert ["The plant opened in 1999.", "The plant frobnicates steel."] == texts(answer, wider)


def test_without_tables_no_language_is_read():
    answer = "Sales rose and costs fell."
    assert [answer] == texts(answer, merged_prose([]))


@pytest.mark.parametrize(
    ("expected", "text"),
    [
        ("grammar.irregular[0]", b'schema = "claimgauge.prose/1"\n[grammar]\nirregular = ["go went"]'),
        ("kinds.meta[0]", b'schema = "claimgauge.prose/1"\n[kinds]\nmeta = ["Here is"]'),
        ("grammar.verbs[0]", b'schema = "claimgauge.prose/1"\n[grammar]\nverbs = [" "]'),
        ("absence.unable[0]", 'schema = "claimgauge.prose/1"\n[absence]\nunable = ["can\u2019t"]'.encode()),
    ],
)
def test_problems_have_their_place(expected, text):
    assert expected in [each.place for each in prose_problems(own_tables(text))]
