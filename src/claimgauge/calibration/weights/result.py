"""What every method comes to: a weight for each criterion, how far it may be off, and what to know first."""

import math
from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from claimgauge.calibration.weights.protocol import Kind
from claimgauge.labels import DIMENSION_NAMES
from claimgauge.risk import Rubric

Spread = Literal["experts", "rankings", "bootstrap"]


class ProtocolRef(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Which protocol, and whether its people are real; the digest covers everything in it."""

    id: str
    version: str
    title: str
    held: str
    people: Kind
    voices: int
    digest: str


class RubricRef(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """The rubric whose weights stand beside the new ones."""

    id: str
    version: str
    provisional: bool
    digest: str


class CriterionWeight(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """One weight beside the rubric's (`current`, None for what is no dimension), and its spread where there is one."""

    criterion: str
    name: str
    current: float | None
    weight: float
    lower: float | None = None
    upper: float | None = None


class Outcome(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """What a method hands over; `spread` says what the lower and upper ends are from."""

    weights: tuple[CriterionWeight, ...]
    spread: Spread | None
    level: float | None = None
    warnings: tuple[str, ...]


def reference(rubric: Rubric) -> RubricRef:
    """The name of a rubric."""
    return RubricRef(id=rubric.id, version=rubric.version, provisional=rubric.provisional, digest=rubric.digest)


def name_of(criterion: str) -> str:
    """A dimension in words; any other criterion is its own name."""
    return next((name for each, name in DIMENSION_NAMES.items() if each == criterion), criterion)


def held_weights(rubric: Rubric) -> dict[str, float]:
    """The rubric's weights by the names of their dimensions."""
    return {str(name): weight for name, weight in rubric.weights.items()}


def weights_of(
    rubric: Rubric,
    found: Mapping[str, float],
    *,
    spread: Mapping[str, tuple[float, float]] | None = None,
) -> tuple[CriterionWeight, ...]:
    """Rows in the order of `found`, whose weights sum to 1.

    Where only some of the dimensions were weighed, they share what the rubric gives them together, so that the others
    keep their weights.
    """
    current, ends, share = held_weights(rubric), spread or {}, share_of(rubric, found)
    return tuple(
        CriterionWeight(
            criterion=each,
            name=name_of(each),
            current=current.get(each),
            weight=share * weight,
            lower=share * ends[each][0] if each in ends else None,
            upper=share * ends[each][1] if each in ends else None,
        )
        for each, weight in found.items()
    )


def share_of(rubric: Rubric, criteria: Iterable[str]) -> float:
    """What the rubric gives these criteria together: 1 for all dimensions, and for criteria that are none."""
    named, held = set(criteria), held_weights(rubric)
    if not named < set(held):
        return 1.0
    return math.fsum(held[name] for name in named) or 1.0
