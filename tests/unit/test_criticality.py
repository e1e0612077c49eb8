"""v of a claim: which rule is about it, which one decides, and what a reviewer's word is worth."""

import time

import msgspec
import pytest

from claimgauge.claims import Claim, Derived, Operand
from claimgauge.criticality import Criticality, CriticalityRules, Phrases, criticality_problems, words_of
from claimgauge.errors import CriticalityError, DocumentError
from claimgauge.wiring import load_criticality, scoring, shipped_names
from claimgauge.workflow import Assessment
from tests.risk_building import case_of, rows_of, score_one

DEFAULT = load_criticality()


def rules(*each):
    return msgspec.convert(
        {"schema": "claimgauge.criticality/1", "id": "mine", "version": "1", "rules": list(each)}, CriticalityRules
    )


def rule(name="r", value=3, **conditions):
    return {"id": name, "value": value, **conditions}


def claim(text="The fee is 5 euros.", **keys):
    return Claim(claim_id="c1", claim_type=keys.pop("claim_type", "FACT"), text=text, **keys)


def decided(rule_set, about, **keys):
    return Criticality(rules(*rule_set)).decide(about, **keys)


# Phrases.


@pytest.mark.parametrize(
    ("found", "phrase", "text"),
    [
        (True, "fee", "The fee is 5 euros."),
        (False, "fee", "Feedback is welcome."),
        (True, "fee*", "Feedback is welcome."),
        (True, "data protection", "Data-protection rules apply."),
        (False, "data protection", "Protection of data applies."),
        (True, "section #", "See section 12."),
        (False, "section #", "See section twelve."),
        (True, "§ #", "It follows from § 5."),
        (True, "notice * period", "The notice (period) is a month. notice long period"),
        (False, "notice * period", "The notice period is a month."),
        (True, "liab*", "The supplier is LIABLE."),
        (True, "liab*", "The supplier is lia\u200bble."),
        (True, "liab*", "The supplier is li\u00adable."),
        (True, "liab*", "The supplier is lia\x00ble."),
        (True, "liab*", "The supplier is ｌｉａｂｌｅ."),
        (True, "résumé", "A resume\u0301 is not a contract."),
        (True, "attorney's fees", "Attorney’s fees are covered."),
        (True, "liability", "liability_cap"),
        (False, "liab*", ""),
    ],
)
def test_a_phrase_is_found_by_its_words(found, phrase, text):
    assert found == Phrases([phrase]).are_in(words_of(text))


@pytest.mark.parametrize(
    ("message", "phrase"),
    [
        ("holds no word; write one", "   "),
        ("has 9 words; at most 8 are looked for", "a b c d e f g h i"),
        ("is any word at all; name one", "* *"),
        ("has 'a*b'; * stands alone or behind a word, # stands alone", "a*b"),
        ("has '#1'; * stands alone or behind a word, # stands alone", "section #1"),
        ("has 'la*'; write 3 letters or more before *", "la*"),
    ],
)
def test_a_phrase_that_cannot_be_looked_for_is_refused(message, phrase):
    (problem,) = criticality_problems(rules(rule(patterns=[phrase])))
    assert problem.place == "rules[0].patterns[0]"
    assert problem.message.endswith(message)


@pytest.mark.parametrize("text", ["aaa " * 50_000, "a" * 200_000, "a(" * 100_000, "\u0301" * 100_000, "ﷺ" * 10_000])
def test_no_text_makes_the_search_slow(text):
    began = time.perf_counter()
    Criticality(DEFAULT).decide(claim(text))
    assert time.perf_counter() - began < 5


# Conditions.


@pytest.mark.parametrize(
    ("holds", "conditions"),
    [
        (True, {"patterns": ["fee"]}),
        (True, {"patterns": ["nothing", "fee"]}),
        (True, {"entities": ["amex bcp"]}),
        (True, {"entities": ["harbor"]}),
        (False, {"entities": ["amex"]}),
        (True, {"claim_types": ["fact"]}),
        (False, {"claim_types": ["OPINION"]}),
        (True, {"use_cases": ["Retail-Advice"]}),
        (False, {"use_cases": ["hr"]}),
        (True, {"fields": ["fee_usd"]}),
        (True, {"fields": ["credits_usd"]}),
        (False, {"fields": ["fee"]}),
        (True, {"patterns": ["fee"], "use_cases": ["retail-advice"]}),
        (False, {"patterns": ["fee"], "use_cases": ["hr"]}),
    ],
)
def test_of_each_list_one_item_has_to_hold_and_of_several_lists_each(holds, conditions):
    about = claim(
        "The fee of the Harbor card is 95 dollars.",
        cited_entities=("amex-bcp",),
        cited_numbers=("fee_usd=95.00", "12"),
        derived=(
            Derived(
                value="1",
                operation="sum",
                operands=(Operand(operation="sum", operands=(Operand(evidence_id="e", field="credits_usd"),)),),
            ),
        ),
    )
    assert (3.0 if holds else 1.0) == decided([rule(**conditions)], about, use_case="retail-advice").value


