"""Rubrics by name (shipped) or by path (the organisation's own)."""

from functools import cache
from pathlib import Path

from claimgauge.errors import RubricError
from claimgauge.risk import Rubric, rubric_problems
from claimgauge.wiring.shipped import checked, read_named, read_shipped

KIND = "rubrics"
DEFAULT_RUBRIC = "guarded"


def load_rubric(name: str | Path = DEFAULT_RUBRIC) -> Rubric:
    """A shipped rubric by its name, or one of your own by its path.

    Raises InputError where there is neither, DocumentError and RubricError where the file has problems.
    """
    raw, source = read_named(KIND, name)
    return _checked(raw, source=source)


@cache
def builtin_rubric(name: str) -> Rubric:
    """A shipped rubric by its name; never opens a file outside the package. Raises InputError for another name."""
    return _checked(read_shipped(KIND, name), source=name)


def _checked(raw: bytes, *, source: str) -> Rubric:
    return checked(raw, Rubric, source=source, problems=rubric_problems, error=RubricError)
