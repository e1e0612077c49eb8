"""The drawings of a report by name."""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

from claimgauge_bench.report import cell_plots, contrast_plots
from claimgauge_bench.report.document import BenchReport
from claimgauge_bench.report.drawing import Drawing, drawing

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_BY_NAME: Final[dict[str, Callable[[BenchReport], "tuple[Figure, str, str]"]]] = {
    "survival": cell_plots.survival,
    "volume": cell_plots.volume,
    "gates": cell_plots.gates,
    "types": cell_plots.types,
    "mechanical": cell_plots.mechanical,
    "cost": cell_plots.cost,
    "seeds": contrast_plots.seeds,
}
FOREST: Final = "forest-"


def plot(report: BenchReport, name: str) -> Drawing:
    """One drawing. Raises KeyError for a name that no section gives."""
    if name.startswith(FOREST):
        return drawing(partial(contrast_plots.forest, report, int(name.removeprefix(FOREST))))
    return drawing(partial(_BY_NAME[name], report))
