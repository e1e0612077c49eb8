"""Completions on file: recorded once, replayed byte by byte, without a model and without a network.

One line a completion: `{"schema": "claimgauge.completion/1", "model": …, "prompt": "sha256:…",
"completion": {…}}`. Of the prompt there is only the digest; the reply stands there in full. A
failure is not recorded, so that the next run asks again.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import msgspec

from claimgauge.errors import ModelError
from claimgauge.language import Answered, Completion, Failed, LanguageModel, Prompt, Refused, Truncated, prompt_digest


class RecordedCompletion(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """One line of a recording."""

    schema: Literal["claimgauge.completion/1"] = "claimgauge.completion/1"
    model: str
    prompt: str
    completion: Answered | Truncated | Refused


class ReplayedSettings(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """The settings of a recording in the place of a model. `path` is relative to the document."""

    kind: Literal["replayed"] = "replayed"
    path: str


class ReplayedModel:
    """A recording in the place of a model: what is not on file is refused."""

    def __init__(self, path: str | Path) -> None:
        """Raises ModelError for a file that cannot be read, holds nothing, or contradicts itself."""
        self._path = Path(path)
        self._recording = _Recording(self._path)
        if not self._recording.model:
            raise ModelError(f"{path}: holds no completion; record some first")

    @property
    def id(self) -> str:
        """The model that was recorded."""
        return self._recording.model

    async def complete(self, prompt: Prompt) -> Completion:
        """The completion on file. Raises ModelError, with the digest, for a prompt that is not on file."""
        digest = prompt_digest(prompt)
        found = self._recording.completions.get(digest)
        if found is None:
            message = "the prompt, its data or its settings have changed since, or it never was recorded; record it"
            raise ModelError(f"{self._path}: no completion of the prompt {digest}: {message}")
        return found


class RecordingModel:
    """A model whose completions are put on file; what is on file already is not asked again."""

    def __init__(self, model: LanguageModel, path: str | Path) -> None:
        """Raises ModelError for a file that cannot be read or written, or that is the recording of another model."""
        self._model = model
        self._path = Path(path)
        _end_with_a_whole_line(self._path)
        self._recording = _Recording(self._path)
        if self._recording.model not in ("", model.id):
            message = f"is a recording of {self._recording.model!r}, not of {model.id!r}; name another file"
            raise ModelError(f"{path}: {message}")

    @property
    def id(self) -> str:
        """That of the model within."""
        return self._model.id

    async def complete(self, prompt: Prompt) -> Completion:
        """The completion on file, or else the model's, which goes on file unless it failed."""
        digest = prompt_digest(prompt)
        known = self._recording.completions
        if digest not in known:
            completion = await self._model.complete(prompt)
            if isinstance(completion, Failed):
                return completion
            if digest not in known:  # else somebody asked the same meanwhile, and was first
                line = RecordedCompletion(model=self._model.id, prompt=digest, completion=completion)
                _append(self._path, msgspec.json.encode(line) + b"\n")
                known[digest] = completion
        return known[digest]


class _Recording:
    """What is on file: the model (empty where nothing is), and prompt digest → completion."""

    def __init__(self, path: Path) -> None:
        self.model = ""
        self.completions: dict[str, Completion] = {}
        for number, line in _lines(path):
            self.model = self.model or line.model
            if line.model != self.model:
                raise ModelError(
                    f"{path}: line {number}: is of {line.model!r}, the others of {self.model!r}; part them"
                )
            if self.completions.setdefault(line.prompt, line.completion) != line.completion:
                raise ModelError(f"{path}: line {number}: another completion of {line.prompt}; take one of them out")


def _lines(path: Path) -> Iterator[tuple[int, RecordedCompletion]]:
    for number, raw in enumerate(_read(path).splitlines(), start=1):
        try:
            yield number, msgspec.json.decode(raw, type=RecordedCompletion)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ModelError(f"{path}: line {number}: is no completion: {error}; take it out") from error


def _read(path: Path) -> bytes:
    """The whole file; nothing where there is none."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""
    except (OSError, ValueError) as error:
        raise ModelError(f"{path}: cannot be read: {error}; name a file of recorded completions") from error


def _end_with_a_whole_line(path: Path) -> None:
    """Cut off what a killed run left of its last line."""
    raw = _read(path)
    if raw and not raw.endswith(b"\n"):
        try:
            os.truncate(path, raw.rfind(b"\n") + 1)
        except OSError as error:
            raise ModelError(f"{path}: cannot be written: {error.strerror}; name another file") from error


def _append(path: Path, line: bytes) -> None:
    try:
        with path.open("ab") as file:
            file.write(line)
    except OSError as error:
        raise ModelError(f"{path}: cannot be written: {error.strerror}; name another file") from error
