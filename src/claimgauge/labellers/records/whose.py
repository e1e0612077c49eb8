"""Numbers that are all right, of somebody else: then the name is wrong, and not each of the numbers.

`Lillard shot 12 of 20 and 4 of 7` where both are McCollum's; and numbers of somebody of whom every
field is known to be null. Numbers in brackets behind a name say who it is, and do not speak against it.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from claimgauge.labellers.records.names import NOBODY, Name, Nodes
from claimgauge.labellers.records.verdict import MentionVerdict, Reason
from claimgauge.labellers.records.weighing import Sight, Weighed, explaining

FEWEST: Final = 2
"""Numbers that must all be another's before the name is doubted."""


class Doubted(NamedTuple):
    """A name, by its first item, that the numbers of its clause speak against, and the nodes that they fit."""

    first: int
    verdict: MentionVerdict
    reason: Reason
    fits: Nodes


def moved(sight: Sight, weighed: Sequence[Weighed]) -> tuple[tuple[Weighed, ...], tuple[Doubted, ...]]:
    """The numbers with those left open that are another's, and the names that are doubted for it."""
    by_place = {each.at: each for each in weighed}
    doubted = []
    for name, group in _groups(sight, weighed):
        found = _doubt(sight, name, group)
        if found is None:
            continue
        doubted.append(found)
        reason: Reason = "other_entity" if found.fits else "null_field"
        for each in group:
            by_place[each.at] = each._replace(mention=replace(each.mention, verdict="unknown", reason=reason))
    return tuple(by_place.values()), tuple(doubted)


def _groups(sight: Sight, weighed: Iterable[Weighed]) -> Iterator[tuple[Name, list[Weighed]]]:
    """The numbers of each name in each clause."""
    groups: dict[tuple[Name, int], list[Weighed]] = defaultdict(list)
    for each in weighed:
        if each.whom.name:
            groups[each.whom.name, sight.reading.clause_of(each.at)[0]].append(each)
    for (name, _clause), group in groups.items():
        yield name, group


def _doubt(sight: Sight, name: Name, group: list[Weighed]) -> Doubted | None:
    reasons = {each.mention.reason for each in group}
    if reasons == {"null_field"}:
        return Doubted(name.first, "unsupported", "null_field", NOBODY)
    is_bracketed = sight.reading.words[name.behind : name.behind + 1] == ("(",)
    if is_bracketed or len(group) < FEWEST or reasons != {"different_value"}:
        return None
    for other in _elsewhere(sight, name):
        if all(explaining(sight.world, sight.reading.numbers[each.at], [other], each.fields) for each in group):
            return Doubted(name.first, "contradicted", "numbers_of_another", frozenset([other]))
    return None


def _elsewhere(sight: Sight, name: Name) -> list[int]:
    """The partners of a name that the sentence does not name itself."""
    here = NOBODY.union(*(each.nodes for each in sight.reading.names))
    partners = {other for node in name.nodes for other in sight.world.partners(node)}
    return sorted(partners - here)
