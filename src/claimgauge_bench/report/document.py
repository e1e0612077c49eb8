"""The report as a document: everything that its texts, tables and drawings show."""

from typing import Any, Final, Literal

import msgspec

from claimgauge_bench.contrasts import BestOf, Decision, Family, PairedContrast, Spread
from claimgauge_bench.measures import Cell, Cluster

SCHEMA: Final = "claimgauge.bench-report/1"


class _Value(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """camelCase on the wire."""


class PlanReference(_Value, frozen=True, kw_only=True):
    """Which plan was run; `digest` is over what it says."""

    id: str
    version: str
    title: str
    digest: str


class RunReference(_Value, frozen=True, kw_only=True):
    """Which run: the folder, how it ended, when it began, and its manifest as it stands."""

    name: str
    status: str
    partial: bool
    started: str
    rows: int
    missing: int
    manifest: dict[str, Any]


class DrawsReference(_Value, frozen=True, kw_only=True):
    """How the intervals were drawn."""

    iterations: int
    seed: int
    level: float
    cluster: Cluster


class RegistrationReference(_Value, frozen=True, kw_only=True):
    """Which registration the run is held against, and what is decided."""

    id: str
    digest: str
    plan: str
    registered: str
    note: str
    smallest_sample: int
    allowed_exclusions: tuple[str, ...]
    decisions: tuple[Decision, ...]


class CellSpread(_Value, frozen=True, kw_only=True):
    """Survival and shipped claims of a cell over the seeds of the run."""

    domain: str
    narrator: str
    setting: str
    survival: Spread | None
    shipped: Spread | None


class PublishedFigure(_Value, frozen=True, kw_only=True):
    """A figure that somebody else published: never ours. `gate4` is the share of failing claims that failed there."""

    narrator: str
    setting: str
    survival: float | None = None
    shipped: float | None = None
    gate4: float | None = None


class Published(_Value, frozen=True, kw_only=True):
    """Published figures of a domain, with their source."""

    schema: Literal["claimgauge.bench-published/1"]
    domain: str
    source: str
    note: str
    figures: tuple[PublishedFigure, ...]


class BenchReport(_Value, frozen=True, kw_only=True):
    """A run, measured. `notices` are what to know before any number; `simulated` are narrators that ask no model.

    Shares are from 0 to 1. Every difference is B minus A.
    """

    schema: Literal["claimgauge.bench-report/1"] = SCHEMA
    notices: tuple[str, ...]
    plan: PlanReference
    run: RunReference
    simulated: tuple[str, ...]
    preset: tuple[str, ...]
    not_checked: tuple[str, ...]
    contracts: dict[str, str]
    draws: DrawsReference
    cells: tuple[Cell, ...]
    spreads: tuple[CellSpread, ...]
    contrasts: tuple[PairedContrast, ...]
    families: tuple[Family, ...]
    registration: RegistrationReference | None
    best_of: tuple[BestOf, ...]
    published: tuple[Published, ...]
