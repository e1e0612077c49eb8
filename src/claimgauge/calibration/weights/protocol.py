"""What the protocols of all four methods share: who was asked, when and what, and the digest over all of it.

A protocol holds what people said and every setting, and no result: the result is worked out from it
anew each time. The same protocol and the same rubric give the same result, in whatever order people
and criteria stand.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, TypeVar

import msgspec

from claimgauge.digests import canonical, digest
from claimgauge.errors import InputError, Problem
from claimgauge.labels import DIMENSIONS

Method = Literal["ahp", "delphi", "workshop", "fit"]
Kind = Literal["real", "fictional", "simulated"]
P = TypeVar("P", bound="Protocol")
FEWEST_CRITERIA = 2


class Table(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A table of a document: an unknown key is an error."""


class Protocol(Table, frozen=True, kw_only=True):
    """The head of every protocol.

    `held` is the day on which it ended. `people` says whether they are real; whatever is fictional or
    simulated says so in every result. `criteria` are what is weighed, the seven dimensions unless
    named otherwise.
    """

    id: str
    version: str = "1"
    title: str = ""
    held: str
    question: str = ""
    people: Kind = "real"
    note: str = ""
    criteria: tuple[str, ...] = tuple(DIMENSIONS)


def protocol_digest(protocol: Protocol, lists: Sequence[str]) -> str:
    """`sha256:…` over the canonical form; the order within `lists` and of the criteria does not matter."""
    changed = {name: tuple(sorted(getattr(protocol, name), key=canonical)) for name in lists}
    return digest(canonical(msgspec.structs.replace(protocol, criteria=tuple(sorted(protocol.criteria)), **changed)))


def merged(protocols: Sequence[P], lists: Sequence[str], sources: Sequence[str]) -> P:
    """One protocol of several files: what stands in `lists` is put together, an item that recurs once.

    Raises InputError where the files differ in anything else.
    """
    first = protocols[0]
    for other, source in zip(protocols[1:], sources[1:], strict=True):
        for field in msgspec.structs.fields(type(first)):
            if field.name not in lists and getattr(other, field.name) != getattr(first, field.name):
                message = f"differs from {sources[0]}; files of one protocol differ in {' and '.join(lists)} only"
                raise InputError(message, source=source, place=field.encode_name)
    together = {
        name: tuple({canonical(each): each for protocol in protocols for each in getattr(protocol, name)}.values())
        for name in lists
    }
    return msgspec.structs.replace(first, **together)


def head_problems(protocol: Protocol) -> Iterator[Problem]:
    """What is wrong with the head."""
    for key in ("id", "version"):
        if not getattr(protocol, key).strip():
            yield wrong(key, "is empty; it travels into the rubric that is proposed, so give it a name")
    try:
        dt.date.fromisoformat(protocol.held)
    except ValueError:
        yield wrong("held", f"{protocol.held[:40]!r} is no date; write the day as 2026-03-01")
    if len(protocol.criteria) < FEWEST_CRITERIA:
        yield wrong("criteria", "are fewer than two; there is nothing to weigh")
    yield from repeated(protocol.criteria, "criteria")


def repeated(names: Sequence[str], place: str) -> Iterator[Problem]:
    """Names that are empty or stand twice."""
    for index, name in enumerate(names):
        if not name.strip() or name in names[:index]:
            yield wrong(f"{place}[{index}]", f"{name[:40]!r} is empty or stands twice; give each its own name")


def criterion_problems(named: Iterable[str], criteria: Sequence[str], place: str) -> Iterator[Problem]:
    """Names that are no criteria of the protocol."""
    for name in named:
        if name not in criteria:
            known = ", ".join(criteria)
            yield Problem(
                place=f"{place}.{name[:40]}", code="unknown_key", message=f"is no criterion; those are {known}"
            )


def wrong(place: str, message: str) -> Problem:
    """A value that makes no sense where it stands."""
    return Problem(place=place, code="wrong_value", message=message)
