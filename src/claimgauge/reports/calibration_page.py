"""The page of a calibration: curves, reliability before and after, costs, bands, windows, provenance."""

import math
from collections.abc import Sequence
from typing import Final

from claimgauge.calibration.drift import window_name
from claimgauge.calibration.result import Calibration, Reliability
from claimgauge.calibration.thresholds import CostCurve
from claimgauge.reports import calibration_figures as figures
from claimgauge.reports.figures import exact
from claimgauge.reports.plots import Curve, Plot, Tone, line, spot, staircase
from claimgauge.reports.render import render

NAMED: Final = 100
"""Cases of each kind that a page names; all are counted."""
DIAGONAL: Final = line(((0.0, 0.0), (1.0, 1.0)), "guide")
UNIT: Final = ("0", "1")


def calibration_page(calibration: Calibration, *, name: str) -> str:
    """One self-contained HTML page; `name` is what the assessments are called. The same arguments, the same bytes."""
    return render(
        "calibration.html.j2",
        calibration=calibration,
        name=name,
        given=calibration.outcomes,
        parts=calibration.parts,
        discrimination=figures.discrimination_rows(calibration),
        curves=_orders(calibration),
        reliability=figures.reliability_rows(calibration),
        reliability_plots=tuple(map(_reliability, calibration.reliability)),
        cost_plots=tuple(_costs(curve, calibration.costs.unit) for curve in calibration.curves),
        thresholds=tuple(
            (curve, figures.threshold_text(curve), figures.break_even_text(curve)) for curve in calibration.curves
        ),
        bands=figures.band_lines(calibration.bands),
        scales=_scales(calibration),
        costs=figures.cost_rows(calibration.bands),
        windows=tuple((window_name(each), each) for each in calibration.windows),
        value=figures.value_text,
        between=figures.interval_text,
        level=f"{100 * calibration.level:g}%",
        named=NAMED,
        exact=exact,
    )


def _orders(calibration: Calibration) -> tuple[Plot, ...]:
    """ROC and precision–recall."""
    found = calibration.discrimination
    prevalence = found.harmful_share.value or 0.0
    return (
        Plot(
            title="ROC",
            alternative=f"The ROC curve; the area below it is {figures.value_text(found.auroc)}",
            across="share of harmless answers above the threshold",
            up="share of harmful answers above it",
            across_ends=UNIT,
            up_ends=UNIT,
            curves=(DIAGONAL, line((point.x, point.y) for point in found.roc)),
        ),
        Plot(
            title="Precision and recall",
            alternative=f"Precision by recall; average precision is {figures.value_text(found.average_precision)}",
            across="recall: share of harmful answers above the threshold",
            up="precision: share harmful of those above it",
            across_ends=UNIT,
            up_ends=UNIT,
            curves=(
                line(((0.0, prevalence), (1.0, prevalence)), "guide"),
                _recalls([(point.x, point.y) for point in found.precision_recall]),
            ),
        ),
    )


def _recalls(points: Sequence[tuple[float, float]]) -> Curve:
    """The precision of a point holds for the recall that it adds, which is what average precision sums."""
    corners, before = [], 0.0
    for recall, precision in points:
        corners += [(before, precision), (recall, precision)]
        before = recall
    return line(corners)


def _reliability(found: Reliability) -> Plot:
    tones: dict[str, Tone] = {"index": "first", "isotonic": "second", "platt": "third"}
    tone = tones[found.reading]
    most = max(each.answers for each in found.equal_mass)
    reading = figures.READINGS[found.reading]
    listed = ", ".join(f"{each.mean_value:.2f}: {each.harmful_share:.2f}" for each in found.equal_mass)
    return Plot(
        title=reading,
        alternative=f"Share of harmful answers by the mean value of {reading}: {listed}",
        across=f"mean value of {reading}",
        up="share of harmful answers; the broken line is where both agree",
        across_ends=UNIT,
        up_ends=UNIT,
        curves=(DIAGONAL, line(((each.mean_value, each.harmful_share) for each in found.equal_mass), tone)),
        spots=tuple(
            spot(each.mean_value, each.harmful_share, radius=2 + 4 * math.sqrt(each.answers / most), tone=tone)
            for each in found.equal_mass
        ),
    )


def _costs(curve: CostCurve, unit: str) -> Plot:
    highest = max(point.cost for point in curve.points) or 1.0
    points = [((point.up_to or 0.0) / 100, point.cost / highest) for point in curve.points]
    now = max((point for point in points if point[0] <= curve.current / 100), default=points[0])
    return Plot(
        title=f"{curve.milder} below, {curve.stricter} above",
        alternative=(
            f"Mean cost by threshold; today it lies at {exact(curve.current)}, and costs least at"
            f" {figures.threshold_text(curve)}"
        ),
        across="threshold of the score; the broken line is today's",
        up=f"mean cost in {unit}",
        across_ends=("0", "100"),
        up_ends=("0", f"{highest:.3g}"),
        curves=(
            line(((curve.current / 100, 0.0), (curve.current / 100, 1.0)), "guide"),
            staircase([*points, (1.0, points[-1][1])]),
        ),
        spots=(
            spot((curve.best.up_to or 0.0) / 100, curve.best.cost / highest, tone="second"),
            spot(curve.current / 100, now[1]),
        ),
    )


def _scales(calibration: Calibration) -> tuple[tuple[str, tuple[tuple[str, str, float, float], ...]], ...]:
    """The bands of today and the fitted ones on a scale: name, action, start and width in [0, 1]."""
    rows = [("today", calibration.bands.current)]
    if calibration.bands.fitted is not None:
        rows.append(("fitted", calibration.bands.fitted))
    found = []
    for title, bands in rows:
        starts = [0.0, *(band.up_to / 100 for band in bands)]
        pieces = tuple(
            (band.name, str(band.action), start, band.up_to / 100 - start)
            for band, start in zip(bands, starts, strict=False)
        )
        found.append((title, pieces))
    return tuple(found)
