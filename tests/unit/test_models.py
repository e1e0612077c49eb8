"""Models without a network: scripts, recordings, budgets, and the settings of an endpoint."""

import asyncio
import json

import msgspec
import pytest

from claimgauge.errors import ModelError
from claimgauge.language import Answered, Failed, Message, Prompt, Refused, Spent, Truncated, prompt_digest
from claimgauge.models import Budget, BudgetedModel, Endpoint, RecordingModel, ReplayedModel, ScriptedModel
from claimgauge.models.endpoint import key_of
from claimgauge.models.waiting import asked_wait, wait_before


def prompt(text="Hello?", max_tokens=10):
    return Prompt(messages=(Message(role="user", text=text),), max_tokens=max_tokens)


def ask(model, *prompts):
    async def each():
        return [await model.complete(one) for one in prompts or [prompt()]]

    found = asyncio.run(each())
    return found if prompts[1:] else found[0]


ANSWER = Answered(
    text="Hi.", spent=Spent(tokens_in=4, tokens_out=2, cost="0.00001", seconds=0.5), raw_digest="sha256:0"
)


def test_a_recording_gives_back_what_was_recorded_without_the_model(tmp_path):
    path = tmp_path / "r.jsonl"
    completions = [ANSWER, Truncated(text="Hi"), Refused(reason="no")]
    prompts = [prompt(text) for text in "abc"]
    assert completions == ask(RecordingModel(ScriptedModel(completions, name="m"), path), *prompts)
    replayed = ReplayedModel(path)
    assert (completions, "m") == (ask(replayed, *prompts), replayed.id)


def test_a_line_of_a_recording_holds_the_digest_of_the_prompt_and_the_reply(tmp_path):
    path = tmp_path / "r.jsonl"
    ask(RecordingModel(ScriptedModel(["Hi."], name="m"), path), prompt("A secret."))
    (line,) = map(json.loads, path.read_text().splitlines())
    assert {
        "schema": "claimgauge.completion/1",
        "model": "m",
        "prompt": prompt_digest(prompt("A secret.")),
        "completion": {"outcome": "answered", "text": "Hi.", "model": "m"},
    } == line
    assert "secret" not in path.read_text()


def test_what_is_on_file_is_not_asked_again_and_a_killed_run_goes_on(tmp_path):
    path = tmp_path / "r.jsonl"
    ask(RecordingModel(ScriptedModel(["one"]), path), prompt("a"))
    with path.open("ab") as file:
        file.write(b'{"schema": "claimgauge.compl')
    model = ScriptedModel(["two"])
    found = ask(RecordingModel(model, path), prompt("a"), prompt("b"), prompt("b"))
    assert ["one", "two", "two"] == [each.text for each in found]
    assert [prompt("b")] == model.asked
    assert 2 == len(path.read_bytes().splitlines())
    assert found == ask(ReplayedModel(path), prompt("a"), prompt("b"), prompt("b"))


def test_one_prompt_asked_twice_at_once_has_one_completion(tmp_path):
    turn = asyncio.Event()

    class Slow(ScriptedModel):
        async def complete(self, asked):
            await turn.wait()
            return await super().complete(asked)

    async def both():
        model = RecordingModel(Slow(["one", "two"]), tmp_path / "r.jsonl")
        tasks = [asyncio.create_task(model.complete(prompt())) for _ in range(2)]
        await asyncio.sleep(0)
        turn.set()
        return await asyncio.gather(*tasks)

    assert ["one", "one"] == [each.text for each in asyncio.run(both())]
    assert "one" == ask(ReplayedModel(tmp_path / "r.jsonl")).text


def test_a_failure_is_not_recorded(tmp_path):
    path = tmp_path / "r.jsonl"
    model = RecordingModel(ScriptedModel([Failed(kind="timeout", message="slow"), "Hi."]), path)
    assert ["failed", "answered"] == [type(each).__name__.lower() for each in ask(model, prompt(), prompt())]
    assert "Hi." == ask(ReplayedModel(path)).text


def test_a_prompt_that_is_not_on_file_is_refused_by_its_digest(tmp_path):
    path = tmp_path / "r.jsonl"
    ask(RecordingModel(ScriptedModel(["Hi."]), path), prompt("a"))
    with pytest.raises(ModelError, match=prompt_digest(prompt("b"))):
        ask(ReplayedModel(path), prompt("b"))


