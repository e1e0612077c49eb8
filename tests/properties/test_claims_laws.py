"""What holds for every answer: spans, pieces, nothing lost, the same again, and time that grows with the length."""

import re
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from claimgauge.claims import Anchored, Proposed, anchored, claims_from
from claimgauge.claims.marks import joined
from claimgauge.claims.sentences import MOST, sentences_of
from claimgauge.wiring.prose import load_prose_tables

TABLES = load_prose_tables()
PIECES = [
    "Sales", "rose", "fell", "5%", "$1,234.56", "and", "but", ", ", ". ", ".", "! ", "? ", "; ", ": ", "\n",
    "\n\n", "  ", "- ", "* ", "1. ", "a) ", "# ", "> ", "| ", " |\n", "|---|---|\n", "```", "```\n", "**", "*",
    "_", "`", "~~", "[1]", "[2, 3]", "[^a]", "[^a]: ", "[text](https://a.example)", "(Smith 2020)",
    "(May 2020)", "Acme", "Acme Corp", "Ada Lovelace", "Ann, Bob and Cy", "are members", "joined", "it", "It ",
    "They ", "He ", "This company ", "which", ", which ", ", who ", "the first", "was born in", "was founded",
    "opened in 1999", "employs 300 people", "The fee is ", "may", "not", "I could not find ", "in the source",
    "The source gives no ", "if", "said that", "neither", "between", "\u201c", "\u201d", '"', "'", "(", ")",
    "。", "売上は", "「", "」", "\uff01", "\u3000", "\u200b", "é", "\U0001f642", "\r\n", "\t", "\u2028", "\x0b",
    "\x00", "…", "...",
]  # fmt: skip
crafted = st.lists(st.sampled_from(PIECES), max_size=25).map(" ".join) | st.lists(
    st.sampled_from(PIECES), max_size=25
).map("".join)
answers = st.one_of(st.text(max_size=80), crafted)
ADDRESS = re.compile(r"\]\(\S*\)")
MARK = re.compile(r"[\W_]*(?:[0-9]{1,3}|[a-zA-Z]|[ivx]{2,4})?[\W_]*(?:[xX]\][\W_]*)?")


def lower_first(text):
    return text[:1].lower() + text[1:]


@given(answers)
@example("**Sales** rose [1] .")
@example("- **a** [x](y) z.")
def test_no_text_raises_and_the_same_text_is_read_the_same(answer):
    assert claims_from(answer, TABLES) == claims_from(answer, TABLES)


@given(answers)
def test_every_span_lies_in_the_answer_and_claims_stand_in_order(answer):
    found = claims_from(answer, TABLES)
    for each in (*found.claims, *found.left_out):
        assert 0 <= each.span[0] < each.span[1] <= len(answer)
    assert [claim.span for claim in found.claims] == sorted(claim.span for claim in found.claims)
    for claim in found.claims:
        assert all(0 <= start < end <= len(answer) for start, end in claim.pieces)
        assert claim.context is None or 0 <= claim.context[0] < claim.context[1] <= len(answer)


@given(answers)
def test_what_goes_in_comes_out(answer):
    found = claims_from(answer, TABLES)
    covered = {place for each in (*found.claims, *found.left_out) for place in range(*each.span)}
    assert [] == [place for place, each in enumerate(answer) if not each.isspace() and place not in covered]


@given(answers)
def test_a_mark_is_no_wording(answer):
    for each in claims_from(answer, TABLES).left_out:
        if each.kind == "mark":
            assert MARK.fullmatch(ADDRESS.sub("", answer[slice(*each.span)]))


@given(answers)
def test_the_pieces_make_the_text(answer):
    for claim in claims_from(answer, TABLES).claims:
        spaced = " ".join(answer[start:end] for start, end in claim.pieces)
        made = spaced if claim.form == "row" else joined(answer, claim.pieces)
        assert lower_first(claim.text) in (lower_first(made), lower_first(made) + ".")


