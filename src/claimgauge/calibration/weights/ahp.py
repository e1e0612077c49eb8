"""The analytic hierarchy process: experts compare the criteria in pairs, on the scale from 1/9 to 9.

Judgements are aggregated by their geometric mean before the eigenvector is taken (aggregation of
individual judgements), and each expert's own eigenvector stands beside the group's: the spread is
from the lowest to the highest of them. No expert is left out for being inconsistent; what is
inconsistent is named, so that it can be asked again. Missing pairs are dealt with by Harker's method:
seven criteria are twenty-one questions, and an expert who must answer all of them invents some.

Source: Saaty, The Analytic Hierarchy Process (1980); Forman and Peniwati, Aggregating individual
judgments and priorities with the analytic hierarchy process, European Journal of Operational Research
108 (1998).
"""

import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Annotated, Literal

import msgspec

from claimgauge.calibration.weights.consistency import Consistency, Doubt, consistency, most_doubtful, on_scale
from claimgauge.calibration.weights.pairwise import (
    Matrix,
    aggregated,
    groups,
    missing_pairs,
    principal,
    row_means,
)
from claimgauge.calibration.weights.protocol import (
    Protocol,
    Table,
    criterion_problems,
    head_problems,
    repeated,
    wrong,
)
from claimgauge.calibration.weights.result import Outcome, weights_of
from claimgauge.errors import Problem
from claimgauge.risk import Rubric

AHP_LISTS = ("experts",)
HIGHEST = 9
SLACK = 0.01
"""How far a number may miss what it stands for, as a share: 0.33 is 1/3 and 0.11 is 1/9."""
Judged = float | str


class Expert(Table, frozen=True, kw_only=True):
    """One person: `judgements.F.C = 3` says that F matters three times as much as C.

    A judgement is a number, or a fraction as text such as "1/3". `share` is how much the person counts
    beside the others.
    """

    id: str
    role: str = ""
    share: Annotated[float, msgspec.Meta(gt=0)] = 1.0
    note: str = ""
    judgements: dict[str, dict[str, Judged]]


class AhpProtocol(Protocol, frozen=True, kw_only=True):
    """Pairwise comparisons of the criteria by several experts; the wire form is `claimgauge.ahp/1`."""

    schema: Literal["claimgauge.ahp/1"]
    consistency_limit: Annotated[float, msgspec.Meta(gt=0)] = 0.1
    experts: tuple[Expert, ...]


