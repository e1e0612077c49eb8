"""A rubric as the TOML file that it is read from: proposals are new files, and nothing is ever edited."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from claimgauge.risk import Rubric

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def rubric_toml(rubric: Rubric, *, head: Iterable[str] = ()) -> str:
    """The file of a rubric, which reads back as the same rubric; `head` are lines of comment at its top."""
    values = msgspec.to_builtins(rubric)
    lines = [f"# {_printable(line)}".rstrip() for line in head]
    lines += [f"{_key(key)} = {_value(each)}" for key, each in values.items() if not _is_table(each)]
    for key, each in values.items():
        if _is_table(each):
            lines += _table(key, each)
    return "\n".join(lines) + "\n"


def _is_table(value: Any) -> bool:
    return isinstance(value, dict) or (isinstance(value, (list, tuple)) and bool(value) and isinstance(value[0], dict))


def _table(key: str, value: Any) -> Iterator[str]:
    for row in [value] if isinstance(value, dict) else value:
        yield ""
        yield f"[{_key(key)}]" if isinstance(value, dict) else f"[[{_key(key)}]]"
        yield from (f"{_key(name)} = {_value(each)}" for name, each in row.items())


def _value(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return (
            "{ " + ", ".join(f"{_key(key)} = {_value(each)}" for key, each in value.items()) + " }" if value else "{}"
        )
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    return _text(value) if isinstance(value, str) else repr(value)


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else _text(key)


def _text(text: str) -> str:
    """A basic string: JSON's escapes are TOML's too, but for the one control character that JSON leaves as it is."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _printable(line: str) -> str:
    return "".join(each if each.isprintable() else " " for each in line)
