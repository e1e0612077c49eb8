"""Reading a structured reply of a language model, which is almost always almost JSON.

Fences, prose around the answer, a leading block of thoughts, line breaks within strings, and single
quotes where no double quote occurs are put up with. What is *not* put up with, because it would be
guessing: two answers that differ, a key that comes twice, a number out of its range, a word outside
its table. A reply that cannot be read is a Problem, which says where and why; nothing here raises.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Generic, NamedTuple, NoReturn, TypeVar

import msgspec

from claimgauge.errors import Problem

T = TypeVar("T")

LONGEST = 1_000_000
"""In characters."""
DEEPEST = 32
MOST_VALUES = 16
"""Most JSON values in one reply."""
SHOWN = 200

_START = re.compile(r'\{\s*["}]|\[\s*[{\]]')
_TOKEN = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]"]', re.DOTALL)
_SINGLE_START = re.compile(r"\{\s*'|\[\s*\{")
_SINGLE_QUOTED = re.compile(r"'([^'\\]*)'")
_THOUGHTS = re.compile(r"\A\s*<think>.*?</think>", re.DOTALL)
_PIECE = re.compile(rf"{_TOKEN.pattern}|,", re.DOTALL)
_AT = re.compile(r"^(?P<message>.*) - at `\$?\.?(?P<place>.*)`$", re.DOTALL)
_CLOSERS = {"{": "}", "[": "]"}


class ReplyItems(NamedTuple, Generic[T]):
    """The items of an array that are whole, what was left out, and whether the array was cut off."""

    items: tuple[T, ...]
    unread: tuple[Problem, ...] = ()
    cut: bool = False


class LooseItems(NamedTuple):
    """The items of an array as they are, in the place of each that cannot be read a Problem; `cut` as above."""

    items: tuple[Any, ...]
    cut: bool = False


class Number(str):
    """A number of a reply as it was written: `95.00` stays `95.00`, whatever its size."""

    __slots__ = ()


class _Found(NamedTuple):
    """The text of one JSON value; of one that is cut off, what is whole of its outermost array."""

    text: str
    cut: bool = False


class _Value(NamedTuple):
    """One JSON value, decoded."""

    value: Any
    cut: bool


def read_reply(text: str, kind: type[T]) -> T | Problem:
    """The one answer in the reply, as a `kind`; a value that is cut off is none."""
    found = _one_value(text)
    if isinstance(found, Problem):
        return found
    return _malformed("the answer is cut off") if found.cut else _converted(found.value, kind, "")


def read_items(text: str, key: str, kind: type[T]) -> ReplyItems[T] | Problem:
    """The items of the array under `key` of the reply's object, or of an array that is the reply.

    An item that is not a `kind` is left out and named. Of an array that is cut off, the whole items are kept.
    """
    found = _one_value(text)
    if isinstance(found, Problem):
        return found
    array = found.value.get(key) if isinstance(found.value, dict) else found.value
    if not isinstance(array, list):
        return Problem(place=key, code="missing", message="expected an array here")
    read = [_converted(item, kind, f"{key}[{index}]") for index, item in enumerate(array)]
    items = tuple(item for item in read if not isinstance(item, Problem))
    return ReplyItems(items, tuple(item for item in read if isinstance(item, Problem)), found.cut)


def read_loosely(text: str, key: str) -> LooseItems | Problem:
    """The items of the same array, not yet held against a type, with every number as a `Number`.

    An array that is not JSON is read item by item, so that one fault costs one item.
    """
    answer = _answer(text)
    if isinstance(answer, Problem):
        return answer
    try:
        found = _agreed(_decoded_values(answer, _literally))
    except (ValueError, RecursionError) as error:
        return _piecemeal(answer, key, str(error)[:SHOWN])
    if isinstance(found, Problem):
        return _piecemeal(answer, key, found.message) if answer.startswith("[") else found
    array = found.value.get(key) if isinstance(found.value, dict) else found.value
    if not isinstance(array, list):
        return _piecemeal(answer, key, "expected an array here")
    return LooseItems(tuple(array), found.cut)


def _piecemeal(answer: str, key: str, why: str) -> LooseItems | Problem:
    """The items of the first array that is the answer, stands under the key or holds objects, each read alone."""
    begins = re.search(rf'\A\[|"{re.escape(key)}"\s*:\s*\[|\[\s*\{{', answer)
    if begins is None:
        return _malformed(why)
    pieces, cut = _pieces(answer, answer.index("[", begins.start()) + 1)
    return LooseItems(tuple(map(_piece, pieces)), cut)


def _pieces(text: str, start: int) -> tuple[list[str], bool]:
    """The texts of the items of an array whose items begin at `start`, and whether there was no end to it."""
    missing: list[str] = []
    pieces: list[str] = []
    for token in _PIECE.finditer(text, start):
        sign = token[0]
        if sign == '"' or len(missing) > DEEPEST:
            break
        if sign[0] == '"':
            continue
        if sign in _CLOSERS:
            missing.append(_CLOSERS[sign])
            continue
        if sign == "," and missing:
            continue
        if missing:
            if missing.pop() != sign:
                break
            if missing:
                continue
        elif sign != ",":
            return _not_blank([*pieces, text[start : token.start()]]), sign != "]"
        pieces.append(text[start : token.end()].removesuffix(","))
        start = token.end()
    return _not_blank(pieces), True


def _not_blank(pieces: list[str]) -> list[str]:
    return [each for each in pieces if each.strip()]


def _piece(text: str) -> Any:
    try:
        return _literally(text)
    except (ValueError, RecursionError) as error:
        return _malformed(str(error)[:SHOWN])


def _one_value(text: str) -> _Value | Problem:
    """The value that the reply holds, once or several times over."""
    answer = _answer(text)
    if isinstance(answer, Problem):
        return answer
    try:
        return _agreed(_decoded_values(answer, _decoded))
    except (ValueError, RecursionError) as error:
        return _malformed(str(error)[:SHOWN])


def _answer(text: str) -> str | Problem:
    """What the reply says behind its thoughts, with double quotes."""
    if len(text) > LONGEST:
        return _malformed(f"the reply is longer than {LONGEST} characters")
    answer = _THOUGHTS.sub("", text, count=1).lstrip()
    if answer.startswith("<think>"):
        return _malformed("the reply ends within its thoughts")
    return answer if '"' in answer else _double_quoted(answer)


def _decoded_values(answer: str, decode: Callable[[str], Any]) -> list[_Value]:
    return [_Value(decode(each.text), each.cut) for each in _values(answer)]


def _agreed(values: list[_Value]) -> _Value | Problem:
    if not values:
        return _malformed("the reply holds no JSON object")
    if any(each != values[0] for each in values):
        return _malformed(f"the reply holds {len(values)} answers, and they differ")
    return values[0]


def _double_quoted(text: str) -> str:
    """A text without double quotes, from where its JSON seems to begin, with double quotes for its single ones."""
    start = _SINGLE_START.search(text)
    if start is None:
        return text
    return _SINGLE_QUOTED.sub(lambda quoted: json.dumps(quoted[1], ensure_ascii=False), text[start.start() :])


def _values(text: str) -> Iterator[_Found]:
    """Every outermost object, and array of objects, in order. One pass, whatever the text.

    Raises ValueError for too many, and for one that is nested too deeply or cut off before any array.
    """
    place, seen = 0, 0
    while (start := _START.search(text, place)) is not None:
        seen += 1
        if seen > MOST_VALUES:
            raise ValueError(f"the reply holds more than {MOST_VALUES} JSON values")
        found, place = _value_at(text, start.start())
        if found is not None:
            yield found


def _value_at(text: str, start: int) -> tuple[_Found | None, int]:
    """The value that begins at `start` and where it ends; None where its brackets do not match."""
    missing: list[str] = []
    safe: tuple[int, str] | None = None
    for token in _TOKEN.finditer(text, start):
        sign = token[0]
        if sign == '"':
            break
        if sign[0] == '"':
            continue
        if sign in _CLOSERS:
            missing.append(_CLOSERS[sign])
            if len(missing) > DEEPEST:
                raise ValueError(f"the reply is nested more than {DEEPEST} deep")
        elif missing.pop() != sign:
            return None, token.end()
        if not missing:
            return _Found(text[start : token.end()]), token.end()
        if missing.count("]") == 1 and missing[-1] == "]":
            safe = token.end(), "".join(reversed(missing))
    if safe is None:
        raise ValueError("the answer is cut off")
    return _Found(text[start : safe[0]] + safe[1], cut=True), len(text)


def _decoded(text: str) -> Any:
    """Raises ValueError for what is not JSON, for a key that comes twice, and for a number without end."""
    return json.loads(text, strict=False, object_pairs_hook=_once, parse_constant=_refused, parse_float=_finite)


def _literally(text: str) -> Any:
    """The same with every number as it was written."""
    return json.loads(
        text,
        strict=False,
        object_pairs_hook=_once,
        parse_constant=_refused,
        parse_float=Number,
        parse_int=Number,
    )


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key comes twice in one object")
    return found


def _refused(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _finite(text: str) -> float:
    number = float(text)
    if number - number != 0:
        raise ValueError("a number is too large")
    return number


def _converted(value: Any, kind: type[T], place: str) -> T | Problem:
    try:
        return msgspec.convert(value, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        at = _AT.match(str(error))
        message, below = (at["message"], at["place"]) if at else (str(error), "")
        return Problem(
            place=".".join(part for part in (place, below) if part), code="wrong_value", message=message[:SHOWN]
        )


def _malformed(message: str) -> Problem:
    return Problem(place="", code="malformed", message=message)
