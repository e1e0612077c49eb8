"""Stability: how far the number moves when one label is another, or one claim was not found.

A label flips between what it is and its opposite: a supported claim becomes UNSUPPORTED, any other becomes
SUPPORTED. Labellers err like this, and extraction loses claims. A number that does not move at all tells
nothing either, so movement is also given in deviations of the number over the answers.
"""

import math
import statistics
from collections.abc import Callable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from claimgauge.calibration.aggregators.answers import LabelledAnswer
from claimgauge.calibration.aggregators.baselines import is_supported
from claimgauge.calibration.aggregators.contenders import Value
from claimgauge.labels import Judgement, Label
from claimgauge.risk import LabelledClaim, Rubric, band_of

Change = Callable[[Sequence[LabelledClaim]], Iterator[tuple[LabelledClaim, ...]]]
"""From the claims of an answer to the answers that it could have been."""


class Movement(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Over every claim of every answer: the mean and the largest change, and the share that changes the band.

    `in_deviations` is the mean change by the standard deviation of the number; None where that is 0. All None
    where nothing could be changed.
    """

    changes: int
    mean: float | None
    largest: float | None
    band_share: float | None
    in_deviations: float | None


def flips(claims: Sequence[LabelledClaim]) -> Iterator[tuple[LabelledClaim, ...]]:
    """The answer with one label flipped, once for each claim."""
    for place, claim in enumerate(claims):
        label: Label = "UNSUPPORTED" if is_supported(claim.labels) else "SUPPORTED"
        said = Judgement(label=label, labeller="stability/1", reason="declared")
        yield (*claims[:place], replace(claim, judgements=(said,)), *claims[place + 1 :])


def drops(claims: Sequence[LabelledClaim]) -> Iterator[tuple[LabelledClaim, ...]]:
    """The answer without one claim, once for each claim; none for an answer of one claim."""
    for place in range(len(claims)) if len(claims) > 1 else ():
        yield (*claims[:place], *claims[place + 1 :])


def movement(value: Value, answers: Sequence[LabelledAnswer], change: Change, rubric: Rubric) -> Movement:
    """How `value` moves under `change`, which is `flips` or `drops`; `rubric` gives the bands."""
    before = [value(answer.claims) for answer in answers]
    pairs = [
        (old, value(other)) for old, answer in zip(before, answers, strict=True) for other in change(answer.claims)
    ]
    if not pairs:
        return Movement(changes=0, mean=None, largest=None, band_share=None, in_deviations=None)
    moved = [abs(new - old) for old, new in pairs]
    mean, spread = math.fsum(moved) / len(moved), statistics.pstdev(before)
    crossed = sum(band_of(old, rubric) != band_of(new, rubric) for old, new in pairs)
    return Movement(
        changes=len(moved),
        mean=mean,
        largest=max(moved),
        band_share=crossed / len(moved),
        in_deviations=mean / spread if spread > 0 else None,
    )
