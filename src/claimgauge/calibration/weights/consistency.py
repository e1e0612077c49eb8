"""How far a pairwise comparison matrix is from being consistent, and which judgement is farthest off.

CI = (λ_max − n) / (n − 1); CR = CI / RI, where RI is the mean CI of random matrices of the size. A
matrix with missing pairs has less room to be inconsistent, so its random index is smaller: linear in
the number m of missing pairs, RI (1 − 2 m / ((n − 1)(n − 2))), and 0 where the judged pairs form a
tree and nothing can contradict them.

Sources: Saaty, The Analytic Hierarchy Process (1980), chapter 3; for the judgement that is farthest
off, Saaty, Decision-making with the AHP: why is the principal eigenvector necessary, European Journal
of Operational Research 145 (2003); for missing pairs, Ágoston and Csató, Inconsistency thresholds for
incomplete pairwise comparison matrices, Omega 108 (2022), which has near-linearity for the completion
of the smallest λ_max, while Harker's λ_max is never smaller: the ratio here is on the strict side.
"""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

import msgspec

from claimgauge.calibration.weights.pairwise import Matrix, Pair, groups, missing_pairs, pairs, principal, with_pair

ROUNDING = 1e-12
"""A consistency index below this is what the arithmetic leaves of 0."""
ALIKE = 1e-9
"""Two judgements are equally far off where their factors differ by no more."""


class Consistency(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """`size` criteria, of whose pairs so many are missing; `ratio` is 0 where nothing could be inconsistent."""

    size: int
    missing: int
    eigenvalue: float
    index: float
    random_index: float
    ratio: float


class Doubt(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """The judgement that fits the others least.

    `first` was judged `judged` times as important as `second`; the other judgements alone make it
    `consistent` times. `factor` is a_ij w_j / w_i, by how much it exceeds the ratio of the weights;
    `ratio` is the consistency ratio if the judgement were `consistent`.
    """

    first: str
    second: str
    judged: float
    consistent: float
    factor: float
    ratio: float


def consistency(matrix: Matrix, random_indices: Mapping[int, float]) -> Consistency:
    """The consistency of a matrix whose judged pairs connect all criteria."""
    size, missing = len(matrix), len(missing_pairs(matrix))
    value = principal(matrix).value
    index = (value - size) / (size - 1) if size > 1 else 0.0
    index = index if index > ROUNDING else 0.0
    room = (size - 1) * (size - 2)
    expected = random_indices[size] * (1 - 2 * missing / room) if room else 0.0
    ratio = index / expected if expected > ROUNDING else 0.0
    return Consistency(
        size=size, missing=missing, eigenvalue=value, index=index, random_index=max(expected, 0.0), ratio=ratio
    )


def most_doubtful(matrix: Matrix, names: Sequence[str], random_indices: Mapping[int, float]) -> Doubt | None:
    """The judgement with the largest factor, of those that the others can speak about.

    None where no judgement can be held against others, or none differs from them. Of equal ones the
    first by name is taken, so that the order of the criteria does not matter.
    """
    weights = principal(matrix).vector
    found: list[tuple[float, str, str, Pair]] = []
    for i, j in pairs(len(matrix)):
        judged = matrix[i][j]
        if judged is None or len(groups(with_pair(matrix, (i, j), None))) > 1:
            continue
        factor = judged * weights[j] / weights[i]
        i, j, factor = (i, j, factor) if factor >= 1 else (j, i, 1 / factor)  # noqa: PLW2901  # the larger way round
        found.append((factor, names[i], names[j], (i, j)))
    largest = max((factor for factor, *_rest in found), default=1.0)
    if largest <= 1 + ALIKE:
        return None
    alike = [each for each in found if each[0] >= largest * (1 - ALIKE)]
    factor, first, second, (i, j) = min(alike, key=lambda each: each[1:3])
    others = principal(with_pair(matrix, (i, j), None)).vector
    value = others[i] / others[j]
    judged = matrix[i][j]
    assert judged is not None
    return Doubt(
        first=first,
        second=second,
        judged=judged,
        consistent=value,
        factor=factor,
        ratio=consistency(with_pair(matrix, (i, j), value), random_indices).ratio,
    )


def on_scale(value: float) -> str:
    """The number of Saaty's scale, 1/9 to 9, that is nearest as a ratio: `3`, `1/2`."""
    whole = min(range(1, 10), key=lambda each: abs(math.log(each) - abs(math.log(value))))
    return str(Fraction(whole) if value >= 1 else Fraction(1, whole))
