"""A rubric: the constants that turn labels into a risk index, in a versioned file and never in code.

The wire form is TOML (`schema = "claimgauge.rubric/1"`). A rubric that marks itself *provisional*
says so in every result. Source of the quantities: doi:10.5281/zenodo.21313179, Tables III to V.
"""

from typing import Annotated, Literal

import msgspec

from claimgauge.digests import canonical, digest
from claimgauge.gates import FindingCode
from claimgauge.labels import Dimension, Label

Action = Literal["release", "caution", "review", "block"]
AggregatorName = Literal["hybrid", "additive", "max", "multiplicative"]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]
Recurring = Literal["repeated", "unresolved"]


class _Table(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A TOML table: an unknown key is an error."""


class LabelRule(_Table, frozen=True, kw_only=True):
    """What a label contributes, and the dimensions it goes to when the labeller names none.

    `or_` is the one other choice of dimensions that a labeller may name.
    """

    contribution: Share
    dimensions: tuple[Dimension, ...]
    or_: tuple[Dimension, ...] | None = msgspec.field(default=None, name="or")
    source: str = ""


class Support(_Table, frozen=True, kw_only=True):
    """The labels of support from mild to severe. A floor on one holds for the severer ones too."""

    order: tuple[Label, ...]


class Range(_Table, frozen=True, kw_only=True):
    """`from_` is inclusive, `below` is not; absent means no bound."""

    from_: float | None = msgspec.field(default=None, name="from")
    below: float | None = None


class AtLeast(_Table, frozen=True, kw_only=True):
    """At least so much."""

    from_: float = msgspec.field(name="from")


class FloorRule(_Table, frozen=True, kw_only=True):
    """A lower bound of the index while some claim, or some share of the claims, carries a label.

    One of `label` and `labels`. `criticality` limits the claims that count; `share` asks for that
    share of the answer's criticality weight, `count` for so many claims; without either one claim
    is enough. `feedback` asks that the claim's feedback is one of these; `request` holds where the
    whole request was judged so. Source: Table IV, or ours where `source` says so.
    """

    label: Label | None = None
    labels: tuple[Label, ...] = ()
    criticality: Range = Range()
    share: AtLeast | None = None
    count: AtLeast | None = None
    feedback: tuple[Recurring, ...] = ()
    request: bool = False
    value: Share
    source: str = ""

    @property
    def named(self) -> tuple[Label, ...]:
        """The labels as the file names them."""
        return (self.label,) if self.label else self.labels


class Band(_Table, frozen=True, kw_only=True):
    """Scores up to and including `up_to` that no earlier band has taken, and what is done with them."""

    name: str
    up_to: float
    action: Action


class Unassessed(_Table, frozen=True, kw_only=True):
    """When there is no index at all."""

    no_claims: bool
    labelled_share_below: Share


class ReviewRouting(_Table, frozen=True, kw_only=True):
    """What goes to review whatever its band.

    `access_gap`: a claim that could be checked only with evidence that the reader may not see. Unlike the
    others it need not be written: a rubric that is silent about it sends such an answer to review.
    """

    unknown: bool
    no_evidence: bool
    conflict: bool
    access_gap: bool = True


class FeedbackWindow(_Table, frozen=True, kw_only=True):
    """How fast feedback fades, and how far back it counts; both in days."""

    half_life_days: Annotated[float, msgspec.Meta(gt=0)]
    window_days: Annotated[float, msgspec.Meta(gt=0)]


class GateJudgement(_Table, frozen=True, kw_only=True):
    """What a gate's finding says of a claim."""

    label: Label
    dimensions: tuple[Dimension, ...] = ()


class Rubric(_Table, frozen=True, kw_only=True):
    """Weights, contributions, floors, bands and actions of one organisation, or of the paper."""

    schema: Literal["claimgauge.rubric/1"]
    id: str
    version: str
    title: str = ""
    provisional: bool = False
    source: str = ""
    aggregator: AggregatorName = "hybrid"
    weights: dict[Dimension, Share]
    labels: dict[Label, LabelRule]
    support: Support
    floors: tuple[FloorRule, ...] = ()
    bands: tuple[Band, ...]
    unassessed: Unassessed
    review: ReviewRouting
    feedback: FeedbackWindow
    freshness: dict[str, float] = {}
    gates: dict[FindingCode, GateJudgement]

    @property
    def digest(self) -> str:
        """`sha256:…` over the canonical form of everything in the file but comments."""
        return digest(canonical(self))
