"""What a run of assessments came to: bands, scores with their bounds, coverage.

A row that has no index leaves neither the count nor the bounds: beside every mean stands what it
could be if the rows without an index had the best and the worst score (field case 1).
"""

import math
from collections import Counter
from typing import Final, Literal

import msgspec

from claimgauge.labels import DIMENSIONS, Dimension
from claimgauge.risk import Rubric
from claimgauge.workflow.assessment import Assessment, AssessmentError, AssessmentRow

SCHEMA: Final = "claimgauge.risk-summary/1"
AssessFailOn = Literal["never", "unassessed", "medium", "high", "critical"]


class Bounded(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A mean over the rows that have a value, and its bounds over all rows."""

    mean: float | None
    lowest: float
    highest: float


class RiskSummary(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Counts of a run; scores are 0 to 100, dimensions 0 to 1, higher is riskier."""

    schema: Literal["claimgauge.risk-summary/1"] = SCHEMA
    direction: Literal["higher is riskier"] = "higher is riskier"
    rows: int
    assessed: int
    unassessed: int
    stopped: int
    errors: int
    coverage: float | None
    review: int
    bands: dict[str, int]
    score: Bounded | None
    dimensions: dict[Dimension, Bounded]
    labelled_share: float | None
    claims: int
    conflicts: int
    labels: dict[str, int]


class RiskTally:
    """Counts assessments as they pass; keeps no row."""

    def __init__(self) -> None:
        self._count: Counter[str] = Counter()
        self._bands: Counter[str] = Counter()
        self._tops: dict[str, float] = {}
        self._labels: Counter[str] = Counter()
        self._scores: list[float] = []
        self._shares: list[float] = []
        self._dimensions: dict[Dimension, list[float]] = {name: [] for name in DIMENSIONS}

    def add(self, row: AssessmentRow) -> None:
        """Count one row."""
        self._count["rows"] += 1
        if isinstance(row, AssessmentError):
            self._count["errors"] += 1
            return
        self._count[row.status] += 1
        self._count["review"] += row.review
        self._add_claims(row)
        if row.labelled_share is not None:
            self._shares.append(row.labelled_share)
        if row.index is not None:
            self._bands[row.index.band] += 1
            self._tops[row.index.band] = max(self._tops.get(row.index.band, 0.0), row.index.score)
            self._scores.append(row.index.score)
            for name, value in (row.dimensions or {}).items():
                self._dimensions[name].append(value)

    def _add_claims(self, row: Assessment) -> None:
        self._count["claims"] += len(row.claims)
        self._count["conflicts"] += sum(claim.conflict for claim in row.claims)
        for claim in row.claims:
            self._labels.update({judgement.label for judgement in claim.judgements} or {"UNKNOWN"})

    @property
    def unreadable(self) -> int:
        """Rows that could not be read or assessed at all."""
        return self._count["errors"]

    def failed(self, fail_on: AssessFailOn, rubric: Rubric | None = None) -> str:
        """Why a run that must not have `fail_on` failed, or nothing; a band counts with all bands above it."""
        if fail_on == "never":
            return ""
        without = self._count["unassessed"] + self._count["stopped"]
        if without:
            return f"{without} of {self._count['rows']} cases have no index"
        if fail_on == "unassessed":
            return ""
        written = [band.name for band in rubric.bands] if rubric else ["Low", "Medium", "High", "Critical"]
        names = [name.casefold() for name in written]
        if fail_on not in names:
            return f"the rubric has no band {fail_on}, so nothing can be said; its bands are {', '.join(written)}"
        bad = names[names.index(fail_on) :]
        count = sum(number for name, number in self._bands.items() if name.casefold() in bad)
        return f"{count} of {self._count['rows']} cases are {fail_on} or above" if count else ""

    def uncovered(self, least: float | None) -> str:
        """Why a run of which at least this share must have an index failed, or nothing; a run without rows has none."""
        rows, assessed = self._count["rows"], self._count["assessed"]
        if least is None or (rows and assessed / rows >= least):
            return ""
        return f"{assessed} of {rows} cases have an index, a coverage below {least:g} (--min-coverage {least:g})"

    def summary(self) -> RiskSummary:
        """The counts so far."""
        count = self._count
        return RiskSummary(
            rows=count["rows"],
            assessed=count["assessed"],
            unassessed=count["unassessed"],
            stopped=count["stopped"],
            errors=count["errors"],
            coverage=count["assessed"] / count["rows"] if count["rows"] else None,
            review=count["review"],
            bands={name: self._bands[name] for name in sorted(self._bands, key=lambda name: (self._tops[name], name))},
            score=self._bounded(self._scores, 100.0) if count["rows"] else None,
            dimensions={name: self._bounded(values, 1.0) for name, values in self._dimensions.items() if count["rows"]},
            labelled_share=_mean(self._shares),
            claims=count["claims"],
            conflicts=count["conflicts"],
            labels=dict(sorted(self._labels.items())),
        )

    def _bounded(self, values: list[float], worst: float) -> Bounded:
        rows = self._count["rows"]
        total = math.fsum(values)
        missing = rows - len(values)
        return Bounded(mean=_mean(values), lowest=total / rows, highest=(total + missing * worst) / rows)


def _mean(values: list[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None
