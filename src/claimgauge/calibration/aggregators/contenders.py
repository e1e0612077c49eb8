"""Everything that turns the labelled claims of an answer into one number, by name.

`FIXED` have nothing to fit: the aggregators of the rubrics, and the ratios that people use today. `FITTED`
learn from answers with outcomes, and their number is a probability.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from claimgauge.calibration.aggregators.answers import LabelledAnswer
from claimgauge.calibration.aggregators.baselines import faithfulness_ratio, support_ratio
from claimgauge.calibration.aggregators.choquet import ChoquetModel, fit_choquet
from claimgauge.calibration.aggregators.monotone import MonotoneModel, fit_monotone
from claimgauge.risk import AGGREGATORS, LabelledClaim, Rubric, band_of, dimension_scores, floor_hits

Value = Callable[[Sequence[LabelledClaim]], float]
"""From at least one claim to a number in [0, 1]; higher is riskier."""
GUARDED: Final = "hybrid, guarded"
"""What ships as the default, and what others are held against."""
BAND_THEN_SUM: Final = "guarded band, then sum"
"""The order by the band of the default and by the sum within it; its value says where, and is no index."""
RIDGE: Final = 0.1
"""λ of both fits, set beforehand: a normal prior whose deviation is √10, about 3 log-odds from a score of 0 to 1."""


class Rubrics(NamedTuple):
    """The two that ship: they differ in floors alone, so additive, max and multiplicative are the same in both."""

    paper: Rubric
    guarded: Rubric


def fixed(rubrics: Rubrics) -> dict[str, Value]:
    """The aggregators without anything to fit, and the ratios."""
    return {
        "additive": _of_rubric(rubrics.guarded, "additive"),
        "hybrid, paper": _of_rubric(rubrics.paper, "hybrid"),
        GUARDED: _of_rubric(rubrics.guarded, "hybrid"),
        BAND_THEN_SUM: _band_then_sum(rubrics.guarded),
        "max": _of_rubric(rubrics.guarded, "max"),
        "multiplicative": _of_rubric(rubrics.guarded, "multiplicative"),
        "support ratio": support_ratio,
        "faithfulness ratio": faithfulness_ratio,
    }


def choquet_of(answers: Sequence[LabelledAnswer], rubrics: Rubrics) -> ChoquetModel:
    """The Choquet integral fitted to these answers, with the contributions of `guarded`."""
    scores = [dimension_scores(each.claims, rubrics.guarded) for each in answers]
    return fit_choquet(scores, [each.harmful for each in answers], ridge=RIDGE)


def monotone_of(answers: Sequence[LabelledAnswer], rubrics: Rubrics) -> MonotoneModel:
    """The monotone model fitted to these answers, with the contributions and floors of `guarded`."""
    claims, outcomes = [each.claims for each in answers], [each.harmful for each in answers]
    return fit_monotone(claims, outcomes, rubrics.guarded, ridge=RIDGE)


def _choquet(answers: Sequence[LabelledAnswer], rubrics: Rubrics) -> Value:
    model = choquet_of(answers, rubrics)
    return lambda claims: model.probability(dimension_scores(claims, rubrics.guarded))


def _monotone(answers: Sequence[LabelledAnswer], rubrics: Rubrics) -> Value:
    return monotone_of(answers, rubrics).probability


FITTED: Final[Mapping[str, Callable[[Sequence[LabelledAnswer], Rubrics], Value]]] = {
    "Choquet, fitted": _choquet,
    "monotone model, fitted": _monotone,
}


def _band_then_sum(rubric: Rubric) -> Value:
    """(bands below + HRI_add) / bands."""
    hybrid, additive = _of_rubric(rubric, "hybrid"), _of_rubric(rubric, "additive")

    def value(claims: Sequence[LabelledClaim]) -> float:
        return (rubric.bands.index(band_of(hybrid(claims), rubric)) + additive(claims)) / len(rubric.bands)

    return value


def _of_rubric(rubric: Rubric, name: str) -> Value:
    aggregate = next(function for known, function in AGGREGATORS.items() if known == name)

    def value(claims: Sequence[LabelledClaim]) -> float:
        floor = max((hit.value for hit in floor_hits(claims, rubric)), default=0.0)
        return aggregate(dimension_scores(claims, rubric), rubric.weights, floor)

    return value
