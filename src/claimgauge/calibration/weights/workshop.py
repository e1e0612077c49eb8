"""The risk workshop: people put scenarios in the order of their risk, and weights are found that agree.

A scenario is an answer: its dimension scores, or how many of its claims carry which label (each at
criticality 1, scored by the rubric). Who finds it easier may rate the scenarios from 0 to 100; only
the order of the ratings is used. Every ranking counts the same, however long it is.

The weights speak of the additive index alone, so scenarios of which a floor decides teach nothing.
"""

import itertools
import math
import operator
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Literal, get_args

import msgspec

from claimgauge.calibration.weights.directions import said, unseen_directions
from claimgauge.calibration.weights.protocol import (
    Protocol,
    Table,
    criterion_problems,
    head_problems,
    repeated,
    wrong,
)
from claimgauge.calibration.weights.ranking import Comparison, fitted_weights, likeliest
from claimgauge.calibration.weights.result import Outcome, held_weights, weights_of
from claimgauge.calibration.weights.simplex import Vector, normalised
from claimgauge.errors import Problem
from claimgauge.labels import DIMENSIONS, Judgement, Label
from claimgauge.risk import LabelledClaim, Rubric, dimension_scores

WORKSHOP_LISTS = ("scenarios", "rankings")
ORDER = 1e-9
"""Two indices are in order where they differ by more."""
Score = Annotated[float, msgspec.Meta(ge=0, le=1)]
Rating = Annotated[float, msgspec.Meta(ge=0, le=100)]


class Scenario(Table, frozen=True, kw_only=True):
    """An answer to be ranked: `scores` by dimension, and `labels`, how many claims carry each.

    A score replaces what the labels come to; a dimension that is not named has the score 0.
    """

    id: str
    text: str = ""
    scores: dict[str, Score] = msgspec.field(default_factory=dict)
    labels: dict[Label, Annotated[int, msgspec.Meta(ge=0)]] = msgspec.field(default_factory=dict)


class Ranking(Table, frozen=True, kw_only=True):
    """One table's or one person's order: `worst_first` holds groups of equally risky scenarios, or `ratings`."""

    by: str
    role: str = ""
    worst_first: tuple[tuple[str, ...], ...] = ()
    ratings: dict[str, Rating] = msgspec.field(default_factory=dict)
    note: str = ""


class WorkshopSettings(Table, frozen=True, kw_only=True):
    """How strongly the rubric's weights pull (`strength`), and how finely people judge (`clear`).

    Of two indices that differ by `clear` 73 in 100 rank the higher one riskier; it is found from the
    rankings where it is not given.
    """

    clear: Annotated[float, msgspec.Meta(gt=0, le=1)] | None = None
    strength: Annotated[float, msgspec.Meta(gt=0)]


class WorkshopProtocol(Protocol, frozen=True, kw_only=True):
    """Scenarios and how people ranked them; the wire form is `claimgauge.workshop/1`."""

    schema: Literal["claimgauge.workshop/1"]
    settings: WorkshopSettings
    scenarios: tuple[Scenario, ...]
    rankings: tuple[Ranking, ...]


