"""Policies by name (shipped) or by folder (the organisation's own)."""

from collections.abc import Iterator
from functools import cache, lru_cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from claimgauge.errors import InputError, PolicyError, Problem
from claimgauge.policies import FILES, Bundle, PoliciesDocument
from claimgauge.policies.bundle import DOCUMENT
from claimgauge.readers import read_document

if TYPE_CHECKING:
    from claimgauge.policies.engine import CedarAccess

KIND: Final = "policies"
SUFFIXES: Final = (".cedar", ".cedarschema", ".json", ".toml")


def shipped_policies() -> tuple[str, ...]:
    """The names of the bundles that ship."""
    return tuple(sorted(entry.name for entry in _folder().iterdir() if entry.is_dir()))


def load_policies(name: str | Path) -> "CedarAccess":
    """A shipped bundle by its name, or one of your own by its folder, ready to decide; prepared once for the same text.

    Raises InputError where there is neither, or the extra `policies` is not installed, DocumentError and
    PolicyError with every problem of the bundle.
    """
    return opened_policies(load_bundle(name))


@cache
def builtin_policies(name: str) -> "CedarAccess":
    """A shipped bundle by its name; never opens a file outside the package. Raises InputError for another name."""
    if name not in shipped_policies():
        raise InputError(f"none of the policies that ship has the name {name[:60]!r}; those that do: {_listed()}")
    return opened_policies(_read(_folder() / name, name))


def load_bundle(name: str | Path) -> Bundle:
    """The files of a bundle, not yet looked at as a whole. Raises as `load_policies` does."""
    if str(name) in shipped_policies():
        return _read(_folder() / str(name), str(name))
    folder = Path(name)
    try:
        there = folder.is_dir()
    except ValueError:  # a path that no folder can have
        there = False
    if not there:
        message = f"is no folder; name the folder of a bundle, or one of the policies that ship: {_listed()}"
        raise InputError(message, source=str(name))
    return _read(folder, str(name))


@lru_cache(maxsize=8)
def opened_policies(bundle: Bundle) -> "CedarAccess":
    """The files of a bundle, ready to decide. Raises as `load_policies` does."""
    try:
        from claimgauge.policies.engine import CedarAccess  # noqa: PLC0415  # an extra
    except ModuleNotFoundError as error:
        message = f"{error.name} is not installed; install claimgauge with its extra `policies`"
        raise InputError(message, source=KIND) from error
    return CedarAccess(bundle)


def _read(folder: Traversable, name: str) -> Bundle:
    try:
        found = dict(_texts(folder, name))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=name) from error
    if DOCUMENT not in found:
        message = "missing; a bundle says its id, version and title there"
        raise PolicyError(name, [Problem(place=DOCUMENT, code="missing", message=message)])
    document = read_document(found[DOCUMENT].encode(), PoliciesDocument, source=f"{name}/{DOCUMENT}")
    if empty := [key for key in ("id", "version") if not getattr(document, key).strip()]:
        message = "is empty; it travels in every result, so give it a name"
        problems = [Problem(place=f"{DOCUMENT}, {key}", code="wrong_value", message=message) for key in empty]
        raise PolicyError(name, problems)
    return Bundle(name, document, tuple(sorted(found.items())))


def _texts(folder: Traversable, name: str) -> Iterator[tuple[str, str]]:
    """The files of the bundle as texts; one that looks like such a file and is none is refused."""
    for entry in folder.iterdir():
        if entry.name not in FILES:
            if entry.name.endswith(SUFFIXES):
                message = f"is no file of a bundle; those are {', '.join(FILES)}"
                raise PolicyError(name, [Problem(place=entry.name, code="unknown_key", message=message)])
            continue
        try:
            yield entry.name, entry.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            message = f"is not UTF-8 at byte {error.start}; save it as UTF-8"
            raise PolicyError(name, [Problem(place=entry.name, code="malformed", message=message)]) from error


def _folder() -> Traversable:
    return resources.files("claimgauge") / "data" / KIND


def _listed() -> str:
    return ", ".join(shipped_policies())
