"""One hierarchy of errors.

    ClaimgaugeError
    ├── InputError            a file, a stream or a row that cannot be read
    ├── DocumentError         a TOML document with problems, each with its place
    │   ├── ContractError     a contract that can be read and does not make sense
    │   ├── RubricError       a rubric that can be read and does not make sense
    │   ├── CodebookError     a codebook with gaps
    │   ├── CriticalityError  rules of criticality that can be read and do not make sense
    │   ├── PolicyError       policies that cannot be used
    │   └── PromptError       a prompt that can be read and does not make sense
    ├── ModelError            a language model that cannot be asked
    ├── RunError              a run that cannot begin or go on
    ├── PresetError           a preset that does not exist, or not for this
    ├── EvidenceError         evidence that contradicts itself
    └── CanonicalFormError    a value that has no canonical form

Every message says what is wrong, which value, and what to do next.
"""

from collections.abc import Iterable
from typing import Literal

import msgspec

Code = Literal["missing", "wrong_type", "wrong_value", "unknown_key", "unknown_claim_type", "malformed", "not_assessed"]


class Problem(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One thing that is wrong in a document: `place` is a path such as `claims[3].text`."""

    place: str
    code: Code
    message: str

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class ClaimgaugeError(Exception):
    """The root: catch this to catch everything that claimgauge raises on purpose."""


class InputError(ClaimgaugeError):
    """A file, a stream or a row that cannot be read.

    `source` names the file, `place` the line or the path within it.
    """

    def __init__(self, message: str, *, source: str = "", place: str = "") -> None:
        self.source = source
        self.place = place
        self.message = message
        super().__init__(": ".join(part for part in (source, place, message) if part))


class DocumentError(ClaimgaugeError):
    """A TOML document with problems: all of them at once, one a line."""

    def __init__(self, source: str, problems: Iterable[Problem]) -> None:
        self.source = source
        self.problems = tuple(problems)
        super().__init__("\n".join(f"{source}: {problem}" for problem in self.problems))


class ContractError(DocumentError):
    """A contract that can be read and does not make sense."""


class RubricError(DocumentError):
    """A rubric that can be read and does not make sense."""


class CodebookError(DocumentError):
    """A codebook with gaps."""


class CriticalityError(DocumentError):
    """Rules of criticality that can be read and do not make sense."""


class PolicyError(DocumentError):
    """Policies that cannot be used: a file is missing, cannot be read, or does not fit the others."""


class PromptError(DocumentError):
    """A prompt that can be read and does not make sense, or that does not fit what is put into it."""


class ModelError(ClaimgaugeError):
    """A language model that cannot be asked: it is not set up, or its recording does not hold the prompt."""


class RunError(ClaimgaugeError):
    """A run that cannot begin or go on: the folder of another run, or a worker that died."""


class PresetError(ClaimgaugeError):
    """A preset that does not exist, or that lacks what it reads with."""


class EvidenceError(ClaimgaugeError):
    """Evidence that contradicts itself, or a record that a mapping does not fit."""


class CanonicalFormError(ClaimgaugeError):
    """A value that has no canonical form: NaN, infinity, a lone surrogate, an unknown type."""
