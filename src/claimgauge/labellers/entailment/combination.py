"""What turns features into a label: a calibrated model, and the thresholds that were measured for it."""

from typing import Annotated, Final, Literal, NamedTuple

import msgspec

from claimgauge.errors import InputError
from claimgauge.labellers.entailment.features import FEATURES, WordWeights, features
from claimgauge.labellers.entailment.model import Logits
from claimgauge.labellers.entailment.trees import Forest

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
    """The small model beside a network: its forest, the weights of words, thresholds, and for which network it is."""

    schema: Literal["claimgauge.combination/1"]
    id: str
    version: str
    network: str
    thresholds: Thresholds
    measured: dict[str, float]
    weights: dict[str, float]
    forest: Forest


class Probabilities(NamedTuple):
    """Calibrated probabilities of the labels; together 1."""

    supported: float
    partial: float
    unsupported: float
    contradicted: float


class Combined:
    """A combination, checked and ready."""

    def __init__(self, combination: Combination) -> None:
        """Raises InputError where the forest cannot be read or is for other features."""
        combination.forest.check(FEATURES, CLASSES)
        if not all(weight > 0 for weight in combination.weights.values()):
            raise InputError("has a word without weight; every weight is above 0")
        self.thresholds = combination.thresholds
        self.name = f"{combination.id}/{combination.version}"
        self.weights = WordWeights(combination.weights)
        self._forest = combination.forest

    def probabilities(self, claim: str, text: str, logits: Logits) -> Probabilities:
        """The calibrated probabilities of one pair."""
        return Probabilities(*self._forest.probabilities(features(claim, text, logits, self.weights)))