def line(model="m", of="sha256:a", text="x"):
    completion = {"outcome": "answered", "text": text}
    return json.dumps({"schema": "claimgauge.completion/1", "model": model, "prompt": of, "completion": completion})


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("holds no completion", ""),
        ("line 1: is no completion", "{nope"),
        ("line 1: is no completion", '{"schema": "claimgauge.completion/2"}'),
        ("line 1: is no completion", line().replace("answered", "failed")),
        ("line 2: is of 'n'", f"{line()}\n{line('n', 'sha256:b')}"),
        ("line 2: another completion", f"{line()}\n{line(text='y')}"),
    ],
)
def test_a_recording_that_contradicts_itself_is_refused(message, text, tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text(text)
    with pytest.raises(ModelError, match=message):
        ReplayedModel(path)


def test_a_recording_of_another_model_is_not_added_to(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text(line() + "\n")
    with pytest.raises(ModelError, match="of 'm', not of 'scripted'"):
        RecordingModel(ScriptedModel([]), path)
    with pytest.raises(ModelError, match="cannot be read"):
        ReplayedModel(tmp_path)


def test_beyond_its_calls_a_model_is_not_asked():
    model = ScriptedModel(lambda _prompt: "Hi.")
    found = ask(BudgetedModel(model, Budget(calls=2)), prompt(), prompt(), prompt())
    assert [None, None, "budget"] == [getattr(each, "kind", None) for each in found]
    assert 2 == len(model.asked)


@pytest.mark.parametrize(
    ("asked", "tokens", "said"),
    [
        (0, 9, ANSWER),
        (1, 10, ANSWER),
        (2, 16, ANSWER),
        (1, 25, Answered(text="no count")),
        (2, 26, Answered(text="no count")),
        (3, 10, Failed(kind="unavailable", message="down")),
    ],
)
def test_beyond_its_tokens_a_model_is_not_asked(asked, tokens, said):
    model = ScriptedModel(lambda _prompt: said)
    ask(BudgetedModel(model, Budget(tokens=tokens)), *[prompt()] * 3)
    assert asked == len(model.asked)


def test_calls_under_way_reserve_their_reply():
    async def both():
        model = BudgetedModel(ScriptedModel(lambda _prompt: ANSWER), Budget(tokens=19))
        return [await each for each in [asyncio.create_task(model.complete(prompt())) for _ in range(2)]]

    class Slow(ScriptedModel):
        async def complete(self, asked):
            await asyncio.sleep(0)
            return await super().complete(asked)

    async def together():
        model = BudgetedModel(Slow(lambda _prompt: ANSWER), Budget(tokens=19))
        return await asyncio.gather(*(model.complete(prompt()) for _ in range(2)))

    assert [Answered, Answered] == [type(each) for each in asyncio.run(both())]
    assert [Answered, Failed] == [type(each) for each in asyncio.run(together())]


@pytest.mark.parametrize(
    ("message", "changed"),
    [
        ("base_url", {"base_url": "localhost:8080"}),
        ("base_url", {"base_url": "file:///x"}),
        ("password", {"base_url": "http://me:secret@127.0.0.1/"}),
        ("proxy", {"proxy": "socks5://127.0.0.1"}),
        ("model", {"model": ""}),
        ("timeout", {"timeout": float("nan")}),
        ("timeout", {"timeout": 0}),
        ("retries", {"retries": -1}),
    ],
)
def test_an_endpoint_that_makes_no_sense_is_refused(message, changed):
    with pytest.raises(ValueError, match=message):
        Endpoint(**({"base_url": "http://127.0.0.1/v1", "model": "m"} | changed))


def test_the_key_comes_from_the_variable_that_is_named_and_from_no_other():
    endpoint = Endpoint(base_url="http://127.0.0.1/v1", model="m")
    named = msgspec.structs.replace(endpoint, key_variable="MY_KEY")
    environ = {"OPENAI_API_KEY": "theirs", "MY_KEY": " mine\n"}
    assert ("", "mine") == (key_of(endpoint, environ), key_of(named, environ))
    for wrong in ({}, {"MY_KEY": " "}, {"MY_KEY": "two\nlines"}, {"MY_KEY": "schlüssel"}):
        with pytest.raises(ModelError, match="MY_KEY"):
            key_of(named, wrong)


@pytest.mark.parametrize(
    ("expected", "tried", "asked", "random"),
    [
        (0, 1, 0, 0),
        (0.5, 1, 0, 0.5),
        (1, 2, 0, 0.5),
        (4, 4, 0, 0.5),
        (30, 10, 0, 0.5),
        (30, 5000, 0, 0.5),
        (7.5, 3, 7, 0.5),
    ],
)
def test_the_wait_is_drawn_from_a_range_that_doubles_up_to_a_bound(expected, tried, asked, random):
    assert expected == wait_before(tried, asked, first=1, longest=60, random=lambda: random)


NOON = "Fri, 31 Dec 2027 12:00:00 GMT"


@pytest.mark.parametrize(
    ("expected", "headers"),
    [
        (0, {}),
        (7, {"retry-after": "7"}),
        (0.25, {"retry-after": " 0.25 "}),
        (0, {"retry-after": "-7"}),
        (0, {"retry-after": "nan"}),
        (0, {"retry-after": "1e9"}),
        (0, {"retry-after": "soon"}),
        (0, {"retry-after": NOON}),
        (90, {"retry-after": "Fri, 31 Dec 2027 12:01:30 GMT", "date": NOON}),
        (0, {"retry-after": "Fri, 31 Dec 2027 11:00:00 GMT", "date": NOON}),
        (0, {"retry-after": NOON, "date": "Fri, 31 Dec 2027 11:00:00"}),
    ],
)
def test_retry_after_is_seconds_or_a_date_and_never_a_guess(expected, headers):
    assert expected == asked_wait(headers)
