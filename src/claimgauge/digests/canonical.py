"""The one canonical form (RFC 8785) and the tagged digest over it.

Numbers enter as strings, absent keys are left out, and a list that is a set (nodes, edges,
sources) is sorted by the canonical bytes of its items.
"""

import hashlib
from collections.abc import Iterable
from typing import Any

import msgspec
import rfc8785

from claimgauge.errors import CanonicalFormError

TAG = "sha256:"


def digest(canonical_bytes: bytes) -> str:
    """`sha256:` and 64 hexadecimal digits over bytes that are already in canonical form."""
    return TAG + hashlib.sha256(canonical_bytes).hexdigest()


def canonical(value: object) -> bytes:
    """The RFC 8785 form of a value made of structs, mappings, sequences, strings, booleans and null.

    Numbers become strings first, so that `95` and `"95"` have one form and no float is rounded.
    Raises CanonicalFormError where there is no such form.
    """
    try:
        plain = _stringify_numbers(msgspec.to_builtins(value, str_keys=True))
        return bytes(rfc8785.dumps(plain))
    except (rfc8785.CanonicalizationError, TypeError, ValueError, RecursionError) as error:
        raise CanonicalFormError(f"no canonical form: {error}") from error


def canonical_list(items: Iterable[bytes]) -> bytes:
    """A list whose order means nothing: its items in canonical form, sorted by their bytes."""
    return b"[" + b",".join(sorted(items)) + b"]"


def _stringify_numbers(value: Any) -> Any:
    if value is None or isinstance(value, (str, bool)):
        return value
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return _float_literal(value)
    if isinstance(value, dict):
        return {key: _stringify_numbers(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_stringify_numbers(item) for item in value]
    raise TypeError(f"{type(value).__name__} {value!r} is not part of JSON")


def _float_literal(value: float) -> str:
    literal = repr(value)
    if literal in ("nan", "inf", "-inf"):
        raise ValueError(f"{literal} is not a number that can be written down")
    return literal
