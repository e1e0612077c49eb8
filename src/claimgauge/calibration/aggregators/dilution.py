"""Dilution: what becomes of one contradicted claim among ever more supported ones.

The sentence that is wrong stays as wrong as it was; a mean forgets it. Shown as the number itself, and as the
band that the rubric gives it.
"""

from collections.abc import Sequence

import msgspec

from claimgauge.calibration.aggregators.contenders import Value
from claimgauge.labels import Dimension, Judgement
from claimgauge.risk import LabelledClaim, Rubric, band_of

BOTH: tuple[Dimension, ...] = ("F", "C")


class Diluted(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The number and its band with so many supported claims beside the contradicted one."""

    supported: int
    value: float
    band: str


def diluted_answer(supported: int, *, criticality: float = 1.0) -> tuple[LabelledClaim, ...]:
    """One claim contradicted by its context (F and C) at this criticality, and n supported ones at 1."""
    bad = Judgement(label="CONTRADICTED", dimensions=BOTH, labeller="dilution/1", reason="declared")
    good = Judgement(label="SUPPORTED", labeller="dilution/1", reason="declared")
    first = LabelledClaim(claim_id="contradicted", criticality=criticality, judgements=(bad,))
    return (first, *(LabelledClaim(claim_id=f"s{place}", judgements=(good,)) for place in range(supported)))


def dilution(value: Value, rubric: Rubric, counts: Sequence[int], *, criticality: float = 1.0) -> tuple[Diluted, ...]:
    """One row for each count; `rubric` gives the bands."""
    found = []
    for count in counts:
        number = value(diluted_answer(count, criticality=criticality))
        found.append(Diluted(supported=count, value=number, band=band_of(number, rubric).name))
    return tuple(found)


def forgotten_from(rows: Sequence[Diluted], rubric: Rubric) -> int | None:
    """The least count from which on the rubric's lowest band is all that is left; None where it never is."""
    lowest = None
    for row in reversed(rows):
        if row.band != rubric.bands[0].name:
            return lowest
        lowest = row.supported
    return lowest
