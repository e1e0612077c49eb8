"""The slow reader: reads a decoded document against a type, and says what does not fit, where and why.

The typed decoder of msgspec stops at the first fault and names no value. This reader is used only
after it has failed (and for TOML documents): it walks value and type together, keeps what is whole,
turns a number that stands where an item of text is expected into the literal as written, and
reports every place that it left out. It never raises for a document.
"""

import datetime as dt
import difflib
import json
import operator
from collections.abc import Callable, Collection
from functools import lru_cache
from typing import Any, Final, NoReturn

import msgspec
from msgspec import inspect

from claimgauge.claims import Claim
from claimgauge.errors import Code, Problem


class Literal(str):
    """A JSON number as it was written: `95.00` stays `95.00`, whatever its size."""

    __slots__ = ()


class _Broken:
    """Stands for a subtree that does not fit; what holds it does not fit either."""


BROKEN: Final = _Broken()
SHOWN: Final = 60
_PATH_SIGNS: Final = frozenset('.[]"')
_BOUNDS: Final = (
    ("gt", operator.gt, "above"),
    ("ge", operator.ge, "of at least"),
    ("lt", operator.lt, "below"),
    ("le", operator.le, "of at most"),
)
_WORDS: Final = {bool: "a boolean", str: "a string", list: "an array", dict: "an object"}


def parse_literally(text: str) -> object:
    """Decode JSON with every number kept as a `Literal`; raises ValueError or RecursionError."""
    return json.loads(text, parse_float=Literal, parse_int=Literal, parse_constant=_refuse_constant)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON; write a number or null")


class Salvage:
    """One walk over one document: `problems` fills up in document order, `left_out` with array and index.

    `lossy` names the struct types of which a broken item of an array is left out instead of
    breaking what holds it. Without any, nothing is bent into shape either: a TOML document is read so.
    """

    def __init__(self, *, lossy: Collection[type] = (Claim,)) -> None:
        self.problems: list[Problem] = []
        self.left_out: list[tuple[str, int]] = []
        self.stringified = 0
        self._lossy = lossy

    def read(self, value: object, kind: inspect.Type, place: str) -> Any:
        """The value as plain data that `msgspec.convert` takes for `kind`, or BROKEN."""
        return _READERS[type(kind)](self, value, kind, place)

    def fail(self, place: str, code: Code, message: str) -> _Broken:
        """Note one problem; the subtree at `place` is broken."""
        self.problems.append(Problem(place=place, code=code, message=message))
        return BROKEN

    def expected(self, place: str, what: str, value: object) -> _Broken:
        """Note that `what` was expected at `place`."""
        return self.fail(place, "wrong_type", f"expected {what}, got {show(value)}")


def show(value: object) -> str:
    """The value as it was written, short enough for one line of a message."""
    if isinstance(value, (list, dict)) and len(value) > SHOWN:
        return f"{_WORDS[type(value)]} of {len(value)}"
    try:
        text = as_written(value)
    except RecursionError:
        return "a very deep value"
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def as_written(value: object) -> str:
    """A decoded value as JSON, with every number as the literal that it was; half surrogate pairs become `?`."""
    if isinstance(value, Literal):
        return str(value)
    if isinstance(value, list):
        return f"[{', '.join(map(as_written, value))}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{as_written(key)}: {as_written(item)}' for key, item in value.items())}}}"
    try:
        return json.dumps(value, ensure_ascii=False, default=str).encode(errors="replace").decode()
    except ValueError:  # Python refuses to write out a whole number of thousands of digits
        return "a very large number"


@lru_cache(maxsize=1024)
def nearest(name: str, known: tuple[str, ...]) -> str:
    """`; did you mean 'text'?`, or the names that are known."""
    near = difflib.get_close_matches(name, known, n=1)
    return f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(sorted(known))}"


def _read_string(walk: Salvage, value: object, kind: inspect.Type, place: str) -> Any:
    if isinstance(value, dt.date):
        return value.isoformat()
    if not isinstance(value, str) or isinstance(value, Literal):
        return walk.expected(place, "a string", value)
    if not _is_unicode(value):
        return walk.fail(
            place, "malformed", "holds half of a surrogate pair, which is not Unicode text; escape it in full"
        )
    return value


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _read_float(walk: Salvage, value: object, kind: Any, place: str) -> Any:
    if isinstance(value, bool) or not isinstance(value, (Literal, int, float)):
        return walk.expected(place, "a number", value)
    try:
        number = float(value)
    except OverflowError:
        number = float("inf")
    if number - number != 0:
        return walk.fail(place, "wrong_value", f"{show(value)} is too large for a number")
    return _within_bounds(walk, number, kind, place, value)


