"""What a number is held against: places in the records, those that explain it, and the verdict that follows."""

from collections.abc import Iterable
from typing import NamedTuple

from claimgauge.labellers.records.binding import Binding
from claimgauge.labellers.records.names import NOBODY, Name
from claimgauge.labellers.records.numbers import Number
from claimgauge.labellers.records.phrases import Fields, Phrases
from claimgauge.labellers.records.reading import Reading
from claimgauge.labellers.records.values import World, holds, is_value, values_of
from claimgauge.labellers.records.verdict import CheckedMention, MentionVerdict, Reason


class Sight(NamedTuple):
    """What a sentence is judged with: the records, the phrases, its reading and those before it, the last one last."""

    world: World
    phrases: Phrases
    reading: Reading
    earlier: tuple[Reading, ...]


class Place(NamedTuple):
    """A field of a node."""

    node: int
    field: str


class Weighed(NamedTuple):
    """The verdict on the number at an item, and whom and which fields it was held against."""

    at: int
    mention: CheckedMention
    whom: Binding = Binding(NOBODY, NOBODY)
    fields: Fields = Fields()


def places_of(world: World, nodes: Iterable[int], fields: Iterable[str]) -> list[Place]:
    """The fields that the nodes hold, in one order."""
    wanted = sorted(fields)
    return [Place(node, field) for node in sorted(nodes) for field in wanted if holds(world, node, field)]


def explaining(
    world: World, number: Number, nodes: Iterable[int], fields: Iterable[str], *, is_named: bool = True
) -> list[Place]:
    """The places whose value the number is."""
    return [place for place in places_of(world, nodes, fields) if _is_at(world, number, place, is_named=is_named)]


def _is_at(world: World, number: Number, place: Place, *, is_named: bool) -> bool:
    values = values_of(world, place.node, place.field)
    return any([is_value(world, number.value, place.field, value, is_named=is_named) for value in values])


def said_of_number(
    sight: Sight,
    at: int,
    verdict: MentionVerdict,
    reason: Reason,
    *,
    places: Iterable[Place] = (),
    expected: Iterable[str] = (),
) -> CheckedMention:
    """The verdict on the number at an item, with where it leads."""
    start, end, text = sight.reading.span_of(at, at + 1)
    chosen = tuple(places)
    return CheckedMention(
        start=start,
        end=end,
        text=text,
        kind="number",
        verdict=verdict,
        reason=reason,
        evidence=tuple(sorted({sight.world.holder(place.node).evidence_id for place in chosen})),
        fields=tuple(sorted({place.field for place in chosen})),
        expected=" or ".join(dict.fromkeys(expected)),
    )


def said_of_name(
    sight: Sight, name: Name, verdict: MentionVerdict, reason: Reason, *, beside: Iterable[int] = (), expected: str = ""
) -> CheckedMention:
    """The verdict on a name, with the nodes that bear it and those beside them that speak for or against it."""
    start, end, text = sight.reading.span_of(name.first, name.behind)
    nodes = {*name.nodes, *beside}
    return CheckedMention(
        start=start,
        end=end,
        text=text,
        kind="name",
        verdict=verdict,
        reason=reason,
        evidence=tuple(sorted({sight.world.holder(node).evidence_id for node in nodes})),
        expected=expected,
    )
