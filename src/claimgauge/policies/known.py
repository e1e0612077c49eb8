"""What is known beforehand: the entities of a bundle, as written in `entities.json`."""

import json
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import cedarpy
import msgspec

from claimgauge.errors import Problem
from claimgauge.policies.bundle import ENTITIES

COME_WITH_CASES: Final = frozenset({"User", "Source"})


class Uid(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The name of an entity."""

    type: str
    id: str

    def __str__(self) -> str:
        return f"{self.type}::{json.dumps(self.id)}"


class Entity(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """One entity: its parents are in the same file."""

    uid: Uid
    attrs: dict[str, Any] = {}
    parents: tuple[Uid, ...] = ()


class Known(NamedTuple):
    """The entities of a bundle; `listed` is False where it has no such file, so that nothing is known of any role."""

    entities: tuple[Entity, ...] = ()
    listed: bool = False

    @property
    def uids(self) -> frozenset[Uid]:
        """The names of all of them."""
        return frozenset(each.uid for each in self.entities)

    @property
    def roles(self) -> frozenset[str]:
        """The roles that somebody may have."""
        return frozenset(each.uid.id for each in self.entities if each.uid.type == "Role")


def read_known(text: str | None) -> tuple[Known, tuple[Problem, ...]]:
    """The entities of the file, and what is wrong with it."""
    if text is None:
        return Known(), ()
    try:
        known = Known(msgspec.json.decode(text, type=tuple[Entity, ...]), listed=True)
    except (msgspec.DecodeError, RecursionError) as error:
        return Known(), (Problem(place=ENTITIES, code="malformed", message=f"is no list of entities: {error}"),)
    return known, tuple(_problems(known))


def _problems(known: Known) -> Iterator[Problem]:
    seen: set[Uid] = set()
    for each in known.entities:
        if each.uid in seen:
            yield _problem(each.uid, "stands twice; keep one of them")
        seen.add(each.uid)
        if each.uid.type in COME_WITH_CASES:
            yield _problem(each.uid, f"is a {each.uid.type}, and these come with each case; take it away")
        for parent in each.parents:
            if parent not in known.uids:
                yield _problem(each.uid, f"its parent {parent} is not in the file; add it")


def _problem(uid: Uid, message: str) -> Problem:
    return Problem(place=f"{ENTITIES}, {uid}", code="wrong_value", message=message)


def prepared(known: Known, schema: cedarpy.Schema) -> tuple[cedarpy.Entities | None, tuple[Problem, ...]]:
    """The entities for the engine, or those that do not fit the schema."""
    try:
        return cedarpy.Entities.from_json_str(_json(known.entities), schema), ()
    except ValueError as error:
        return None, tuple(_misfits(known, schema)) or (
            Problem(place=ENTITIES, code="wrong_value", message=f"cannot be used: {error}"),
        )


def _misfits(known: Known, schema: cedarpy.Schema) -> Iterator[Problem]:
    for each in known.entities:
        try:
            cedarpy.Entities.from_json_str(_json((each,)), schema)
        except ValueError as error:
            yield _problem(each.uid, f"does not fit the schema: {error}; look at its type, attributes and parents")


def _json(entities: tuple[Entity, ...]) -> str:
    return msgspec.json.encode(entities).decode()


def unknown_literals(policy: Any, known: Known) -> Iterator[Uid]:
    """The entities that a policy names and the file lacks, of the types that the file lists; `policy` is JSON."""
    types = {each.uid.type for each in known.entities}
    for uid in dict.fromkeys(_literals(policy)):
        if uid.type in types and uid not in known.uids:
            yield uid


def _literals(value: Any) -> Iterator[Uid]:
    if isinstance(value, dict):
        if value.keys() == {"type", "id"} and all(isinstance(each, str) for each in value.values()):
            yield Uid(**value)
        else:
            for item in value.values():
                yield from _literals(item)
    elif isinstance(value, list):
        for item in value:
            yield from _literals(item)
