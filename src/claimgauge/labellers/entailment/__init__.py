"""Claims in prose against passages, by an entailment network, surface features and rules for numbers."""

from claimgauge.labellers.entailment.combination import CLASSES, Combination, Combined, Probabilities, Thresholds
from claimgauge.labellers.entailment.features import FEATURES, features, surface
from claimgauge.labellers.entailment.labeller import EntailmentLabeller
from claimgauge.labellers.entailment.linear import Linear
from claimgauge.labellers.entailment.model import EntailmentModel, Logits

__all__ = [
    "CLASSES",
    "FEATURES",
    "Combination",
    "Combined",
    "EntailmentLabeller",
    "EntailmentModel",
    "Linear",
    "Logits",
    "Probabilities",
    "Thresholds",
    "features",
    "surface",
]
