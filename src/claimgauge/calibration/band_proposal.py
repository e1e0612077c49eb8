"""From a calibration to the rubric that is proposed: fitted bands, all else as it was, and the evidence for it."""

import datetime as dt
from collections.abc import Iterator

from msgspec.structs import replace

from claimgauge.calibration.curves import Estimate
from claimgauge.calibration.result import Bands, Calibration
from claimgauge.errors import InputError
from claimgauge.risk import Rubric


def rubric_with_bands(found: Calibration, base: Rubric, *, date: dt.date) -> Rubric:
    """The rubric with the fitted bands; provisional, with an id and a version of its own.

    Raises InputError where nothing was fitted, and for another rubric than the one that was looked at.
    """
    if found.bands.fitted is None:
        message = f"nothing was fitted ({found.bands.reason}), so there is nothing to propose; give more outcomes"
        raise InputError(message, source="--propose")
    if found.rubric.digest != base.digest:
        raise InputError(f"{base.id} {base.version} is not the rubric that was calibrated", source="--propose")
    bounds = [row.up_to for row in found.bands.fitted]
    return replace(
        base,
        id=f"{base.id}-calibrated",
        version=date.isoformat(),
        title=f"{base.title or base.id}, bands fitted to outcomes",
        provisional=True,
        source=evidence(found, date=date),
        bands=tuple(replace(band, up_to=bound) for band, bound in zip(base.bands, bounds, strict=True)),
    )


def evidence(found: Calibration, *, date: dt.date) -> str:
    """One line: what the bands come from, and what all else does."""
    parts, costs, base = found.parts, found.costs, found.rubric
    return (
        f"bands: claimgauge.calibration/1, {date.isoformat()}, fitted to {parts.train.answers} answers"
        f" ({parts.train.harmful} harmful), measured on {parts.held_out.answers} others ({parts.held_out.harmful}"
        f" harmful), outcomes {found.outcomes.digest}, assessments {found.assessments.digest}, costs {costs.id}"
        f" {costs.version} {found.costs_digest}; all else: rubric {base.id} version {base.version}, {base.digest}"
    )


def band_evidence_lines(found: Calibration, *, date: dt.date) -> Iterator[str]:
    """The head of the proposed file: the evidence, each band with its spread, what they cost, what to know first."""
    bands = found.bands
    yield f"Proposed by claimgauge from {evidence(found, date=date)}."
    yield "Provisional: whoever is responsible decides whether these bands are taken over."
    yield ""
    yield from _band_lines(bands, found.level)
    yield ""
    yield f"mean cost of a held-out answer in {bands.unit}: {_estimate(bands.current_cost)} under the bands of today,"
    yield f"{_estimate(bands.fitted_cost)} under these; difference {_estimate(bands.difference)}"
    if found.notices:
        yield ""
    for notice in found.notices:
        yield f"- {notice}"


def _band_lines(bands: Bands, level: float) -> Iterator[str]:
    spread = {each.up_to: each.interval for each in bands.spread}
    yield f"band, up to: before, fitted, {level:.0%} interval of the fit"
    for before, after in zip(bands.current, bands.fitted or (), strict=True):
        interval = spread.get(after.up_to)
        reach = "" if interval is None else f", {interval.lower:g} to {interval.upper:g}"
        yield f"{after.name} ({after.action}): {before.up_to:g}, {after.up_to:g}{reach}"


def _estimate(found: Estimate | None) -> str:
    if found is None or found.value is None:
        return "none"
    reach = "" if found.interval is None else f" ({found.interval.lower:.3f} to {found.interval.upper:.3f})"
    return f"{found.value:.3f}{reach}"
