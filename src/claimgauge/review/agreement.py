"""How far raters agree, as one value: coefficients, the same by label and dimension, raters, pairs and every item."""

from typing import Final, Literal

import msgspec

from claimgauge.review.coefficient import Coefficient
from claimgauge.review.distances import DistanceName, Weights
from claimgauge.review.escalation import Step
from claimgauge.review.prevalence import Prevalence
from claimgauge.review.ratings import Level

SCHEMA: Final = "claimgauge.agreement/1"


class _Wire(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """camelCase on the wire."""


class OneAgainstRest(_Wire, frozen=True, kw_only=True):
    """Agreement on whether an item has one label, or touches one dimension.

    `share` is its share of the ratings, `items` the items that got it from anybody.
    """

    name: str
    share: float
    items: int
    coefficients: tuple[Coefficient, ...]


class RaterSummary(_Wire, frozen=True, kw_only=True):
    """One rater: how many ratings, how often each label, and how often others of the same items say the same.

    `accuracy` is the chance to give the true label under the model of Dawid and Skene, where it was fitted.
    """

    rater: str
    ratings: int
    labels: dict[str, int]
    agreement: float | None
    accuracy: float | None


class RaterPair(_Wire, frozen=True, kw_only=True):
    """Two raters on the items that both rated; `kappa` is Cohen's, None for the `reason`."""

    a: str
    b: str
    items: int
    agreement: float
    kappa: float | None
    reason: str


class ItemAgreement(_Wire, frozen=True, kw_only=True):
    """One item: its votes, how far they lie apart (0 all alike, None with one vote), and what it needs next.

    `majority` is the label of more than half, None for the `reason`. `likely` is the label under the model
    of Dawid and Skene with its `probability`, None where the model was not fitted or two labels tie. `final` is
    what stands: the adjudication, or else the majority of an item that is settled.
    """

    item: str
    votes: dict[str, int]
    disagreement: float | None
    majority: str | None
    reason: str
    likely: str | None
    probability: float | None
    step: Step
    final: str | None


class LikelihoodFit(_Wire, frozen=True, kw_only=True):
    """How the model of Dawid and Skene was fitted; `log_likelihood` is that of all ratings."""

    rounds: int
    converged: bool
    log_likelihood: float
    prevalence: dict[str, float]
    confusions: dict[str, dict[str, dict[str, float]]]


class Agreement(_Wire, frozen=True, kw_only=True):
    """Agreement among raters. `confidence` is the level of the intervals, over items.

    `level` is that of the labels, `weights` those of the kappas and of Gwet's coefficient, `distance` that of alpha.
    `revised` counts annotations that a later one by the same rater stands in the place of, `single` items with one
    rating. `pairs` is empty beyond MOST_PAIRED raters.
    """

    schema: Literal["claimgauge.agreement/1"] = SCHEMA
    level: Level
    weights: Weights
    distance: DistanceName
    labels: tuple[str, ...]
    items: int
    raters: int
    ratings: int
    revised: int
    single: int
    seed: int
    iterations: int
    confidence: float
    coefficients: tuple[Coefficient, ...]
    prevalence: Prevalence
    by_label: tuple[OneAgainstRest, ...]
    by_dimension: tuple[OneAgainstRest, ...]
    by_rater: tuple[RaterSummary, ...]
    pairs: tuple[RaterPair, ...]
    model: LikelihoodFit | None
    steps: dict[Step, int]
    by_item: tuple[ItemAgreement, ...]
    notices: tuple[str, ...]

    @property
    def disputed(self) -> tuple[ItemAgreement, ...]:
        """The items whose raters differ, the farthest apart first, then those with more votes, then by id."""
        found = [each for each in self.by_item if each.disagreement]
        return tuple(sorted(found, key=lambda each: (-(each.disagreement or 0), -sum(each.votes.values()), each.item)))
