"""Calibrations: what `calibrate` writes of assessments and what became of their answers."""

from typing import Final, Literal, NamedTuple

import msgspec

from claimgauge.calibration.curves import Bin, Estimate, Point
from claimgauge.calibration.drift import Window
from claimgauge.calibration.maps import IsotonicMap, PlattMap
from claimgauge.calibration.outcomes import RULE, OutcomeKind
from claimgauge.calibration.thresholds import CostCurve, Costs
from claimgauge.risk import Action
from claimgauge.statistics import Interval
from claimgauge.workflow import ComparedRun

SCHEMA: Final = "claimgauge.calibration/1"
Reading = Literal["index", "isotonic", "platt"]
"""How a score is read as a probability: divided by 100, or by one of the two maps."""


class GivenOutcomes(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """The outcomes that were given. `digest` covers every row, in any order; `rule` says which of several counts.

    `answers` have an outcome and an index. The others are named: they are left out, and never counted as harmless.
    """

    digest: str
    rows: int
    kinds: dict[OutcomeKind, int]
    rule: str = RULE
    answers: int
    harmful: int
    adjudicated: int
    severities: int
    without_outcome: tuple[str, ...]
    open_claims: tuple[str, ...]
    without_index: tuple[str, ...]


class UsedRubric(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The rubric whose bands are looked at."""

    id: str
    version: str
    provisional: bool
    digest: str


class Part(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """How many answers a part has, and how many of them are harmful."""

    answers: int
    harmful: int


class Parts(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Answers to fit on and answers to measure on, by a digest of the case id; `share` was asked to be held out."""

    by: Literal["sha256 of caseId"] = "sha256 of caseId"
    share: float
    train: Part
    held_out: Part


class Area(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """AUROC with DeLong's interval. `reason` says why the value, or else the interval, is None."""

    value: float | None
    interval: Interval | None
    answers: int
    harmful: int
    reason: str | None = None


class Discrimination(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Whether the score puts harmful answers above harmless ones, over all answers: nothing is fitted for it.

    A score that says nothing has an AUROC of 0.5 and an average precision of the harmful share.
    """

    auroc: Area
    average_precision: Estimate
    harmful_share: Estimate
    roc: tuple[Point, ...]
    precision_recall: tuple[Point, ...]


class Reliability(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Whether one way to read a score as a probability means what it says, on held-out answers."""

    reading: Reading
    brier: Estimate
    error_equal_width: Estimate
    error_equal_mass: Estimate
    equal_width: tuple[Bin, ...]
    equal_mass: tuple[Bin, ...]


class Maps(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What was fitted to the train answers; None where they were too few, and `reason` says so."""

    isotonic: IsotonicMap | None
    platt: PlattMap | None
    reason: str | None = None


class BandRow(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A band, and the held-out answers in it."""

    name: str
    action: Action
    up_to: float
    answers: int
    harmful: int


class BoundSpread(NamedTuple):
    """Where a fitted bound could have been, had other train answers been drawn."""

    up_to: float
    interval: Interval | None


class Bands(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """The rubric's bands beside fitted ones: mean cost of a held-out answer, and what is in each band.

    `difference` is fitted minus current. `always` is the cost of one action for all. `fitted` and what belongs to
    it are None where the train answers were too few, and `reason` says so.
    """

    unit: str
    current: tuple[BandRow, ...]
    current_cost: Estimate
    fitted: tuple[BandRow, ...] | None
    fitted_cost: Estimate | None
    difference: Estimate | None
    spread: tuple[BoundSpread, ...]
    always: dict[Action, Estimate]
    reason: str | None = None


class Calibration(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A rubric's scores and bands against what became of the answers. Scores are 0 to 100; higher is riskier."""

    schema: Literal["claimgauge.calibration/1"] = SCHEMA
    direction: Literal["higher is riskier"] = "higher is riskier"
    assessments: ComparedRun
    outcomes: GivenOutcomes
    rubric: UsedRubric
    costs: Costs
    costs_digest: str
    parts: Parts
    seed: int
    iterations: int
    level: float
    discrimination: Discrimination
    maps: Maps
    reliability: tuple[Reliability, ...]
    curves: tuple[CostCurve, ...]
    bands: Bands
    windows: tuple[Window, ...]
    notices: tuple[str, ...]
