"""What turns features into a label: a calibrated model, and the thresholds that were measured for it."""

from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from claimgauge.labellers.entailment.features import FEATURES, features
from claimgauge.labellers.entailment.linear import Linear
from claimgauge.labellers.entailment.model import Logits

Class = Literal["SUPPORTED", "PARTIAL", "UNSUPPORTED", "CONTRADICTED"]
CLASSES: Final[tuple[Class, ...]] = ("SUPPORTED", "PARTIAL", "UNSUPPORTED", "CONTRADICTED")
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class Thresholds(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """Probabilities from which a label is given; `close` is how near to one is too near to tell."""

    supported: Share
    contradicted: Share
    not_supported: Share
    close: Share


class Combination(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """The small model behind a network: its weights, its thresholds, and the digest of the network that it is for.

    `experimental`: it does not beat plain baselines where it was asked to; every judgement says so.
    """

    schema: Literal["claimgauge.combination/1"]
    id: str
    version: str
    network: str
    experimental: bool
    thresholds: Thresholds
    measured: dict[str, float]
    model: Linear


class Probabilities(NamedTuple):
    """Calibrated probabilities of the labels; together 1."""

    supported: float
    partial: float
    unsupported: float
    contradicted: float


class Combined:
    """A combination, checked and ready."""

    def __init__(self, combination: Combination) -> None:
        """Raises InputError where the model is not for these features and labels."""
        combination.model.check(FEATURES, CLASSES)
        self.thresholds = combination.thresholds
        self.experimental = combination.experimental
        self.name = f"{combination.id}/{combination.version}"
        self._model = combination.model

    def probabilities(self, claim: str, text: str, logits: Logits) -> Probabilities:
        """The calibrated probabilities of one pair."""
        return Probabilities(*self._model.probabilities(features(claim, text, logits)))
