"""Claims that another extractor gives: kept where the answer has them, refused with a reason where not."""

import pytest

from claimgauge.claims import Anchored, NotAnchored, Proposed, anchored

ANSWER = "Sales rose 5.2% to $1,234 in  Paris. The \u201cnew\u201d plant employs 300 people. Sales rose 5.2% to $1,234."

KEPT = [
    ((0, 36), "Sales rose 5.2% to $1,234 in Paris.", "Sales rose 5.2% to $1,234 in Paris."),
    ((0, 15), "Sales rose 5.2%.", "Sales rose 5.2%"),
    ((37, 71), 'The "new" plant employs 300 people.', 'The "new" plant employs 300 people'),
    ((0, 15), "Paris sales rose", "Sales rose\n5.2%"),
    ((0, 15), "Sales rose 5.2%", "\uff33ales rose 5.2%"),
]
REFUSED = [
    ("empty", "", "", "Sales rose 5.2%"),
    ("empty", "", "Sales rose", "  "),
    ("quote_not_found", "", "Profit doubled.", "Profit doubled."),
    ("quote_not_found", "", "Sales rose 5", "Sales rose 5"),
    ("quote_not_found", "", "Sales rose 5.2", "Sales rose 5.2"),
    ("quote_not_found", "", "ales rose", "ales rose 5.2%"),
    ("quote_not_found", "", "sales rose", "sales rose 5.2%"),
    ("unknown_number", "7", "Sales rose 7%.", "Sales rose 5.2%"),
    ("unknown_number", "52", "Sales rose 52%.", "Sales rose 5.2%"),
    ("unknown_number", "five", "Sales rose for five years.", "Sales rose 5.2%"),
    ("unknown_name", "Acme", "The plant of Acme employs 300 people.", "plant employs 300 people"),
    ("unknown_name", "Ann", "Ann Lee runs the plant.", "plant employs 300 people"),
]


@pytest.mark.parametrize(("expected", "text", "quote"), KEPT)
def test_kept(expected, text, quote):
    assert (Anchored(text=text, quote=quote, span=expected),) == anchored([Proposed(text=text, quote=quote)], ANSWER)


@pytest.mark.parametrize(("reason", "value", "text", "quote"), REFUSED)
def test_refused(reason, value, text, quote):
    expected = NotAnchored(text=text, quote=quote, reason=reason, value=value)
    assert (expected,) == anchored([Proposed(text=text, quote=quote)], ANSWER)


def test_a_sentence_that_is_not_in_the_answer_is_refused_and_counted():
    invented = Proposed(text="Profit doubled.", quote="Profit doubled.")
    real = Proposed(text="Sales rose 5.2%.", quote="Sales rose 5.2%")
    assert [NotAnchored, Anchored] == [type(each) for each in anchored([invented, real], ANSWER)]


def test_equal_proposals_take_one_place_after_another():
    twice = Proposed(text="Sales rose 5.2%.", quote="Sales rose 5.2%")
    found = anchored([twice, twice, twice], ANSWER)
    assert [(0, 15), (73, 88)] == [each.span for each in found[:2]]
    assert "repeated" == found[2].reason


def test_two_claims_may_have_one_quote():
    quote = "plant employs 300 people"
    found = anchored(
        [Proposed(text="There is a plant.", quote=quote), Proposed(text="300 people", quote=quote)], ANSWER
    )
    assert [(47, 71)] * 2 == [each.span for each in found]


def test_superscripts_are_no_plain_digits():
    assert "quote_not_found" == anchored([Proposed(text="102", quote="102")], "It is 10\u00b2.")[0].reason


def test_composed_and_decomposed_letters_are_the_same():
    (found,) = anchored([Proposed(text="Cafe\u0301", quote="Cafe\u0301")], "The Caf\u00e9 opened.")
    assert (4, 8) == found.span


def test_nothing_proposed_is_nothing_found():
    assert () == anchored([], ANSWER)
