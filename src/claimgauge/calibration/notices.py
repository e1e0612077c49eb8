"""What to know before any number of a calibration."""

from collections.abc import Iterator

from claimgauge.calibration.drift import window_name
from claimgauge.calibration.result import Calibration, Part
from claimgauge.calibration.samples import STEADY
from claimgauge.calibration.thresholds.costs import pointless_actions


def notices_of(found: Calibration, *, routed: int) -> Iterator[str]:
    """The warnings; `routed` counts answers that go to review although their band would let them out."""
    given = found.outcomes
    yield from _left_out(found)
    yield from _samples(found)
    if found.costs.provisional:
        yield (
            f"the costs {found.costs.id} {found.costs.version} are provisional, and bands are fitted to them; write"
            " down your own and give them with --costs"
        )
    for one, other in pointless_actions(found.costs):
        yield f"by these costs {one} never pays: {other} costs no more on any answer, and less on some"
    if found.costs.severity == "scales" and given.severities < given.harmful:
        yield (f"{given.severities} of {given.harmful} harmful answers state a severity; the others count in full")
    if routed:
        yield (
            f"{routed} of {given.answers} answers go to review for another reason than their band; costs here are"
            " those of the bands alone"
        )
    area = found.discrimination.auroc
    if area.interval is not None and area.interval.lower <= 0.5:
        yield (
            "AUROC of 0.5 is within its interval: these answers do not show that the score tells harmful from"
            " harmless ones, and no choice of bounds can mend that"
        )
    difference = found.bands.difference
    if difference is not None and (difference.interval is None or difference.interval.upper >= 0):
        yield "held-out answers do not show that the fitted bands cost less than the bands of today"
    yield from _one_action(found)


def _one_action(found: Calibration) -> Iterator[str]:
    """Where bands are not worth their while: one action for all answers costs less."""
    bands = found.bands
    best = bands.fitted_cost or bands.current_cost
    for action, cost in bands.always.items():
        if cost.value is not None and best.value is not None and cost.value < best.value:
            name = "the bands of today" if bands.fitted_cost is None else "the fitted bands"
            yield f"{action} for all held-out answers costs less than {name}: {cost.value:.3f} against {best.value:.3f}"


def _left_out(found: Calibration) -> Iterator[str]:
    """An answer without an outcome is no good outcome: it is left out, which is said."""
    given = found.outcomes
    kinds = (
        (given.without_outcome, "without an outcome"),
        (given.open_claims, "with harmless outcomes of some claims and none of others"),
        (given.without_index, "without an index"),
    )
    parts = [f"{len(names)} {why}" for names, why in kinds if names]
    if parts:
        yield f"left out of {found.assessments.rows} rows: {', '.join(parts)}; what they would have shown is not known"


def _samples(found: Calibration) -> Iterator[str]:
    for name, part in (("held-out", found.parts.held_out), ("train", found.parts.train)):
        if min(part.harmful, _harmless(part)) < STEADY:
            yield (
                f"{name} answers: {part.harmful} harmful and {_harmless(part)} harmless; below {STEADY} of each kind"
                " figures are unsteady, and so is what is fitted"
            )
    if found.maps.reason is not None:
        yield f"nothing was fitted: {found.maps.reason}"
    for window in found.windows:
        if window.harmful_share.answers < STEADY:
            held = f"{window.harmful_share.answers} answers"
            yield f"outcomes {window_name(window)}: {held}; below {STEADY} a window says little"


def _harmless(part: Part) -> int:
    return part.answers - part.harmful
