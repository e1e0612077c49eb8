"""One contract for every language model, and what an endpoint can do to it: a real server, on loopback."""

import asyncio
import subprocess
import sys

import pytest

from claimgauge.errors import ModelError
from claimgauge.language import Answered, Failed, LanguageModel, Message, Prompt, Refused, Truncated
from claimgauge.models import Budget, BudgetedModel, Endpoint, RecordingModel, ReplayedModel, ScriptedModel
from claimgauge.models.openai_compatible import OpenAICompatible
from claimgauge.wiring import open_model
from tests.loopback import answers, chat, error, hangs_up, loopback, never_ends, trickles

pytestmark = pytest.mark.allow_hosts(["127.0.0.1"])
SCHEMA = b'{"type": "object"}'


def prompt(text="Hello?", **more):
    return Prompt(messages=(Message(role="user", text=text),), **({"max_tokens": 10} | more))


ODD = [prompt(text) for text in ("", "é 🙂 \x00 \u202e", "</data>", "x" * 100_000)]
ODD += [prompt(schema=SCHEMA), prompt(seed=0, temperature=1.0), prompt(max_tokens=1)]


@pytest.fixture
def server():
    with loopback() as found:
        yield found


class Waits(list):
    """The waits that were asked for; none is waited."""

    async def __call__(self, seconds):
        self.append(seconds)


def endpoint_model(server, *, environ=None, sleep=None, **settings):
    settings = {"base_url": server.base_url, "model": "m", "timeout": 20.0, "retries": 2, **settings}
    waits = Waits() if sleep is None else sleep
    return OpenAICompatible(Endpoint(**settings), environ=environ or {}, sleep=waits, random=lambda: 0.5)


def recorded(path):
    model = RecordingModel(ScriptedModel(lambda _prompt: "Hello.", name="m"), path)
    asyncio.run(_all(model, [prompt(), *ODD]))
    return model


async def _all(model, prompts):
    return [await model.complete(each) for each in prompts]


MODELS = {
    "scripted": lambda _server, _path: ScriptedModel(lambda _prompt: "Hello.", name="m"),
    "recording": lambda _server, path: recorded(path),
    "replayed": lambda _server, path: recorded(path) and ReplayedModel(path),
    "budgeted": lambda server, _path: BudgetedModel(endpoint_model(server), Budget(calls=100)),
    "openai_compatible": lambda server, _path: endpoint_model(server),
}


@pytest.fixture(params=MODELS)
def model(request, server, tmp_path):
    return MODELS[request.param](server, tmp_path / "r.jsonl")


def test_a_model_has_a_name_and_completes(model):
    assert isinstance(model, LanguageModel)
    assert "m" == model.id
    assert "Hello." == asyncio.run(model.complete(prompt())).text


def test_a_model_takes_any_prompt(model):
    assert [Answered] * len(ODD) == [type(each) for each in asyncio.run(_all(model, ODD))]


def test_a_model_says_the_same_again_in_another_event_loop_and_at_once(model):
    async def at_once():
        return await asyncio.gather(*(model.complete(prompt()) for _ in range(5)))

    texts = [each.text for _ in range(2) for each in asyncio.run(at_once())]
    assert ["Hello."] * 10 == texts


def complete(model, asked=None):
    return asyncio.run(model.complete(asked or prompt()))


def test_an_answer_keeps_tokens_cost_tries_and_the_digest_of_what_came(server):
    usage = {"prompt_tokens": 7, "completion_tokens": 2, "cost": 0.00012}
    server.turns = [error(500), answers(chat("Hi.", usage=usage))]
    found = complete(endpoint_model(server))
    assert ("Hi.", "stop", "m-2026") == (found.text, found.finish, found.model)
    assert (7, 2, "0.00012", 2) == (found.spent.tokens_in, found.spent.tokens_out, found.spent.cost, found.spent.tries)
    assert found.raw_digest.startswith("sha256:")


@pytest.mark.parametrize(
    ("expected", "tries", "turns"),
    [
        (Truncated, 1, [answers(chat("Hel", finish="length"))]),
        (Refused, 1, [answers(chat(None, refusal="I would rather not."))]),
        (Refused, 1, [answers(chat("Hel", finish="content_filter"))]),
        (Answered, 2, [error(429, retry_after="7"), answers(chat())]),
        (Answered, 3, [error(500), error(503), answers(chat())]),
        (Answered, 2, [hangs_up, answers(chat())]),
        ("rate_limited", 3, [error(429)]),
        ("rate_limited", 1, [error(429, retry_after="3600")]),
        ("unavailable", 3, [error(500)]),
        ("unavailable", 3, [hangs_up]),
        ("rejected", 1, [error(400)]),
        ("rejected", 1, [error(401)]),
        ("rejected", 1, [error(404)]),
        ("rejected", 1, [answers(b"", status=307, headers={"Location": "http://192.0.2.1/"})]),
        ("malformed", 1, [answers(b'{"choices": [{"mess')]),
        ("malformed", 1, [answers(b"<html>login</html>", headers={"Content-Type": "text/html"})]),
        ("malformed", 1, [answers(b"[" * 100_000)]),
        ("malformed", 1, [answers({"choices": []})]),
        ("malformed", 1, [answers({"error": {"message": "no"}})]),
        ("malformed", 1, [answers(chat(None))]),
        ("malformed", 1, [answers(chat("Hel", finish=None))]),
        ("malformed", 1, [answers(chat("Hel", finish="tool_calls"))]),
        ("malformed", 1, [answers(chat("x" * 2_000_000))]),
        ("malformed", 1, [answers(b"x" * 2_000_000, status=400)]),
    ],
)
def test_whatever_the_endpoint_does_comes_back_as_a_value(expected, tries, turns, server):
    server.turns = list(turns)
    found = complete(endpoint_model(server, most_bytes=1_000_000))
    assert (expected, tries) == (found.kind if isinstance(found, Failed) else type(found), found.spent.tries)
    assert tries == len(server.requests)


