"""How much is at stake with a claim: v, from rules in a versioned file, or from a reviewer."""

from claimgauge.criticality.decision import Criticality, CriticalityDecision, reviewer_value
from claimgauge.criticality.phrases import Phrases, words_of
from claimgauge.criticality.rules import CriticalityRule, CriticalityRules, criticality_problems

__all__ = [
    "Criticality",
    "CriticalityDecision",
    "CriticalityRule",
    "CriticalityRules",
    "Phrases",
    "criticality_problems",
    "reviewer_value",
    "words_of",
]
