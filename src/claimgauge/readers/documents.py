"""TOML documents against their types: every problem at once, each with its place."""

import tomllib
from typing import TypeVar

import msgspec
from msgspec import inspect

from claimgauge.errors import DocumentError, Problem
from claimgauge.readers.salvage import BROKEN, Salvage

T = TypeVar("T")
LONGEST_LINE = 10_000
"""In characters: the time that a dotted key takes grows with the square of its length, and no key spans lines."""


def read_document(raw: bytes, kind: type[T], *, source: str) -> T:
    """The document as a value of `kind`. Raises DocumentError with all problems; an unknown key is one."""
    try:
        value = tomllib.loads(_in_short_lines(raw.decode("utf-8-sig")))
        walk = Salvage(lossy=())
        plain = walk.read(value, inspect.type_info(kind), "")
    except UnicodeDecodeError as error:
        raise DocumentError(source, [_malformed(f"is not UTF-8 at byte {error.start}; save it as UTF-8")]) from error
    except RecursionError as error:
        raise DocumentError(source, [_malformed("is nested too deeply; flatten it")]) from error
    except ValueError as error:
        raise DocumentError(source, [_malformed(f"is not TOML: {error}")]) from error
    if walk.problems or plain is BROKEN:
        raise DocumentError(source, walk.problems)
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise DocumentError(source, [_malformed(str(error))]) from error


def _in_short_lines(text: str) -> str:
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            raise ValueError(f"line {number} is longer than {LONGEST_LINE} characters; split it")
    return text


def _malformed(message: str) -> Problem:
    return Problem(place="", code="malformed", message=message)
