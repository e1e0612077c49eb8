"""What one labeller says of one claim, or that it could say nothing."""

from typing import Annotated

import msgspec

from claimgauge.labels.taxonomy import Dimension, Label


class Judgement(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One label with where it goes, what it leans on, who says so and why.

    `dimensions` is empty where the labeller leaves the choice to the rubric. `labeller` carries its
    version (`gates/1`). `confidence` is a measured one in [0, 1], or None: never an invented number.
    """

    label: Label
    dimensions: tuple[Dimension, ...] = ()
    evidence: tuple[str, ...] = ()
    labeller: str
    reason: str
    confidence: Annotated[float, msgspec.Meta(ge=0, le=1)] | None = None


class LabellerFailure(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A labeller that came to nothing: the claim it failed on stays in the count, as UNKNOWN."""

    labeller: str
    reason: str
    message: str