def _read_int(walk: Salvage, value: object, kind: Any, place: str) -> Any:
    if isinstance(value, Literal) and len(value) <= SHOWN and value.lstrip("-").isdigit():
        return _within_bounds(walk, int(value), kind, place, value)
    if isinstance(value, int) and not isinstance(value, bool):
        return _within_bounds(walk, value, kind, place, value)
    return walk.expected(place, "a whole number", value)


def _within_bounds(walk: Salvage, number: float, kind: Any, place: str, written: object) -> Any:
    for name, holds, words in _BOUNDS:
        bound = getattr(kind, name)
        if bound is not None and not holds(number, bound):
            return walk.fail(place, "wrong_value", f"expected a number {words} {bound}, got {show(written)}")
    return number


def _read_bool(walk: Salvage, value: object, kind: inspect.Type, place: str) -> Any:
    return value if isinstance(value, bool) else walk.expected(place, "true or false", value)


def _read_none(walk: Salvage, value: object, kind: inspect.Type, place: str) -> Any:
    return None if value is None else walk.expected(place, "null", value)


def _read_any(walk: Salvage, value: object, kind: inspect.Type, place: str) -> Any:
    return value


def _read_choice(walk: Salvage, value: object, kind: Any, place: str) -> Any:
    choices = kind.values
    if isinstance(value, str) and not isinstance(value, Literal) and value in choices:
        return value
    wanted = " or ".join(map(repr, choices)) if len(choices) < 3 else "one of " + ", ".join(map(repr, choices))
    return walk.fail(place, "wrong_value", f"expected {wanted}, got {show(value)}")


def _read_array(walk: Salvage, value: object, kind: Any, place: str) -> Any:
    if not isinstance(value, list):
        return walk.expected(place, "an array", value)
    item_kind = kind.item_type
    lossy = isinstance(item_kind, inspect.StructType) and item_kind.cls in walk._lossy  # noqa: SLF001
    items: list[object] = []
    whole = True
    for index, item in enumerate(value):
        read = _read_item(walk, item, item_kind, f"{place}[{index}]")
        if read is not BROKEN:
            items.append(read)
        elif lossy:
            walk.left_out.append((place, index))
        else:
            whole = False
    return items if whole else BROKEN


def _read_item(walk: Salvage, item: object, kind: inspect.Type, place: str) -> Any:
    """An item of text that is not a string is taken as the literal written; in a document it is a problem."""
    if not isinstance(kind, inspect.StrType) or not walk._lossy:  # noqa: SLF001
        return walk.read(item, kind, place)
    if isinstance(item, Literal) or not isinstance(item, (str, dt.date)):
        walk.stringified += 1
        return as_written(item)
    return walk.read(item, kind, place)


def _read_mapping(walk: Salvage, value: object, kind: Any, place: str) -> Any:
    if not isinstance(value, dict):
        return walk.expected(place, "an object", value)
    if isinstance(kind.key_type, inspect.LiteralType):
        _fail_unknown_keys(walk, value, kind.key_type.values, place)
    read = {key: walk.read(item, kind.value_type, _below(place, key)) for key, item in value.items()}
    for key in read:
        if not _is_unicode(key):
            return walk.fail(place, "malformed", "a key holds half of a surrogate pair, which is not Unicode text")
    return BROKEN if BROKEN in read.values() else read


def _below(place: str, key: str) -> str:
    """The place of a key; one that looks like a path itself stands in quotes, so that no two places look alike."""
    key = key.encode(errors="replace").decode()
    key = key if len(key) <= SHOWN else key[: SHOWN - 1] + "…"
    key = key if _PATH_SIGNS.isdisjoint(key) else f'"{key}"'
    return f"{place}.{key}" if place else key


def _fail_unknown_keys(walk: Salvage, value: dict[str, Any], known: Collection[Any], place: str) -> None:
    for key in value:
        if key not in known:
            near = nearest(key[:SHOWN], tuple(known))
            walk.fail(_below(place, key), "unknown_key", f"is not a key that is known here{near}")


def _read_struct(walk: Salvage, value: object, kind: Any, place: str) -> Any:
    if not isinstance(value, dict):
        return walk.expected(place, "an object", value)
    fields = {field.encode_name: field for field in kind.fields}
    tag = {} if kind.tag_field is None else {kind.tag_field: kind.tag}
    _fail_unknown_keys(walk, value, (*tag, *fields), place)
    read: dict[str, object] = {name: value[name] for name in tag if name in value}
    for name, field in fields.items():
        if name in value:
            if not (value[name] is None and isinstance(field.type, inspect.VarTupleType) and not field.required):
                read[name] = walk.read(value[name], field.type, _below(place, name))
        elif field.required:
            read[name] = walk.fail(_below(place, name), "missing", "missing")
    return BROKEN if any(item is BROKEN for item in read.values()) else _ruled(walk, read, kind.cls, place)


