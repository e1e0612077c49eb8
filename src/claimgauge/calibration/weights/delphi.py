"""Delphi: experts give weights in rounds and see, between rounds, what the others gave and why.

The result is the median of the last round for each criterion, by their sum. Quartiles are interpolated
between the sorted values (position (n − 1) q, the first being 0). When to stop is not found out
afterwards: the protocol says which spread and which shift of the medians count as converged. Whoever
stays apart is kept: who, for which criterion, how far, and the reason given.

Source: Linstone and Turoff (eds.), The Delphi Method (1975); for stopping by stability and not by
agreement alone, Dajani, Sincoff and Talley, Stability and agreement criteria for the termination of
Delphi studies, Technological Forecasting and Social Change 13 (1979).
"""

import math
from collections.abc import Iterator, Sequence
from typing import Annotated, Literal

import msgspec

from claimgauge.calibration.weights.protocol import Protocol, Table, criterion_problems, head_problems, wrong
from claimgauge.calibration.weights.result import Outcome, weights_of
from claimgauge.calibration.weights.simplex import normalised
from claimgauge.errors import Problem
from claimgauge.risk import Rubric

DELPHI_LISTS = ("answers",)
FEW = 5
"""Below so many experts a quartile is one person."""
Points = Annotated[float, msgspec.Meta(ge=0)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class Answer(Table, frozen=True, kw_only=True):
    """What one expert gave in one round: points of any total, and why."""

    round: Annotated[int, msgspec.Meta(ge=1)]
    expert: str
    role: str = ""
    weights: dict[str, Points]
    note: str = ""


class Convergence(Table, frozen=True, kw_only=True):
    """When the rounds may end: after at least `rounds`, with every criterion's spread and shift within these.

    `spread` is the interquartile range, `shift` how far the median moved since the round before;
    `dissent` is how far from the median a single weight must be to be named.
    """

    rounds: Annotated[int, msgspec.Meta(ge=1)]
    spread: Share
    shift: Share
    dissent: Share


class DelphiProtocol(Protocol, frozen=True, kw_only=True):
    """Rounds of weights; the wire form is `claimgauge.delphi/1`."""

    schema: Literal["claimgauge.delphi/1"]
    convergence: Convergence
    answers: tuple[Answer, ...]


class CriterionRound(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """One criterion in one round; `shift` is None in the first."""

    criterion: str
    median: float
    lower_quartile: float
    upper_quartile: float
    lowest: float
    highest: float
    shift: float | None


class DelphiRound(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """One round; `left` are experts of the round before who gave no weights in this one."""

    round: int
    experts: int
    left: tuple[str, ...]
    criteria: tuple[CriterionRound, ...]
    converged: bool


class Dissent(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """An expert who ended up apart from the median."""

    expert: str
    role: str
    criterion: str
    weight: float
    median: float
    note: str


class DelphiDetails(
    msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", tag_field="method", tag="delphi"
):
    """All rounds, whether the last one met the rule, and who stayed apart, the farthest first."""

    convergence: Convergence
    converged: bool
    open: tuple[str, ...]
    rounds: tuple[DelphiRound, ...]
    dissent: tuple[Dissent, ...]


def delphi_problems(protocol: DelphiProtocol) -> Iterator[Problem]:
    """What makes the protocol unusable, each with its place."""
    yield from head_problems(protocol)
    seen: set[tuple[int, str]] = set()
    for index, answer in enumerate(protocol.answers):
        place = f"answers[{index}]"
        if not answer.expert.strip() or (answer.round, answer.expert) in seen:
            yield wrong(f"{place}.expert", f"{answer.expert[:40]!r} is empty or has answered in this round already")
        seen.add((answer.round, answer.expert))
        yield from criterion_problems(answer.weights, protocol.criteria, f"{place}.weights")
        for name in protocol.criteria:
            if name not in answer.weights:
                yield Problem(
                    place=f"{place}.weights.{name}", code="missing", message="missing; 0 is a weight too, so write it"
                )
        if not math.fsum(answer.weights.values()) > 0:
            yield wrong(f"{place}.weights", "are all 0; give at least one criterion points")
    rounds = sorted({answer.round for answer in protocol.answers})
    if rounds != list(range(1, len(rounds) + 1)) or not rounds:
        yield wrong("answers", f"have the rounds {', '.join(map(str, rounds)) or 'none'}; number them 1, 2, 3 …")


def weigh_delphi(protocol: DelphiProtocol, rubric: Rubric) -> tuple[Outcome, DelphiDetails]:
    """The weights of a protocol without problems."""
    rounds: list[DelphiRound] = []
    shares: dict[str, dict[str, float]] = {}
    for number in sorted({answer.round for answer in protocol.answers}):
        before, shares = shares, _shares(protocol, number)
        rounds.append(_round(number, shares, before, rounds[-1] if rounds else None, protocol))
    last = rounds[-1]
    medians = {each.criterion: each.median for each in last.criteria}
    if not math.fsum(medians.values()) > 0:
        raise ValueError("the median of every criterion is 0; there is nothing to make weights of")
    weights = dict(zip(medians, normalised(tuple(medians.values())), strict=True))
    details = DelphiDetails(
        convergence=protocol.convergence,
        converged=last.converged,
        open=tuple(sorted(each.criterion for each in last.criteria if not _settled(each, protocol.convergence))),
        rounds=tuple(rounds),
        dissent=_dissent(protocol, last, shares),
    )
    total = math.fsum(medians.values())
    spread = {each.criterion: (each.lower_quartile / total, each.upper_quartile / total) for each in last.criteria}
    several = last.experts > 1
    outcome = Outcome(
        weights=weights_of(rubric, weights, spread=spread if several else None),
        spread="experts" if several else None,
        warnings=tuple(_warnings(details, last)),
    )
    return outcome, details


def _shares(protocol: DelphiProtocol, number: int) -> dict[str, dict[str, float]]:
    """Expert → the weights of one round, each set by its sum."""
    return {
        answer.expert: dict(
            zip(protocol.criteria, normalised([answer.weights[name] for name in protocol.criteria]), strict=True)
        )
        for answer in protocol.answers
        if answer.round == number
    }


def _round(
    number: int,
    shares: dict[str, dict[str, float]],
    before: dict[str, dict[str, float]],
    previous: DelphiRound | None,
    protocol: DelphiProtocol,
) -> DelphiRound:
    medians = {each.criterion: each.median for each in previous.criteria} if previous else {}
    criteria = []
    for name in protocol.criteria:
        values = sorted(each[name] for each in shares.values())
        median = quantile(values, 0.5)
        criteria.append(
            CriterionRound(
                criterion=name,
                median=median,
                lower_quartile=quantile(values, 0.25),
                upper_quartile=quantile(values, 0.75),
                lowest=values[0],
                highest=values[-1],
                shift=abs(median - medians[name]) if medians else None,
            )
        )
    settled = all(_settled(each, protocol.convergence) for each in criteria)
    return DelphiRound(
        round=number,
        experts=len(shares),
        left=tuple(sorted(set(before) - set(shares))),
        criteria=tuple(criteria),
        converged=settled and number >= protocol.convergence.rounds,
    )


def quantile(ordered: Sequence[float], share: float) -> float:
    """The value at a share of the way through sorted values, interpolated between its neighbours."""
    place = (len(ordered) - 1) * share
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (place - low) * (ordered[high] - ordered[low])


def _settled(found: CriterionRound, rule: Convergence) -> bool:
    """Within spread and shift, up to the rounding of a sum; a first round has no shift to look at."""
    spread = found.upper_quartile - found.lower_quartile
    return spread <= rule.spread + 1e-12 and (found.shift is None or found.shift <= rule.shift + 1e-12)


def _dissent(protocol: DelphiProtocol, last: DelphiRound, shares: dict[str, dict[str, float]]) -> tuple[Dissent, ...]:
    said = {answer.expert: answer for answer in protocol.answers if answer.round == last.round}
    medians = {each.criterion: each.median for each in last.criteria}
    found = [
        Dissent(
            expert=expert,
            role=said[expert].role,
            criterion=name,
            weight=weight,
            median=medians[name],
            note=said[expert].note,
        )
        for expert, weights in shares.items()
        for name, weight in weights.items()
        if abs(weight - medians[name]) > protocol.convergence.dissent + 1e-12
    ]
    return tuple(sorted(found, key=lambda each: (-abs(each.weight - each.median), each.expert, each.criterion)))


def _warnings(details: DelphiDetails, last: DelphiRound) -> Iterator[str]:
    rule = details.convergence
    if not details.converged:
        why = f"open are {', '.join(details.open)}" if details.open else f"the rule asks for {rule.rounds} rounds"
        yield f"not converged after round {last.round}: {why}; ask another round, or say why none was asked"
    if last.experts < FEW:
        yield f"{last.experts} experts in the last round: a quartile of so few is one person"
    left = sorted({name for each in details.rounds for name in each.left})
    if left:
        yield f"{', '.join(left)} left on the way; a spread that narrows because people leave is no agreement"
    silent = sorted({each.expert for each in details.dissent if not each.note.strip()})
    if silent:
        yield f"{', '.join(silent)} stayed apart and gave no reason"
