"""Documents in TOML or JSON against their types: every problem at once, each with its place."""

import json
import tomllib
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from claimgauge.errors import DocumentError, Problem
from claimgauge.readers.salvage import BROKEN, Salvage

T = TypeVar("T")
LONGEST_LINE = 10_000
"""In characters: the time that a dotted key takes grows with the square of its length, and no key spans lines."""


def read_document(raw: bytes, kind: type[T], *, source: str) -> T:
    """The document as a value of `kind`. Raises DocumentError with all problems; an unknown key is one.

    What begins with `{`, as no TOML does, is read as JSON.
    """
    try:
        value = _decoded(raw.decode("utf-8-sig"))
        walk = Salvage(lossy=())
        plain = walk.read(value, inspect.type_info(kind), "")
    except UnicodeDecodeError as error:
        raise DocumentError(source, [_malformed(f"is not UTF-8 at byte {error.start}; save it as UTF-8")]) from error
    except RecursionError as error:
        raise DocumentError(source, [_malformed("is nested too deeply; flatten it")]) from error
    except ValueError as error:
        raise DocumentError(source, [_malformed(f"is not {_form(raw)}: {error}")]) from error
    if walk.problems or plain is BROKEN:
        raise DocumentError(source, walk.problems)
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        raise DocumentError(source, [_malformed(str(error))]) from error


def _decoded(text: str) -> Any:
    return json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(_in_short_lines(text))


def _form(raw: bytes) -> str:
    return "JSON" if raw.decode("utf-8-sig").lstrip().startswith("{") else "TOML"


def _in_short_lines(text: str) -> str:
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            raise ValueError(f"line {number} is longer than {LONGEST_LINE} characters; split it")
    return text


def _malformed(message: str) -> Problem:
    return Problem(place="", code="malformed", message=message)
