"""Kinds of attack on preset strict, each in its smallest form; one that gets through is marked, with the hole."""

import pytest

from claimgauge.claims import Claim, Derived, Operand
from claimgauge.contract import Contract
from claimgauge.evidence import EvidenceNode
from claimgauge.readers import read_document
from claimgauge.wiring import load_verifier

CONTRACT = """
schema = "claimgauge.contract/1"
id = "shop"
version = "1"
title = "Shops"
locale = "en-US"

[claim_types.FACT]

[entities]
from = ["shop"]
[numbers]
from = ["fee", "credit", "change", "visits", "staff", "dose", "volume", "score"]

[fields]
fee = { kind = "money", unit = "USD", words = ["fee"] }
credit = { kind = "money", unit = "USD", words = ["credit"] }
change = { kind = "money", unit = "USD", signed = true }
visits = { kind = "count" }
staff = { kind = "count" }
dose = { kind = "quantity" }
volume = { kind = "quantity" }
score = { kind = "count", unit = "point" }
"""
NODES = (
    EvidenceNode(
        evidence_id="n",
        type="ROW",
        fields={
            "shop": "north-shop",
            "fee": "95.00",
            "credit": "40.00",
            "change": "19.00",
            "visits": "1200",
            "staff": "17",
            "dose": "5 \u00b5g",
            "volume": "5 l",
            "score": "545",
        },
    ),
    EvidenceNode(evidence_id="s", type="ROW", fields={"shop": "south-shop", "fee": "120.00", "visits": "880"}),
    EvidenceNode(evidence_id="u", type="ROW", fields={"shop": "Umber & Sons", "fee": "77.00"}),
)
GRAPH = load_verifier(read_document(CONTRACT.encode(), Contract, source="shop")).compile(NODES)
FEE, BOTH = ("fee=95.00",), ("fee=95.00", "fee=120.00")


def hole(reason):
    return pytest.mark.xfail(strict=True, reason=reason)


def codes(text, *, numbers=FEE, cited=("n",), entities=("north-shop",), derived=()):
    claim = Claim(
        claim_id="c",
        claim_type="FACT",
        text=text,
        cited_evidence_ids=cited,
        cited_entities=entities,
        cited_numbers=numbers,
        derived=derived,
    )
    (verdict,) = GRAPH.check([claim])
    return [finding.code for finding in verdict.findings]


def derived(value, operation, *operands):
    parts = tuple(
        each if isinstance(each, Operand) else Operand(evidence_id=each.partition(".")[0], field=each.partition(".")[2])
        for each in operands
    )
    return (Derived(value=value, operation=operation, operands=parts),)


# numbers in disguise


@pytest.mark.parametrize("said", ["v{}", "#{}", "No. {}", "level {}", "[{}]", "usd{}", "fee_{}", "{}bucks", "{}^2"])
def test_a_number_in_the_shape_of_something_else_is_undeclared(said):
    assert [] != codes(f"The fee is {said.format(9000)}.")


@pytest.mark.parametrize("said", ["⁹⁰⁰⁰", "₉₀₀₀", "⑨⓪⓪⓪", "Ⅸ", "९०००", "9OOO", "$9ООО", "\u202e0009\u202c", "95\u0336"])
def test_a_number_in_other_characters_is_undeclared(said):
    assert [] != codes(f"The fee is {said}.")


@hole("a multiplier before a unit, and a multiple alone, are no mentions; so thousand dollars and double say no number")
@pytest.mark.parametrize("said", ["thousand dollars", "million dollars", "double", "triple", "a hundredfold"])
def test_a_multiplier_alone_is_a_number(said):
    assert [] != codes(f"The fee is {said}.")


@hole("number words that are glued, or joined by what cannot be seen, are one unknown word")
@pytest.mark.parametrize("said", ["nine\u200bthousand", "ninethousand", "nine\u2060hundred"])
def test_number_words_without_a_space_are_a_number(said):
    assert [] != codes(f"The fee is {said} dollars.")


@hole("an idiom is let pass wherever it stands, also as the value")
@pytest.mark.parametrize("said", ["401k", "24/7", "50/50"])
def test_an_idiom_that_stands_for_a_value_is_a_number(said):
    assert [] != codes(f"The fee is {said}.")


