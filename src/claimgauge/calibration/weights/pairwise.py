"""Pairwise comparison matrices: weights from judgements of how many times more one criterion matters.

An entry a_ij says that criterion i matters a_ij times as much as j; None is a pair that nobody judged.
A matrix here is reciprocal (a_ji = 1 / a_ij) with ones on its diagonal. Missing pairs are dealt with
by Harker's method: the diagonal becomes 1 plus the pairs that are missing in the row, the missing
entries 0, and the principal eigenvector is that of the matrix completed with its own ratios. All it
needs is that the judged pairs connect all criteria.

Sums are `math.fsum`, so that the order of the criteria changes no bit. The eigenvector is found by
power iteration, to a relative change below 1e-14.

Sources: Saaty, The Analytic Hierarchy Process (1980), chapters 3 and 7; Harker, Incomplete pairwise
comparisons in the analytic hierarchy process, Mathematical Modelling 9 (1987); Crawford and Williams,
A note on the analysis of subjective judgment matrices, Journal of Mathematical Psychology 29 (1985).
"""

import itertools
import math
import operator
from collections.abc import Sequence
from typing import NamedTuple

from claimgauge.calibration.weights.simplex import Vector, normalised

Matrix = Sequence[Sequence[float | None]]
Pair = tuple[int, int]
TOLERANCE = 1e-14
MOST_STEPS = 200_000


class Principal(NamedTuple):
    """The largest eigenvalue, and its eigenvector with the sum 1."""

    value: float
    vector: Vector


def pairs(size: int) -> tuple[Pair, ...]:
    """Every pair of places once, the smaller first."""
    return tuple(itertools.combinations(range(size), 2))


def missing_pairs(matrix: Matrix) -> tuple[Pair, ...]:
    """The pairs that were not judged."""
    return tuple((i, j) for i, j in pairs(len(matrix)) if matrix[i][j] is None)


def groups(matrix: Matrix) -> tuple[tuple[int, ...], ...]:
    """The criteria in groups that the judged pairs connect; one group where the weights are determined."""
    left, found = set(range(len(matrix))), []
    while left:
        group, rest = set(), {min(left)}
        while rest:
            here = rest.pop()
            group.add(here)
            rest |= {other for other in left - group if matrix[here][other] is not None}
        left -= group
        found.append(tuple(sorted(group)))
    return tuple(found)


def principal(matrix: Matrix) -> Principal:
    """The principal eigenvalue and eigenvector. Raises ValueError where the judged pairs connect not all criteria."""
    if len(groups(matrix)) > 1:
        raise ValueError("the judged pairs do not connect all criteria; judge a pair across the gap")
    filled = [
        [1.0 + row.count(None) if i == j else 0.0 if each is None else each for j, each in enumerate(row)]
        for i, row in enumerate(matrix)
    ]
    vector: Vector = (1 / len(filled),) * len(filled)
    for _ in range(MOST_STEPS):
        image = [math.fsum(map(operator.mul, row, vector)) for row in filled]
        after = normalised(image)
        moved = max(abs(new - old) / new for new, old in zip(after, vector, strict=True))
        vector = after
        if moved < TOLERANCE:
            break
    image = [math.fsum(map(operator.mul, row, vector)) for row in filled]
    return Principal(math.fsum(image), vector)


def row_means(matrix: Matrix) -> Vector | None:
    """The geometric means of the rows with the sum 1: the weights of least squares on logarithms.

    None where a pair is missing. Equal to the eigenvector where the matrix is consistent.
    """
    logarithms = [[math.log(each) for each in row if each is not None] for row in matrix]
    if any(len(row) < len(matrix) for row in logarithms):
        return None
    means = [math.fsum(row) / len(row) for row in logarithms]
    return normalised([math.exp(mean - max(means)) for mean in means])


def aggregated(matrices: Sequence[Matrix], shares: Sequence[float]) -> Matrix:
    """The geometric mean of several people's judgements, pair by pair, over those who judged the pair.

    `shares` say how much each person counts. The geometric mean is the only one that keeps reciprocity
    and unanimity. Source: Aczél and Saaty, Procedures for synthesizing ratio judgements, Journal of
    Mathematical Psychology 27 (1983).
    """
    size = len(matrices[0])
    return [[1.0 if i == j else _mean(matrices, shares, i, j) for j in range(size)] for i in range(size)]


def _mean(matrices: Sequence[Matrix], shares: Sequence[float], i: int, j: int) -> float | None:
    judged = [(matrix[i][j], share) for matrix, share in zip(matrices, shares, strict=True)]
    logarithms = [(math.log(each), share) for each, share in judged if each is not None]
    if not logarithms:
        return None
    total = math.fsum(share for _each, share in logarithms)
    return math.exp(math.fsum(each * share for each, share in logarithms) / total)


def with_pair(matrix: Matrix, pair: Pair, value: float | None) -> Matrix:
    """The same matrix with another judgement of one pair; None takes it out."""
    i, j = pair
    changed = [list(row) for row in matrix]
    changed[i][j] = value
    changed[j][i] = None if value is None else 1 / value
    return changed
