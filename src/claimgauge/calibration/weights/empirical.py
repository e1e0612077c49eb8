"""Weights from outcomes: constrained logistic regression, with intervals from a bootstrap over answers.

This module needs numpy. How many answers the rubric's weights count like turns into λ by the
information that an answer holds on average: λ = m p (1 − p) v, with p the share of harmful answers
and v the mean variance of the dimensions that vary. Figures are rounded to nine decimals, well above
what the solver leaves open.

Sources: Efron and Tibshirani, An Introduction to the Bootstrap (1993), chapters 6 and 13; Peduzzi and
others, A simulation study of the number of events per variable in logistic regression analysis,
Journal of Clinical Epidemiology 49 (1996), for ten of the rarer outcome a slope; Kish, Survey Sampling
(1965), for the effective number of answers.
"""

import itertools
import random
from collections.abc import Iterator, Sequence

import numpy as np

from claimgauge.calibration.weights.directions import said, unseen_directions
from claimgauge.calibration.weights.fit import Correlation, FitDetails, FitProtocol
from claimgauge.calibration.weights.logistic import Array, Fit, Regression
from claimgauge.calibration.weights.result import Outcome, held_weights, weights_of
from claimgauge.calibration.weights.simplex import normalised
from claimgauge.risk import Rubric
from claimgauge.statistics import percentile_interval

EVENTS_A_SLOPE = 10
ALIKE = 0.8
"""A correlation from which two dimensions are hard to tell apart."""
STILL = 1e-12
"""A variance below this is none."""
PLACES = 9


def weigh_fit(protocol: FitProtocol, rubric: Rubric, *, chance: random.Random) -> tuple[Outcome, FitDetails]:
    """The weights of a protocol without problems. `chance` draws the bootstrap; start it from the protocol's seed."""
    answers = sorted(protocol.answers, key=lambda each: each.id)
    criteria = sorted(protocol.criteria)
    table = np.array([[answer.scores.get(name, 0.0) for name in criteria] for answer in answers])
    harmful = np.array([float(answer.harmful) for answer in answers])
    counts = np.array([answer.stands_for for answer in answers])
    varies = [k for k in range(len(criteria)) if _variance(table[:, k], counts) > STILL]
    constant = tuple(name for k, name in enumerate(criteria) if k not in varies)
    if not varies:
        raise ValueError("no dimension varies over the answers; give answers whose scores differ")
    shares = _Shares(rubric, criteria, varies)
    share = float(counts @ harmful) / float(counts.sum())
    information = share * (1 - share) * float(np.mean([_variance(table[:, k], counts) for k in varies]))
    regression = Regression(
        table[:, varies],
        harmful,
        prior=np.array(shares.prior),
        strength=protocol.settings.prior_answers * information,
    )
    found = regression.fit(counts)
    assert found is not None
    draws = _draws(regression, counts, chance, protocol.settings.iterations)
    defined = [each for each in draws if each is not None and each.slopes.sum() > 0]
    undefined = len(draws) - len(defined)
    level = protocol.settings.level
    weights = shares.weights(found)
    details = FitDetails(
        outcome=protocol.outcome,
        settings=protocol.settings,
        answers=len(answers),
        harmful=int(harmful.sum()),
        effective=_effective(counts),
        rarer=min(_effective(counts[harmful == 1]), _effective(counts[harmful == 0])),
        intercept=round(found.intercept, PLACES),
        slope=round(float(found.slopes.sum()), PLACES),
        intercept_interval=_interval([each.intercept for each in defined], level, undefined),
        slope_interval=_interval([float(each.slopes.sum()) for each in defined], level, undefined),
        constant=constant,
        unseen=_unseen(table[:, varies], [criteria[k] for k in varies]),
        correlations=tuple(_correlations(table, counts, criteria)),
        undefined=undefined,
        separated=_separated(table[:, varies] @ found.slopes, harmful),
    )
    drawn = [shares.weights(each) for each in defined]
    spread = {
        name: ends
        for name in protocol.criteria
        if name not in constant and (ends := _interval([each[name] for each in drawn], level, undefined)) is not None
    }
    outcome = Outcome(
        weights=weights_of(rubric, {name: weights[name] for name in protocol.criteria}, spread=spread),
        spread="bootstrap" if spread else None,
        level=level if spread else None,
        warnings=tuple(_warnings(details, len(varies))),
    )
    return outcome, details