def test_an_idiom_that_stands_for_nothing_is_none():
    assert [] == codes("We take the fee of $95.00 in a shop that is open 24/7.")


@hole("behind a currency a word such as dozen is no unit and no magnitude, and is passed over")
@pytest.mark.parametrize("said", ["$95.00 dozen", "95.00 dollars squared"])
def test_a_word_that_scales_money_is_read(said):
    assert [] != codes(f"The fee is {said}.")


@hole("small numbers in brackets are citations, however many follow each other")
def test_a_row_of_small_citations_is_a_number():
    assert [] != codes("The fee is [9][0][0][0].")


@pytest.mark.parametrize("written", ["fee=\u202e95.00", "fee=95.00\u0336"])
def test_a_cited_number_with_marks_that_change_its_look_is_not_bound(written):
    assert [] != codes("It has a fee.", numbers=(written,))


@pytest.mark.parametrize("said", ["No. 40", "level 17", "#40", "version 1200"])
def test_a_label_is_not_borne_out_by_a_value_of_another_field(said):
    assert [] != codes(f"The fee is {said}.")


@pytest.mark.parametrize("written", ["less than 95", "over 95.00", "<95", ">95"])
def test_a_cited_bound_that_is_false_of_its_cell_is_not_bound(written):
    assert [] != codes("It has a fee.", numbers=(f"fee={written}",))


@pytest.mark.parametrize("written", ["not 95", "95 per day", "95 quid", "95 or nothing"])
def test_a_cited_number_that_says_something_false_of_its_cell_is_not_bound(written):
    assert [] != codes("It has a fee.", numbers=(f"fee={written}",))


@pytest.mark.parametrize("unit", ["quid", "bucks", "lire", "pesos", "kroner", "crowns", "BTC", "dimes"])
def test_another_currency_is_another_amount(unit):
    assert [] != codes(f"The fee is 95.00 {unit}.")


@hole("the tables lack the currency, so that the number in front counts as bare")
@pytest.mark.parametrize("unit", ["won", "rand", "tenge", "sats"])
def test_a_currency_that_no_table_has_is_another_amount(unit):
    assert [] != codes(f"The fee is 95.00 {unit}.")


@hole("one before a noun, and no before one, are no numbers")
@pytest.mark.parametrize("said", ["one visit", "a single visit", "no visits"])
def test_one_and_none_of_a_declared_count_are_numbers(said):
    assert [] != codes(f"It had {said}.", numbers=("visits=1200",))


# names


@pytest.mark.parametrize("said", ["South-Shop", "SOUTH SHOP", "south\u2011shop", "south\u2013shop", "s\u200bouth-shop"])
def test_a_name_in_another_form_is_found(said):
    assert "undeclared_entity" in codes(f"The fee of {said} is $95.00.")


@pytest.mark.parametrize("said", ["ｓｏｕｔｈ\uff0dｓｈｏｐ", "south\ufe63shop", "Ｕｍｂｅｒ ＆ Ｓｏｎｓ"])
def test_a_name_with_a_full_width_joiner_is_found(said):
    assert "undeclared_entity" in codes(f"The fee of {said} is $95.00.")


@hole("a word with a combining mark or with small capitals is another word")
@pytest.mark.parametrize("said", ["so\u0323uth-shop", "s\u0335outh-shop", "south-s\u029cop", "ⓢⓞⓤⓣⓗ-shop"])
def test_a_name_in_letters_that_look_alike_is_not_let_pass(said):
    assert [] != codes(f"The fee of {said} is $95.00.")


def test_a_number_stands_beside_the_name_that_it_is_of():
    text = "The fee of north-shop is $120.00. The fee of south-shop is $95.00."
    assert [] != codes(text, numbers=BOTH, cited=("n", "s"), entities=("north-shop", "south-shop"))


@hole("a clause that names nobody is held to nobody")
@pytest.mark.parametrize(
    "text",
    ["This is about north-shop. Its fee is $120.00.", "north-shop — a fee of $120.00.", "north-shop\nFee $120.00"],
)
def test_a_clause_without_a_name_goes_with_the_name_before(text):
    assert [] != codes(text, numbers=BOTH, cited=("n", "s"), entities=("north-shop", "south-shop"))


# what is said of numbers


