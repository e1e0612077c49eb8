"""Drawings of cells."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from claimgauge_bench.measures import Cell, Estimate
from claimgauge_bench.report.cell_sections import CITED_TITLES, GATE_TITLES
from claimgauge_bench.report.document import BenchReport
from claimgauge_bench.report.drawing import (
    COLOURS,
    INK,
    MUTED,
    WIDTH,
    Panel,
    colours,
    legend,
    panels,
    point,
    span,
    stacked,
)
from claimgauge_bench.report.figures import name, who

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

Drawn = tuple["Figure", str, str]
GROUND: Final = {"facecolor": "white", "edgecolor": "none", "alpha": 0.85, "pad": 0.8}
"""Behind a name, so that it can be read where lines cross it."""


def by_domain(report: BenchReport) -> dict[str, list[Cell]]:
    """The cells of each domain."""
    found: dict[str, list[Cell]] = {}
    for cell in report.cells:
        found.setdefault(cell.domain, []).append(cell)
    return found


def label(report: BenchReport, cell: Cell) -> str:
    """A cell by its narrator and its setting."""
    return f"{who(cell.narrator, report.simulated)} · {name(cell.setting)}"


def _alternative(report: BenchReport, what: str) -> str:
    marked = ", some of them simulated" if report.simulated else ""
    return f"{what}, for {len(report.cells)} cells{marked}. The table above has every number."


def survival(report: BenchReport) -> Drawn:
    """Survival and shipped claims of each cell, with their intervals."""
    domains = by_domain(report)
    titles = [Panel(name(each), tuple(label(report, cell) for cell in cells)) for each, cells in domains.items()]
    figure, grid = panels(titles, ("survival, %", "shipped claims an instance"))
    tones = colours(cell.setting for cell in report.cells)
    for cells, (left, right) in zip(domains.values(), grid, strict=True):
        for row, cell in enumerate(cells):
            _estimate(left, row, cell.survival, tones[cell.setting], scale=100)
            _estimate(right, row, cell.shipped, tones[cell.setting])
        left.set_xlim(-2, 102)
        right.set_xlim(left=0)
    legend(figure, [(name(setting), colour) for setting, colour in tones.items()])
    level = f"{100 * report.draws.level:g}% intervals"
    return figure, f"Survival and volume, with {level}", _alternative(report, f"Dots with {level}")


def _estimate(axis: "Axes", row: int, estimate: Estimate, colour: str, *, scale: float = 1) -> None:
    if estimate.value is None:
        axis.text(axis.get_xlim()[0], row, " none", color=MUTED, va="center")
        return
    if estimate.interval is not None:
        lower, upper = estimate.interval
        span(axis, row, (scale * lower, scale * upper), colour=colour)
    point(axis, (scale * estimate.value, row), colour=colour)


def volume(report: BenchReport) -> Drawn:
    """Survival against shipped claims; a line joins the settings of one narrator."""
    from matplotlib.figure import Figure  # noqa: PLC0415  # of the extra `bench`; only drawings need it

    domains = by_domain(report)
    figure = Figure(figsize=(WIDTH, 3.6 * ((len(domains) + 1) // 2)), layout="constrained")
    grid = figure.subplots((len(domains) + 1) // 2, min(2, len(domains)), squeeze=False).ravel()
    tones = colours(cell.setting for cell in report.cells)
    for axis in grid[len(domains) :]:
        axis.set_visible(False)
    for axis, (domain, cells) in zip(grid, domains.items(), strict=False):
        axis.set_title(name(domain))
        axis.grid(axis="both")
        for narrator in dict.fromkeys(cell.narrator for cell in cells):
            own = [cell for cell in cells if cell.narrator == narrator]
            _path(axis, own, tones, who(narrator, report.simulated))
        axis.set_xlabel("shipped claims an instance")
        axis.set_ylabel("survival, %")
        axis.set_ylim(-4, 108)
        axis.set_xlim(0, 1.18 * max([each for cell in cells if (each := cell.shipped.value)], default=1.0))
    legend(figure, [(name(setting), colour) for setting, colour in tones.items()])
    caption = "Survival against volume: to the right more ships, to the top more survives"
    return figure, caption, _alternative(report, "Points of shipped claims and survival")


def _path(axis: "Axes", cells: Sequence[Cell], tones: dict[str, str], title: str) -> None:
    """The settings of one narrator, joined in the order of the plan; the name stands below the lowest."""
    at = [
        (cell.shipped.value, 100 * cell.survival.value, tones[cell.setting])
        for cell in cells
        if cell.shipped.value is not None and cell.survival.value is not None
    ]
    if not at:
        return
    axis.plot([x for x, _, _ in at], [y for _, y, _ in at], color=MUTED, linewidth=0.8, alpha=0.6)
    for x, y, colour in at:
        point(axis, (x, y), colour=colour)
    x, y, _ = min(at, key=lambda each: each[1])
    axis.annotate(title, (x, y), xytext=(5, -11), textcoords="offset points", color=INK, bbox=GROUND, zorder=1.9)


def gates(report: BenchReport) -> Drawn:
    """Failing claims of each cell by gate."""
    domains = by_domain(report)
    used = [gate for gate in GATE_TITLES if any(each.gate == gate for cell in report.cells for each in cell.gates)]
    tones = colours(used)
    titles = [Panel(name(each), tuple(label(report, cell) for cell in cells)) for each, cells in domains.items()]
    figure, grid = panels(titles, ("rejected claims, counted once at each gate",))
    for cells, (axis,) in zip(domains.values(), grid, strict=True):
        counts = [{each.gate: each.claims for each in cell.gates} for cell in cells]
        stacked(axis, [(gate, [each.get(gate, 0) for each in counts], tones[gate]) for gate in used])
    legend(figure, [(f"gate {GATE_TITLES[gate]}", tones[gate]) for gate in used])
    return figure, "Failures by gate", _alternative(report, "Stacked bars of rejected claims by gate")


def types(report: BenchReport) -> Drawn:
    """How Gate 4 fails, by claim type, under the first setting of each narrator."""
    modes = [mode for mode in CITED_TITLES if any(_messages(cell, mode) for cell in report.cells)]
    tones = {mode: COLOURS[place % len(COLOURS)] for place, mode in enumerate(modes)}
    titles, parts = [], []
    for domain, cells in by_domain(report).items():
        first = list({cell.narrator: cell for cell in reversed(cells)}.values())[::-1]
        rows = [
            (cell, kind) for cell in first for kind in dict.fromkeys(each.claim_type for each in cell.type_failures)
        ]
        if rows:
            titles.append(Panel(name(domain), tuple(f"{label(report, cell)} · {name(kind)}" for cell, kind in rows)))
            parts.append(
                [(CITED_TITLES[m], [_messages(cell, m, kind) for cell, kind in rows], tones[m]) for m in modes]
            )
    figure, grid = panels(titles or [Panel("", ("none",))], ("messages of Gate 4",))
    for found, (axis,) in zip(parts, grid, strict=False):
        stacked(axis, found)
    legend(figure, [(f"cites {CITED_TITLES[mode].lower()}", tones[mode]) for mode in modes])
    caption = "How Gate 4 fails, by claim type, under the first setting"
    return figure, caption, _alternative(report, "Stacked bars of what failing claims cite")


def _messages(cell: Cell, mode: tuple[str, bool], kind: str = "") -> int:
    return sum(
        each.messages
        for each in cell.type_failures
        if (each.cited, each.available) == mode and kind in ("", each.claim_type)
    )


def mechanical(report: BenchReport) -> Drawn:
    """What mechanical repair does to each kind of failure."""
    titles, parts = [], []
    for domain, cells in by_domain(report).items():
        rows = [(cell, each) for cell in cells if cell.mechanical is not None for each in cell.mechanical.codes]
        if rows:
            titles.append(Panel(name(domain), tuple(f"{label(report, cell)} · {each.code}" for cell, each in rows)))
            parts.append(
                [
                    ("put right", [each.put_right for _, each in rows], COLOURS[2]),
                    ("left as it was", [each.failed - each.put_right for _, each in rows], "#c3cad2"),
                ]
            )
    figure, grid = panels(titles or [Panel("", ("none",))], ("claims that failed so before mechanical repair",))
    for found, (axis,) in zip(parts, grid, strict=False):
        stacked(axis, found)
    legend(figure, (("put right", COLOURS[2]), ("left as it was", "#c3cad2")))
    caption = "What mechanical repair does to each kind of failure"
    return figure, caption, _alternative(report, "Stacked bars of claims put right and left")


def cost(report: BenchReport) -> Drawn:
    """Cost per verified claim, where it is known."""
    domains = {
        domain: [cell for cell in cells if cell.cost_per_verified is not None]
        for domain, cells in by_domain(report).items()
    }
    domains = {domain: cells for domain, cells in domains.items() if cells}
    titles = [Panel(name(each), tuple(label(report, cell) for cell in cells)) for each, cells in domains.items()]
    currency = next((cell.spending.currency for cells in domains.values() for cell in cells), "")
    figure, grid = panels(titles, (f"cost per verified claim{f', {name(currency)}' if currency else ''}",))
    for cells, (axis,) in zip(domains.values(), grid, strict=True):
        stacked(axis, [("cost", [float(cell.cost_per_verified or 0) for cell in cells], COLOURS[0])])
    return figure, "Cost per verified claim", _alternative(report, "Bars of cost per verified claim")
