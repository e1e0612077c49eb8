"""What changed between two rubrics, in words."""

import itertools
from collections.abc import Iterator
from typing import Any

import msgspec

from claimgauge.labels import DIMENSION_NAMES, DIMENSIONS, Dimension
from claimgauge.risk.explanation import label_reach
from claimgauge.risk.rubric import Rubric


class Change(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One place where two rubrics differ; None where one of them has nothing there."""

    place: str
    before: str | None
    after: str | None

    def __str__(self) -> str:
        if self.before is None:
            return f"{self.place}: {self.after} was added"
        if self.after is None:
            return f"{self.place}: {self.before} was removed"
        return f"{self.place}: from {self.before} to {self.after}"


def rubric_changes(before: Rubric, after: Rubric) -> tuple[Change, ...]:
    """Every value that differs, by its place in the file, in the order of the keys."""
    old, new = dict(_leaves(msgspec.to_builtins(before), "")), dict(_leaves(msgspec.to_builtins(after), ""))
    return tuple(
        Change(place=place, before=old.get(place), after=new.get(place))
        for place in dict.fromkeys([*old, *new])
        if old.get(place) != new.get(place)
    )


def band_changes(before: Rubric, after: Rubric) -> tuple[Change, ...]:
    """The labels that, alone in an answer, end up in another band: what the change of constants does."""
    old, new = ({_named(row): row.band for row in label_reach(rubric)} for rubric in (before, after))
    return tuple(
        Change(place=name, before=old.get(name), after=new.get(name))
        for name in dict.fromkeys([*old, *new])
        if old.get(name) != new.get(name)
    )


def weight_changes(before: Rubric, after: Rubric) -> tuple[str, ...]:
    """What the change of weights means: how many times as much a dimension counts, and which one overtakes which."""
    changed = [name for name in DIMENSIONS if before.weights[name] != after.weights[name]]
    counted = [_counted(name, before.weights[name], after.weights[name]) for name in changed]
    overtaken = [
        f"{_dimension(first)} now counts more than {_dimension(second)}"
        for first, second in itertools.permutations(DIMENSIONS, 2)
        if after.weights[first] > after.weights[second] and before.weights[first] < before.weights[second]
    ]
    return (*counted, *overtaken)


def _counted(name: Dimension, before: float, after: float) -> str:
    if before == 0:
        return f"{_dimension(name)} counts now: {_number(after)} of 1"
    if after == 0:
        return f"{_dimension(name)} no longer counts: it had {_number(before)} of 1"
    times = f"{after / before:.3g} times as much"
    return f"{_dimension(name)} counts {times}: {_number(after)} of 1, and it was {_number(before)}"


def _dimension(name: Dimension) -> str:
    return f"{DIMENSION_NAMES[name]} ({name})"


def _named(row: Any) -> str:
    where = f" ({', '.join(row.dimensions)})" if row.dimensions else ""
    return f"wholly {row.label}{where} at criticality {row.criticality:g}"


def _leaves(value: Any, place: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, dict) and value:
        for key, item in value.items():
            yield from _leaves(item, f"{place}.{key}" if place else key)
    elif isinstance(value, (list, tuple)) and value and isinstance(value[0], dict):
        rows = [_named_row(item) for item in value]
        for index, (name, rest) in enumerate(rows):
            before = [each for each, _rest in rows[:index]].count(name)
            yield f"{place}[{name}]{f' ({before + 1})' if before else ''}", _shown(rest)
    else:
        yield place, _shown(value)


def _named_row(item: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """A band by its name, a floor by its labels and its condition, and what is left to compare."""
    kept = ("value", "source")
    naming = {"name": item["name"]} if "name" in item else {key: item[key] for key in item if key not in kept}
    name = str(item["name"]) if "name" in item else _shown(naming)
    return name, {key: item[key] for key in item if key not in naming}


def _shown(value: Any) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_shown(item)}" for key, item in value.items()) or "nothing"
    if isinstance(value, (list, tuple)):
        return " and ".join(map(str, value)) or "nothing"
    return _number(value) if isinstance(value, float) else str(value)


def _number(value: float) -> str:
    """Without needless digits, and with every digit that tells it from another number."""
    short = f"{value:g}"
    return short if float(short) == value else repr(value)
