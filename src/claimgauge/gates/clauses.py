"""Which names of a text go with which numbers: those of the same clause.

A clause ends with its sentence, at a semicolon, and before words such as `while`. Where a
clause names entities, its numbers are held to be about one of them; where it names none, nothing is
held. Nothing finer is read, so two names in one clause may still have their numbers swapped.
"""

import re
from bisect import bisect_right

from claimgauge.gates.name_finder import NamesIn

_ENDS = re.compile(
    r"[.!?;](?=\s|$)|\n+|[\u3002\uff01\uff1f]"
    r"|,?\s(?:while|whereas|whilst|but|although|though)\s|\s[\u2014\u2013]\s"
)


class Clauses:
    """The clauses of a text, and the entities that each names."""

    def __init__(self, text: str, names: NamesIn) -> None:
        self._names = names
        ends = list(_ENDS.finditer(text)) if names.named else []
        self._starts = [0, *(each.end() for each in ends)]
        self._ends = [*(each.start() for each in ends), len(text)]
        self._entities: dict[int, frozenset[str]] = {}

    def entities_with(self, place: int) -> frozenset[str]:
        """The entities that the clause around a place names."""
        if not self._names.named:
            return frozenset()
        clause = bisect_right(self._starts, place) - 1
        if clause not in self._entities:
            within = self._names.within(self._starts[clause], self._ends[clause])
            self._entities[clause] = frozenset([each.entity for each in within])
        return self._entities[clause]
