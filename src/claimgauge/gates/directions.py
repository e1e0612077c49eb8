"""What the words around a number say of it: which way it went, how much at least, or that it is not so.

English only. A word goes with the number that is nearest to it in its clause.
"""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import NamedTuple

from claimgauge.gates.declaration import Stating
from claimgauge.quantities import Direction, Mention, Portion, Quantity, same_quantity

REACH = 48
"""A word of direction goes with a number that is at most so many characters away."""
LONGEST_WORD = 24
_ENDS = re.compile(r"[.;!?](?=\s|$)|\n|,\s(?!by\b)|\s(?:and|but|while|whereas)\s")
_COMPARES = re.compile(r"\s*\w+\s+than\b")
_SENTENCE = re.compile(r"[.!?;](?=\s|$)|\n")
_BY_HOW_MUCH = re.compile(r"\s*(?:(?:less|more|fewer|higher|lower|greater|smaller)\s+than|below|above|under|over)?\s*")
_LEVEL = ("to", "at", "from")
_NO = r"(?:\b(?:not|never|neither|nor|hardly)|n['\u2019]t)"
_NOT = re.compile(rf"{_NO}\s+(?!only\b)(?:\w+\s+){{0,2}}\W*$", re.IGNORECASE)
_NEGATED = re.compile(rf"(?:{_NO}|\bfailed to|\bwithout)\s+(?:\w+\s+)?$", re.IGNORECASE)
_LOOKED_AT = 40


class Said(NamedTuple):
    """Why what is said of a number does not hold; `missing`: a word that would have to be there is not."""

    text: str
    missing: bool = False


def wrong_direction(text: str, mention: Mention, stating: Stating, directions: Sequence[Direction]) -> Said | None:
    """Where the sign of a field says a direction, the words around its number say the same."""
    value, field = stating.declaration.value, stating.declaration.field
    if field is None or not field.signed or not isinstance(value, Quantity) or not value.value:
        return None
    said = direction_of(text, mention, directions)
    if stating.declaration.computed and said is not None and _COMPARES.match(text, mention.end):
        return None  # a difference, whichever of the two is named first
    if said is None or said.direction == "level":
        return _without_word(value) if stating.opposite else None
    return _against(text, mention, said, value)


def _without_word(value: Quantity) -> Said:
    why = f"stands without the sign of its evidence, {value.text}, and no word such as `fell` says so"
    return Said(why, missing=True)


def _against(text: str, mention: Mention, said: Direction, value: Quantity) -> Said | None:
    """Why a word of direction does not go with a value; None where it does."""
    if _NEGATED.search(text[max(0, said.start - _LOOKED_AT) : said.start]):
        return Said(f"goes with {said.text!r} behind a negation, and its evidence says {value.text}")
    signed = isinstance(mention, Quantity) and mention.sign == "-"
    if (said.direction == "up") == (value.value > 0) or (signed and value.value < 0):
        return None
    return Said(f"goes with {said.text!r}, and its evidence says {value.text}")


def wrong_bound(
    text: str, mention: Mention, stating: Stating, beside: Sequence[tuple[Mention, Stating]]
) -> Said | None:
    """`under 95`, said of a value that is 95, or of another number of the clause that is not under it.

    In `$874 is more than $850` the first is held against the second. In `25 less than 120` a number
    stands right before the words, and they say by how much and not that there is a bound.
    """
    value = stating.declaration.value
    bounded = isinstance(mention, (Quantity, Portion)) and mention.bound not in ("none", "approximately")
    if value is None or stating.opposite or not bounded or same_quantity(mention, value).holds:
        return None
    for other, said in beside:
        between = text[other.end : mention.start] if other.end <= mention.start else text[mention.end : other.start]
        if other.end <= mention.start and _BY_HOW_MUCH.fullmatch(between):
            return None
        held = said.declaration.value
        if held is not None and not _SENTENCE.search(between) and units_alike(held, value):
            if same_quantity(mention, held).holds:
                return None
            return Said(f"is held against {other.text}, of which it does not hold")
    return Said(f"is not what the evidence says, which is {value.text}")


def is_compared(mention: Mention) -> bool:
    """Whether a number is what another is held against, and may be of somebody whom its clause does not name."""
    return isinstance(mention, (Quantity, Portion)) and mention.bound not in ("none", "approximately")


def units_alike(one: Mention, other: Mention) -> bool:
    """Whether two values can be compared."""
    return isinstance(one, Quantity) and isinstance(other, Quantity) and one.dimension == other.dimension


def negated(text: str, mention: Mention) -> Said | None:
    """`not 95` for a value that is 95."""
    before = text[max(0, mention.start - _LOOKED_AT) : mention.start]
    if isinstance(mention, (Quantity, Portion)) and mention.bound not in ("none", "approximately"):
        return None
    found = _NOT.search(before)
    return Said(f"stands behind {found[0].strip()!r}, and its evidence says that it is so") if found else None


def direction_of(text: str, mention: Mention, directions: Sequence[Direction]) -> Direction | None:
    """The nearest word of direction in the clause of a change; none before a level such as `to 95`."""
    before = text[max(0, mention.start - 12) : mention.start].split()
    if before and before[-1].lower() in _LEVEL:
        return None
    first = bisect_left(directions, mention.start - REACH - LONGEST_WORD, key=_start)
    last = bisect_right(directions, mention.end + REACH, key=_start)
    gaps = [(gap, each) for each in directions[first:last] if (gap := _gap(text, mention, each)) is not None]
    return min(gaps, key=lambda pair: len(pair[0]))[1] if gaps else None


def _start(word: Direction) -> int:
    return word.start


def _gap(text: str, mention: Mention, word: Direction) -> str | None:
    """The text between a word of direction and a number; None where a clause ends in it or it is long."""
    between = text[word.end : mention.start] if word.end <= mention.start else text[mention.end : word.start]
    return None if len(between) > REACH or _ENDS.search(between) else between
