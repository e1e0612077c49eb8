"""Language models by their settings."""

from claimgauge.errors import ModelError
from claimgauge.language import LanguageModel
from claimgauge.models import Endpoint


def open_model(endpoint: Endpoint) -> LanguageModel:
    """The model behind an endpoint; nothing is contacted before it is asked.

    Raises ModelError where the extra `models` is not installed, or the key is not in its variable.
    """
    try:
        from claimgauge.models.openai_compatible import OpenAICompatible  # noqa: PLC0415  # an extra
    except ModuleNotFoundError as error:
        raise ModelError(f"{error.name} is not installed; install claimgauge with its extra `models`") from error
    return OpenAICompatible(endpoint)
