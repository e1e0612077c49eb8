"""Two numbers with a hyphen between them, `113 - 107`: one field of two nodes of one type.

Either order is right, since prose puts the larger first as often as its subject's. Which field it is
says the nearest name of a field (`in the fourth quarter`); without one any field may be it.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from claimgauge.labellers.records.binding import bound
from claimgauge.labellers.records.phrases import OWN, Fields
from claimgauge.labellers.records.values import amount_of, holds, is_held, values_of
from claimgauge.labellers.records.weighing import Place, Sight, Weighed, explaining, said_of_number

_FAR: Final = 8
"""Most items between a pair and the name of its field."""


class Fit(NamedTuple):
    """How well a pair fits a field of two nodes: which of the two numbers are right, and where they lead."""

    is_right: tuple[bool, bool]
    places: tuple[Place, Place]


def is_pair(sight: Sight, at: int) -> bool:
    """Whether two numbers stand here that no phrase claims."""
    words = sight.reading.words
    if words[at : at + 3] != (OWN, "-", OWN):
        return False
    return not (sight.phrases.pattern_at(words, at) or sight.phrases.pattern_at(words, at + 2))


def pair_verdicts(sight: Sight, at: int) -> Iterator[Weighed]:
    """A verdict for each of the two numbers, by the field and the order that explain the most of them."""
    named = Fields(field for field in _near(sight, at) if is_held(sight.world, field))
    fits = list(_fits(sight, at, named or sight.world.fields))
    best = max(fits, key=lambda fit: sum(fit.is_right), default=None)
    for index, where in enumerate((at, at + 2)):
        if best is None:
            mention = said_of_number(sight, where, "unknown", "no_entity")
        elif best.is_right[index]:
            mention = said_of_number(sight, where, "supported", "field_of_entity", places=best.places)
        elif named:
            expected = " - ".join(
                value.text for place in best.places for value in values_of(sight.world, place.node, place.field)
            )
            mention = said_of_number(
                sight, where, "contradicted", "different_pair", places=best.places, expected=[expected]
            )
        else:
            mention = said_of_number(sight, where, "unsupported", "no_field_explains")
        yield Weighed(where, mention)


def _near(sight: Sight, at: int) -> Fields:
    """The fields of the nearest name of a field, if it is near."""
    nearest = min(sight.reading.said, key=lambda name: max(at - name.behind, name.first - at - 3), default=None)
    if nearest is None or max(at - nearest.behind, nearest.first - at - 3) > _FAR:
        return Fields()
    return nearest.fields


def _fits(sight: Sight, at: int, fields: Fields) -> Iterator[Fit]:
    """The pair against each field of each two nodes, the larger value first."""
    world, numbers = sight.world, sight.reading.numbers
    for one, two in _node_pairs(sight, at, fields):
        for field in sorted(fields):
            if not (holds(world, one, field) and holds(world, two, field)):
                continue
            for first, second in _larger_first(sight, one, two, field):
                is_right = (
                    bool(explaining(world, numbers[at], [first], [field])),
                    bool(explaining(world, numbers[at + 2], [second], [field])),
                )
                yield Fit(is_right, (Place(first, field), Place(second, field)))


def _larger_first(sight: Sight, one: int, two: int, field: str) -> tuple[tuple[int, int], tuple[int, int]]:
    first, second = amount_of(sight.world, one, field), amount_of(sight.world, two, field)
    is_larger = first is not None and second is not None and second > first
    return ((two, one), (one, two)) if is_larger else ((one, two), (two, one))


def _node_pairs(sight: Sight, at: int, fields: Fields) -> Iterator[tuple[int, int]]:
    whom = bound(sight.world, sight.reading, sight.earlier, at, fields)
    seen: set[tuple[int, int]] = set()
    for one in sorted(whom.nodes | whom.others):
        for two in sight.world.partners(one):
            pair = (min(one, two), max(one, two))
            if pair not in seen:
                seen.add(pair)
                yield pair