class ScenarioIndex(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A scenario and its additive index under the rubric's weights and under those found; the riskiest first."""

    scenario: str
    text: str
    scores: dict[str, float]
    before: float
    after: float


class Violation(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A pair that somebody ranked the other way: `riskier` has an index that is `short` below that of `milder`."""

    by: str
    riskier: str
    milder: str
    short: float


class RankingFit(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """How many pairs a ranking orders, how many of them the weights order alike, and its own weights."""

    by: str
    role: str
    pairs: int
    kept: int
    weights: dict[str, float]


class WorkshopDetails(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", tag_field="method", tag="workshop"
):
    """What the weights make of the scenarios, and where they disagree with people."""

    settings: WorkshopSettings
    clear: float
    scenarios: tuple[ScenarioIndex, ...]
    rankings: tuple[RankingFit, ...]
    violations: tuple[Violation, ...]
    unseen: tuple[str, ...]


def workshop_problems(protocol: WorkshopProtocol) -> Iterator[Problem]:
    """What makes the protocol unusable, each with its place."""
    yield from head_problems(protocol)
    for index, name in enumerate(protocol.criteria):
        if name not in DIMENSIONS:
            yield wrong(f"criteria[{index}]", f"{name[:40]!r} is no dimension; those are {', '.join(DIMENSIONS)}")
    yield from repeated([each.id for each in protocol.scenarios], "scenarios")
    for index, scenario in enumerate(protocol.scenarios):
        place = f"scenarios[{index}]"
        yield from criterion_problems(scenario.scores, protocol.criteria, f"{place}.scores")
        if not scenario.scores and not sum(scenario.labels.values()):
            yield wrong(place, "has neither scores nor labels; an answer without claims has no index")
    yield from repeated([each.by for each in protocol.rankings], "rankings")
    if not protocol.rankings:
        yield wrong("rankings", "are none; give at least one")
    known = {each.id for each in protocol.scenarios}
    for index, ranking in enumerate(protocol.rankings):
        yield from _ranking_problems(ranking, known, f"rankings[{index}]")


def _ranking_problems(ranking: Ranking, known: set[str], place: str) -> Iterator[Problem]:
    if bool(ranking.worst_first) == bool(ranking.ratings):
        yield wrong(place, "has neither `worst_first` nor `ratings`, or both; keep exactly one of them")
    named = [name for group in ranking.worst_first for name in group] or list(ranking.ratings)
    for name in named:
        if name not in known:
            yield wrong(place, f"{name[:40]!r} is no scenario of this protocol")
    if len(named) != len(set(named)):
        yield wrong(place, "names a scenario twice")
    if len(named) < 2 and not (set(named) - known):
        yield wrong(place, "orders fewer than two scenarios")


def weigh_workshop(protocol: WorkshopProtocol, rubric: Rubric) -> tuple[Outcome, WorkshopDetails]:
    """The weights of a protocol without problems."""
    criteria = protocol.criteria
    prior = _prior(rubric, criteria)
    scores = {each.id: scenario_scores(each, criteria, rubric) for each in protocol.scenarios}
    rankings = sorted(protocol.rankings, key=lambda each: each.by)
    ordered = {each.by: ordered_pairs(each) for each in rankings}
    strength = protocol.settings.strength
    together = comparisons_of([ordered[each.by] for each in rankings], scores)
    weights, clear = likeliest(together, prior, clear=protocol.settings.clear, strength=strength)
    own = {
        each.by: fitted_weights(comparisons_of([ordered[each.by]], scores), prior, clear=clear, strength=strength)
        for each in rankings
    }
    violations = _violations(ordered, scores, weights)
    details = WorkshopDetails(
        settings=protocol.settings,
        clear=clear,
        scenarios=_indices(protocol, scores, prior, weights),
        rankings=tuple(
            RankingFit(
                by=each.by,
                role=each.role,
                pairs=len(_strict(ordered[each.by])),
                kept=len(_strict(ordered[each.by])) - sum(one.by == each.by for one in violations),
                weights=dict(zip(criteria, own[each.by], strict=True)),
            )
            for each in rankings
        ),
        violations=violations,
        unseen=_unseen(ordered, scores, criteria),
    )
    several = len(rankings) > 1
    spread = {
        name: (min(w[k] for w in own.values()), max(w[k] for w in own.values())) for k, name in enumerate(criteria)
    }
    outcome = Outcome(
        weights=weights_of(rubric, dict(zip(criteria, weights, strict=True)), spread=spread if several else None),
        spread="rankings" if several else None,
        warnings=tuple(_warnings(details)),
    )
    return outcome, details


def _prior(rubric: Rubric, criteria: Sequence[str]) -> Vector:
    """The rubric's weights of these dimensions, by their sum; equal ones where all are 0."""
    held = held_weights(rubric)
    found = [held[name] for name in criteria]
    return normalised(found if any(found) else [1.0] * len(found))


def scenario_scores(scenario: Scenario, criteria: Sequence[str], rubric: Rubric) -> Vector:
    """The dimension scores of a scenario under the contributions of the rubric."""
    claims = [
        LabelledClaim(
            claim_id=f"{label} {number}", judgements=(Judgement(label=label, labeller="workshop", reason="declared"),)
        )
        for label in get_args(Label)
        for number in range(scenario.labels.get(label, 0))
    ]
    found: dict[str, float] = {}
    if claims:
        found = {str(name): value for name, value in dimension_scores(claims, rubric).items()}
    return tuple(scenario.scores.get(name, found.get(name, 0.0)) for name in criteria)


Ordered = tuple[tuple[str, str, bool], ...]
"""Pairs (riskier, milder, whether strictly so)."""


def ordered_pairs(ranking: Ranking) -> Ordered:
    """What a ranking says of each pair of its scenarios."""
    groups = ranking.worst_first or tuple(
        tuple(sorted(name for name, value in ranking.ratings.items() if value == rating))
        for rating in sorted(set(ranking.ratings.values()), reverse=True)
    )
    apart = [(a, b, True) for high, low in itertools.combinations(groups, 2) for a in high for b in low]
    alike = [(a, b, False) for group in groups for a, b in itertools.combinations(sorted(group), 2)]
    return tuple(sorted(apart + alike))


def _strict(ordered: Ordered) -> list[tuple[str, str]]:
    return [(riskier, milder) for riskier, milder, strictly in ordered if strictly]


def comparisons_of(rankings: Sequence[Ordered], scores: Mapping[str, Vector]) -> list[Comparison]:
    """Each pair once with all that was said of it; a tie is half a comparison in each direction."""
    shares: dict[tuple[str, str], list[float]] = {}
    for ordered in rankings:
        share = 1 / (len(rankings) * len(ordered))
        for riskier, milder, strictly in ordered:
            shares.setdefault((riskier, milder), []).append(share if strictly else share / 2)
            if not strictly:
                shares.setdefault((milder, riskier), []).append(share / 2)
    return [
        Comparison(tuple(map(operator.sub, scores[riskier], scores[milder])), math.fsum(parts))
        for (riskier, milder), parts in sorted(shares.items())
    ]


def _index(scores: Vector, weights: Vector) -> float:
    return math.fsum(map(operator.mul, scores, weights))


def _violations(
    rankings: Mapping[str, Ordered], scores: Mapping[str, Vector], weights: Vector
) -> tuple[Violation, ...]:
    found = []
    for by, ordered in rankings.items():
        for riskier, milder in _strict(ordered):
            short = _index(scores[milder], weights) - _index(scores[riskier], weights)
            if short > -ORDER:
                found.append(Violation(by=by, riskier=riskier, milder=milder, short=max(short, 0.0)))
    return tuple(sorted(found, key=lambda each: (-each.short, each.by, each.riskier, each.milder)))


def _indices(
    protocol: WorkshopProtocol, scores: Mapping[str, Vector], prior: Vector, weights: Vector
) -> tuple[ScenarioIndex, ...]:
    rows = [
        ScenarioIndex(
            scenario=each.id,
            text=each.text,
            scores=dict(zip(protocol.criteria, scores[each.id], strict=True)),
            before=_index(scores[each.id], prior),
            after=_index(scores[each.id], weights),
        )
        for each in protocol.scenarios
    ]
    return tuple(sorted(rows, key=lambda each: (-each.after, each.scenario)))


def _unseen(rankings: Mapping[str, Ordered], scores: Mapping[str, Vector], criteria: Sequence[str]) -> tuple[str, ...]:
    """Changes of the weights that keep their sum and move no compared pair, in words."""
    names = sorted(criteria)
    places = [criteria.index(name) for name in names]
    compared = sorted({(a, b) for ordered in rankings.values() for a, b, _strictly in ordered})
    rows = [[scores[a][k] - scores[b][k] for k in places] for a, b in compared]
    return tuple(said(each, names) for each in unseen_directions([*rows, [1.0] * len(names)], len(names)))


def _warnings(details: WorkshopDetails) -> Iterator[str]:
    pairs, kept = sum(each.pairs for each in details.rankings), sum(each.kept for each in details.rankings)
    if len(details.rankings) == 1:
        yield "one ranking: there is no spread, and nothing says how another group would have ranked"
    if details.violations:
        worst = details.violations[0]
        yield (
            f"{pairs - kept} of {pairs} ranked pairs come out the other way; the farthest: {worst.by} ranked "
            f"{worst.riskier} above {worst.milder}, whose index is {100 * worst.short:.1f} of 100 higher"
        )
    for each in details.unseen:
        yield f"no ranking tells anything of {each}: there the weights are the rubric's; add scenarios that differ"
