"""A fitted monotone model: log-odds of harm from how much of an answer is how bad, and from which floors hold.

    log-odds = b + Σ_l β_l share_l + Σ_k β_k s_k + Σ_r γ_r [floor r of the rubric holds]     with β, γ ≥ 0

share_l is the part of the criticality weight on claims at least as severe as l: PARTIAL, UNSUPPORTED (and
UNKNOWN), CONTRADICTED; k runs over O, S, P and H. Coefficients that are not negative on *at least as severe*
keep the law of the labels of support, which they would not on s_F, s_C and s_U: there a claim that turns from
UNSUPPORTED to CONTRADICTED takes from s_U what it brings to s_F. For the same reason a floor between two bounds
of criticality counts here from the lower one on: a claim that matters more must not leave it.

Why this model: it has the shape of the hybrid (a sum, and jumps that no number of harmless claims dilutes) with
each constant learnt, and it is taken apart exactly, each share by claims. Isotonic steps in each share would
bend more freely, but need hundreds of answers for each, where labelled answers come in dozens. γ_r = 0 says
that floor r told nothing here that the shares did not.
"""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from msgspec.structs import replace

from claimgauge.calibration.aggregators.nonnegative import LogisticFit, fit_nonnegative, sigmoid
from claimgauge.labels import Dimension, Label
from claimgauge.risk import FloorRule, LabelledClaim, Rubric, dimension_scores, floor_hits

AT_LEAST: Final[dict[Label, frozenset[Label]]] = {
    "PARTIAL": frozenset(("PARTIAL", "UNSUPPORTED", "UNKNOWN", "CONTRADICTED")),
    "UNSUPPORTED": frozenset(("UNSUPPORTED", "UNKNOWN", "CONTRADICTED")),
    "CONTRADICTED": frozenset(("CONTRADICTED",)),
}
"""The labels that are at least as severe; UNKNOWN stands with UNSUPPORTED, as in the rubrics."""
BESIDE: Final[tuple[Dimension, ...]] = ("O", "S", "P", "H")
"""The dimensions that no label of support fills."""


class MonotoneModel(NamedTuple):
    """A fit and the rubric whose contributions and floors it reads; the rubric's weights and values play no part."""

    rubric: Rubric
    fit: LogisticFit

    def probability(self, claims: Sequence[LabelledClaim]) -> float:
        """The probability of harm of an answer with these claims."""
        return sigmoid(self.fit.log_odds(features(claims, self.rubric)))

    def parts(self, claims: Sequence[LabelledClaim]) -> dict[str, float]:
        """What the log-odds are made of: the intercept, each share, score and floor; they sum to the log-odds."""
        row = features(claims, self.rubric)
        given = (coefficient * value for coefficient, value in zip(self.fit.coefficients, row, strict=True))
        return {"intercept": self.fit.intercept} | dict(zip(feature_names(self.rubric), given, strict=True))


def fit_monotone(
    answers: Sequence[Sequence[LabelledClaim]], outcomes: Sequence[bool], rubric: Rubric, *, ridge: float
) -> MonotoneModel:
    """The model of these answers. `ridge` is λ of `fit_nonnegative`; raises InputError where all outcomes are alike."""
    return MonotoneModel(rubric, fit_nonnegative([features(each, rubric) for each in answers], outcomes, ridge=ridge))


def features(claims: Sequence[LabelledClaim], rubric: Rubric) -> tuple[float, ...]:
    """Shares, scores, and 1 for each floor of the rubric that holds, 0 for each other; all in [0, 1]."""
    scores = dimension_scores(claims, rubric)
    weight = math.fsum(claim.criticality for claim in claims)
    shares = (
        math.fsum(claim.criticality for claim in claims if not severe.isdisjoint(claim.labels)) / weight
        for severe in AT_LEAST.values()
    )
    alone = (replace(rubric, floors=(_without_upper_bound(rule),)) for rule in rubric.floors)
    return (*shares, *(scores[k] for k in BESIDE), *(float(bool(floor_hits(claims, each))) for each in alone))


def _without_upper_bound(rule: FloorRule) -> FloorRule:
    return replace(rule, criticality=replace(rule.criticality, below=None))


def feature_names(rubric: Rubric) -> tuple[str, ...]:
    """`PARTIAL or worse` and so on, letters of dimensions, then `floors[n]` as in the rubric file."""
    return (
        *(f"{label} or worse" for label in AT_LEAST),
        *BESIDE,
        *(f"floors[{place}]" for place in range(len(rubric.floors))),
    )