@pytest.mark.parametrize("turn", [never_ends, trickles])
def test_a_reply_that_does_not_end_in_time_is_a_timeout_however_it_trickles(turn, server):
    server.turns = [turn]
    found = complete(endpoint_model(server, timeout=0.2, retries=1))
    assert ("timeout", 2) == (found.kind, found.spent.tries)


def test_where_nobody_listens_the_model_is_unavailable(server):
    with loopback() as gone:
        address = gone.base_url
    found = complete(endpoint_model(server, base_url=address))
    assert ("unavailable", 3) == (found.kind, found.spent.tries)


@pytest.mark.parametrize(
    ("expected", "turns"),
    [([0.5, 1.0], [error(500)]), ([7.5, 1.0], [error(429, retry_after="7"), error(500)]), ([], [error(400)])],
)
def test_the_waits_between_tries_are_drawn_and_as_long_as_asked_for(expected, turns, server):
    waits = Waits()
    server.turns = list(turns)
    complete(endpoint_model(server, sleep=waits))
    assert expected == waits


def test_a_failure_repeats_nothing_of_the_prompt_or_the_key(server):
    server.turns = [error(400)]
    model = endpoint_model(server, key_variable="K", environ={"K": "sk-secret"})
    found = complete(model, prompt("A secret claim."))
    assert "secret" not in f"{found} {model} {vars(model)['_endpoint']}"


def test_only_what_is_meant_to_leave_leaves(server, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "theirs")
    monkeypatch.setenv("OPENAI_ORG_ID", "their-organisation")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "their-project")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Theirs: theirs\nAuthorization: Bearer theirs")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://192.0.2.1/")
    monkeypatch.setenv("HTTP_PROXY", "http://192.0.2.1/")
    complete(endpoint_model(server))
    complete(endpoint_model(server, key_variable="K", environ={"K": "sk-1"}))
    (path, bare, body), (_path, keyed, _body) = server.requests
    assert "/v1/chat/completions" == path
    common = {"host", "accept", "accept-encoding", "connection", "content-length", "content-type", "user-agent"}
    assert common == {name.lower() for name in bare}
    assert "Bearer sk-1" == {name.lower(): value for name, value in keyed.items()}["authorization"]
    assert {"model", "messages", "temperature", "max_tokens"} == set(body)


@pytest.mark.parametrize(
    ("expected", "settings"),
    [
        ({"response_format", "seed", "max_tokens"}, {}),
        ({"seed", "max_tokens"}, {"structured": "none"}),
        ({"grammar", "seed", "max_tokens"}, {"structured": "llguidance"}),
        ({"response_format", "seed", "max_completion_tokens"}, {"tokens_key": "max_completion_tokens"}),
    ],
)
def test_schema_and_seed_are_sent_as_the_endpoint_knows_them(expected, settings, server):
    complete(endpoint_model(server, **settings), prompt(schema=SCHEMA, seed=7))
    assert expected == set(server.requests[0][2]) - {"model", "messages", "temperature"}


def test_a_model_is_opened_by_its_settings_and_contacts_nothing_before_it_is_asked(server):
    model = open_model(Endpoint(base_url=server.base_url, model="m"))
    assert [] == server.requests
    assert "Hello." == complete(model).text


def test_without_the_extra_a_model_is_not_opened_and_the_message_names_it(monkeypatch):
    monkeypatch.delitem(sys.modules, "claimgauge.models.openai_compatible")
    monkeypatch.setitem(sys.modules, "openai", None)
    with pytest.raises(ModelError, match=r"openai is not installed; .* extra `models`"):
        open_model(Endpoint(base_url="http://127.0.0.1/v1", model="m"))


def test_no_client_is_loaded_before_a_model_is_opened():
    code = (
        "import sys, claimgauge.wiring, claimgauge.models, claimgauge.labellers.judge, claimgauge.claims.proposals;"
        "print(sorted({'openai', 'httpx2', 'httpx'} & sys.modules.keys()))"
    )
    assert "[]\n" == subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
