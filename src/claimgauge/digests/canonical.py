"""The one canonical form (RFC 8785) and the tagged digest over it.

Numbers enter as strings, absent keys are left out, and a list that is a set (nodes, edges,
sources) is sorted by the canonical bytes of its items.
"""

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec
import msgspec.structs
import rfc8785

from claimgauge.errors import CanonicalFormError

TAG = "sha256:"


def digest(canonical_bytes: bytes) -> str:
    """`sha256:` and 64 hexadecimal digits over bytes that are already in canonical form."""
    return TAG + hashlib.sha256(canonical_bytes).hexdigest()


def canonical(value: object) -> bytes:
    """The RFC 8785 form of a value made of structs, mappings, sequences, strings, booleans and null.

    Numbers become strings first, so that `95` and `"95"` have one form and no float is rounded. Of a
    struct that leaves defaults out, a field that equals its default is left out, whatever object it
    is; a field that is unset always is. Raises CanonicalFormError where there is no such form.
    """
    try:
        return bytes(rfc8785.dumps(_plain(value)))
    except (rfc8785.CanonicalizationError, TypeError, ValueError, RecursionError) as error:
        raise CanonicalFormError(f"no canonical form: {error}") from error


def canonical_list(items: Iterable[bytes]) -> bytes:
    """A list whose order means nothing: its items in canonical form, sorted by their bytes."""
    return b"[" + b",".join(sorted(items)) + b"]"


def _plain(value: Any) -> Any:
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, (int, float)):
        return str(value) if isinstance(value, int) else _float_literal(value)
    if isinstance(value, dict):
        return {key: _plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, msgspec.Struct):
        return {name: _plain(item) for name, item in _written_fields(value)}
    raise TypeError(f"{type(value).__name__} {value!r} is not part of JSON")


def _written_fields(value: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    """The wire name and the value of each field that is written."""
    omits = value.__struct_config__.omit_defaults
    for field in _fields(type(value)):
        item = getattr(value, field.name)
        if item is not msgspec.UNSET and not (omits and item == _default(field)):
            yield field.encode_name, item


@cache
def _fields(kind: type[msgspec.Struct]) -> tuple[msgspec.structs.FieldInfo, ...]:
    return msgspec.structs.fields(kind)


def _default(field: msgspec.structs.FieldInfo) -> Any:
    """The default of a field; NODEFAULT, which equals nothing, where it has none."""
    if field.default_factory is not msgspec.NODEFAULT:
        return field.default_factory()
    return field.default


def _float_literal(value: float) -> str:
    literal = repr(value)
    if literal in ("nan", "inf", "-inf"):
        raise ValueError(f"{literal} is not a number that can be written down")
    return literal
