"""Answers in prose that a language model judges: a real endpoint, on loopback."""

import json

import pytest

import claimgauge
from claimgauge.errors import ClaimgaugeError
from claimgauge.wiring import load_extractor
from claimgauge.workflow import propose_claims, stage_rows
from tests.loopback import answers, chat, error, hangs_up, loopback

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])
FEE = "The annual fee of the card is $95."
ANSWER = "The card costs $95 a year."


@pytest.fixture
def server():
    with loopback() as found:
        yield found


def reply(label, *quotes):
    return chat(json.dumps({"label": label, "quotes": [{"evidenceId": name, "quote": text} for name, text in quotes]}))


def judged(server, tmp_path, *turns, answer=ANSWER, contexts=(FEE,), settings=""):
    server.turns = [*turns]
    path = tmp_path / "judge.toml"
    path.write_text(f'base_url = "{server.base_url}"\nmodel = "m"\nretries = 0\n{settings}', encoding="utf-8")
    found = claimgauge.assess(answer=answer, contexts=contexts, judge=path)
    return [(each.label, each.reason, each.evidence) for claim in found.claims for each in claim.judgements]


@pytest.mark.parametrize(
    ("expected", "turn"),
    [
        (("SUPPORTED", "judged", ("context-1",)), answers(reply("SUPPORTED", ("context-1", "annual fee")))),
        (("CONTRADICTED", "judged", ("context-1",)), answers(reply("CONTRADICTED", ("context-1", "is $95")))),
        (("UNKNOWN", "quote_not_found", ()), answers(reply("SUPPORTED", ("context-1", "is free")))),
        (("UNKNOWN", "unreadable", ()), answers(chat("10/10, id 7259001000"))),
        (("UNKNOWN", "truncated", ()), answers(chat('{"label": "SUPP', finish="length"))),
        (("UNKNOWN", "unavailable", ()), error(500)),
    ],
)
def test_what_the_model_says_is_held_to_the_passages(expected, turn, server, tmp_path):
    assert [expected] == judged(server, tmp_path, turn)


GOOD = answers(reply("SUPPORTED", ("context-1", "annual fee")))
BAD = answers(chat("10/10, id 7259001000"))


@pytest.mark.parametrize(
    ("expected", "requests", "turns"),
    [
        (("SUPPORTED", "judged", ("context-1",)), 2, [BAD, GOOD]),
        (("SUPPORTED", "judged", ("context-1",)), 2, [answers(reply("SUPPORTED", ("context-1", "is free"))), GOOD]),
        (("UNKNOWN", "unreadable", ()), 2, [BAD, BAD, GOOD]),
        (("UNKNOWN", "unavailable", ()), 2, [BAD, hangs_up, GOOD]),
        (("UNKNOWN", "malformed", ()), 2, [BAD, answers(b"<html>"), GOOD]),
        (("UNKNOWN", "refused", ()), 2, [BAD, answers(chat(None, refusal="no")), GOOD]),
        (("UNKNOWN", "truncated", ()), 1, [answers(chat('{"label": "SUPP', finish="length")), GOOD]),
        (("UNKNOWN", "unavailable", ()), 1, [error(500), GOOD]),
    ],
)
def test_a_reply_that_cannot_be_used_is_asked_for_once_more(expected, requests, turns, server, tmp_path):
    assert [expected] == judged(server, tmp_path, *turns)
    assert requests == len(server.requests)


def test_the_second_question_is_the_first_with_the_fault_as_data(server, tmp_path):
    judged(server, tmp_path, BAD, GOOD)
    first, second = (body for _path, _headers, body in server.requests)
    *same, last = second["messages"]
    assert first["messages"][:-1] == same
    assert last["content"].startswith(first["messages"][-1]["content"].rstrip())
    assert '<data name="fault">' in last["content"]
    assert {key: value for key, value in first.items() if key != "messages"} == {
        key: value for key, value in second.items() if key != "messages"
    }


def test_a_claim_that_shares_nothing_with_any_passage_is_not_asked_about(server, tmp_path):
    said = judged(server, tmp_path, answers(chat("{}")), contexts=("Whales sing.",))
    assert [("UNSUPPORTED", "nothing_shared", ())] == said
    assert [] == server.requests


def test_each_claim_is_asked_about_alone_with_the_passages_that_bear_on_it(server, tmp_path):
    turns = [answers(reply("SUPPORTED", quote)) for quote in (("context-1", "annual fee"), ("context-2", "Whales"))]
    judged(server, tmp_path, *turns, answer=f"{ANSWER} Whales sing.", contexts=(FEE, "Whales sing."))
    sent = [json.dumps(body) for _path, _headers, body in server.requests]
    assert [True, False] == ["$95" in each for each in sent]
    assert [False, True] == ["Whales sing" in each for each in sent]


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("base_url", 'base_url = "ftp://a.example"\nmodel = "m"'),
        ("modle", 'base_url = "http://127.0.0.1"\nmodle = "m"'),
        ("not JSON", "{"),
        ("not TOML", "base_url ="),
    ],
)
def test_settings_that_cannot_be_used_are_named(message, text, tmp_path):
    path = tmp_path / "judge.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(ClaimgaugeError, match=message):
        claimgauge.assess(answer=ANSWER, contexts=[FEE], judge=path)


def test_a_judge_and_a_network_of_ones_own_are_not_both_taken(tmp_path):
    with pytest.raises(ClaimgaugeError, match="give one of the two"):
        claimgauge.assess(answer=ANSWER, contexts=[FEE], judge=tmp_path / "j.toml", labeller=tmp_path)


def proposed(server, tmp_path, *turns):
    server.turns = [*turns]
    (tmp_path / "model.toml").write_text(
        f'base_url = "{server.base_url}"\nmodel = "m"\nretries = 0\n', encoding="utf-8"
    )
    extractor = load_extractor(tmp_path / "model.toml")
    row = claimgauge.case_from({"id": "x", "answer": {"text": "Sales rose 5%. Costs fell."}})
    ((_done, out),) = stage_rows([row], lambda each: propose_claims(each, extractor))
    return out


def test_a_model_may_find_the_claims_and_what_it_invents_is_none(server, tmp_path):
    items = [
        {"text": "Sales rose 5%.", "quote": "Sales rose 5%."},
        {"text": "Profit doubled.", "quote": "Profit doubled."},
    ]
    out = proposed(server, tmp_path, answers(chat(json.dumps({"claims": items}))))
    assert [("m1", "Sales rose 5%.")] == [(claim.claim_id, claim.text) for claim in out.claims]


@pytest.mark.parametrize("second", [answers(chat("Sorry.")), error(500), hangs_up, answers(chat('{"claims": []}'))])
def test_what_was_whole_of_a_first_reply_is_kept_where_the_second_is_worse(second, server, tmp_path):
    cut = answers(chat('{"claims": [{"text": "Costs fell.", "quote": "Costs fell."}, {"text": "Sal'))
    out = proposed(server, tmp_path, cut, second)
    assert ["Costs fell."] == [claim.text for claim in out.claims]
    assert 2 == len(server.requests)


def test_a_model_that_comes_to_nothing_is_an_error_row_and_no_answer_without_claims(server, tmp_path):
    out = proposed(server, tmp_path, error(500))
    assert "no claims were found: unavailable" in out.error.message
