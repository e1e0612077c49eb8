"""Which coefficients there are, for all labels at once and for one label against the rest."""

from typing import Final

from claimgauge.review.brennan_prediger import brennan_prediger
from claimgauge.review.coefficient import Coefficient, CoefficientName, Draws, coefficients
from claimgauge.review.cohen import cohen_kappa
from claimgauge.review.conger import conger_kappa
from claimgauge.review.distances import WEIGHTS, Weights, distance_of, weights_of
from claimgauge.review.fleiss import fleiss_kappa
from claimgauge.review.formula import Formula
from claimgauge.review.gwet import gwet_ac
from claimgauge.review.krippendorff import krippendorff_alpha
from claimgauge.review.percent import percent_agreement, specific_agreement
from claimgauge.review.ratings import Level, Ratings

DRAWS: Final = Draws()


def agreement_on_all(
    ratings: Ratings, *, level: Level = "nominal", weights: Weights | None = None, draws: Draws = DRAWS
) -> tuple[Coefficient, ...]:
    """Every coefficient of these ratings; Cohen's kappa where there are two raters.

    `weights` are those of the kappas and of Gwet's coefficient, unless given those of the level: none, linear,
    quadratic. Raises ValueError where `draws.iterations` are too few for `draws.level`.
    """
    matrix = weights_of(ratings, weights or WEIGHTS[level], level=level)
    formulas: dict[CoefficientName, Formula] = {
        "percent_agreement": percent_agreement(ratings),
        "krippendorff_alpha": krippendorff_alpha(ratings, distance_of(ratings, level=level)),
        "fleiss_kappa": fleiss_kappa(ratings, matrix),
        "conger_kappa": conger_kappa(ratings, matrix),
        "brennan_prediger": brennan_prediger(ratings, matrix),
        "gwet_ac": gwet_ac(ratings, matrix),
    }
    if len(ratings.raters) == 2:
        formulas["cohen_kappa"] = cohen_kappa(ratings, matrix)
    return tuple(coefficients(formulas, len(ratings.items), draws).values())


def agreement_on_one(ratings: Ratings, *, draws: Draws = DRAWS) -> tuple[Coefficient, ...]:
    """The coefficients of a question with the answers `no` and `yes`, that on `yes` alone among them."""
    matrix = weights_of(ratings, "none", level="nominal")
    formulas: dict[CoefficientName, Formula] = {
        "specific_agreement": specific_agreement(ratings),
        "krippendorff_alpha": krippendorff_alpha(ratings, distance_of(ratings, level="nominal")),
        "fleiss_kappa": fleiss_kappa(ratings, matrix),
        "gwet_ac": gwet_ac(ratings, matrix),
    }
    return tuple(coefficients(formulas, len(ratings.items), draws).values())
