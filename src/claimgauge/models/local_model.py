"""A language model out of one GGUF file, run in this process by `xllamacpp`.

The file is served on loopback, on a port that is free, and asked like any other endpoint, so that there
is one way in which replies are read. One prompt at a time; what a prompt shares with the one before it is
not read again. The server starts when the model is first asked, and ends with `close`.
"""

import asyncio
import hashlib
import importlib.util
import threading
from pathlib import Path
from types import TracebackType
from typing import Annotated, Any, Literal, Self

import msgspec
from msgspec.structs import replace

from claimgauge.errors import ModelError
from claimgauge.language import Answered, Completion, LanguageModel, Prompt, Refused, Truncated
from claimgauge.models.endpoint import Endpoint, Structured

PACKAGES = {"xllamacpp": "local-model", "openai": "models", "httpx2": "models"}
SHOWN_OF_DIGEST = 12
HOST = "127.0.0.1"
QUIET = -1


class LocalSettings(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """The settings of a model file. `path` is relative to the document, `timeout` is seconds for one prompt.

    `context` bounds prompt and reply together, in tokens. `seed` is for prompts that have none of their own.
    `structured` says how a reply is held to its JSON Schema; `llguidance` writes no white space.
    """

    kind: Literal["local"] = "local"
    path: str
    context: Annotated[int, msgspec.Meta(ge=64)] = 8192
    threads: Annotated[int, msgspec.Meta(ge=1)] = 1
    seed: int | None = None
    structured: Structured = "llguidance"
    timeout: Annotated[float, msgspec.Meta(gt=0)] = 600.0


class LocalModel:
    """One file, ready to be asked; a context manager that closes it.

    Raises ModelError where an extra is not installed, or the file cannot be read.
    """

    def __init__(self, settings: LocalSettings, *, folder: Path = Path()) -> None:
        """`folder` is what the path of the settings is relative to."""
        self._settings = settings
        self._path = folder / settings.path
        for package, extra in PACKAGES.items():
            if importlib.util.find_spec(package) is None:
                raise ModelError(f"{package} is not installed; install claimgauge with its extra `{extra}`")
        self._served = f"{self.id} {_digest(self._path)}"
        self._lock = threading.Lock()
        self._server: Any = None
        self._model: LanguageModel | None = None

    @property
    def id(self) -> str:
        """The name of the file."""
        return self._path.name

    async def complete(self, prompt: Prompt) -> Completion:
        """The completion, from the server on loopback. Raises ModelError where the file is no model."""
        model = await asyncio.to_thread(self._opened)
        seed = self._settings.seed if prompt.seed is None else prompt.seed
        completion = await model.complete(replace(prompt, seed=seed))
        if isinstance(completion, (Answered, Truncated, Refused)):
            return replace(completion, model=self._served)
        return completion

    def close(self) -> None:
        """End the server; a model that is asked again starts another."""
        with self._lock:
            self._model = self._server = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _opened(self) -> LanguageModel:
        from claimgauge.models.openai_compatible import OpenAICompatible  # noqa: PLC0415  # an extra

        with self._lock:
            if self._model is None:
                settings = self._settings
                self._server = _server(self._path, settings)
                self._model = OpenAICompatible(
                    Endpoint(
                        base_url=f"{self._server.listening_address}/v1",
                        model=self.id,
                        structured=settings.structured,
                        timeout=settings.timeout,
                        retries=0,
                    )
                )
            return self._model


def _digest(path: Path) -> str:
    """`sha256:` and the first digits of the file's digest."""
    try:
        with path.open("rb") as file:
            found = hashlib.file_digest(file, "sha256").hexdigest()
    except (OSError, ValueError) as error:  # ValueError: a path that no file can have
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise ModelError(f"{path}: cannot be read: {why}; name a GGUF file") from error
    return f"sha256:{found[:SHOWN_OF_DIGEST]}"


def _server(path: Path, settings: LocalSettings) -> Any:
    xllamacpp = importlib.import_module("xllamacpp")  # an extra
    params = xllamacpp.CommonParams()
    params.model.path = str(path)
    params.n_ctx = settings.context
    params.n_parallel = 1
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = settings.threads
    params.cache_prompt = True
    params.cache_ram_mib = 0
    params.hostnames = [HOST]
    params.port = 0
    params.warmup = False
    params.verbosity = QUIET
    try:
        return xllamacpp.Server(params)
    except RuntimeError as error:
        raise ModelError(f"{path}: cannot be served: {error}; is it a GGUF file that is whole?") from error
