"""A cell of a run, one narrator under one setting in one domain, and all that is measured of it."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from claimgauge.gates import FindingCode, GateName
from claimgauge.narration import MechanicalRule, NarratorKind
from claimgauge.statistics import Statistic
from claimgauge_bench.measures.cost import Spending
from claimgauge_bench.measures.estimate import Draws, Estimate, ratio
from claimgauge_bench.measures.failures import Cited
from claimgauge_bench.measures.row_totals import RowTotals


class _Counts(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """camelCase on the wire."""


class GateCount(_Counts, frozen=True, kw_only=True):
    """Claims that a gate rejected, each once, and its messages; a claim can fail at several gates."""

    gate: GateName
    claims: int
    messages: int


class TypeFailureCount(_Counts, frozen=True, kw_only=True):
    """Messages of Gate 4 of one claim type that asked for a type of evidence which the claim does not cite."""

    claim_type: str
    cited: Cited
    available: bool
    messages: int


class CodeCount(_Counts, frozen=True, kw_only=True):
    """Claims with a finding of this code before mechanical repair, and how many of them it put right."""

    code: FindingCode
    failed: int
    put_right: int


class MechanicalCounts(_Counts, frozen=True, kw_only=True):
    """What mechanical repair did: claims put right, repairs by rule, and claims by what had failed."""

    claims: int
    rules: dict[MechanicalRule, int]
    codes: tuple[CodeCount, ...]


class Fluency(_Counts, frozen=True, kw_only=True):
    """How the shipped text reads. Each measure is None, with `reason`, where nothing shipped.

    `words` is the mean of the explanations that shipped; the rest are of all of them together.
    """

    texts: int
    grade: float | None
    reading_ease: float | None
    sentence_length: float | None
    lexical_diversity: float | None
    words: float | None
    reason: str = ""


class Cell(_Counts, frozen=True, kw_only=True):
    """One narrator under one setting in one domain, all seeds together.

    Instances without a claim count in `shipped` and `strict`. `_before` is before mechanical repair;
    None where the setting has none. `kept` is attempt number → instances.
    """

    domain: str
    narrator: str
    kind: NarratorKind
    setting: str
    instances: int
    units: int
    claims: int
    verified: int
    survival: Estimate
    shipped: Estimate
    strict: Estimate
    survival_before: float | None
    shipped_before: float | None
    strict_before: float | None
    schema_failed: int
    no_reply: int
    zero_verified: int
    templates: int
    failing: int
    gates: tuple[GateCount, ...]
    gate4_share: Estimate
    type_failures: tuple[TypeFailureCount, ...]
    mechanical: MechanicalCounts | None
    kept: dict[str, int]
    fluency: Fluency
    spending: Spending
    cost_per_verified: str | None


COLUMNS: Final = 5
"""Claims, verified, shipped, passed, instances."""


def columns(row: RowTotals) -> tuple[int, int, int, int, int]:
    """What a bootstrap draws of one row."""
    return (row.claims, row.verified, row.shipped, int(row.passed), 1)


def survival(totals: Sequence[float]) -> float | None:
    """Verified / parsed claims: the ratio of the two totals."""
    return ratio(totals[1], totals[0])


def shipped(totals: Sequence[float]) -> float | None:
    """Verified claims that ship, an instance."""
    return ratio(totals[2], totals[4])


def strict(totals: Sequence[float]) -> float | None:
    """The share of instances that have claims of which all are verified."""
    return ratio(totals[3], totals[4])


STATISTICS: Final[tuple[Statistic, ...]] = (survival, shipped, strict)


def units_of(rows: Iterable[tuple[RowTotals, Sequence[float]]], draws: Draws) -> list[tuple[float, ...]]:
    """The totals of each unit: the columns of its rows, summed; in the order in which units first occur."""
    units: dict[tuple[object, ...], list[float]] = {}
    for row, values in rows:
        unit = draws.unit(row.key)
        before = units.get(unit)
        units[unit] = list(values) if before is None else [a + b for a, b in zip(before, values, strict=True)]
    return [tuple(each) for each in units.values()]