@given(answers)
def test_a_claim_says_something(answer):
    for claim in claims_from(answer, TABLES).claims:
        assert any(map(str.isalnum, claim.text))
        assert claim.text == claim.text.strip()


@given(answers)
def test_a_duplicate_points_to_an_earlier_claim(answer):
    claims = claims_from(answer, TABLES).claims
    for number, claim in enumerate(claims):
        assert claim.duplicate_of is None or claim.duplicate_of < number
        assert claim.duplicate_of is None or claims[claim.duplicate_of].duplicate_of is None


SENTENCES = st.sampled_from(
    [
        "Sales rose 5% and costs fell 3%.",
        "Acme opened in 1999 and employs 300 people.",
        "Acme Corp, which was founded in 1999, employs 300 people.",
        "France, Spain and Italy are members of the union.",
        "Ann Lee joined in 2010 and left in 2015.",
        "The plant was built in 1999 and acquired by Acme.",
        "In 1990, the plant opened and the mine closed.",
        "The source gives no fee.",
        "The fee may be $95.",
        "He met Ann Lee, who won two prizes.",
        "It is red.",
        "Version 1.2 uses 3.5 GB.",
        "He said that sales rose and costs fell.",
    ]
)


@given(st.lists(SENTENCES, min_size=1, max_size=5).map(" ".join))
def test_a_claim_read_again_is_itself(answer):
    for claim in claims_from(answer, TABLES).claims:
        assert [claim.text] == [again.text for again in claims_from(claim.text, TABLES).claims]


@given(st.lists(SENTENCES, min_size=1, max_size=4))
def test_paragraphs_are_read_each_on_its_own(paragraphs):
    apart = [claim.text for each in paragraphs for claim in claims_from(each, TABLES).claims]
    assert apart == [claim.text for claim in claims_from("\n\n".join(paragraphs), TABLES).claims]


@given(answers)
def test_sentences_cover_the_text_once(text):
    places = [place for each in sentences_of(text) for place in range(each.start, each.end)]
    assert places == sorted(set(places))
    assert all(each.isspace() for place, each in enumerate(text) if place not in set(places))
    assert all(each.end - each.start <= MOST for each in sentences_of(text))


@given(answers)
def test_what_is_read_is_anchored(answer):
    proposed = [
        Proposed(text=answer[slice(*claim.span)], quote=answer[slice(*claim.span)])
        for claim in claims_from(answer, TABLES).claims
    ]
    for each in anchored(proposed, answer):
        assert isinstance(each, Anchored) or each.reason in ("quote_not_found", "repeated", "empty")


@given(answers, st.lists(st.tuples(st.text(max_size=20), st.text(max_size=20)), max_size=4))
def test_as_many_come_out_as_went_in(answer, pairs):
    proposed = [Proposed(text=text, quote=quote) for text, quote in pairs]
    found = anchored(proposed, answer)
    assert [(each.text, each.quote) for each in proposed] == [(each.text, each.quote) for each in found]
    assert all(each.span[1] <= len(answer) for each in found if isinstance(each, Anchored))


ADVERSE = [
    "(", "[", '"a ', ". ", "a.", "\u201c", "*a", "**a ", "_a ", "`", "|", "|a", "- a\n", "> ", "```\n", "~~~~\n~~~\n",
    "a, which is ", "and ", "A, B and C are ", "Sales rose and costs fell ", "(Smith and ", "(Smith 2020; ", "[1",
    "[1,", "](", "\u3010", "it is ", "a\n", "I could not find ", "the source does not mention ", "1. ", "a; b ",
    "a\n---\n", "|-\n", "[^a]:\n", "\u3002",
]  # fmt: skip


@pytest.mark.parametrize("seed", ADVERSE)
def test_the_time_grows_with_the_length(seed):
    answer = (seed * 50_000)[:50_000]
    started = time.monotonic()
    claims_from(answer, TABLES)
    assert time.monotonic() - started < 30