def test_a_number_is_not_said_of_another_field():
    assert [] != codes("The fee is $40.00.", numbers=("credit=40.00",))


@pytest.mark.parametrize("number", ["credit=40.00", "40.00"])
def test_a_number_is_not_said_of_another_field_of_somebody(number):
    assert [] != codes("The fee of north-shop is $40.00.", numbers=(number,))


@hole("a negation is looked for only where no other word bounds the number")
@pytest.mark.parametrize("said", ["not at least $95.00"])
def test_a_negation_of_a_bounded_number_is_one(said):
    assert [] != codes(f"The fee is {said}.")


def compared(text):
    return codes(text, numbers=BOTH, cited=("n", "s"), entities=("north-shop", "south-shop"))


@pytest.mark.parametrize(
    "text",
    [
        "$120.00 is more than $95.00.",
        "The fee of north-shop, $95.00, is below $120.00.",
        "The fee of south-shop exceeds $95.00: it is $120.00.",
    ],
)
def test_a_true_comparison_of_two_cited_numbers_is_verified(text):
    assert [] == compared(text)


@pytest.mark.parametrize("text", ["$95.00 is more than $120.00.", "$120.00 is below $95.00."])
def test_a_false_comparison_of_two_cited_numbers_is_rejected(text):
    assert [] != compared(text)


@pytest.mark.parametrize("text", ["$95.00 is $25.00 less than $120.00.", "$120.00 is $25.00 more than $95.00."])
def test_a_difference_from_a_cited_number_is_no_bound(text):
    apart = derived("$25.00", "difference", "s.fee", "n.fee")
    assert [] == codes(text, numbers=BOTH, cited=("n", "s"), entities=("north-shop", "south-shop"), derived=apart)


@hole("`not exceed`, and `more than` behind n't, are a bound, and are read as a negation")
@pytest.mark.parametrize("said", ["does not exceed $95.00", "isn't more than $95.00", "won't exceed $95.00"])
def test_a_negated_bound_is_a_bound(said):
    assert [] == codes(f"The fee {said}.")


@hole("a change that `fell to` its size is read as a level")
@pytest.mark.parametrize("said", ["fell to $19.00", "dropped from $19.00"])
def test_a_change_is_no_level(said):
    assert [] != codes(f"It {said}.", numbers=("change=19.00",))


@hole("a derived value may show one digit, so that some quotient and product comes to nearly any number")
def test_a_derived_value_shows_more_than_one_digit():
    cells = tuple(Operand(evidence_id="n", field=name) for name in ("visits", "staff"))
    ratio = Operand(operation="ratio", operands=cells)
    steered = derived("$7 thousand", "product", ratio, "n.fee")  # 1200 / 17 * 95 = 6705.88
    assert [] != codes("The fee is $7 thousand.", numbers=(), derived=steered)


@hole("what count is given need have nothing in common, so any small number is a count")
def test_a_count_is_of_one_field_or_of_one_type():
    counted = derived("3", "count", "n.fee", "n.visits", "n.dose")
    assert [] != codes("It has 3 branches.", numbers=(), derived=counted)


# what must not be taken for an attack


@pytest.mark.parametrize("written", ["545 points", "score=545 points", "score=545 point"])
def test_the_unit_of_a_field_may_stand_behind_its_number(written):
    assert [] == codes("It has a score.", numbers=(written,))


def test_the_two_signs_for_micro_are_one():
    assert [] == codes("The dose is 5 \u03bcg.", numbers=("dose=5 \u00b5g",))


@hole("the letter of a litre looks like a digit")
@pytest.mark.parametrize("said", ["5l"])
def test_a_litre_behind_its_number_is_a_unit(said):
    assert [] == codes(f"The volume is {said}.", numbers=("volume=5 l",))


def test_cells_between_bars_are_numbers():
    assert [] == codes("|95.00|40.00|", numbers=("fee=95.00", "credit=40.00"))


@pytest.mark.parametrize(
    "text",
    [
        "The fee is not only $95.00 but also due.",
        "It is not clear why the fee is $95.00.",
        "NORTH-SHOP takes $95.00, at least.",
        "See [1]: the fee is $95.00.",
    ],
)
def test_ordinary_words_around_a_declared_number_are_let_pass(text):
    assert [] == codes(text)
