"""Who asks and what about, as entities for the engine; or what is wrong with them, without a value of theirs."""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from claimgauge.evidence import Source
from claimgauge.policies.declared import Declared
from claimgauge.policies.given import given, is_text, said_of
from claimgauge.policies.known import Known
from claimgauge.workflow import Principal, Request, Resource

Uid = str | dict[str, str]
"""How a request names an entity: Cedar's own writing where it needs no escapes, which the engine reads faster."""
SHOWN = 60


class Asker(NamedTuple):
    """Who asks, or why they cannot; `unknown`: since nobody who is known asks."""

    uid: Uid = ""
    entity: dict[str, Any] | None = None
    fault: str = ""
    unknown: bool = False


class Subject(NamedTuple):
    """A source that is asked about; `entity` is None where the case does not declare it."""

    entity: dict[str, Any] | None = None
    fault: str = ""


def uid(kind: str, name: str) -> Uid:
    """The name of an entity in a request."""
    plain = name.isascii() and name.isprintable() and '"' not in name and "\\" not in name
    return f'{kind}::"{name}"' if plain else {"type": kind, "id": name}


def asker(request: Request, declared: Declared, known: Known, *, optional: bool) -> Asker:
    """The principal of a request with roles and attributes; where nobody has to be known, `User::""` asks."""
    who = request.principal or Principal(id="")
    if not (who.id or optional):
        return Asker(fault="the request names no principal", unknown=True)
    if not is_text(who.id):
        return Asker(fault="the id of the principal is not Unicode text", unknown=True)
    roles = sorted(set(who.roles)) if declared.roles else []
    if fault := next(_role_faults(roles, known), ""):
        return Asker(fault=fault, unknown=True)
    attributes = given(who.attributes, declared.principal, of="principal")
    parents = [("Role", role) for role in roles]
    return Asker(uid("User", who.id), _entity("User", who.id, attributes.values, parents), attributes.fault)


def _role_faults(roles: Iterable[str], known: Known) -> Iterator[str]:
    for role in roles:
        if not is_text(role):
            yield "a role of the principal is not Unicode text"
        elif known.listed and role not in known.roles:
            yield f"the principal has the role {role[:SHOWN]!r}, which is not in entities.json"


def subjects(resources: Iterable[Resource], declared: Declared) -> dict[str, Subject]:
    """Each source by its id, in the order of their ids; one that is declared twice and differently is at fault."""
    said: dict[str, Source | None] = {}
    twice: set[str] = set()
    for name, source in resources:
        if said.setdefault(name, source) != source:
            twice.add(name)
    return {
        name: Subject(fault="the source is declared twice, and differently")
        if name in twice
        else _subject(name, said[name], declared)
        for name in sorted(said)
    }


def _subject(name: str, source: Source | None, declared: Declared) -> Subject:
    if not is_text(name):
        return Subject(fault="the id of the source is not Unicode text")
    if source is None:
        return Subject()
    values, fault = given(said_of(source, declared.source), declared.source, of="source")
    return Subject(None if fault else _entity("Source", name, values), fault)


def _entity(kind: str, name: str, values: dict[str, Any], parents: Iterable[tuple[str, str]] = ()) -> dict[str, Any]:
    return {
        "uid": {"type": kind, "id": name},
        "attrs": values,
        "parents": [{"type": above, "id": each} for above, each in parents],
    }
