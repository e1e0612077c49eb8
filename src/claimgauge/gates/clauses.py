"""Which names of a text go with which numbers: those of the same clause.

A clause ends with its sentence, at a semicolon, and before words such as `while`. Where a
clause names entities, its numbers are held to be about one of them; where it names none, nothing is
held. Nothing finer is read, so two names in one clause may still have their numbers swapped.
"""

import re
from collections.abc import Sequence

from claimgauge.gates.name_finder import Named

_ENDS = re.compile(
    r"[.!?;](?=\s|$)|\n+|[\u3002\uff01\uff1f]"
    r"|,?\s(?:while|whereas|whilst|but|although|though)\s|\s[\u2014\u2013]\s"
)


def names_with(text: str, place: int, named: Sequence[Named]) -> frozenset[str]:
    """The entities that the clause around a place names."""
    if not named:
        return frozenset()
    start, end = 0, len(text)
    for found in _ENDS.finditer(text):
        if found.end() <= place:
            start = found.end()
        elif found.start() >= place:
            end = found.start()
            break
    return frozenset(each.entity for each in named if start <= each.start and each.end <= end)