def _ruled(walk: Salvage, read: dict[str, object], kind: type, place: str) -> Any:
    """The struct as read, unless it refuses its own keys together."""
    if hasattr(kind, "__post_init__"):
        try:
            msgspec.convert(read, kind)
        except msgspec.ValidationError as error:
            return walk.fail(place, "wrong_value", str(error))
    return read


def _read_union(walk: Salvage, value: object, kind: Any, place: str) -> Any:
    """The one that is named, or the first alternative that fits; else the problems of the one whose shape was meant."""
    if isinstance(value, dict) and (named := _by_tag(kind)):
        return _read_named(walk, value, named, place)
    for option in kind.types:
        attempt = Salvage(lossy=walk._lossy)  # noqa: SLF001
        read = attempt.read(value, option, place)
        if read is not BROKEN or _same_shape(value, option):
            walk.problems.extend(attempt.problems)
            walk.stringified += attempt.stringified
            return read
    return walk.expected(place, " or ".join(_NAMES.get(type(option), "an object") for option in kind.types), value)


def _by_tag(kind: Any) -> dict[tuple[str, object], inspect.Type]:
    """(key, word) → alternative, of a union in which a key says which one is meant; nothing of another union."""
    tagged = {(option.tag_field, option.tag): option for option in kind.types if isinstance(option, inspect.StructType)}
    return {} if any(name is None for name, _word in tagged) else tagged  # type: ignore[return-value]


def _read_named(walk: Salvage, value: dict[str, Any], named: dict[tuple[str, object], inspect.Type], place: str) -> Any:
    """The alternative that a key of the value names."""
    name = next(key for key, _word in named)
    if name not in value:
        return walk.fail(_below(place, name), "missing", "missing")
    words = inspect.LiteralType(tuple(sorted(str(word) for _key, word in named)))
    word = _read_choice(walk, value[name], words, _below(place, name))
    return BROKEN if word is BROKEN else walk.read(value, named[name, word], place)


def _same_shape(value: object, option: inspect.Type) -> bool:
    return (isinstance(value, dict) and isinstance(option, (inspect.StructType, inspect.DictType))) or (
        isinstance(value, list) and isinstance(option, (inspect.VarTupleType, inspect.FrozenSetType))
    )


def _read_annotated(walk: Salvage, value: object, kind: Any, place: str) -> Any:
    if (kind.extra or {}).get("values") != "scalar" or not isinstance(value, dict):
        return walk.read(value, kind.type, place)
    whole = [_is_scalar(walk, item, _below(place, key)) for key, item in value.items()]
    read = _read_mapping(walk, value, kind.type, place)
    return scalars(read) if all(whole) and read is not BROKEN else BROKEN


def _is_scalar(walk: Salvage, item: object, place: str) -> bool:
    if isinstance(item, (list, dict)):
        walk.expected(place, "a string, a number, a boolean or null", item)
        return False
    return not isinstance(item, str) or isinstance(item, Literal) or walk.read(item, _TEXT, place) is not BROKEN


def scalars(fields: dict[str, Any]) -> dict[str, Any]:
    """Field values with every number as its literal; `-0` is the whole number `0` in both tiers."""
    return {
        key: value
        if value is None or (isinstance(value, (bool, str)) and not isinstance(value, Literal))
        else _literal(value)
        for key, value in fields.items()
    }


def _literal(number: object) -> str:
    return "0" if number == "-0" else str(number)


_TEXT: Final = inspect.StrType()
_READERS: dict[type, Callable[[Salvage, object, Any, str], Any]] = {
    inspect.StrType: _read_string,
    inspect.FloatType: _read_float,
    inspect.IntType: _read_int,
    inspect.BoolType: _read_bool,
    inspect.NoneType: _read_none,
    inspect.AnyType: _read_any,
    inspect.RawType: _read_any,
    inspect.LiteralType: _read_choice,
    inspect.VarTupleType: _read_array,
    inspect.FrozenSetType: _read_array,
    inspect.DictType: _read_mapping,
    inspect.StructType: _read_struct,
    inspect.UnionType: _read_union,
    inspect.Metadata: _read_annotated,
}
_NAMES: dict[type, str] = {
    inspect.StrType: "a string",
    inspect.FloatType: "a number",
    inspect.IntType: "a whole number",
    inspect.BoolType: "a boolean",
    inspect.NoneType: "null",
    inspect.LiteralType: "one of its words",
    inspect.VarTupleType: "an array",
    inspect.FrozenSetType: "an array",
}
