"""Whom a number is about: the names of its clause, then of the clauses and sentences before.

Of several in a clause the most telling wins (a player before a team), then the last before the number;
of a clause before it the first, who is still spoken of. A number in brackets is about the name that
the brackets follow. A clause that begins with somebody unknown is about nobody.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from claimgauge.labellers.records.english import PERSONAL, PRONOUNS
from claimgauge.labellers.records.names import NOBODY, Name, Nodes
from claimgauge.labellers.records.reading import Reading
from claimgauge.labellers.records.values import World, holds


class Binding(NamedTuple):
    """The nodes that a number is about, others near it, and the name that leads to them where it is in the sentence.

    It is not safe where a sentence before names several who might be meant.
    """

    nodes: Nodes
    others: Nodes
    name: Name | None = None
    is_safe: bool = True


def bound(world: World, reading: Reading, earlier: Sequence[Reading], at: int, fields: Iterable[str]) -> Binding:
    """Who the number at an item is about, among the nodes that hold one of the fields."""
    wanted = tuple(fields)
    own = _able(world, reading.names, wanted)
    if holder := _in_brackets_behind(reading, at):
        return _chosen(own, next((name for name in own if name.first == holder.first), None))
    before = [name for name in own if name.behind <= at]
    if chosen := _former_or_latter(reading, before, at) or next(_candidates(reading, before, at), None):
        return _chosen(own, chosen)
    if reading.begins_with_stranger(at):
        return Binding(NOBODY, NOBODY)
    if behind := [name for name in own if name.first >= at]:
        return _chosen(own, _most_telling(behind, 0))
    if reading.names and PRONOUNS.isdisjoint(reading.words):
        return Binding(NOBODY, NOBODY)
    return _from_before(world, reading, earlier, wanted)


def _chosen(own: Sequence[Name], name: Name | None) -> Binding:
    """The nodes of a name; of a name that many bear those that other names of the sentence bear as well."""
    nodes = name.nodes if name else NOBODY
    for each in own:
        nodes = nodes & each.nodes or nodes
    return Binding(nodes, NOBODY.union(*(each.nodes for each in own)) - nodes, name)


def _candidates(reading: Reading, before: Sequence[Name], at: int) -> Iterator[Name]:
    """The last of the number's own clause, then the first of each clause before it."""
    first, _behind = reading.clause_of(at)
    if mine := [name for name in before if name.first >= first]:
        yield _most_telling(mine, -1)
    if reading.begins_with_stranger(at):
        return
    for start in reversed([clause for clause in reading.clauses if clause < first]):
        _start, behind = reading.clause_of(start)
        if theirs := [name for name in before if start <= name.first < behind]:
            yield _most_telling(theirs, 0)


def _most_telling(names: Sequence[Name], which: int) -> Name:
    """Of the names of the best rank the first (0) or the last (-1)."""
    best = min(name.rank for name in names)
    return [name for name in names if name.rank == best][which]


def _in_brackets_behind(reading: Reading, at: int) -> Name | None:
    """The name that stands before the bracket which the number opens: `Celtics ( 32 - 18 )`."""
    opening = next((place for place in (at - 1, at - 3) if place > 0 and reading.words[place] == "("), None)
    if opening is None:
        return None
    return next((name for name in reading.names if name.behind == opening), None)


def _former_or_latter(reading: Reading, before: Sequence[Name], at: int) -> Name | None:
    """The first or the second of two, where one of these words stands nearer than any name."""
    start = max((name.behind for name in before), default=0)
    said = [word for word in reading.words[start:at] if word in ("former", "latter")]
    if not said or len(before) < 2:
        return None
    best = min(name.rank for name in before)
    two = [name for name in before if name.rank == best][-2:]
    return two[0 if said[-1] == "former" else -1]


def _from_before(world: World, reading: Reading, earlier: Sequence[Reading], wanted: tuple[str, ...]) -> Binding:
    """The first of the last sentence that names anybody with such a field; `he` is nobody of a lesser kind."""
    kinds = world.directory.telling if not PERSONAL.isdisjoint(reading.words) else frozenset()
    for before in reversed(earlier):
        able = [name for name in _able(world, before.names, wanted) if name.nodes]
        meant = [name for name in able if not kinds or _is_of(world, name, kinds)]
        if meant:
            best = [name for name in meant if name.rank == min(each.rank for each in meant)]
            is_safe = len({name.nodes for name in best}) == 1
            return _chosen(able, best[0])._replace(name=None, is_safe=is_safe)
    return Binding(NOBODY, NOBODY)


def _is_of(world: World, name: Name, kinds: frozenset[str]) -> bool:
    return all(world.holder(node).type in kinds for node in name.nodes)


def _able(world: World, names: Iterable[Name], wanted: tuple[str, ...]) -> list[Name]:
    """The names with only those of their nodes that hold one of the fields; a mixed name is somebody unknown."""
    able = []
    for name in names:
        nodes = frozenset(node for node in name.nodes if any(holds(world, node, field) for field in wanted))
        if nodes or name.is_mixed:
            able.append(name._replace(nodes=nodes))
    return able