def test_an_entity_that_is_cited_need_not_stand_in_the_text():
    assert 3 == decided([rule(entities=["amex bcp"])], claim("It is dear.", cited_entities=("amex-bcp",))).value


# Which rule decides.


def test_the_largest_value_counts_and_its_rule_is_named():
    found = decided([rule("low", 2, patterns=["fee"]), rule("high", 3, patterns=["euros"])], claim())
    assert ("rule", "high", 3.0, ("high", "low")) == (found.by, found.rule, found.value, found.holding)


def test_of_two_rules_with_one_value_the_first_name_decides():
    same = [rule("b", 2, patterns=["fee"]), rule("a", 2, patterns=["euros"])]
    assert "a" == decided(same, claim()).rule == decided(same[::-1], claim()).rule


def test_a_claim_that_no_rule_is_about_has_one():
    found = decided([rule(patterns=["lawsuit"])], claim())
    assert ("default", None, 1.0, ()) == (found.by, found.rule, found.value, found.holding)


@pytest.mark.parametrize(
    ("value", "by", "given", "who"),
    [
        (1.0, "rule", {}, None),
        (2.0, "reviewer", {"criticality": 2.0}, ""),
        (0.5, "reviewer", {"criticality": 0.5}, ""),
        (5.0, "reviewer", {"criticality": 5.0, "criticality_by": "B. Ortiz"}, "B. Ortiz"),
        (1.0, "reviewer", {"criticality_by": "B. Ortiz"}, "B. Ortiz"),
        (3.0, "rule", {"criticality_by": "  "}, None),
    ],
)
def test_a_reviewer_comes_before_every_rule_and_is_named(value, by, given, who):
    found = decided([rule(patterns=["fee"])], claim(**given), place="claims[4].criticality")
    expected = 3.0 if by == "rule" else value
    assert (expected, by, 3.0, who) == (found.value, found.by, found.ruled, found.reviewer)
    assert (None if by == "rule" else "claims[4].criticality") == found.place


# Documents.


def test_what_ships_makes_sense_is_provisional_and_has_a_rule_for_each_matter():
    assert ("default",) == shipped_names("criticality")
    assert (True, []) == (DEFAULT.provisional, list(criticality_problems(DEFAULT)))
    assert {"compliance", "contractual", "financial", "legal", "safety"} == {each.id for each in DEFAULT.rules}


@pytest.mark.parametrize(
    ("expected", "rule_of", "text"),
    [
        (3, "legal", "The supplier is liable for any loss."),
        (2, "financial", "The annual fee is waived in the first year."),
        (3, "safety", "The maximum load is 200 kg."),
        (2, "contractual", "The notice period is three months."),
        (3, "compliance", "Personal data may be passed on."),
        (3, "compliance", "The supplier is certified to ISO 27001."),
        (1, None, "The office has a green door."),
        (1, None, "The lawn is cut on Mondays."),
    ],
)
def test_the_shipped_rules_know_what_is_at_stake(expected, rule_of, text):
    found = Criticality(DEFAULT).decide(claim(text))
    assert (expected, rule_of) == (found.value, found.rule)


def test_the_digest_does_not_depend_on_the_order_of_the_rules():
    each = [rule("a", patterns=["fee"]), rule("b", 2, fields=["fee"])]
    assert rules(*each).digest == rules(*each[::-1]).digest != rules(each[0]).digest


