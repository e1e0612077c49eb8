"""What a comparison comes to."""

from typing import Final, Literal

import msgspec

from claimgauge.quantities.mention import Normalisation

Outcome = Literal[
    "equal",
    "equal_after_conversion",
    "shown",
    "within",
    "coarse_rounding",
    "different",
    "different_unit",
    "ambiguous",
]
Equality = Literal["exact", "shown", "tolerance"]
HOLDS: Final[frozenset[Outcome]] = frozenset({"equal", "equal_after_conversion", "shown", "within"})
_SEVERITY: Final[dict[Outcome, int]] = {
    "equal": 0,
    "equal_after_conversion": 1,
    "shown": 2,
    "within": 3,
    "coarse_rounding": 4,
    "ambiguous": 5,
    "different_unit": 6,
    "different": 7,
}


class Match(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True):
    """The outcome, and the normalisations of both sides that it rests on.

    `equal`: the same value. `equal_after_conversion`: the same in another unit of the dimension.
    `shown`: the claimed value is the other one rounded. `within`: inside the claimed bound, range,
    period or tolerance. `coarse_rounding`: rounded, and more than 5 % off. `ambiguous`: true under
    one reading only.
    """

    outcome: Outcome
    normalisations: tuple[Normalisation, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether the evidence bears the claimed value out."""
        return self.outcome in HOLDS


def worst(*outcomes: Outcome) -> Outcome:
    """The severest of some outcomes."""
    return max(outcomes, key=_SEVERITY.__getitem__)
