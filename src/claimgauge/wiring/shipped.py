"""The data files that ship, by kind and name, and the user's own by path; each checked before it is used."""

from collections.abc import Callable, Iterable
from importlib import resources
from pathlib import Path
from typing import TypeVar

from claimgauge.errors import DocumentError, InputError, Problem
from claimgauge.readers import read_document

T = TypeVar("T")

SUFFIX = ".toml"


def shipped_names(kind: str) -> tuple[str, ...]:
    """The names of what ships of one kind: `contracts`, `rubrics`, `codebooks`."""
    folder = resources.files("claimgauge") / "data" / kind
    return tuple(sorted(entry.name.removesuffix(SUFFIX) for entry in folder.iterdir() if entry.name.endswith(SUFFIX)))


def read_shipped(kind: str, name: str) -> bytes:
    """The bytes of one shipped file. Raises InputError for a name that does not ship."""
    if name not in shipped_names(kind):
        message = f"none of the {kind} that ship has the name {name[:60]!r}; those that do: {_listed(kind)}"
        raise InputError(message)
    return (resources.files("claimgauge") / "data" / kind / f"{name}{SUFFIX}").read_bytes()


def read_named(kind: str, name: str | Path) -> tuple[bytes, str]:
    """The bytes of what ships under a name, or of the user's own file at a path, and how to call it.

    Raises InputError where there is neither.
    """
    if str(name) in shipped_names(kind):
        return read_shipped(kind, str(name)), str(name)
    try:
        return Path(name).read_bytes(), str(name)
    except (OSError, ValueError) as error:  # ValueError: a path that no file can have
        why = error.strerror if isinstance(error, OSError) else str(error)
        message = f"cannot be read ({why}); name a file, or one of the {kind} that ship: {_listed(kind)}"
        raise InputError(message, source=str(name)) from error


def _listed(kind: str) -> str:
    return ", ".join(shipped_names(kind))


def checked(
    raw: bytes,
    kind: type[T],
    *,
    source: str,
    problems: Callable[[T], Iterable[Problem]],
    error: type[DocumentError],
) -> T:
    """The document as a value of `kind` that also makes sense. Raises DocumentError, or `error` with its `problems`."""
    value = read_document(raw, kind, source=source)
    if found := tuple(problems(value)):
        raise error(source, found)
    return value
