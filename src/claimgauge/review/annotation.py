"""What a person says of an item, and what an adjudicator decides; both are appended and never edited.

The wire forms are lines of `claimgauge.annotations/1` and `claimgauge.adjudications/1`, which may stand in
one file. A correction is a line more, by the same person about the same item: the last one counts.
"""

from collections.abc import Iterable, Sequence
from typing import Annotated, Final, Literal, NamedTuple, TypeVar

import msgspec

from claimgauge.errors import InputError
from claimgauge.feedback import parse_time
from claimgauge.labels import Dimension

ANNOTATIONS: Final = "claimgauge.annotations/1"
ADJUDICATIONS: Final = "claimgauge.adjudications/1"
Name = Annotated[str, msgspec.Meta(min_length=1)]
LabelSet = tuple[str, ...]
"""Labels in the order of the alphabet, each once; of an annotation with one label, that one."""


class _Said(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", omit_defaults=True, forbid_unknown_fields=True
):
    """What both have in common: exactly one of `label` and `labels`. `labels` may be empty: none of them fits."""

    item: Name
    label: Name | None = None
    labels: tuple[Name, ...] | None = None
    dimensions: tuple[Dimension, ...] | None = None
    time: str = ""

    def __post_init__(self) -> None:
        if (self.label is None) == (self.labels is None):
            raise ValueError("give exactly one of label and labels")

    @property
    def given(self) -> LabelSet:
        """The labels, whichever way they were written."""
        return (self.label,) if self.label is not None else tuple(sorted(set(self.labels or ())))


class Annotation(_Said, frozen=True, kw_only=True):
    """One rater on one item. `dimensions` are those that the rater names; None leaves them to the rubric."""

    schema: Literal["claimgauge.annotations/1"] = ANNOTATIONS
    rater: Name
    note: str = ""


class Adjudication(_Said, frozen=True, kw_only=True):
    """The decision on one item that raters could not settle, with its reason."""

    schema: Literal["claimgauge.adjudications/1"] = ADJUDICATIONS
    adjudicator: Name
    reason: Name


class Reviews(NamedTuple):
    """What a file, or several, hold, in their order."""

    annotations: tuple[Annotation, ...]
    adjudications: tuple[Adjudication, ...] = ()


Row = TypeVar("Row", Annotation, Adjudication)


def current(rows: Iterable[Row]) -> tuple[Row, ...]:
    """The rows that count: of those by one rater about one item the last, and the last adjudication of an item.

    Raises InputError where a later row says that it is the older one, and for a time that is none.
    """
    last: dict[tuple[str, str], Row] = {}
    for row in rows:
        key = (row.item, row.rater if isinstance(row, Annotation) else "")
        if (before := last.get(key)) is not None:
            _in_order(before, row)
        last[key] = row
    return tuple(last.values())


def _in_order(before: Row, after: Row) -> None:
    if not (before.time and after.time):
        return
    if parse_time(after.time) < parse_time(before.time):
        message = f"{after.time} stands after {before.time}; give rows, and files, in the order of time"
        raise InputError(message, place=f"item {after.item!r}")


def written(labels: Sequence[str]) -> str:
    """A set of labels as one word."""
    return " + ".join(labels) if labels else "(none)"
