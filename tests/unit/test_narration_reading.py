"""Lenient reading of claims: what is whole is kept, what is not is left out and listed with its place."""

import json

import pytest

from claimgauge.claims import Claim
from claimgauge.contract.schema import compiled_schema
from claimgauge.narration.reading import MOST_UNREAD, read_choice, read_claims
from claimgauge.wiring import load_contract
from claimgauge.wiring.quantities import load_quantity_tables
from tests.building import node

TYPES = ("COMPARISON", "Threshold")
WHOLE = '{"claimId": "c1", "claimType": "COMPARISON", "text": "A is more than B."}'
READ = Claim(claim_id="c1", claim_type="COMPARISON", text="A is more than B.")


def one(**keys):
    whole = {"claimId": "c1", "claimType": "COMPARISON", "text": "A is more than B."} | keys
    return json.dumps({"claims": [{name: value for name, value in whole.items() if value != "absent"}]})


def places(read):
    return [each.place for each in read.unread]


@pytest.mark.parametrize(
    "reply",
    [
        f'{{"claims": [{WHOLE}]}}',
        f"[{WHOLE}]",
        f"```json\n[{WHOLE}]\n```\nI hope this helps.",
        f'<think>[{{"claimId": 7}}]</think>{{"claims": [{WHOLE}]}}',
        f'{{"note": "as asked", "claims": [{WHOLE}], "more": null}}',
        one(claimType="comparison"),
        one(citedEvidenceIds=None, citedEntities=[], confidence=0.9, derived=[{"no": "claim of ours"}]),
        one().replace('"', "'"),
    ],
)
def test_a_whole_claim_is_read_whatever_stands_around_it(reply):
    assert ((READ,), ()) == read_claims(reply, TYPES)


@pytest.mark.parametrize(
    ("expected", "items"),
    [
        (("95.00",), "[95.00]"),
        (("-0", "1e999", "12345678901234567890123"), "[-0, 1e999, 12345678901234567890123]"),
        (("true", "null", "x"), '[true, null, "x"]'),
        (('[1.50, "a"]', '{"fee": 2.0}'), '[[1.50, "a"], {"fee": 2.0}]'),
        (("fee=95.00", "é"), '["fee=95.00", "\\u00e9"]'),
        ((), "[]"),
    ],
)
def test_an_item_that_is_no_string_is_the_literal_as_it_was_written(expected, items):
    reply = f'[{{"claimId": "c1", "claimType": "Threshold", "text": "t", "citedNumbers": {items}}}]'
    ((claim,), unread) = read_claims(reply, TYPES)
    assert (expected, ()) == (claim.cited_numbers, unread)


@pytest.mark.parametrize(
    ("place", "code", "reply"),
    [
        ("claims[0].claimId", "missing", one(claimId="absent")),
        ("claims[0].claimId", "missing", one(claimId=" ")),
        ("claims[0].claimId", "wrong_type", one(claimId=1)),
        ("claims[0].text", "missing", one(text="absent")),
        ("claims[0].text", "missing", one(text=None)),
        ("claims[0].text", "wrong_type", one(text=["a"])),
        ("claims[0].text", "malformed", one(text="half \ud800")),
        ("claims[0].citedEntities", "malformed", one(citedEntities=["\udfff"])),
        ("claims[0].citedEntities", "wrong_type", one(citedEntities="Harbor")),
        ("claims[0].claimType", "missing", one(claimType="absent")),
        ("claims[0].claimType", "unknown_claim_type", one(claimType="OPINION")),
        ("claims[0]", "wrong_type", '["A is more than B."]'),
        ("claims[0]", "wrong_type", '{"claims": [7]}'),
        ("claims[0]", "malformed", '{"claims": [{"claimId": "c1", "claimId": "c2"}]}'),
        ("claims[0]", "malformed", "[NaN]"),
        ("", "malformed", "I cannot help with that."),
        ("", "malformed", ""),
        ("", "malformed", '{"answer": "none"}'),
        ("", "malformed", f'{{"claims": [{WHOLE}]}} {{"claims": []}}'),
    ],
)
def test_what_is_no_claim_is_left_out_and_listed(place, code, reply):
    claims, unread = read_claims(reply, TYPES)
    assert ((), [(place, code)]) == (claims, [(each.place, each.code) for each in unread])


