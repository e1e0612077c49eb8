"""Comparisons: what `compare` writes of two runs over the same cases."""

from typing import Final, Literal, NamedTuple

import msgspec
from msgspec import UNSET, UnsetType

from claimgauge.labels import DIMENSION_NAMES, Dimension, Label
from claimgauge.risk import Action
from claimgauge.statistics import Interval

SCHEMA: Final = "claimgauge.comparison/1"
Reading = Literal["higher", "lower", "undecided"]


class UsedRubric(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A rubric that scored, and how many rows."""

    id: str
    version: str
    provisional: bool
    digest: str
    rows: int


class ComparedRun(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One of the two runs. `digest` covers the ids of its assessments and its error rows, in any order.

    `contracts`, `policies`, `evidence_rules` and `presets` hold null where rows were assessed without, and so does
    `criticality`, the rules by their digests; it is unset where no row was assessed with any.
    """

    digest: str
    rows: int
    assessed: int
    unassessed: int
    stopped: int
    errors: int
    rubrics: tuple[UsedRubric, ...]
    contracts: tuple[str | None, ...]
    policies: tuple[str | None, ...]
    evidence_rules: tuple[str | None, ...] = msgspec.field(name="evidenceRules")
    presets: tuple[str | None, ...]
    criticality: tuple[str | None, ...] | UnsetType = UNSET


class Difference(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One measure in A and in B, and B minus A, over the `pairs` that have it in both.

    `interval` is None where there are too few pairs, or where a draw left the measure undefined.
    `bounds` is what the difference could be over all pairs, if those without an index had the best and
    the worst value; None for a measure that every pair has. `reading` is `higher` or `lower` where the
    whole interval lies on that side of 0.
    """

    pairs: int
    a: float | None
    b: float | None
    difference: float | None
    interval: Interval | None
    reading: Reading
    bounds: Interval | None = None


class UnscoredPair(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A case without an index in A, in B or in both: its status in each, `error` for an error row."""

    case_id: str
    a: str
    b: str


class Pairing(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Which cases met. `rises`, `falls` and `same` are scored pairs whose score in B is higher, lower, the same.

    `sign_test` is the two-sided p-value of so many rises and falls, None where there is neither.
    """

    pairs: int
    scored: int
    rises: int
    falls: int
    same: int
    sign_test: float | None
    other_evidence: int
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    without_index: tuple[UnscoredPair, ...]


class Move(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How many pairs are in one band in A and in another, or the same, in B; None is no index."""

    from_: str | None = msgspec.field(name="from")
    to: str | None
    pairs: int


class Mover(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A case whose score rose or fell."""

    case_id: str
    a: float
    b: float
    difference: float
    band_a: str
    band_b: str


class Comparison(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """B against A, case by case. Scores are 0 to 100, dimensions and shares 0 to 1; higher scores are riskier.

    Shares of bands, of actions and of pairs without an index are shares of all pairs. Shares of labels
    are shares of the claims, drawn by the case. `risen` and `fallen` begin with the farthest.
    """

    schema: Literal["claimgauge.comparison/1"] = SCHEMA
    direction: Literal["higher is riskier"] = "higher is riskier"
    a: ComparedRun
    b: ComparedRun
    pairing: Pairing
    seed: int
    iterations: int
    level: float
    score: Difference
    dimensions: dict[Dimension, Difference]
    bands: dict[str, Difference]
    actions: dict[Action, Difference]
    no_index: Difference
    review: Difference
    labelled_share: Difference
    labels: dict[Label, Difference]
    moves: tuple[Move, ...]
    risen: tuple[Mover, ...]
    fallen: tuple[Mover, ...]
    notices: tuple[str, ...]


class MeasureRow(NamedTuple):
    """One measure by name, for a reader. `unit` says how it is written: 0 to 100, 0 to 1, or a share of the whole."""

    group: Literal["scores", "bands", "actions", "labels"]
    name: str
    unit: Literal["score", "dimension", "share"]
    difference: Difference


def measure_rows(comparison: Comparison) -> tuple[MeasureRow, ...]:
    """Every measure of a comparison, in the order in which a page shows them."""
    return (
        MeasureRow("scores", "score", "score", comparison.score),
        *(
            MeasureRow("scores", f"{name} {DIMENSION_NAMES[name]}", "dimension", each)
            for name, each in comparison.dimensions.items()
        ),
        *(MeasureRow("bands", name, "share", each) for name, each in comparison.bands.items()),
        MeasureRow("bands", "no index", "share", comparison.no_index),
        *(MeasureRow("actions", name, "share", each) for name, each in comparison.actions.items()),
        MeasureRow("actions", "goes to review", "share", comparison.review),
        *(MeasureRow("labels", name, "share", each) for name, each in comparison.labels.items()),
        MeasureRow("labels", "labelled share, mean", "share", comparison.labelled_share),
    )
