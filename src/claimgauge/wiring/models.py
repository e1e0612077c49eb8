"""Language models by their settings, and what they do here: judge claims, and find them."""

from pathlib import Path

from claimgauge.claims.proposals import ModelClaimExtractor
from claimgauge.errors import InputError, ModelError
from claimgauge.labellers.judge import Judge, JudgeOfProse
from claimgauge.language import LanguageModel
from claimgauge.models import Endpoint
from claimgauge.readers import read_document
from claimgauge.wiring.prompts import load_prompt


def open_model(endpoint: Endpoint) -> LanguageModel:
    """The model behind an endpoint; nothing is contacted before it is asked.

    Raises ModelError where the extra `models` is not installed, or the key is not in its variable.
    """
    try:
        from claimgauge.models.openai_compatible import OpenAICompatible  # noqa: PLC0415  # an extra
    except ModuleNotFoundError as error:
        raise ModelError(f"{error.name} is not installed; install claimgauge with its extra `models`") from error
    return OpenAICompatible(endpoint)


def load_judge(path: Path) -> JudgeOfProse:
    """A language model behind an endpoint, as a judge of claims in prose; nothing is contacted before it is asked.

    Raises InputError where the file cannot be read, DocumentError for its problems, and ModelError as
    `open_model` does.
    """
    return JudgeOfProse(Judge(_model(path), load_prompt("judge")))


def load_extractor(path: Path) -> ModelClaimExtractor:
    """The same, as a finder of claims in answers."""
    return ModelClaimExtractor(_model(path), load_prompt("extract-claims"))


def _model(path: Path) -> LanguageModel:
    try:
        raw = path.read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(path)) from error
    return open_model(read_document(raw, Endpoint, source=str(path)))
