"""What the records say of each number of a sentence."""

from collections.abc import Iterator
from typing import Final

from claimgauge.labellers.records.binding import Binding, bound
from claimgauge.labellers.records.english import DIFFERENCE, LINKS
from claimgauge.labellers.records.formulas import formula_of
from claimgauge.labellers.records.pairs import is_pair, pair_verdicts
from claimgauge.labellers.records.phrases import Fields
from claimgauge.labellers.records.totals import is_total, total_verdict
from claimgauge.labellers.records.values import is_held, values_of
from claimgauge.labellers.records.weighing import Sight, Weighed, explaining, places_of, said_of_number
from claimgauge.quantities import Quantity

_FAR: Final = 8
"""Most items between a difference and the name of its field."""
_MOST_LINKS: Final = 3


def weighed_numbers(sight: Sight) -> Iterator[Weighed]:
    """A verdict for each number, in order."""
    done: set[int] = set()
    for at in sorted(sight.reading.numbers):
        if at in done:
            continue
        if sight.reading.is_ahead(at):
            yield Weighed(at, said_of_number(sight, at, "unknown", "still_to_come"))
        elif is_pair(sight, at):
            done.add(at + 2)
            yield from pair_verdicts(sight, at)
        else:
            yield _alone(sight, at)


def _alone(sight: Sight, at: int) -> Weighed:
    fields = _fields_at(sight, at)
    if _is_difference(sight, at):
        fields = Fields(
            field if formula_of(field) else f"difference of {field}" for field in fields or _near(sight, at)
        )
    if not fields:
        return _of_any_field(sight, at)
    held = Fields(field for field in fields if is_held(sight.world, field))
    if not held or _is_of_what_nobody_holds(sight, at):
        return Weighed(at, said_of_number(sight, at, "unknown", "no_such_field"))
    if is_total(sight.reading, at):
        return Weighed(at, total_verdict(sight, at, held))
    return _of_fields(sight, at, held)


def _fields_at(sight: Sight, at: int) -> Fields:
    """The fields that the words about a number name: a phrase, a name behind it, or one before it."""
    reading = sight.reading
    if pattern := sight.phrases.pattern_at(reading.words, at):
        return pattern.fields
    for name in reading.said:
        if name.first == at + 1:
            return name.fields
    before = [name for name in reading.said if 0 <= at - name.behind <= _MOST_LINKS]
    if before and LINKS.issuperset(reading.words[before[-1].behind : at]):
        return before[-1].fields
    return Fields()


def _is_difference(sight: Sight, at: int) -> bool:
    words = sight.reading.words
    if sight.phrases.pattern_at(words, at):
        return False
    return "by" in words[max(0, at - 2) : at] or not DIFFERENCE.isdisjoint(words[at + 1 : at + 3])


def _near(sight: Sight, at: int) -> Fields:
    """The fields of the nearest name of a field in the sentence, if it is near."""
    away = [(min(abs(name.first - at), abs(name.behind - at)), name) for name in sight.reading.said]
    distance, name = min(away, key=lambda pair: pair[0], default=(_FAR + 1, None))
    return name.fields if name and distance <= _FAR else Fields()


def _is_of_what_nobody_holds(sight: Sight, at: int) -> bool:
    """Whether the clause names something that no node holds, such as an average: then its numbers are of that."""
    first, behind = sight.reading.clause_of(at)
    own = [name for name in sight.reading.said if first <= name.first < behind]
    return any(not any(is_held(sight.world, field) for field in name.fields) for name in own)


def _of_fields(sight: Sight, at: int, fields: Fields) -> Weighed:
    world, number = sight.world, sight.reading.numbers[at]
    whom = bound(world, sight.reading, sight.earlier, at, fields)
    if not whom.nodes:
        return Weighed(at, said_of_number(sight, at, "unknown", "no_entity"))
    if places := explaining(world, number, whom.nodes, fields):
        is_computed = all(formula_of(place.field) for place in places)
        mention = said_of_number(
            sight, at, "supported", "computed" if is_computed else "field_of_entity", places=places
        )
        return Weighed(at, mention, whom, fields)
    return _unexplained(sight, at, whom, fields)


def _unexplained(sight: Sight, at: int, whom: Binding, fields: Fields) -> Weighed:
    world = sight.world
    places = places_of(world, whom.nodes, fields)
    values = [value.text for place in places for value in values_of(world, place.node, place.field)]
    if not values and all(formula_of(place.field) for place in places):
        mention = said_of_number(sight, at, "needs_computation", "operands_not_named", places=places)
    elif not whom.is_safe:
        mention = said_of_number(sight, at, "unknown", "several_entities", places=places)
    elif not values:
        mention = said_of_number(sight, at, "unsupported", "null_field", places=places)
    else:
        mention = said_of_number(sight, at, "contradicted", "different_value", places=places, expected=values)
    return Weighed(at, mention, whom, fields)


def _of_any_field(sight: Sight, at: int) -> Weighed:
    """A number in digits whose field nobody names: any field of the entities of its sentence may explain it."""
    world, number = sight.world, sight.reading.numbers[at]
    whom = bound(world, sight.reading, sight.earlier, at, world.fields)
    nodes = whom.nodes | whom.others
    is_place = isinstance(number.value, Quantity) and number.value.dimension == "ordinal"
    if not number.in_digits or is_place or not nodes:
        return Weighed(at, said_of_number(sight, at, "unknown", "nothing_to_check"))
    fields = {field for node in nodes for field in world.holder(node).values}
    if places := explaining(world, number, nodes, fields, is_named=False):
        if len(whom.nodes) > 1:
            return Weighed(at, said_of_number(sight, at, "unknown", "several_entities", places=places))
        return Weighed(at, said_of_number(sight, at, "supported", "any_field", places=places))
    return Weighed(at, said_of_number(sight, at, "unsupported", "no_field_explains"))
