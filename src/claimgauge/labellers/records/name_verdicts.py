"""What the records say of each name and weekday of a sentence."""

import datetime as dt
from collections.abc import Iterator, Mapping
from typing import Final

from claimgauge.labellers.records.english import APART, BELONGING, CLOSED_CLASS, LETTING, WEEKDAYS
from claimgauge.labellers.records.names import Name, Nodes
from claimgauge.labellers.records.tokens import words_of
from claimgauge.labellers.records.values import World
from claimgauge.labellers.records.verdict import CheckedMention
from claimgauge.labellers.records.weighing import Sight, said_of_name
from claimgauge.quantities import DatePoint

_NEAR: Final = 7
"""Most words between a name and the one it belongs to."""


def name_verdicts(sight: Sight) -> tuple[CheckedMention, ...]:
    """A verdict for each name of the sentence, in order."""
    strange = dict(_strangers(sight))
    return tuple(_of_name(sight, name, strange) for name in sight.reading.names)


def weekday_verdicts(sight: Sight) -> Iterator[CheckedMention]:
    """A verdict for each weekday of the sentence, in order."""
    for at, word in enumerate(sight.reading.words):
        if word in WEEKDAYS and not _is_taken(sight, at):
            yield _of_weekday(sight, at, word)


def _of_name(sight: Sight, name: Name, strange: Mapping[int, Nodes]) -> CheckedMention:
    if name.is_mixed or _is_misnamed(sight, name):
        return said_of_name(sight, name, "contradicted", "names_disagree")
    if not name.nodes:
        return said_of_name(sight, name, "unsupported", "not_in_records")
    if _is_twice(sight, name):
        return said_of_name(sight, name, "contradicted", "same_entity_twice")
    if sight.reading.is_ahead(name.first) and name != sight.reading.names[0]:
        return said_of_name(sight, name, "unknown", "still_to_come")
    if name.first in strange:
        return said_of_name(sight, name, "contradicted", "not_a_member", beside=strange[name.first])
    return said_of_name(sight, name, "supported", "in_records")


def _is_misnamed(sight: Sight, name: Name) -> bool:
    """`JJ Thompson` where the records have Klay: a capitalised word before a name that is the end of a longer one."""
    if not name.first or name.behind - name.first > 1 or _is_taken(sight, name.first - 1):
        return False
    written, word = sight.reading.items[name.first - 1].written, sight.reading.words[name.first]
    if len(written) < 2 or not written[0].isupper() or not written.isalpha() or written.casefold() in CLOSED_CLASS:
        return False
    longer = [
        words
        for node in name.nodes
        for text in sight.world.holder(node).names.values()
        if len(words := words_of(text)) > 1 and words[-1] == word
    ]
    return bool(longer) and written[0].casefold() not in {words[0][0] for words in longer}


def _is_twice(sight: Sight, name: Name) -> bool:
    """`the Hawks outscored the Hawks`: somebody set against himself."""
    before = [each for each in sight.reading.names if each.behind <= name.first]
    other = next((each for each in reversed(before) if each.rank == name.rank or each.nodes == name.nodes), None)
    if other is None or other.nodes != name.nodes:
        return False
    between = [word for word in sight.reading.words[other.behind : name.first] if word not in LETTING]
    return bool(between) and between[-1] in APART


def _strangers(sight: Sight) -> Iterator[tuple[int, Nodes]]:
    """`Curry paced the Kings`: names of groups, by their first item, with a node that is said to be of it and is not.

    Both must have kin of the other's type, or the records do not say who belongs to whom.
    """
    reading, directory = sight.reading, sight.world.directory
    for one, two in zip(reading.names, reading.names[1:], strict=False):
        group, member = (one, two) if one.rank > two.rank else (two, one)
        if one.rank == two.rank or not (group.nodes and member.nodes):
            continue
        if not _belongs(reading.words[one.behind : two.first], is_group_first=group is one):
            continue
        members = directory.kin(group.nodes)
        kinds = {sight.world.holder(node).type for node in members}
        if member.nodes.isdisjoint(members) and kinds.issuperset(
            sight.world.holder(node).type for node in member.nodes
        ):
            yield group.first, member.nodes


def _belongs(between: tuple[str, ...], *, is_group_first: bool) -> bool:
    if len(between) > _NEAR or not APART.isdisjoint(between) or "," in between[:-1]:
        return False
    return not BELONGING.isdisjoint(between) and (not is_group_first or "by" in between)


def _of_weekday(sight: Sight, at: int, word: str) -> CheckedMention:
    here = Name(at, at + 1, 0, frozenset())
    if sight.reading.is_ahead(at):
        return said_of_name(sight, here, "unknown", "still_to_come")
    dates = dict(_dates(sight.world))
    if not dates:
        return said_of_name(sight, here, "unknown", "no_such_field")
    days = {WEEKDAYS[date.weekday()] for date in dates.values()}
    if word in days:
        return said_of_name(sight, here, "supported", "date_in_records", beside=dates)
    expected = " or ".join(day for day in WEEKDAYS if day in days)
    return said_of_name(sight, here, "contradicted", "different_date", beside=dates, expected=expected)


def _dates(world: World) -> Iterator[tuple[int, dt.date]]:
    """The days that the nodes named last hold."""
    for node in world.recent:
        for value in world.holder(node).values.values():
            if isinstance(value, DatePoint) and value.precision == "day" and value.year and value.month and value.day:
                yield node, dt.date(value.year, value.month, value.day)


def _is_taken(sight: Sight, at: int) -> bool:
    return any(name.first <= at < name.behind for name in sight.reading.names)
