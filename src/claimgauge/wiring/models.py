"""Language models by their settings, and what they do here: judge claims, and find them."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from claimgauge.claims.proposals import ModelClaimExtractor
from claimgauge.errors import DocumentError, InputError, ModelError, Problem
from claimgauge.labellers.judge import Judge, JudgeOfProse
from claimgauge.language import LanguageModel
from claimgauge.models import (
    Budget,
    BudgetedModel,
    Endpoint,
    LocalModel,
    LocalSettings,
    ReplayedModel,
    ReplayedSettings,
)
from claimgauge.readers import read_document
from claimgauge.wiring.prompts import load_prompt


def open_model(endpoint: Endpoint) -> LanguageModel:
    """The model behind an endpoint, within its budget where it has one; nothing is contacted before it is asked.

    Raises ModelError where the extra `models` is not installed, or the key is not in its variable.
    """
    try:
        from claimgauge.models.openai_compatible import OpenAICompatible  # noqa: PLC0415  # an extra
    except ModuleNotFoundError as error:
        raise ModelError(f"{error.name} is not installed; install claimgauge with its extra `models`") from error
    model = OpenAICompatible(endpoint)
    return model if endpoint.budget is None else BudgetedModel(model, endpoint.budget, prices=endpoint.prices)


_ENDPOINT: Final = "endpoint"
_KINDS: Final[dict[str, tuple[type, Callable[[Any, Path], LanguageModel]]]] = {
    _ENDPOINT: (Endpoint, lambda settings, _folder: open_model(settings)),
    "local": (LocalSettings, lambda settings, folder: LocalModel(settings, folder=folder)),
    "replayed": (ReplayedSettings, lambda settings, folder: ReplayedModel(folder / settings.path)),
}
"""Kind of settings → their type, and the model they make; the folder is that of the document."""


def load_model(path: str | Path, *, budget: Budget | None = None) -> LanguageModel:
    """The model that a settings document describes: behind an endpoint, out of a file, or out of a recording.

    A `budget` bounds it beside the one that the document may hold, at the prices of the document.

    Nothing is contacted, and no model file loaded, before it is asked. Raises InputError where the document
    cannot be read, DocumentError for its problems, and ModelError where the model cannot be asked at all.
    """
    try:
        raw = Path(path).read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from error
    kind = _kind_of(raw)
    if kind not in _KINDS:
        message = f"no model is of the kind {str(kind)[:60]!r}; expected one of {', '.join(_KINDS)}"
        raise DocumentError(str(path), [Problem(place="kind", code="wrong_value", message=message)])
    settings, model_of = _KINDS[kind]
    read: Any = read_document(raw, settings, source=str(path))
    model = model_of(read, Path(path).parent)
    return model if budget is None else BudgetedModel(model, budget, prices=getattr(read, "prices", None))


def _kind_of(raw: bytes) -> str:
    """The kind that a document names; what is no TOML gets its problems from the reader of documents."""
    try:
        return str(tomllib.loads(raw.decode("utf-8-sig")).get("kind", _ENDPOINT))
    except (ValueError, RecursionError):
        return _ENDPOINT


def load_judge(path: Path) -> JudgeOfProse:
    """A language model by its settings, as a judge of claims in prose; raises as `load_model` does."""
    return JudgeOfProse(Judge(load_model(path), load_prompt("judge")))


def load_extractor(path: Path) -> ModelClaimExtractor:
    """The same, as a finder of claims in answers."""
    return ModelClaimExtractor(load_model(path), load_prompt("extract-claims"))
