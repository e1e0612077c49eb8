"""What the schema of a bundle declares, found out by asking the engine's own validator.

A schema says in several ways what an attribute is. Instead of reading it, small policies are held
against it: `resource has "title" && 1 < "x"` is refused where a source can have a title, since only then is
its second half looked at. Names are those that stand in the text of the schema.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple, get_args

import cedarpy

from claimgauge.errors import Problem
from claimgauge.policies.given import CONTEXTS, RESOURCES, SOURCE, Action, Attribute, Attributes, Kind

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*|\"[^\"\\\n]*\"")
_TESTS: Final[dict[Kind, str]] = {
    "String": '{} like "*"',
    "Long": "{} < 1",
    "Bool": "{}",
    "Set<String>": '{}.containsAll([""])',
    "datetime": '{} < datetime("2026-01-01")',
}
_REFUSED: Final = '1 < "x"'


class Declared(NamedTuple):
    """The attributes of each, and whether people can be in roles."""

    principal: Attributes
    source: Attributes
    contexts: dict[Action, Attributes]
    roles: bool


class _Place(NamedTuple):
    """Something with attributes: how a policy calls it, and under which action it is looked at."""

    variable: str
    action: Action
    known: dict[str, Kind] | None

    @property
    def words(self) -> str:
        return f"context of {self.action}" if self.variable == "context" else f"attributes of {_TYPES[self.variable]}"


_TYPES: Final = {"principal": "User", "resource": "Source"}
_PLACES: Final = (
    _Place("principal", "ask", None),
    _Place("resource", "read", SOURCE),
    *(_Place("context", action, known) for action, known in CONTEXTS.items()),
)


def missing_actions(schema: cedarpy.Schema) -> Iterator[tuple[Action, str]]:
    """Each action that the schema lacks for a User and its type of resource, with that type."""
    refused = _refused(schema, [_scope(action) + ";" for action in RESOURCES])
    for (action, resource), wrong in zip(RESOURCES.items(), refused, strict=True):
        if wrong:
            yield action, resource


def declared(schema: cedarpy.Schema, text: str, *, file: str) -> tuple[Declared, tuple[Problem, ...]]:
    """What a schema with the three actions declares, and the attributes that no case can fill."""
    names = sorted(filter(str.isprintable, {name.strip('"') for name in _NAME.findall(text)} - {""}))
    found = [(place, _attributes(schema, place, names)) for place in _PLACES]
    problems = tuple(
        Problem(place=f"{file}, {place.words}", code="wrong_type", message=message)
        for place, attributes in found
        for name, attribute in attributes.items()
        if (message := _fault(place, name, attribute))
    )
    principal, source, *contexts = (
        {name: attribute for name, attribute in attributes.items() if attribute} for _place, attributes in found
    )
    in_role = 'permit(principal is User in Role::"r", action == Action::"ask", resource is UseCase);'
    roles = not _refused(schema, [in_role])[0]
    return Declared(principal, source, dict(zip(CONTEXTS, contexts, strict=True)), roles), problems


def _fault(place: _Place, name: str, attribute: Attribute | None) -> str:
    if place.known is not None and name not in place.known:
        return f"{name!r} is never given; what is given: {', '.join(place.known)}"
    if attribute is None:
        wanted = place.known[name] if place.known is not None else f"one of {', '.join(get_args(Kind))}"
        return f"{name!r}: expected the type {wanted}"
    return ""


def _attributes(schema: cedarpy.Schema, place: _Place, names: Sequence[str]) -> dict[str, Attribute | None]:
    """Each name that is declared; None where its type is not one that can be given."""
    there = [
        name
        for name, wrong in zip(names, _asked(schema, place, (_guarded(place, n, _REFUSED) for n in names)), strict=True)
        if wrong
    ]
    return {name: _attribute(schema, place, name) for name in there}


def _attribute(schema: cedarpy.Schema, place: _Place, name: str) -> Attribute | None:
    value = f'{place.variable}["{name}"]'
    kinds = [place.known[name]] if place.known and name in place.known else list(_TESTS)
    tests = [f"{value} == {value}", *(_guarded(place, name, _TESTS[kind].format(value)) for kind in kinds)]
    optional, *wrong = _asked(schema, place, tests)
    fitting = [kind for kind, refused in zip(kinds, wrong, strict=True) if not refused]
    return Attribute(fitting[0], required=not optional) if fitting else None


def _guarded(place: _Place, name: str, test: str) -> str:
    return f'{place.variable} has "{name}" && {test}'


def _asked(schema: cedarpy.Schema, place: _Place, tests: Iterable[str]) -> list[bool]:
    return _refused(schema, [f"{_scope(place.action)} when {{ {test} }};" for test in tests])


def _scope(action: Action) -> str:
    return f'permit(principal is User, action == Action::"{action}", resource is {RESOURCES[action]})'


def _refused(schema: cedarpy.Schema, policies: Sequence[str]) -> list[bool]:
    """Of each policy whether the validator refuses it; all are refused where the text cannot be parsed."""
    wrong = {error.policy_id for error in cedarpy.validate_policies("\n".join(policies), schema).errors}
    return [f"policy{index}" in wrong or "" in wrong for index in range(len(policies))]
