"""People on claims: annotations, how far they agree, whose label stands, and what goes to whom next."""

from claimgauge.review.agreement import (
    Agreement,
    ItemAgreement,
    LikelihoodFit,
    OneAgainstRest,
    RaterPair,
    RaterSummary,
)
from claimgauge.review.annotation import (
    ADJUDICATIONS,
    ANNOTATIONS,
    Adjudication,
    Annotation,
    LabelSet,
    Reviews,
    current,
    written,
)
from claimgauge.review.coefficient import COEFFICIENT_NAMES, Coefficient, CoefficientName, Draws
from claimgauge.review.dawid_skene import DawidSkene, dawid_skene
from claimgauge.review.distances import Weights, masi
from claimgauge.review.escalation import Step, next_step
from claimgauge.review.majority import Consensus, majority, weighted_majority
from claimgauge.review.measuring import agreement_on_all, agreement_on_one
from claimgauge.review.prevalence import Prevalence
from claimgauge.review.ratings import Given, Level, Ratings, ratings_of, yes_or_no
from claimgauge.review.reviewed import agreement_of

__all__ = [
    "ADJUDICATIONS",
    "ANNOTATIONS",
    "COEFFICIENT_NAMES",
    "Adjudication",
    "Agreement",
    "Annotation",
    "Coefficient",
    "CoefficientName",
    "Consensus",
    "DawidSkene",
    "Draws",
    "Given",
    "ItemAgreement",
    "LabelSet",
    "Level",
    "LikelihoodFit",
    "OneAgainstRest",
    "Prevalence",
    "RaterPair",
    "RaterSummary",
    "Ratings",
    "Reviews",
    "Step",
    "Weights",
    "agreement_of",
    "agreement_on_all",
    "agreement_on_one",
    "current",
    "dawid_skene",
    "majority",
    "masi",
    "next_step",
    "ratings_of",
    "weighted_majority",
    "written",
    "yes_or_no",
]
