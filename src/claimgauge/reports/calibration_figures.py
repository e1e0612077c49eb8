"""Figures of a calibration as a reader meets them: a value, its interval, and why either is missing."""

from typing import Final, NamedTuple

from claimgauge.calibration.curves import Estimate
from claimgauge.calibration.result import Area, Bands, Calibration, Reading
from claimgauge.calibration.thresholds import CostCurve
from claimgauge.reports.figures import exact, share, signed

READINGS: Final[dict[Reading, str]] = {
    "index": "score / 100",
    "isotonic": "isotonic map",
    "platt": "Platt's map",
}


class FigureRow(NamedTuple):
    """A figure by name: its value, its interval, and what to compare it with or why it is missing."""

    name: str
    value: str
    interval: str
    remark: str = ""


class BandLine(NamedTuple):
    """A band before and after: its bound, the spread of the fit, and held-out answers with the harmful among them."""

    name: str
    action: str
    before: str
    after: str
    spread: str
    held_before: str
    held_after: str


def value_text(found: Estimate | Area, places: int = 3) -> str:
    """The value, or that there is none."""
    return "none" if found.value is None else f"{found.value:.{places}f}"


def interval_text(found: Estimate | Area, places: int = 3) -> str:
    """`0.412 to 0.630`, or that there is none."""
    if found.interval is None:
        return "none"
    return f"{found.interval.lower:.{places}f} to {found.interval.upper:.{places}f}"


def _row(name: str, found: Estimate | Area, remark: str = "") -> FigureRow:
    return FigureRow(name, value_text(found), interval_text(found), found.reason or remark)


def discrimination_rows(found: Calibration) -> tuple[FigureRow, ...]:
    """AUROC and average precision, each beside what a score that says nothing would have."""
    each = found.discrimination
    return (
        _row("AUROC", each.auroc, "0.5: nothing, 1: best"),
        _row("average precision", each.average_precision, "the share harmful: nothing, 1: best"),
        _row("share of harmful answers", each.harmful_share),
    )


def reliability_rows(found: Calibration) -> tuple[tuple[str, tuple[FigureRow, ...]], ...]:
    """For each reading the Brier score and both calibration errors; 0 is the best."""
    return tuple(
        (
            READINGS[each.reading],
            (
                _row("Brier score", each.brier),
                _row("calibration error, equal width", each.error_equal_width),
                _row("calibration error, equal mass", each.error_equal_mass),
            ),
        )
        for each in found.reliability
    )


def cost_rows(bands: Bands) -> tuple[FigureRow, ...]:
    """The mean cost of a held-out answer under the bands of today, the fitted ones, and each action for all."""
    rows = [_row("bands of today", bands.current_cost)]
    if bands.fitted_cost is not None:
        rows.append(_row("fitted bands", bands.fitted_cost))
    if bands.difference is not None and bands.difference.value is not None:
        reach = bands.difference.interval
        between = "none" if reach is None else f"{signed(reach.lower, 3)} to {signed(reach.upper, 3)}"
        rows.append(FigureRow("fitted minus today", signed(bands.difference.value, 3), between))
    return (*rows, *(_row(f"{action} for all", each) for action, each in bands.always.items()))


def band_lines(bands: Bands) -> tuple[BandLine, ...]:
    """Each band before and after."""
    after = bands.fitted or [None] * len(bands.current)
    spread = [each.interval for each in bands.spread] + [None] * len(bands.current)
    return tuple(
        BandLine(
            name=old.name,
            action=old.action,
            before=exact(old.up_to),
            after="none" if new is None else exact(new.up_to),
            spread="" if reach is None else f"{exact(reach.lower)} to {exact(reach.upper)}",
            held_before=f"{old.answers:,}, {old.harmful:,} harmful",
            held_after="none" if new is None else f"{new.answers:,}, {new.harmful:,} harmful",
        )
        for old, new, reach in zip(bands.current, after, spread, strict=False)
    )


def threshold_text(curve: CostCurve) -> str:
    """Where the threshold between two actions costs least on the train answers."""
    at = curve.best.up_to
    return f"{curve.stricter} for all" if at is None else f"{at:g}"


def break_even_text(curve: CostCurve) -> str:
    """From which probability of harm the stricter action costs less."""
    return "never" if curve.break_even is None else share(curve.break_even)
