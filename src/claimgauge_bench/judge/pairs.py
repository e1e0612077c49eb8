"""Pairs of narrations of one instance: the texts that a judge compares, without their evidence."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from claimgauge.errors import InputError
from claimgauge_bench.narrated import InstanceKey, Narrated, shown_cell

Which = Literal["shipped", "kept"]
"""The claims that ship, or the whole list that was kept before emission."""


class TextPair(NamedTuple):
    """One instance as two narrators told it; question and headlines are those of its brief."""

    key: InstanceKey
    question: str
    headlines: Mapping[str, str]
    a: str
    b: str

    @property
    def id(self) -> str:
        """`domain/seed/profile/goal`."""
        return "/".join(map(str, self.key))


class Pairs(NamedTuple):
    """What can be judged, and what cannot: instances where a side says nothing, or both say the same."""

    a: str
    b: str
    pairs: tuple[TextPair, ...]
    empty_a: int
    empty_b: int
    empty_both: int
    identical: int
    unpaired: int


def pairs_of(rows: Iterable[Narrated], *, a: str, b: str, which: Which = "shipped") -> Pairs:
    """The pairs of two cells, each named `narrator/setting`. Raises InputError for a cell that is not there."""
    by_cell: dict[str, dict[InstanceKey, Narrated]] = {}
    for each in rows:
        by_cell.setdefault(each.cell, {})[each.key] = each
    if a == b:
        raise InputError(f"A and B are both {a!r}; name two narrators or settings")
    for side in (a, b):
        if side not in by_cell:
            raise InputError(f"no row is of {side[:80]!r}; the run has {', '.join(by_cell)}")
    one, other = by_cell[a], by_cell[b]
    keys = [key for key in one if key in other]
    told = [(one[key], _text(one[key], which), _text(other[key], which)) for key in keys]
    return Pairs(
        a=shown_cell(next(iter(one.values()))),
        b=shown_cell(next(iter(other.values()))),
        pairs=tuple(
            TextPair(each.key, each.brief.question, each.brief.headlines, text, against)
            for each, text, against in told
            if text and against and text != against
        ),
        empty_a=sum(not text and bool(against) for _each, text, against in told),
        empty_b=sum(bool(text) and not against for _each, text, against in told),
        empty_both=sum(not text and not against for _each, text, against in told),
        identical=sum(text == against != "" for _each, text, against in told),
        unpaired=len(one) + len(other) - 2 * len(keys),
    )


def _text(narrated: Narrated, which: Which) -> str:
    """What a narrator says of its own; a template that stands in for it is none of it."""
    narration = narrated.row.narration
    emission = narration.emission
    texts: Sequence[str] = (
        [each.text for each in emission.claims if emission.form == "claims"]
        if which == "shipped"
        else [each.claim.text for each in narration.claims]
    )
    return "\n".join(filter(None, map(str.strip, texts)))