@pytest.mark.parametrize(
    ("kept", "listed", "reply"),
    [
        (["c1"], ["claims[1].text"], f'[{WHOLE}, {{"claimId": "c2", "claimType": "COMPARISON"}}]'),
        (["c1"], ["claims[0]"], f'["so", {WHOLE}]'),
        (["c1"], ["claims[1]"], f'{{"claims": [{WHOLE}, {{"claimId": c2}}]}}'),
        (["c1", "c1"], ["claims[1]"], f"[{WHOLE}, {{,}}, {WHOLE}]"),
        (["c1", "c1"], [], f'{{"claims": [{WHOLE} {WHOLE}]}}'),
        (["c1", "c1"], [], f'{{"claims": [{WHOLE}, {WHOLE},]}}'),
        (["c1"], ["claims[1]"], f'{{"claims": [{WHOLE}, {{"claimId": "c2", "cla'),
        (["c1"], ["claims[1]"], f'{{"claims": [{WHOLE}, {{"claimId": "c2"], "text": "t"}}, {WHOLE}]}}'),
        ([], ["claims[0]"], '{"claims": [{"claimId": "c1", "claimType": "COMPARISON", "text": "A is'),
    ],
)
def test_the_whole_claims_of_a_list_that_is_not_whole_are_kept(kept, listed, reply):
    read = read_claims(reply, TYPES)
    assert (kept, listed) == ([claim.claim_id for claim in read.claims], places(read))


def test_a_reply_that_is_known_to_be_cut_off_says_so_where_it_was():
    reply = f'{{"claims": [{WHOLE}, {{"claimId": "c2", "cla'
    ((claim,), (problem,)) = read_claims(reply, TYPES, truncated=True)
    assert (READ, "claims[1]: the reply was cut off here; the claim was left out") == (claim, str(problem))


def test_of_very_many_faults_the_first_are_listed_and_the_rest_counted():
    ((claim,), unread) = read_claims(f"[{'7, ' * 500}{WHOLE}]", TYPES)
    assert (READ, MOST_UNREAD + 1) == (claim, len(unread))
    assert "claims: 480 more were left out" == str(unread[-1])


FEE = node("f" * 64, "FEE_BREAK_EVEN", content="harbor: fee $95.00, credits $0.00, net delta $5.00", card_id="harbor")
COMPILED = compiled_schema(load_contract("cards"), [FEE], load_quantity_tables(), preset="strict")
CHOSEN = '{"claimType": "FEE_JUSTIFICATION", "fee_break_even": "fee1.fee_usd", "more": []}'


def test_a_choice_becomes_the_claims_that_it_states():
    ((claim,), unread) = read_choice(f'{{"claims": [{CHOSEN}, {CHOSEN}]}}', COMPILED)
    assert (("f" * 64,), ("fee_usd=95.00",), ()) == (claim.cited_evidence_ids, claim.cited_numbers, unread)


@pytest.mark.parametrize(
    ("kept", "listed", "reply"),
    [
        (1, ["claims[0].claimType"], f'[{{"claimType": "OPINION"}}, {CHOSEN}]'),
        (1, ["claims[1].fee_break_even"], f'[{CHOSEN}, {{"claimType": "FEE_JUSTIFICATION", "more": []}}]'),
        (1, ["claims[1].more[0]"], f"[{CHOSEN}, {CHOSEN.replace('[]', '[1]')}]"),
        (1, ["claims[1]"], f'{{"claims": [{CHOSEN}, {{"claimType": "FEE'),
        (0, ["claims[0]"], '{"claims": ["fee1.fee_usd"]}'),
        (0, [""], "no JSON at all"),
    ],
)
def test_a_part_of_a_choice_that_is_not_allowed_costs_that_claim_alone(kept, listed, reply):
    read = read_choice(reply, COMPILED, truncated=True)
    assert (kept, listed) == (len(read.claims), places(read))
