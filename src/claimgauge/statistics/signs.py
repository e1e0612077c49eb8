"""The sign test: whether rises and falls could be the throws of one coin."""

import math


def sign_test(rises: int, falls: int) -> float | None:
    """The two-sided exact p-value of so many rises and falls; None where nothing rose or fell.

    p = min(1, 2 Σ_{i ≤ k} C(n, i) 2^(−n)) with n = rises + falls and k the smaller of the two; units
    that stayed the same take no part. It says nothing of how far something rose, and needs no sample of
    any size. Terms are summed by their logarithms: relative error under 1e-9 up to a million units.
    Source: Dixon and Mood, The Statistical Sign Test (1946).
    """
    n, k = rises + falls, min(rises, falls)
    if n == 0:
        return None
    terms = (math.lgamma(n + 1) - math.lgamma(i + 1) - math.lgamma(n - i + 1) - n * math.log(2) for i in range(k + 1))
    return min(1.0, 2 * math.fsum(map(math.exp, terms)))
