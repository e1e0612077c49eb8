"""What is read of a reply that is almost JSON, and what is not."""

from typing import Annotated

import msgspec
import pytest

from claimgauge.errors import Problem
from claimgauge.language import ReplyItems, read_items, read_reply
from claimgauge.language.replies import DEEPEST, LONGEST, MOST_VALUES


class Grade(msgspec.Struct, frozen=True):
    word: str
    share: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.0


class Item(msgspec.Struct, frozen=True):
    text: str


GOOD = Grade("good", 0.5)


@pytest.mark.parametrize(
    "reply",
    [
        '{"word": "good", "share": 0.5}',
        '\ufeff \n{"word": "good", "share": 0.5}\n',
        '```json\n{"word": "good", "share": 0.5}\n```',
        '```\n{"word": "good", "share": 0.5}\n```\nI hope this helps! {not: json} "',
        'Here it is, as [1] and {x} ask: {"word": "good", "share": 0.5}. That\'s it.',
        '{"word": "good", "share": 0.5}\n\nOnce more: {"share": 0.5, "word": "good"}',
        "Here's mine: {'word': 'good', 'share': 0.5} - that's it",
        '{"word": "good", "share": 0.5, "why": "because {\\"word\\": \\"bad\\"} is not"}',
        '<think>Perhaps {"word": "bad"}? No.</think>\n{"word": "good", "share": 0.5}',
        '{"why": "two\nlines", "word": "good", "share": 0.5}',
    ],
)
def test_one_answer_is_found_whatever_stands_around_it(reply):
    assert GOOD == read_reply(reply, Grade)


@pytest.mark.parametrize(
    ("expected", "reply"),
    [
        ("the reply holds no JSON object", ""),
        ("the reply holds no JSON object", "10/10, id 7259001000"),
        ("the reply holds no JSON object", "null"),
        ("the answer is cut off", '{"word": "good", "sha'),
        ("the answer is cut off", '{"word": "go\\'),
        ("the answer is cut off", '{"word": "good"} and then {"word": "go'),
        ("the reply ends within its thoughts", '<think>Perhaps {"word": "good"}'),
        ("the reply holds 2 answers, and they differ", '{"word": "good"} or rather {"word": "bad"}'),
        ("a key comes twice in one object", '{"word": "good", "word": "bad"}'),
        ("NaN is not JSON", '{"word": "good", "share": NaN}'),
        ("a number is too large", '{"word": "good", "share": 1e999}'),
        (f"the reply is nested more than {DEEPEST} deep", '{"word": ' + "[" * 1000),
        (f"the reply is longer than {LONGEST} characters", " " * (LONGEST + 1)),
        (f"the reply holds more than {MOST_VALUES} JSON values", '{"word": "good"}' * 1000),
    ],
)
def test_what_would_be_a_guess_is_a_problem(expected, reply):
    assert Problem(place="", code="malformed", message=expected) == read_reply(reply, Grade)


@pytest.mark.parametrize(
    ("place", "reply"),
    [
        ("share", '{"word": "good", "share": 10}'),
        ("share", '{"word": "good", "share": -0.1}'),
        ("share", '{"word": "good", "share": 72590010000000000000000000}'),
        ("share", '{"word": "good", "share": "0.5"}'),
        ("share", '{"word": "good", "share": true}'),
        ("word", '{"word": ["good"]}'),
        ("", '{"grade": "good"}'),
        ("", '[{"word": "good"}]'),
    ],
)
def test_a_value_outside_its_range_or_type_is_never_bent_into_it(place, reply):
    found = read_reply(reply, Grade)
    assert ("wrong_value", place) == (found.code, found.place)


@pytest.mark.parametrize(
    "reply",
    [
        "{'word': 'it's good'}",
        "{'word': 'good\", 'share': 0.5}",
        "{word: good}",
        '{"word": "good",}',
        '{"word": "good"]',
        '{"word": "good" "share": 0.5}',
    ],
)
def test_what_is_not_json_and_not_plainly_meant_is_malformed(reply):
    assert "malformed" == read_reply(reply, Grade).code


@pytest.mark.parametrize(
    ("expected", "reply"),
    [
        (ReplyItems((Item("a"), Item("b"))), '{"claims": [{"text": "a"}, {"text": "b"}]}'),
        (ReplyItems((Item("a"),)), '[{"text": "a"}]'),
        (ReplyItems((Item("a"),)), "It's this: [{'text': 'a'}]"),
        (ReplyItems((Item("a"),), cut=True), "{'claims': [{'text': 'a'}, {'text': 'b"),
        (ReplyItems(()), '{"claims": []}'),
        (ReplyItems((Item("a"),), cut=True), '{"claims": [{"text": "a"}, {"text": "b'),
        (ReplyItems((Item("a"),), cut=True), '[{"text": "a"}, {"text": "b", "more": [1, 2'),
        (ReplyItems((Item("a"),), cut=True), '```json\n{"claims": [{"text": "a", "tags": ["x"]},'),
        (ReplyItems((), cut=True), '{"claims": [{"te'),
        (ReplyItems((Item("a]"),), cut=True), '{"claims": [{"text": "a]"}, {"text": "]}'),
    ],
)
def test_of_an_array_that_is_cut_off_the_whole_items_are_kept(expected, reply):
    assert expected == read_items(reply, "claims", Item)


def test_an_item_that_does_not_fit_is_left_out_and_named():
    found = read_items('{"claims": [{"text": "a"}, {"text": 7}, 8, {"text": "b"}]}', "claims", Item)
    assert (Item("a"), Item("b")) == found.items
    assert ["claims[1].text", "claims[2]"] == [each.place for each in found.unread]


@pytest.mark.parametrize("reply", ['{"claims": 7}', '{"facts": []}', '{"claims": {"text": "a"}}'])
def test_a_reply_without_the_array_is_a_problem(reply):
    assert Problem(place="claims", code="missing", message="expected an array here") == read_items(
        reply, "claims", Item
    )


@pytest.mark.parametrize("piece", ["[", '{"', '{"a":[', '{"a":[{}', '"\\"', "{ ", "[{},", "<think>", "'", '{"a":1}]['])
def test_the_time_grows_with_the_length_of_the_reply_only(piece):
    assert isinstance(read_reply(piece * (LONGEST // len(piece)), Grade), Problem)
    found = read_items('{"claims": [' + piece * (LONGEST // len(piece) - 20), "claims", Item)
    assert isinstance(found, Problem | ReplyItems)
