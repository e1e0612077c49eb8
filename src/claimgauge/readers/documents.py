"""TOML documents against their types: every problem at once, each with its place."""

import tomllib
from typing import TypeVar

import msgspec
from msgspec import inspect

from claimgauge.errors import DocumentError, Problem
from claimgauge.readers.salvage import BROKEN, Salvage

T = TypeVar("T")


def read_document(raw: bytes, kind: type[T], *, source: str) -> T:
    """The document as a value of `kind`. Raises DocumentError with all problems; an unknown key is one."""
    try:
        value = tomllib.loads(raw.decode())
    except UnicodeDecodeError as error:
        raise DocumentError(source, [_malformed(f"is not UTF-8 at byte {error.start}; save it as UTF-8")]) from error
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise DocumentError(source, [_malformed(f"is not TOML: {error}")]) from error
    walk = Salvage(lossy=())
    plain = walk.read(value, inspect.type_info(kind), "")
    if walk.problems or plain is BROKEN:
        raise DocumentError(source, walk.problems)
    return msgspec.convert(plain, kind)


def _malformed(message: str) -> Problem:
    return Problem(place="", code="malformed", message=message)
