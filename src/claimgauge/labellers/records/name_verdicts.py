"""What the records say of each name and weekday of a sentence."""

import datetime as dt
from collections.abc import Iterable, Iterator
from typing import Final

from claimgauge.labellers.records.english import APART, BELONGING, CLOSED_CLASS, LETTING, WEEKDAYS
from claimgauge.labellers.records.names import Name, Nodes
from claimgauge.labellers.records.tokens import words_of
from claimgauge.labellers.records.values import World
from claimgauge.labellers.records.verdict import CheckedMention, MentionVerdict, Reason
from claimgauge.labellers.records.weighing import Sight
from claimgauge.labellers.records.whose import Doubted
from claimgauge.quantities import DatePoint

_NEAR: Final = 7
"""Most words between a name and the one it belongs to."""


def name_verdicts(sight: Sight, doubts: Iterable[Doubted] = ()) -> Iterator[CheckedMention]:
    """A verdict for each name, then for each weekday; `doubts` are what the numbers say against names."""
    doubted = {each.first: each for each in doubts}
    strange = dict(_strangers(sight))
    for name in sight.reading.names:
        verdict, reason = _of_name(sight, name)
        doubt = doubted.get(name.first)
        if verdict != "supported":
            yield _said(sight, name, verdict, reason)
        elif name.first in strange:
            yield _said(sight, name, "contradicted", "not_a_member", beside=strange[name.first])
        elif doubt:
            expected = " or ".join(sight.world.holder(node).evidence_id for node in sorted(doubt.fits))
            yield _said(sight, name, doubt.verdict, doubt.reason, beside=doubt.fits, expected=expected)
        else:
            yield _said(sight, name, verdict, reason)
    for at, word in enumerate(sight.reading.words):
        if word in WEEKDAYS and not _is_taken(sight, at):
            yield _of_weekday(sight, at, word)


def _said(
    sight: Sight, name: Name, verdict: MentionVerdict, reason: Reason, *, beside: Iterable[int] = (), expected: str = ""
) -> CheckedMention:
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


def _of_name(sight: Sight, name: Name) -> tuple[MentionVerdict, Reason]:
    if name.is_mixed or _is_misnamed(sight, name):
        return "contradicted", "names_disagree"
    if not name.nodes:
        return "unsupported", "not_in_records"
    if _is_twice(sight, name):
        return "contradicted", "same_entity_twice"
    if sight.reading.is_ahead(name.first) and name != sight.reading.names[0]:
        return "unknown", "still_to_come"
    return "supported", "in_records"


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
        return _said(sight, here, "unknown", "still_to_come")
    dates = dict(_dates(sight.world))
    if not dates:
        return _said(sight, here, "unknown", "no_such_field")
    days = {WEEKDAYS[date.weekday()] for date in dates.values()}
    if word in days:
        return _said(sight, here, "supported", "date_in_records", beside=dates)
    expected = " or ".join(day for day in WEEKDAYS if day in days)
    return _said(sight, here, "contradicted", "different_date", beside=dates, expected=expected)


def _dates(world: World) -> Iterator[tuple[int, dt.date]]:
    """The days that the nodes named last hold."""
    for node in world.recent:
        for value in world.holder(node).values.values():
            if isinstance(value, DatePoint) and value.precision == "day" and value.year and value.month and value.day:
                yield node, dt.date(value.year, value.month, value.day)


def _is_taken(sight: Sight, at: int) -> bool:
    return any(name.first <= at < name.behind for name in sight.reading.names)
