"""What needs no model: numbers, denial, quotes, absence, and which passages are shown."""

import pytest

from claimgauge.evidence import EvidenceNode, shown_to, together
from claimgauge.labellers.entailment.absence import stated_after_all
from claimgauge.labellers.entailment.directions import turned_by
from claimgauge.labellers.entailment.numbers import check_numbers
from claimgauge.labellers.entailment.polarity import denied_by
from claimgauge.labellers.entailment.verbatim import quoted_from
from claimgauge.wiring.quantities import load_quantity_tables

TABLES = load_quantity_tables()


def node(text, name="a"):
    return EvidenceNode(evidence_id=name, type="PASSAGE", content=text)


def checked(claim, *texts):
    return check_numbers(claim, [((f"e{place}",), text) for place, text in enumerate(texts)], TABLES, locale="en")


@pytest.mark.parametrize(
    ("missing", "different", "claim", "text"),
    [
        ((), None, "Costs rose 7%.", "Sales rose 5%. Costs rose 7%."),
        ((), ("5%", "7%"), "Costs rose 5%.", "Sales rose 5%. Costs rose 7%."),
        (("9%",), ("9%", "7%"), "Costs rose 9%.", "Sales rose 5%. Costs rose 7%."),
        (("9%",), None, "Costs rose 9%.", "Costs rose 7 million."),
        ((), None, "The fee is 2,400 dollars.", "The fee is $2400.00."),
        ((), None, "Revenue was USD 890 million.", "Revenue was $890M."),
        (
            ("1989",),
            None,
            "Arsenal won the league title in 1989.",
            "Arsenal last won the Premier League title in 2004.",
        ),
        ((), None, "No number at all.", "The fee is $95."),
        (
            ("December 22, 1914",),
            None,
            "The corps fought on December 22, 1914.",
            "The corps was formed on 26 August 1914 and fought until 22 November 1918.",
        ),
        ((), None, "The corps fought on December 22, 1914.", "The corps fought on 22 December 1914."),
        ((), None, "The corps fought in December 1914.", "The corps fought all through December 1914."),
        (("95 %",), None, "The share is 95 %.", "The share of the bank is held by its staff."),
    ],
)
def test_numbers_are_borne_out_missing_or_different(missing, different, claim, text):
    found = checked(claim, text)
    assert missing == found.missing
    assert different == (found.different and (found.different.claimed, found.different.held))


def test_another_passage_that_has_the_number_bears_it_out():
    assert checked("Costs rose 7%.", "Costs rose 5%.", "Costs rose 7%.").different is None


@pytest.mark.parametrize(
    ("expected", "claim", "text"),
    [
        (("e",), "The fee is not refundable.", "The fee is refundable."),
        (("e",), "The fee is refundable.", "The fee is not refundable."),
        (("e",), "The report was not saved.", "The report was saved at noon."),
        ((), "The fee is refundable.", "The fee is refundable."),
        ((), "The fee is not refundable.", "The fee is not refundable."),
        ((), "The fee is not only refundable but small.", "The fee is refundable but small."),
        ((), "The fee is refundable.", "The fee is not charged to members who, like staff, find it refundable."),
        ((), "No, the fee is refundable.", "The fee is refundable."),
        ((), "No records of the dog are known.", "No records of the dog are known today."),
        ((), "It is not.", "It is."),
    ],
)
def test_a_plain_denial_contradicts(expected, claim, text):
    assert expected == denied_by(claim, [(("e",), text)])


@pytest.mark.parametrize(
    ("expected", "claim", "text"),
    [
        (("e",), "Costs rose 7% in 2024.", "Costs fell 7% in 2024."),
        (("e",), "Costs fell 7% in 2024.", "Sales rose 5%. Costs rose 7% in 2024."),
        (("e",), "Revenue increased last year.", "Revenue declined last year."),
        (("e",), "Output was higher than planned.", "Output was lower than planned."),
        ((), "Costs rose 7% in 2024.", "Costs rose 7% in 2024."),
        ((), "Costs rose 7% in 2024.", "Costs did not fall 7% in 2024."),
        ((), "Costs rose 7% in 2024.", "Sales fell 7% in 2024."),
        ((), "Costs rose 7%.", "Costs fell 7% before they rose 9%."),
        ((), "Costs rose 7%.", "Costs fell in 1990 by the 7% that the old board had always been afraid of."),
        ((), "Costs rose.", "Costs fell."),  # too little to be sure that it is about the same
        ((), "Costs were unchanged at 7%.", "Costs fell 7%."),
    ],
)
def test_an_opposite_direction_contradicts(expected, claim, text):
    assert expected == turned_by(claim, [(("e",), text)], TABLES)


@pytest.mark.parametrize(
    ("expected", "claim", "text"),
    [
        (("a",), "The fee is $95.", "We ask a fee once.\nThe fee is $95. It is due in May."),
        (("a",), "the  fee is \u201c95\u201d dollars", 'The fee is "95" dollars.'),
        ((), "The fee is $95.", "It is false that the fee is $95."),
        ((), "The fee is $95", "The fee is $950."),
        ((), "The fee is $95", "The fee is $95 for members."),
        ((), "...", "The fee is $95."),
        (("a",), "item", "List:\n- item\n- other"),
    ],
)
def test_a_quote_is_a_sentence_of_the_evidence(expected, claim, text):
    assert expected == quoted_from(claim, [node(text)])


@pytest.mark.parametrize(
    ("expected", "claim"),
    [
        (("a",), "The document does not mention the annual fee."),
        ((), "The document does not mention the cancellation period."),
        ((), "The document does not say."),
    ],
)
def test_a_claim_of_absence_is_held_against_what_is_there(expected, claim):
    assert expected == stated_after_all(claim, [node("The annual fee is $95.")])


def test_a_passage_that_shares_nothing_is_not_shown():
    shown = shown_to("The annual fee is $95.", [node("The annual fee is $95.", "b"), node("Cats sleep.", "c")])
    assert [("b",)] == [each.evidence_ids for each in shown]


def test_passages_are_read_together_where_each_adds_something():
    claim = "Ada was born in London and died in Marylebone."
    shown = shown_to(claim, [node("Ada was born in London.", "x"), node("Ada died in Marylebone.", "y")])
    joint = together(claim, shown)
    assert joint is not None
    assert ("x", "y") == joint.evidence_ids
    assert "Ada was born in London.\nAda died in Marylebone." == joint.text


def test_one_passage_that_holds_all_is_not_joined_with_others():
    claim = "Ada was born in London."
    assert together(claim, shown_to(claim, [node("Ada was born in London."), node("London is large.", "b")])) is None
