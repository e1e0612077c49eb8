"""Contrasts: B against A over the instances that both have, as values."""

from typing import Final, Literal, get_args

import msgspec

from claimgauge.statistics import Interval

ContrastKind = Literal["settings", "forms", "models"]
"""What differs: how failures are repaired, how one model is asked, or who narrates."""
Metric = Literal["survival", "shipped", "strict"]
METRICS: Final[tuple[Metric, ...]] = get_args(Metric)
Reading = Literal["higher", "lower", "undecided"]


class _Value(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """camelCase on the wire."""


class Side(msgspec.Struct, frozen=True, kw_only=True, gc=False, forbid_unknown_fields=True):
    """One narrator under one setting, by their names in the plan."""

    narrator: str
    setting: str


class Contrast(_Value, frozen=True, kw_only=True):
    """B against A; an empty `domain` is all domains together."""

    name: str
    kind: ContrastKind
    domain: str
    a: Side
    b: Side


class Effect(_Value, frozen=True, kw_only=True):
    """B minus A in one metric. Numbers that are not defined are None, and `reason` says why.

    `adjusted` is the interval at the level of Bonferroni for the whole family, `p` the two-sided p-value
    of the draws and `holm` the same after Holm. `rises`, `falls` and `same` count units, and `sign_test`
    is the exact p-value of so many; for `strict` and units of one instance that is McNemar's exact test.
    """

    metric: Metric
    registered: bool
    a: float | None
    b: float | None
    difference: float | None
    interval: Interval | None = None
    adjusted: Interval | None = None
    p: float | None = None
    holm: float | None = None
    reading: Reading = "undecided"
    rises: int
    falls: int
    same: int
    sign_test: float | None
    reason: str = ""


class Spread(_Value, frozen=True, kw_only=True):
    """One number over several seeds: its mean, its standard deviation (n − 1), and how far it goes."""

    mean: float
    sd: float
    lowest: float
    highest: float
    by_seed: dict[str, float]


class PairedContrast(_Value, frozen=True, kw_only=True):
    """A contrast with its pairs and its effects. `only_a` and `only_b` name instances without a partner.

    `excluded` pairs were left out because the registration allows it. `spread` is of the difference, by
    metric, where there are two seeds or more.
    """

    contrast: Contrast
    pairs: int
    units: int
    excluded: int
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    effects: dict[Metric, Effect]
    spread: dict[Metric, Spread]


def reading(interval: Interval | None) -> Reading:
    """`higher` or `lower` where the whole interval lies on that side of 0."""
    if interval is None or interval.lower <= 0 <= interval.upper:
        return "undecided"
    return "higher" if interval.lower > 0 else "lower"
