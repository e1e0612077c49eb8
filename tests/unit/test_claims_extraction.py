"""Whole answers: claims in order, what is left out, and where each stands."""

import pytest

from claimgauge.claims import claims_from
from claimgauge.wiring.prose import load_prose_tables

TABLES = load_prose_tables()


def read(answer):
    return claims_from(answer, TABLES)


def texts(answer):
    return [claim.text for claim in read(answer).claims]


def left(answer):
    return [(each.kind, answer[each.span[0] : each.span[1]]) for each in read(answer).left_out]


def test_an_empty_answer_has_nothing():
    found = read("")
    assert ((), (), "other") == (found.claims, found.left_out, found.language)


@pytest.mark.parametrize("size", [1, 750, 751, 7_500, 100_000])
def test_the_same_rules_hold_at_every_size(size):
    answer = ("The fee is $95. " * (size // 16 + 1))[:size]
    found = read(answer)
    assert size // 16 <= len(found.claims) <= size // 16 + 1
    assert {"The fee is $95."} >= {claim.text for claim in found.claims[: size // 16]}


def test_an_abstention_is_no_claim():
    answer = "I could not find this in the sources."
    assert [] == texts(answer)
    assert [("abstention", answer)] == left(answer)


def test_a_claim_that_the_source_lacks_something_can_be_checked():
    (claim,) = read("The source gives no fee.").claims
    assert claim.absence


def test_an_abstention_does_not_hide_the_statement_beside_it():
    answer = "I could not find the deposit, but the fee is $95."
    assert ["The fee is $95."] == texts(answer)
    assert [("abstention", "I could not find the deposit,")] == left(answer)


def test_ten_facts_of_which_five_are_said_are_five_claims():
    assert 5 == len(texts("A is 1. B is 2. C is 3. D is 4. E is 5."))


def test_a_version_and_a_decimal_point_split_nothing():
    assert ["The rate is 0.002.", "Version 1.2 uses 3.5 GB."] == texts("The rate is 0.002. Version 1.2 uses 3.5 GB.")


def test_negation_stays_where_it_is():
    assert ["The file was not saved.", "The file ran without rounding."] == texts(
        "The file was not saved. It ran without rounding."
    )


def test_repeated_words_keep_their_own_places():
    answer = "Sales rose 5%. Costs rose 5%."
    assert ["Sales rose 5%.", "Costs rose 5%."] == [answer[c.span[0] : c.span[1]] for c in read(answer).claims]


def test_the_same_statement_twice_is_two_claims():
    answer = "Sales rose 5%. Costs fell. Sales rose 5%."
    assert [None, None, 0] == [claim.duplicate_of for claim in read(answer).claims]
    assert [(0, 14), (15, 26), (27, 41)] == [claim.span for claim in read(answer).claims]


def test_the_same_words_in_another_context_are_no_duplicate():
    answer = "North:\n- flat\n\nSouth:\n- flat\n- flat"
    assert [None, None, 1] == [claim.duplicate_of for claim in read(answer).claims]


def test_the_same_words_about_something_unknown_are_no_duplicate():
    assert [None, None] == [claim.duplicate_of for claim in read("It rose.\n\nIt rose.").claims]


def test_a_text_without_spaces_or_full_stops_is_one_claim():
    answer = "売上は１，９６７百万円でした"
    found = read(answer)
    assert ([answer], "other") == ([claim.text for claim in found.claims], found.language)


def test_what_is_not_english_is_cut_into_sentences_and_not_split():
    answer = "Der Umsatz stieg um 5 % und die Kosten fielen. Ist das nicht gut?"
    assert ["Der Umsatz stieg um 5 % und die Kosten fielen."] == texts(answer)
    assert [("question", "Ist das nicht gut?")] == left(answer)


def test_a_bullet_is_a_claim_in_the_context_of_what_leads_into_it():
    answer = "The region results are:\n\n- **EMEA**: sales rose and costs fell [1].\n- *US*: flat"
    found = read(answer)
    assert ["EMEA: sales rose and costs fell.", "US: flat"] == [claim.text for claim in found.claims]
    assert {(0, 23)} == {claim.context for claim in found.claims}
    assert [
        ("lead_in", "The region results are:"),
        ("mark", "-"),
        ("mark", "**"),
        ("citation", "[1]"),
        ("mark", "-"),
        ("mark", "*"),
    ] == left(answer)


def test_a_lead_in_with_a_number_is_a_claim_as_well():
    answer = "Acme lost $5 million for two reasons:\n- fuel\n- rent"
    assert ["Acme lost $5 million for two reasons:", "fuel", "rent"] == texts(answer)
    assert [None, (0, 37), (0, 37)] == [claim.context for claim in read(answer).claims]


def test_items_further_in_have_the_item_above_as_context():
    answer = "Regions:\n- EMEA:\n  - sales rose\n- US fell"
    contexts = {claim.text: claim.context for claim in read(answer).claims}
    assert {"sales rose": (11, 16), "US fell": (0, 8)} == contexts


def test_a_bullet_of_two_sentences_is_two_claims():
    assert ["Sales rose.", "Costs fell."] == texts("- Sales rose. Costs fell.")


def test_a_row_says_its_cells_with_their_headers():
    answer = "Results:\n\n| Region | **Sales** |\n|---|---|\n| EMEA | 5M [1] |\n| US | |"
    found = read(answer)
    assert ["Region EMEA Sales 5M", "Region US"] == [claim.text for claim in found.claims]
    first = found.claims[0]
    assert ["Region", "EMEA", "Sales", "5M"] == [answer[start:end] for start, end in first.pieces]
    assert "EMEA | 5M [1]" == answer[first.span[0] : first.span[1]]
    assert (0, 8) == first.context
    assert ("table_header", "| Region | **Sales** |") in left(answer)


def test_code_and_footnotes_are_no_claims():
    answer = "Sales rose.\n\n```\nprint(5)\n```\n\n[^1]: Smith says so."
    assert ["Sales rose."] == texts(answer)
    assert [("code", "```\nprint(5)\n```"), ("footnote", "[^1]: Smith says so.")] == left(answer)


def test_a_quoted_block_is_read_like_any_other():
    assert ["Sales rose by 5% in the year."] == texts("> Sales rose by 5%\n> in the year.")


def test_a_heading_is_left_out_unless_it_states_something():
    assert [] == texts("## How it works")
    assert [] == texts("**Revenue in 2024**\n\nSales?")
    assert ["Revenue was flat"] == texts("## Revenue was flat")
    assert ["Fee: $95"] == texts("**Fee: $95**")


def test_citations_lie_within_the_span_and_not_in_the_text():
    answer = "Sales rose [1] by 5% (Smith 2020)."
    (claim,) = read(answer).claims
    assert ("Sales rose by 5%.", (0, 34)) == (claim.text, claim.span)
    assert [("citation", "[1]"), ("citation", "(Smith 2020)")] == left(answer)


def test_a_greeting_and_talk_about_the_answer_are_left_out():
    answer = "Sure! Here is a summary: \n\nSales rose. I hope this helps!"
    assert ["Sales rose."] == texts(answer)
    assert ["greeting", "meta", "greeting"] == [kind for kind, _ in left(answer)]


def test_numbers_of_a_list_within_a_line_are_marks():
    answer = "1. Sales rose. 2. Costs fell."
    assert ["Sales rose.", "Costs fell."] == texts(answer)
    assert [("mark", "1."), ("mark", "2.")] == left(answer)


def test_a_hedge_is_marked_on_every_part():
    found = read("The fee may rise and the credit is $12.").claims
    assert [True, True] == [claim.hedged for claim in found]


@pytest.mark.parametrize("heading", ["References:", "**Sources:**", "Works cited:"])
def test_a_list_of_works_states_nothing(heading):
    answer = f"Bees are old.\n\n{heading}\n- Smith, J. (2010). The history of bees.\n- Miller, A. (2012). Bees and men."
    found = claims_from(answer, TABLES)
    assert ["Bees are old."] == [claim.text for claim in found.claims]
    assert 2 == len([each for each in found.left_out if each.kind == "footnote"])


def test_a_fact_below_references_is_a_claim():
    found = claims_from("References:\n- The late fee is $400.\n- Late fee: $400\n- Smith, J. (2010). Bees.", TABLES)
    assert ["The late fee is $400.", "Late fee: $400"] == [claim.text for claim in found.claims]


def test_a_list_of_sources_that_a_sentence_leads_into_is_read():
    answer = "The river has two sources:\n- The northern one rises in Chad.\n- The southern one rises in Kenya."
    assert 2 == len(claims_from(answer, TABLES).claims)
