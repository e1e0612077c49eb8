"""Ratings: who gave which label to which item, ready to be counted.

Items, raters and labels are sorted, so that their order in a file changes nothing, neither a value nor
an interval.
"""

import math
from collections.abc import Callable, Sequence
from typing import Literal, NamedTuple

from claimgauge.errors import InputError
from claimgauge.review.annotation import Annotation, LabelSet, current, written

Level = Literal["nominal", "ordinal", "interval"]
"""What the labels are: names, ranks, or numbers whose differences mean something (Stevens 1946)."""


class Given(NamedTuple):
    """One rating, by the places of its rater and its label."""

    rater: int
    label: int


class Ratings(NamedTuple):
    """For each item the ratings that it has. `labels` are in the order of their ranks; some may be given by nobody.

    `fixed` says that the labels were told, and not only found.
    """

    items: tuple[str, ...]
    raters: tuple[str, ...]
    labels: tuple[LabelSet, ...]
    given: tuple[tuple[Given, ...], ...]
    fixed: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The labels as words."""
        return tuple(map(written, self.labels))

    @property
    def in_sets(self) -> bool:
        """Whether an item can have several labels, or none."""
        return any(len(each) != 1 for each in self.labels)

    @property
    def total(self) -> int:
        """How many ratings there are."""
        return sum(map(len, self.given))

    def counts(self, item: int) -> tuple[int, ...]:
        """How often each label was given to one item."""
        found = [0] * len(self.labels)
        for each in self.given[item]:
            found[each.label] += 1
        return tuple(found)


def ratings_of(annotations: Sequence[Annotation], *, labels: Sequence[str] = (), level: Level = "nominal") -> Ratings:
    """The ratings that count. `labels` are all that could have been given, in the order of their ranks.

    Raises InputError for no annotation, for one whose label is none of `labels`, and where the labels are
    not what their level asks for: ranks need numbers or the order of `labels`, an interval needs numbers.
    """
    rows = current(annotations)
    if not rows:
        raise InputError("there is no annotation; give at least one")
    known = _known({row.given for row in rows}, tuple((each,) for each in labels), level)
    items, raters = sorted({row.item for row in rows}), sorted({row.rater for row in rows})
    item_at = {name: place for place, name in enumerate(items)}
    rater_at = {name: place for place, name in enumerate(raters)}
    label_at = {each: place for place, each in enumerate(known)}
    given: list[list[Given]] = [[] for _ in items]
    for row in rows:
        if row.given not in label_at:
            message = f"{row.rater!r} gave {written(row.given)!r}, the labels are {', '.join(labels)}"
            raise InputError(message, place=f"item {row.item!r}")
        given[item_at[row.item]].append(Given(rater_at[row.rater], label_at[row.given]))
    ordered = tuple(tuple(sorted(each)) for each in given)
    return Ratings(tuple(items), tuple(raters), known, ordered, fixed=bool(labels))


def yes_or_no(annotations: Sequence[Annotation], has: Callable[[Annotation], bool | None]) -> Ratings:
    """The same raters on one question, which `has` answers from each annotation; None is no answer."""
    answers = [(row, has(row)) for row in current(annotations)]
    asked = [
        Annotation(item=row.item, rater=row.rater, label="yes" if said else "no")
        for row, said in answers
        if said is not None
    ]
    return ratings_of(asked, labels=("no", "yes"))


def values_of(labels: Sequence[LabelSet]) -> tuple[float, ...] | None:
    """The labels as finite numbers; None where one is no number."""
    try:
        found = tuple(float(*each) if len(each) == 1 else math.nan for each in labels)
    except ValueError:
        return None
    return found if all(map(math.isfinite, found)) else None


def _known(found: set[LabelSet], told: tuple[LabelSet, ...], level: Level) -> tuple[LabelSet, ...]:
    in_sets = any(len(each) != 1 for each in found)
    if level == "nominal":
        if in_sets:  # which sets there could have been is not told by a list of labels
            outside = {name for each in found for name in each} - {name for each in told for name in each}
            if told and outside:
                raise InputError(f"{min(outside)!r} was given and is none of the labels; add it to them")
            return tuple(sorted(found))
        return tuple(dict.fromkeys(told)) or tuple(sorted(found))
    if in_sets:
        raise InputError(f"an item has several labels, or none, and sets have no {level} level; take nominal")
    numbers = values_of(told or sorted(found))
    if numbers is None and (level == "interval" or not told):
        advice = "give the labels in their order" if level == "ordinal" else "take nominal or ordinal"
        raise InputError(f"the {level} level needs numbers, and a label is none; {advice}")
    if numbers is not None and len(set(numbers)) < len(numbers):
        raise InputError("two labels are one number, such as 1 and 1.0; write each number in one way")
    if told and (level == "ordinal" or numbers is None):
        return tuple(dict.fromkeys(told))
    return tuple(sorted(told or found, key=lambda each: float(*each)))
