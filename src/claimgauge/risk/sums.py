"""Exact sums from which single parts are taken out again.

`math.fsum` rounds the exact sum once. So does a sum of fractions that is turned into a float at the
end, and from that one a part can be taken away again without adding up all the others anew.
"""

from collections.abc import Collection, Mapping
from fractions import Fraction


class SumWithout:
    """The sum of `parts` by place: equal to `math.fsum` over those that are left, bit by bit."""

    __slots__ = ("_whole", "parts")

    def __init__(self, parts: Mapping[int, float]) -> None:
        self.parts = parts
        self._whole = sum(map(Fraction, parts.values()), Fraction())

    def without(self, places: Collection[int] = ()) -> float:
        """The sum of the parts at all places but these, each of which stands in `places` once."""
        gone = sum((Fraction(self.parts[place]) for place in places if place in self.parts), Fraction())
        return float(self._whole - gone)
