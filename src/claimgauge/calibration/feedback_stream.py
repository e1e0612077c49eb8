"""Validated feedback as it came in: a stream of reviews, events and resolutions, recorded or simulated.

The wire form is JSON Lines (`claimgauge.feedback-stream/1`), a row each, in any order.
"""

import datetime as dt
from collections.abc import Iterable
from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from claimgauge.digests import canonical, canonical_list, digest
from claimgauge.errors import InputError
from claimgauge.feedback import Validation, parse_time

SCHEMA: Final = "claimgauge.feedback-stream/1"
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class _Row(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    gc=False,
    omit_defaults=True,
    rename="camel",
    forbid_unknown_fields=True,
    tag_field="kind",
):
    """One line; `time` is RFC 3339 with an offset, or a bare date, which is that day in UTC."""

    schema: Literal["claimgauge.feedback-stream/1"]
    time: str


class Review(_Row, frozen=True, kw_only=True, tag="review"):
    """So many answers were reviewed, and so many of them were found wrong."""

    answers: Count
    wrong: Count = 0


class StreamEvent(_Row, frozen=True, kw_only=True, tag="event"):
    """A piece of negative feedback on a claim: its text, or the fingerprint of it where the text may not be kept.

    `severity` is q; `validation` says how it was confirmed, and None means that nobody has: it does not count.
    """

    event_id: str
    claim_text: str = ""
    fingerprint: str = ""
    severity: Annotated[float, msgspec.Meta(ge=0, le=1)]
    validation: Validation | None = None
    by: str = ""


class Resolution(_Row, frozen=True, kw_only=True, tag="resolution"):
    """What an event was about has been put right."""

    event_id: str
    by: str = ""
    note: str = ""


StreamRow = Review | StreamEvent | Resolution


class Arrived(NamedTuple):
    """An event with when it came and when it was resolved; None where it is open."""

    event: StreamEvent
    time: dt.datetime
    resolved: dt.datetime | None


class Reviewed(NamedTuple):
    """Answers that were reviewed at a time."""

    time: dt.datetime
    answers: int
    wrong: int


class FeedbackStream(NamedTuple):
    """Reviews and events by time, recorded or simulated; `seed` is that of a simulation."""

    name: str
    source: Literal["recorded", "simulated"]
    seed: int | None
    digest: str
    reviews: tuple[Reviewed, ...]
    events: tuple[Arrived, ...]

    @property
    def span(self) -> tuple[dt.datetime, dt.datetime]:
        """The first and the last time of the stream."""
        times = [each.time for each in self.reviews] + [each.time for each in self.events]
        times += [each.resolved for each in self.events if each.resolved is not None]
        return min(times), max(times)


def feedback_stream(
    rows: Iterable[tuple[str, StreamRow]],
    *,
    name: str,
    source: Literal["recorded", "simulated"] = "recorded",
    seed: int | None = None,
) -> FeedbackStream:
    """A stream from its rows, each with its place, in any order.

    Raises InputError with the place for a time that cannot be read, an event without a claim or with two, an id that
    comes twice, more wrong answers than were reviewed, a resolution of no event or before it, and for an empty stream.
    """
    taken = _Taken(name)
    items = []
    for place, row in rows:
        taken.add(place, row)
        items.append(canonical({"kind": _KINDS[type(row)], "row": row}))
    if not items:
        raise InputError("holds neither reviews nor events; there is nothing to replay", source=name)
    return FeedbackStream(
        name=name,
        source=source,
        seed=seed,
        digest=digest(canonical_list(items)),
        reviews=tuple(sorted(taken.reviews)),
        events=taken.arrived(),
    )


_KINDS: Final = {Review: "review", StreamEvent: "event", Resolution: "resolution"}


class _Taken:
    """The rows of a stream as they are read, by kind."""

    def __init__(self, name: str) -> None:
        self._name = name
        self.reviews: list[Reviewed] = []
        self._events: dict[str, tuple[StreamEvent, dt.datetime]] = {}
        self._resolutions: dict[str, tuple[str, dt.datetime]] = {}

    def add(self, place: str, row: StreamRow) -> None:
        """Take one row. Raises InputError where it does not fit itself or an earlier one."""
        time = parse_time(row.time, place=f"{self._name}: {place}, time")
        if isinstance(row, Review):
            if row.wrong > row.answers:
                raise _wrong(self._name, place, "wrong", f"{row.wrong} of {row.answers} answers cannot be wrong")
            self.reviews.append(Reviewed(time, row.answers, row.wrong))
            return
        twice = f"{row.event_id[:60]!r} stands in the stream as {_KINDS[type(row)]} twice; remove one of the two"
        if isinstance(row, StreamEvent):
            _check_event(row, self._name, place)
            if row.event_id in self._events:
                raise _wrong(self._name, place, "eventId", twice)
            self._events[row.event_id] = row, time
        else:
            if row.event_id in self._resolutions:
                raise _wrong(self._name, place, "eventId", twice)
            self._resolutions[row.event_id] = place, time

    def arrived(self) -> tuple[Arrived, ...]:
        """The events by time, each with its resolution. Raises InputError for one of no event, or before it."""
        for event_id, (place, time) in self._resolutions.items():
            if event_id not in self._events:
                message = f"{event_id[:60]!r} is no event of the stream; correct the id"
                raise _wrong(self._name, place, "eventId", message)
            if time < self._events[event_id][1]:
                raise _wrong(self._name, place, "time", f"{event_id[:60]!r} cannot be resolved before it came")
        found = [
            Arrived(event, time, self._resolutions[key][1] if key in self._resolutions else None)
            for key, (event, time) in self._events.items()
        ]
        return tuple(sorted(found, key=lambda each: (each.time, each.event.event_id)))


def _check_event(row: StreamEvent, name: str, place: str) -> None:
    if bool(row.claim_text.strip()) == bool(row.fingerprint.strip()):
        raise _wrong(name, place, "claimText", "give the text of the claim, or its fingerprint, and not both")
    if not row.event_id.strip():
        raise _wrong(name, place, "eventId", "is empty; name the event")


def _wrong(name: str, place: str, key: str, message: str) -> InputError:
    return InputError(message, source=name, place=f"{place}, {key}")
