"""From labelled claims to the risk index, its band and its explanation."""

from claimgauge.risk.aggregators import AGGREGATORS, Aggregator
from claimgauge.risk.bands import band_of, score_of
from claimgauge.risk.check import law_problems, rubric_problems
from claimgauge.risk.contributions import LabelledClaim, contribution_matrix, dimension_scores
from claimgauge.risk.difference import Change, band_changes, rubric_changes, weight_changes
from claimgauge.risk.explanation import (
    LowerBand,
    Reach,
    WhatIf,
    highest_score,
    label_reach,
    lower_band,
    unreached_bands,
)
from claimgauge.risk.floors import FloorHit, floor_hits
from claimgauge.risk.index import DENIED, NO_EVIDENCE, Risk, RiskIndex, assess_risk, labelled_share, needs_review
from claimgauge.risk.rubric import Action, Band, FloorRule, Rubric
from claimgauge.risk.score_changes import score_changes

__all__ = [
    "AGGREGATORS",
    "DENIED",
    "NO_EVIDENCE",
    "Action",
    "Aggregator",
    "Band",
    "Change",
    "FloorHit",
    "FloorRule",
    "LabelledClaim",
    "LowerBand",
    "Reach",
    "Risk",
    "RiskIndex",
    "Rubric",
    "WhatIf",
    "assess_risk",
    "band_changes",
    "band_of",
    "contribution_matrix",
    "dimension_scores",
    "floor_hits",
    "highest_score",
    "label_reach",
    "labelled_share",
    "law_problems",
    "lower_band",
    "needs_review",
    "rubric_changes",
    "rubric_problems",
    "score_changes",
    "score_of",
    "unreached_bands",
    "weight_changes",
]
