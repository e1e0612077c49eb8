"""What is given to Cedar: the attributes of a source, the context of each action, and the kinds that values may have.

What a case does not say is not given, so that a policy has to ask for it (`has`), or the schema
requires it and a case without it is denied.
"""

import datetime as dt
from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple

from claimgauge.errors import InputError
from claimgauge.evidence import Source
from claimgauge.feedback import parse_time

Action = Literal["ask", "read", "apply"]
Kind = Literal["String", "Long", "Bool", "Set<String>", "datetime"]

RESOURCES: Final[dict[Action, str]] = {"ask": "UseCase", "read": "Source", "apply": "Source"}
"""The entity type of what each action is about."""
SOURCE: Final[dict[str, Kind]] = {
    "type": "String",
    "title": "String",
    "classification": "String",
    "groups": "Set<String>",
    "scope": "Set<String>",
}
CONTEXTS: Final[dict[Action, dict[str, Kind]]] = {
    "ask": {"useCase": "String", "text": "String", "time": "datetime"},
    "read": {"useCase": "String", "time": "datetime"},
    "apply": {"useCase": "String", "time": "datetime", "uncovered": "Set<String>"},
}


class Attribute(NamedTuple):
    """What the schema of a bundle says of one attribute."""

    kind: Kind
    required: bool


Attributes = dict[str, Attribute]
"""Name → what the schema says of it."""


_SAID: Final[dict[str, Callable[[Source], Any]]] = {
    "type": lambda source: source.type or None,
    "title": lambda source: source.title or None,
    "classification": lambda source: (source.access.classification or None) if source.access else None,
    "groups": lambda source: source.access.groups if source.access else (),
    "scope": lambda source: [f"{key}={value}" for key, values in source.scope.items() for value in values],
}


def said_of(source: Source, attributes: Attributes) -> dict[str, Any]:
    """What a case says of a source, as far as it is declared; a text that is empty says nothing.

    `scope` is flat: `region=EMEA` for each key and value.
    """
    return {name: _SAID[name](source) for name in attributes}


def is_text(value: object) -> bool:
    """Whether it is text that every encoding has: a string without half of a surrogate pair."""
    if type(value) is not str:  # a subclass is a number, kept as it was written
        return False
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def whole_number(value: object) -> int | None:
    """A whole number that fits into 64 bits, also one that was kept as it was written; None for anything else."""
    if isinstance(value, str) and type(value) is not str and len(value) < 20 and value.removeprefix("-").isdecimal():
        value = int(value)
    fits = type(value) is int and -(2**63) <= value < 2**63
    return value if fits else None  # type: ignore[return-value]


def _texts(value: object) -> list[str] | None:
    fits = isinstance(value, (list, tuple, set, frozenset)) and all(map(is_text, value))
    return sorted(set(value)) if fits else None  # type: ignore[call-overload]


def _time(value: object) -> dict[str, Any] | None:
    """A time as the engine reads it: in UTC, to the millisecond; a bare date is the start of that day in UTC."""
    try:
        time = parse_time(value).astimezone(dt.UTC) if is_text(value) else None  # type: ignore[arg-type]
    except (InputError, OverflowError):
        return None
    if time is None:
        return None
    return {"__extn": {"fn": "datetime", "arg": f"{time.replace(tzinfo=None).isoformat(timespec='milliseconds')}Z"}}


AS_CEDAR: Final[dict[Kind, Callable[[Any], Any]]] = {
    "String": lambda value: value if is_text(value) else None,
    "Long": whole_number,
    "Bool": lambda value: value if type(value) is bool else None,
    "Set<String>": _texts,
    "datetime": _time,
}
"""A value as Cedar's JSON takes it, None where it is not of the kind."""


class Given(NamedTuple):
    """Attributes ready for the engine, or what is wrong with them; `fault` never holds a value."""

    values: dict[str, Any]
    fault: str = ""


def given(said: dict[str, Any], attributes: Attributes, *, of: str) -> Given:
    """What is said, as far as the schema declares it; `of` is whose attributes they are, for the fault."""
    values: dict[str, Any] = {}
    for name, (kind, required) in attributes.items():
        value = said.get(name)
        if value is None:
            if required:
                return Given({}, f"{of}.{name} is not given, and the schema requires it")
            continue
        values[name] = AS_CEDAR[kind](value)
        if values[name] is None:
            return Given({}, f"{of}.{name} is not of the type {kind}")
    return Given(values)