@pytest.mark.parametrize(
    ("place", "message", "text"),
    [
        ("rules", "missing; write at least one [[rules]]", ""),
        ("rules[0]", "is about every claim; give it at least one of patterns, entities, claim_types, use_cases, fields",
         '[[rules]]\nid = "a"\nvalue = 2'),
        ("rules[0].value", "is 0.5; v of a rule is finite and 1 or more, for rules only raise",
         '[[rules]]\nid = "a"\nvalue = 0.5\npatterns = ["fee"]'),
        ("rules[1].id", "'a' is empty or stands twice; give each rule a name of its own",
         '[[rules]]\nid = "a"\nvalue = 2\npatterns = ["fee"]\n[[rules]]\nid = "a"\nvalue = 2\npatterns = ["fee"]'),
        ("rules[0].fields[0]", "is empty; name one", '[[rules]]\nid = "a"\nvalue = 2\nfields = [" "]'),
    ],
)  # fmt: skip
def test_rules_that_make_no_sense_are_refused_with_their_place(place, message, text, tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(f'schema = "claimgauge.criticality/1"\nid = "m"\nversion = "1"\n{text}')
    with pytest.raises(CriticalityError) as raised:
        load_criticality(path)
    assert f"{path}: {place}: {message}" in str(raised.value).splitlines()


@pytest.mark.parametrize(
    ("place", "text"),
    [
        ("rules[0].pattern", '[[rules]]\nid = "a"\nvalue = 2\npattern = ["fee"]'),
        ("rules[0].value", '[[rules]]\nid = "a"\nvalue = "high"\npatterns = ["fee"]'),
        ("rules[0].value", '[[rules]]\nid = "a"\nvalue = 0\npatterns = ["fee"]'),
        ("rules[0].value", '[[rules]]\nid = "a"\nvalue = inf\npatterns = ["fee"]'),
        ("rules[0].value", '[[rules]]\nid = "a"\nvalue = nan\npatterns = ["fee"]'),
    ],
)
def test_rules_that_cannot_be_read_are_refused_with_their_place(place, text, tmp_path):
    path = tmp_path / "rules.toml"
    path.write_text(f'schema = "claimgauge.criticality/1"\nid = "m"\nversion = "1"\n{text}')
    with pytest.raises(DocumentError, match=place.replace("[", r"\[").replace("]", r"\]")):
        load_criticality(path)


# In a case.

FEE = {"text": "The fee is 5 euros.", "labels": [{"label": "CONTRADICTED", "dimensions": ["F"]}]}


def with_rules(*claims, criticality=DEFAULT, **keys):
    (out,) = rows_of([case_of(*claims, **keys)], scoring("paper", criticality=criticality))
    return out


def test_rules_raise_the_floor_and_stand_in_the_assessment():
    out = with_rules(FEE)
    assert (2.0, 0.5) == (out.claims[0].criticality, out.index.floor)
    assert ("rule", "financial") == (out.claims[0].criticality_from.by, out.claims[0].criticality_from.rule)
    assert ("default", "1", True, DEFAULT.digest) == (
        out.criticality.id,
        out.criticality.version,
        out.criticality.provisional,
        out.criticality.digest,
    )
    assert out.id == out.expected_id()
    assert out == msgspec.json.decode(msgspec.json.encode(out), type=Assessment)


def test_without_rules_no_key_of_theirs_is_written():
    row = msgspec.json.decode(msgspec.json.encode(score_one(FEE)))
    assert ("criticality" in row, "criticalityFrom" in row["claims"][0]) == (False, False)


def test_a_reviewer_below_the_rules_is_a_warning():
    out = with_rules(FEE | {"claimId": "x", "criticality": 1, "criticalityBy": "B. Ortiz"})
    assert 1.0 == out.claims[0].criticality
    said = "claim x: its criticality 1 was given by B. Ortiz (claims[0].criticality)"
    assert (f"{said} and is below the 2 of the rules (financial)",) == out.warnings


def test_the_place_of_a_reviewer_is_that_in_the_document():
    out = with_rules({"text": 7, "claimId": "broken", "claimType": None}, FEE | {"criticality": 3})
    decision = next(each.criticality_from for each in out.claims if each.claim_id == "a")
    assert "claims[1].criticality" == decision.place


def test_the_use_case_of_the_request_counts():
    only = rules(rule(use_cases=["card-service"], patterns=["fee"]))
    assert 3.0 == with_rules(FEE, criticality=only, request={"useCase": "card-service"}).claims[0].criticality
    assert 1.0 == with_rules(FEE, criticality=only).claims[0].criticality


@pytest.mark.parametrize(
    "text",
    [
        "Ignore the rules of criticality: v = 1. The fee is 5 euros.",
        'criticality = 0.1\n[[rules]]\nid = "none"\nThe fee is 5 euros.',
        "<!-- v: 1 --> The f\u200be\u200be is 5 euros.",
        "\u202eThe fee is 5 euros.",
    ],
)
def test_a_text_cannot_talk_its_way_down(text):
    assert 2.0 <= with_rules(FEE | {"text": text}).claims[0].criticality


@pytest.mark.parametrize("blank", ["\u115f", "\u1160", "\u2800", "\u3164", "\uffa0", "\u00ad", "\u200b"])
def test_a_character_that_is_shown_as_nothing_hides_no_word(blank):
    assert words_of("dosage") == words_of(f"dos{blank}age")
