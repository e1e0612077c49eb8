"""Names and numbers that cannot both be right: which of them is held against the text.

Where a name is wrong for a reason of its own, the numbers said of it are left open: nobody knows whose
they are. Where numbers are all right, of somebody else (`Lillard shot 12 of 20 and 4 of 7`, and both
are McCollum's), or where every field of somebody is known to be null, the name is wrong and not each
of the numbers. Numbers in brackets behind a name say who it is, and do not speak against it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from claimgauge.labellers.records.names import NOBODY, Name
from claimgauge.labellers.records.verdict import CheckedMention, Reason
from claimgauge.labellers.records.weighing import Sight, Weighed, explaining, said_of_name

FEWEST: Final = 2
"""Numbers that must all be another's before the name is doubted."""


class Group(NamedTuple):
    """The numbers that one clause says of one name, by their places in the list of all."""

    name: Name
    places: tuple[int, ...]


def settled(
    sight: Sight, weighed: Sequence[Weighed], names: Sequence[CheckedMention]
) -> tuple[list[CheckedMention], list[CheckedMention]]:
    """The verdicts on numbers and on names, where at most one side of each contradiction is held against the text."""
    numbers = [each.mention for each in weighed]
    of_names = dict(zip((name.first for name in sight.reading.names), names, strict=True))
    for group in _groups(sight, weighed):
        own = of_names[group.name.first]
        doubt = _doubt(sight, group, weighed) if own.verdict == "supported" else None
        if doubt:
            of_names[group.name.first] = doubt
        if doubt or own.verdict == "contradicted":
            reason: Reason = "null_field" if doubt and doubt.reason == "null_field" else "other_entity"
            for place in group.places:
                numbers[place] = _left_open(numbers[place], reason)
    return numbers, list(of_names.values())


def _left_open(mention: CheckedMention, reason: Reason) -> CheckedMention:
    if mention.verdict not in ("contradicted", "unsupported"):
        return mention
    return replace(mention, verdict="unknown", reason=reason)


def _groups(sight: Sight, weighed: Iterable[Weighed]) -> Iterator[Group]:
    groups: dict[tuple[Name, int], list[int]] = defaultdict(list)
    for place, each in enumerate(weighed):
        if each.whom.name:
            groups[each.whom.name, sight.reading.clause_of(each.at)[0]].append(place)
    for (name, _clause), places in groups.items():
        yield Group(name, tuple(places))


def _doubt(sight: Sight, group: Group, weighed: Sequence[Weighed]) -> CheckedMention | None:
    """The verdict on the name that its numbers come to, if they speak against it."""
    name, own = group.name, [weighed[place] for place in group.places]
    reasons = {each.mention.reason for each in own}
    if reasons == {"null_field"}:
        return said_of_name(sight, name, "unsupported", "null_field")
    is_bracketed = sight.reading.words[name.behind : name.behind + 1] == ("(",)
    if is_bracketed or len(own) < FEWEST or reasons != {"different_value"}:
        return None
    for other in _elsewhere(sight, name):
        if all(explaining(sight.world, sight.reading.numbers[each.at], [other], each.fields) for each in own):
            expected = sight.world.holder(other).evidence_id
            return said_of_name(sight, name, "contradicted", "numbers_of_another", beside=[other], expected=expected)
    return None


def _elsewhere(sight: Sight, name: Name) -> list[int]:
    """Whom the numbers may be of: those named before, and those of the groups named, if not in this sentence."""
    world = sight.world
    here = NOBODY.union(*(each.nodes for each in sight.reading.names))
    near = frozenset(world.recent)
    kinds = {world.holder(node).type for node in name.nodes}
    return sorted(node for node in (near | world.directory.kin(near)) - here if world.holder(node).type in kinds)
