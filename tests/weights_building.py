"""Small builders for protocols of weights, so that a test shows only what it is about."""

import itertools
from fractions import Fraction

from claimgauge.calibration.weights.ahp import AhpProtocol, Expert
from claimgauge.calibration.weights.delphi import Answer, Convergence, DelphiProtocol
from claimgauge.calibration.weights.fit import FitAnswer, FitProtocol, FitSettings
from claimgauge.calibration.weights.workshop import Ranking, Scenario, WorkshopProtocol, WorkshopSettings
from claimgauge.wiring.weights import random_indices

RANDOM = random_indices()
HELD = "2026-03-01"


def matrix(text):
    """A matrix as it is printed: rows of numbers and fractions."""
    return [[float(Fraction(each)) for each in row.split()] for row in text.strip().splitlines()]


def consistent(weights):
    """The matrix of ratios of weights."""
    return [[one / other for other in weights] for one in weights]


def judged(rows, names):
    """The judgements of a matrix, each pair once."""
    return {
        names[i]: {names[j]: rows[i][j] for j in range(i + 1, len(names)) if rows[i][j] is not None}
        for i in range(len(names))
    }


def expert(name, rows, names, **keys):
    return Expert(id=name, judgements=judged(rows, names), **keys)


def ahp(*experts, criteria="abc", **keys):
    return AhpProtocol(schema="claimgauge.ahp/1", id="p", held=HELD, criteria=tuple(criteria), experts=experts, **keys)


def delphi(*rounds, criteria="abc", rule=(2, 0.1, 0.05, 0.1), **keys):
    """Rounds of {expert: weights}; weights are given in the order of the criteria."""
    answers = tuple(
        Answer(round=number, expert=name, weights=dict(zip(criteria, given, strict=True)))
        for number, each in enumerate(rounds, start=1)
        for name, given in each.items()
    )
    named = dict(zip(("rounds", "spread", "shift", "dissent"), rule, strict=True))
    return DelphiProtocol(
        schema="claimgauge.delphi/1", id="p", held=HELD, criteria=tuple(criteria), convergence=Convergence(**named),
        answers=answers, **keys,
    )  # fmt: skip


def workshop(scenarios, rankings, *, criteria="FCUOSPH", clear=None, strength=0.5):
    """Scenarios by id with their scores; rankings by whom, each a list of groups or of single ids, the worst first."""
    return WorkshopProtocol(
        schema="claimgauge.workshop/1",
        id="p",
        held=HELD,
        criteria=tuple(criteria),
        settings=WorkshopSettings(strength=strength, clear=clear),
        scenarios=tuple(Scenario(id=name, scores=scores) for name, scores in scenarios.items()),
        rankings=tuple(
            Ranking(by=by, worst_first=tuple((each,) if isinstance(each, str) else tuple(each) for each in order))
            for by, order in rankings.items()
        ),
    )


def fit(answers, *, criteria="FCUOSPH", prior_answers=10.0, iterations=50, seed=7, level=0.9):
    """Answers as (scores, harmful)."""
    return FitProtocol(
        schema="claimgauge.fit/1",
        id="p",
        held=HELD,
        outcome="corrected by a reviewer",
        criteria=tuple(criteria),
        settings=FitSettings(prior_answers=prior_answers, iterations=iterations, seed=seed, level=level),
        answers=tuple(
            FitAnswer(id=f"a{number:05}", scores=scores, harmful=harmful)
            for number, (scores, harmful) in enumerate(answers)
        ),
    )


def all_pairs(names):
    return list(itertools.combinations(names, 2))