class _Shares:
    """From slopes to weights: what does not vary keeps the rubric's share, the others share the rest."""

    def __init__(self, rubric: Rubric, criteria: Sequence[str], varies: Sequence[int]) -> None:
        held = held_weights(rubric)
        before = [held[name] for name in criteria]
        self._before = dict(zip(criteria, normalised(before if any(before) else [1.0] * len(before)), strict=True))
        self._names = [criteria[k] for k in varies]
        within = [self._before[name] for name in self._names]
        self._rest = sum(within)
        self.prior = normalised(within) if self._rest > 0 else (1 / len(within),) * len(within)

    def weights(self, fit: Fit) -> dict[str, float]:
        """The rubric's own weights where the slope is 0."""
        total = float(fit.slopes.sum())
        if total <= 0:
            return dict(self._before)
        new = {name: self._rest * float(u) / total for name, u in zip(self._names, fit.slopes, strict=True)}
        return {name: round(new.get(name, before), PLACES) for name, before in self._before.items()}


def _draws(regression: Regression, counts: Array, chance: random.Random, iterations: int) -> list[Fit | None]:
    """The fit of each draw of as many answers as there are, with replacement."""
    places = range(len(counts))
    drawn = (
        np.bincount(chance.choices(places, k=len(counts)), minlength=len(counts)) * counts for _ in range(iterations)
    )
    return [regression.fit(each) for each in drawn]


def _interval(values: Sequence[float], level: float, undefined: int) -> tuple[float, float] | None:
    """None where a draw left the value undefined: to leave such draws out would make the interval too narrow."""
    if undefined:
        return None
    ends = percentile_interval(values, level=level)
    return round(ends.lower, PLACES), round(ends.upper, PLACES)


def _variance(column: Array, counts: Array) -> float:
    mean = float(counts @ column) / float(counts.sum())
    return float(counts @ (column - mean) ** 2) / float(counts.sum())


def _effective(counts: Array) -> float:
    return round(float(counts.sum()) ** 2 / float(counts @ counts), PLACES)


def _correlations(table: Array, counts: Array, criteria: Sequence[str]) -> Iterator[Correlation]:
    total = float(counts.sum())
    centred = table - (counts @ table) / total
    deviations = np.sqrt((counts @ centred**2) / total)
    for i, j in itertools.combinations(range(len(criteria)), 2):
        both = float(deviations[i] * deviations[j])
        value = float(counts @ (centred[:, i] * centred[:, j])) / total / both if both > STILL else None
        yield Correlation(first=criteria[i], second=criteria[j], value=None if value is None else round(value, PLACES))


def _unseen(table: Array, names: Sequence[str]) -> tuple[str, ...]:
    """Trade-offs between dimensions that change the score of no answer, up to one constant."""
    centred = table - table.mean(axis=0)
    gram = (centred.T @ centred / len(table)).tolist()
    return tuple(said(each, names) for each in unseen_directions(gram, len(names)))


def _separated(scores: Array, harmful: Array) -> bool:
    return bool(scores[harmful == 1].min() > scores[harmful == 0].max())


def _warnings(details: FitDetails, varying: int) -> Iterator[str]:
    wanted = EVENTS_A_SLOPE * varying
    if details.rarer < wanted:
        yield (
            f"the rarer outcome has {details.rarer:.3g} answers (effective number) for {varying} dimensions that vary; "
            f"below {wanted} the weights are mostly the rubric's, and the intervals too narrow"
        )
    if details.effective < 0.5 * details.answers:
        yield f"{details.answers} answers count like {details.effective:.3g}: few of them stand for most"
    if details.slope <= 0:
        yield "the scores do not tell harmful answers from others: the weights are the rubric's, and nothing was learnt"
    if details.separated:
        yield "the scores separate the outcomes without exception: the slope has no upper bound, look for leaks"
    if details.constant:
        yield f"{', '.join(details.constant)} did not vary over the answers: the rubric's weight stays"
    for each in details.unseen:
        yield f"the answers cannot tell apart: {each}; there the weights have the shape of the rubric's"
    for pair in details.correlations:
        if pair.value is not None and abs(pair.value) >= ALIKE:
            how = f"{pair.first} and {pair.second} go together (correlation {pair.value:+.2f})"
            yield f"{how}: their weights are known only together"
    if details.undefined:
        yield f"{details.undefined} of {details.settings.iterations} draws gave no weights: there are no intervals"
