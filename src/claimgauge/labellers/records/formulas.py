"""Fields that no record holds and that are computed from those it does: their names are their formulas.

    sum of A and B        two fields of one node, or more
    difference of A       what one node has more than another
    rank of A by B        the place of a node among those with its value of B, the largest value first
    count of A from N     how many of what belongs to a node have at least N of A

A contract gives such a field its words as it does any other: `"sum of Q1 and Q2" = { words = ["first half"] }`.
"""

import re
from functools import cache
from typing import Final, NamedTuple

_SUM: Final = re.compile(r"sum of (.+ and .+)")
_DIFFERENCE: Final = re.compile(r"difference of (.+)")
_RANK: Final = re.compile(r"rank of (.+) by (.+)")
_COUNT: Final = re.compile(r"count of (.+) from ([0-9]+)")


class Sum(NamedTuple):
    """Fields that are added up."""

    fields: tuple[str, ...]


class Difference(NamedTuple):
    """A field of two nodes."""

    field: str


class Rank(NamedTuple):
    """A field that orders, and the field whose value the ordered nodes share."""

    field: str
    by: str


class Count(NamedTuple):
    """A field of the nodes that belong to one, and the least value that counts."""

    field: str
    least: int


Formula = Sum | Difference | Rank | Count


@cache
def formula_of(name: str) -> Formula | None:
    """The formula that a field's name is, or None for a field that a record can hold."""
    if found := _SUM.fullmatch(name):
        return Sum(tuple(part.strip() for part in found.group(1).split(" and ")))
    if found := _DIFFERENCE.fullmatch(name):
        return Difference(found.group(1).strip())
    if found := _COUNT.fullmatch(name):
        return Count(found.group(1).strip(), int(found.group(2)))
    if found := _RANK.fullmatch(name):
        return Rank(found.group(1).strip(), found.group(2).strip())
    return None
