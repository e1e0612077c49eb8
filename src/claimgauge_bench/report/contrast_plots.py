"""Drawings of paired differences, and of what changes from seed to seed."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from claimgauge_bench.contrasts import Effect, Metric, PairedContrast
from claimgauge_bench.report.contrast_sections import group_title, groups_of
from claimgauge_bench.report.document import BenchReport
from claimgauge_bench.report.drawing import COLOURS, INK, MUTED, Panel, legend, panels, point, span
from claimgauge_bench.report.figures import contrast_name, name

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Drawn = tuple["Figure", str, str]
SHOWN: Final[tuple[tuple[Metric, str, float], ...]] = (
    ("survival", "survival, percentage points", 100.0),
    ("shipped", "shipped claims an instance", 1.0),
)
DECIDED: Final = COLOURS[0]
UNDECIDED: Final = "#9aa5b1"


def forest(report: BenchReport, place: int) -> Drawn:
    """The differences of one group: survival on the left, volume on the right, a row for each contrast."""
    group, found = list(groups_of(report).items())[place]
    labels = tuple(contrast_name(each.contrast, report.simulated) for each in found)
    figure, (axes,) = panels([Panel("", labels)], [title for _, title, _ in SHOWN])
    for axis, (metric, _, scale) in zip(axes, SHOWN, strict=True):
        axis.axvline(0, color=INK, linewidth=0.8)
        for row, each in enumerate(found):
            _effect(axis, row, each.effects[metric], scale)
    legend(figure, (("the interval leaves 0 out", DECIDED), ("0 is within, or there is no interval", UNDECIDED)))
    title = group_title(*group)
    caption = (
        f"Paired differences, {title}: B minus A with {100 * report.draws.level:g}% intervals; thin lines are adjusted "
        "for many comparisons, a filled dot was registered"
    )
    return figure, caption, f"Forest plot of {len(found)} contrasts. The table above has every number."


def _effect(axis: "Axes", row: int, effect: Effect, scale: float) -> None:
    if effect.difference is None:
        axis.text(0, row, " none", color=MUTED, va="center")
        return
    colour = UNDECIDED if effect.reading == "undecided" else DECIDED
    for ends, wide in ((effect.adjusted, 0.9), (effect.interval, 3.0)):
        if ends is not None:
            span(axis, row, (scale * ends.lower, scale * ends.upper), colour=colour, wide=wide)
    point(axis, (scale * effect.difference, row), colour=colour, hollow=not effect.registered)


def seeds(report: BenchReport) -> Drawn:
    """The differences of each seed alone, and their mean; contrasts of settings where there are any."""
    found = [each for each in report.contrasts if each.spread]
    found = [each for each in found if each.contrast.kind == "settings"] or found
    labels = tuple(_label(report, each) for each in found)
    figure, (axes,) = panels([Panel("", labels)], [title for _, title, _ in SHOWN])
    for axis, (metric, _, scale) in zip(axes, SHOWN, strict=True):
        axis.axvline(0, color=INK, linewidth=0.8)
        for row, each in enumerate(found):
            _seeds(axis, row, each, metric, scale)
    legend(figure, (("one seed", UNDECIDED), ("mean of the seeds, and its standard deviation to either side", DECIDED)))
    return (
        figure,
        "Paired differences from seed to seed",
        f"Dots of each seed for {len(found)} contrasts. The table above has every number.",
    )


def _label(report: BenchReport, each: PairedContrast) -> str:
    title = contrast_name(each.contrast, report.simulated)
    return title if len(_domains(report.contrasts)) == 1 else f"{name(each.contrast.domain) or 'all'} · {title}"


def _domains(found: Sequence[PairedContrast]) -> set[str]:
    return {each.contrast.domain for each in found}


def _seeds(axis: "Axes", row: int, each: PairedContrast, metric: Metric, scale: float) -> None:
    spread = each.spread.get(metric)
    if spread is None:
        return
    mean, sd = scale * spread.mean, scale * spread.sd
    span(axis, row, (mean - sd, mean + sd), colour=DECIDED, wide=1.6)
    values = [scale * value for value in spread.by_seed.values()]
    axis.plot(values, [row] * len(values), marker="o", markersize=3.5, color=UNDECIDED, linestyle="none")
    axis.plot(mean, row, marker="|", markersize=10, markeredgewidth=2, color=DECIDED)
