"""Settings of models as documents: behind an endpoint, out of a file, out of a recording."""

import asyncio

import pytest

from claimgauge.errors import DocumentError, InputError, ModelError
from claimgauge.language import Message, Prompt
from claimgauge.models import BudgetedModel, LocalModel, RecordingModel, ReplayedModel, ScriptedModel
from claimgauge.wiring import load_model
from claimgauge.wiring.models import load_extractor, load_judge

ENDPOINT = 'base_url = "http://127.0.0.1/v1"\nmodel = "m"\n'


def written(folder, text):
    path = folder / "model.toml"
    path.write_text(text)
    return path


@pytest.mark.parametrize("first", ["", 'kind = "endpoint"\n', 'structured = "llguidance"\n'])
def test_an_endpoint_is_the_kind_where_none_is_named(first, tmp_path):
    pytest.importorskip("openai")
    path = written(tmp_path, first + ENDPOINT)
    assert ("m", "OpenAICompatible") == (load_model(path).id, type(load_model(path)).__name__)
    assert load_judge(path)
    assert "(m," in load_extractor(path).extractor


def test_a_budget_in_the_settings_is_kept_to(tmp_path):
    pytest.importorskip("openai")
    budget = 'prices = { in = "0.15", out = "0.60", currency = "USD" }\nbudget = { calls = 0, cost = "2.50" }\n'
    model = load_model(written(tmp_path, ENDPOINT + budget))
    assert isinstance(model, BudgetedModel)
    said = asyncio.run(model.complete(Prompt(messages=(Message(role="user", text="Hello?"),), max_tokens=1)))
    assert "budget" == said.kind


def test_a_recording_is_found_beside_its_settings(tmp_path):
    prompt = Prompt(messages=(Message(role="user", text="Hello?"),), max_tokens=1)
    asyncio.run(RecordingModel(ScriptedModel(["Hi."], name="m"), tmp_path / "r.jsonl").complete(prompt))
    model = load_model(written(tmp_path, 'kind = "replayed"\npath = "r.jsonl"\n'))
    assert isinstance(model, ReplayedModel)
    assert "Hi." == asyncio.run(model.complete(prompt)).text


def test_a_model_file_is_found_beside_its_settings_and_not_loaded_before_it_is_asked(tmp_path):
    pytest.importorskip("xllamacpp")
    pytest.importorskip("openai")
    (tmp_path / "tiny.gguf").write_bytes(b"no model at all")
    model = load_model(written(tmp_path, 'kind = "local"\npath = "tiny.gguf"\nthreads = 2\n'))
    assert isinstance(model, LocalModel)
    assert "tiny.gguf" == model.id
    with pytest.raises(ModelError, match=r"tiny\.gguf: cannot be served"):
        asyncio.run(model.complete(Prompt(messages=(Message(role="user", text="Hello?"),), max_tokens=1)))
    with pytest.raises(ModelError, match=r"none\.gguf: cannot be read"):
        load_model(written(tmp_path, 'kind = "local"\npath = "none.gguf"\n'))


@pytest.mark.parametrize(
    ("message", "text"),
    [
        ("kind: no model is of the kind 'cloud'; expected one of endpoint, local, replayed", 'kind = "cloud"'),
        ("kind: no model is of the kind '7'", "kind = 7"),
        ("base_url: missing", 'model = "m"'),
        ("path: missing", 'kind = "local"'),
        ("threads: expected a number of at least 1, got 0", 'kind = "local"\npath = "x"\nthreads = 0'),
        ("path: missing", 'kind = "replayed"'),
        ("prices.in: missing", ENDPOINT + 'prices = { out = "1", currency = "USD" }'),
        ("cost is 'much'", ENDPOINT + 'budget = { cost = "much" }'),
        ("is not TOML", "kind ="),
    ],
)
def test_settings_that_make_no_sense_are_refused_with_the_place(message, text, tmp_path):
    with pytest.raises(DocumentError) as caught:
        load_model(written(tmp_path, text))
    assert message in str(caught.value)


def test_settings_that_are_not_there_are_named(tmp_path):
    with pytest.raises(InputError, match=r"none\.toml: cannot be read"):
        load_model(tmp_path / "none.toml")


def test_without_its_package_a_model_file_names_the_extra(tmp_path, monkeypatch):
    monkeypatch.setattr("claimgauge.models.local_model.PACKAGES", {"no_such_package": "local-model"})
    with pytest.raises(
        ModelError, match="no_such_package is not installed; install claimgauge with its extra `local-model`"
    ):
        load_model(written(tmp_path, 'kind = "local"\npath = "x.gguf"\n'))