class ExpertWeights(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """What one expert's judgements alone come to."""

    expert: str
    role: str
    weights: dict[str, float]
    consistency: Consistency
    doubt: Doubt | None
    missing: tuple[tuple[str, str], ...]


class AhpDetails(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", tag_field="method", tag="ahp"):
    """The group's matrix and each expert's; `row_means` is None where nobody judged some pair."""

    consistency: Consistency
    limit: float
    doubt: Doubt | None
    row_means: dict[str, float] | None
    experts: tuple[ExpertWeights, ...]


def ahp_problems(protocol: AhpProtocol) -> Iterator[Problem]:
    """What makes the protocol unusable, each with its place."""
    yield from head_problems(protocol)
    yield from repeated([expert.id for expert in protocol.experts], "experts")
    if not protocol.experts:
        yield wrong("experts", "are none; give at least one")
    for index, expert in enumerate(protocol.experts):
        found = list(_judgement_problems(expert, protocol, f"experts[{index}].judgements"))
        yield from found
        if not found:
            parts = groups(matrix_of(expert, protocol.criteria))
            if len(parts) > 1:
                named = " and ".join(f"({', '.join(protocol.criteria[each] for each in part)})" for part in parts)
                yield wrong(f"experts[{index}].judgements", f"do not connect {named}; judge a pair across the gap")


def _judgement_problems(expert: Expert, protocol: AhpProtocol, place: str) -> Iterator[Problem]:
    yield from criterion_problems(expert.judgements, protocol.criteria, place)
    for first, row in expert.judgements.items():
        yield from criterion_problems(row, protocol.criteria, f"{place}.{first}")
        for second, judged in row.items():
            here = f"{place}.{first}.{second}"
            value = ratio(judged)
            if value is None:
                yield wrong(here, f'{str(judged)[:20]!r} is no ratio; write a number or a fraction such as "1/3"')
                continue
            if not (1 - SLACK) / HIGHEST <= value <= HIGHEST * (1 + SLACK):
                yield wrong(here, f"is {value:g}; the scale goes from 1/9 to 9")
            if first == second and value != 1:
                yield wrong(here, f"is {value:g}; a criterion matters once as much as itself")
            back = ratio(expert.judgements.get(second, {}).get(first, 0))
            if back is not None and first < second and abs(value * back - 1) > SLACK:
                yield wrong(here, f"is {value:g} and the other way round {back:g}; the two must multiply to 1")


def ratio(judged: Judged) -> float | None:
    """The number that a judgement is; None for what is no finite number above 0."""
    try:
        value = float(Fraction(judged)) if isinstance(judged, str) else float(judged)
    except (ValueError, ZeroDivisionError, OverflowError):
        return None
    return value if math.isfinite(value) and value > 0 else None


def matrix_of(expert: Expert, criteria: tuple[str, ...]) -> Matrix:
    """The reciprocal matrix of an expert without problems; where a pair was judged both ways, their geometric mean."""
    rows: list[list[float | None]] = []
    for first in criteria:
        row: list[float | None] = []
        for second in criteria:
            there = ratio(expert.judgements.get(first, {}).get(second, 0))
            back = ratio(expert.judgements.get(second, {}).get(first, 0))
            if first == second:
                row.append(1.0)
            elif there is None or back is None:
                row.append(there if there is not None else 1 / back if back is not None else None)
            else:
                row.append(there if there == 1 / back else math.sqrt(there / back))
        rows.append(row)
    return rows


def weigh_ahp(
    protocol: AhpProtocol, rubric: Rubric, *, random_indices: Mapping[int, float]
) -> tuple[Outcome, AhpDetails]:
    """The weights of a protocol without problems. `random_indices` are RI by the number of criteria.

    Raises ValueError for more criteria than there are random indices for.
    """
    criteria, size = protocol.criteria, len(protocol.criteria)
    if size not in random_indices:
        raise ValueError(f"{size} criteria are too many to compare in pairs; at most {max(random_indices)}")
    matrices = [matrix_of(expert, criteria) for expert in protocol.experts]
    experts = tuple(
        _alone(expert, matrix, criteria, random_indices)
        for expert, matrix in zip(protocol.experts, matrices, strict=True)
    )
    group = aggregated(matrices, [expert.share for expert in protocol.experts])
    means = row_means(group)
    details = AhpDetails(
        consistency=consistency(group, random_indices),
        limit=protocol.consistency_limit,
        doubt=most_doubtful(group, criteria, random_indices),
        row_means=dict(zip(criteria, means, strict=True)) if means else None,
        experts=tuple(sorted(experts, key=lambda each: each.expert)),
    )
    weights = dict(zip(criteria, principal(group).vector, strict=True))
    several = len(experts) > 1
    spread = {
        each: (min(one.weights[each] for one in experts), max(one.weights[each] for one in experts))
        for each in criteria
    }
    outcome = Outcome(
        weights=weights_of(rubric, weights, spread=spread if several else None),
        spread="experts" if several else None,
        warnings=tuple(_warnings(details)),
    )
    return outcome, details


def _alone(
    expert: Expert, matrix: Matrix, criteria: tuple[str, ...], random_indices: Mapping[int, float]
) -> ExpertWeights:
    return ExpertWeights(
        expert=expert.id,
        role=expert.role,
        weights=dict(zip(criteria, principal(matrix).vector, strict=True)),
        consistency=consistency(matrix, random_indices),
        doubt=most_doubtful(matrix, criteria, random_indices),
        missing=tuple((criteria[i], criteria[j]) for i, j in missing_pairs(matrix)),
    )


def _warnings(details: AhpDetails) -> Iterator[str]:
    if len(details.experts) == 1:
        yield "one expert: there is no spread, and nothing says what another would have judged"
    for each in details.experts:
        if each.consistency.ratio > details.limit and each.doubt:
            yield f"{each.expert}: {_inconsistent(each.consistency, each.doubt, details.limit)}"
        if each.missing:
            yield f"{each.expert} left {len(each.missing)} of the pairs open"
    if details.consistency.ratio > details.limit and details.doubt:
        yield f"the group: {_inconsistent(details.consistency, details.doubt, details.limit)}"


def _inconsistent(found: Consistency, doubt: Doubt, limit: float) -> str:
    wanted = f"{doubt.consistent:.3g} (about {on_scale(doubt.consistent)})"
    return (
        f"consistency ratio {found.ratio:.2f} is above {limit:g}; {doubt.first} over {doubt.second} was judged "
        f"{doubt.judged:.3g}, the others make it {wanted}, with which the ratio would be {doubt.ratio:.2f}: ask again"
    )
