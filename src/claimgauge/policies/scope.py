"""Whether what a source says is said for this request: the keys of its scope that the request does not meet."""

from collections.abc import Collection, Mapping
from typing import Any

from claimgauge.policies.given import is_text, whole_number
from claimgauge.workflow import Request

USE_CASE = "useCase"


def uncovered(scope: Mapping[str, Collection[str]], request: Request) -> tuple[str, ...]:
    """The keys of the scope whose values do not hold the request's value, sorted.

    The request's value is the attribute of its principal with that name, or its use case for `useCase`.
    Of a list every value has to be held: who works in two regions is not told what holds in one. A key
    that the request says nothing about is uncovered.
    """
    return tuple(sorted(key for key, values in scope.items() if not _covered(values, _said(request, key))))


def _covered(values: Collection[str], said: list[str]) -> bool:
    return bool(said) and all(each in values for each in said)


def _said(request: Request, key: str) -> list[str]:
    if key == USE_CASE:
        return [request.use_case] if request.use_case else []
    value = request.principal.attributes.get(key) if request.principal else None
    items = value if isinstance(value, (list, tuple)) else [value]
    words = [_word(item) for item in items]
    return [word for word in words if word is not None] if None not in words else []


def _word(value: Any) -> str | None:
    """A value as scopes write it; None for what scopes cannot say."""
    if is_text(value):
        return str(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    number = whole_number(value)
    return None if number is None else str(number)
