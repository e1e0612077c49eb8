"""How drawings are made: SVG from `matplotlib`, whose bytes depend on nothing but what is drawn.

The salt of its ids is fixed, no date is written, and texts are outlines of the font that comes with it.
"""

import io
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

COLOURS: Final = ("#3f5f7f", "#c7561f", "#3d8b74", "#8e1230", "#b07c12", "#7a4f9a", "#5b6b2f", "#6b7580")
"""For categories in their order; they begin anew after the last."""
INK: Final = "#1a2027"
MUTED: Final = "#545e69"
LINE: Final = "#d3d9e0"
WIDTH: Final = 9.6
ROW: Final = 0.23
"""Inches of the whole drawing, and of one row in it."""
MOST_NAMES: Final = 6
"""Names of a legend beside one another."""
_STYLE: Final[Any] = {
    "svg.hashsalt": "claimgauge",
    "svg.fonttype": "path",
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "text.parse_math": False,
    "text.color": INK,
    "axes.edgecolor": LINE,
    "axes.labelcolor": MUTED,
    "axes.titlesize": 8.5,
    "axes.titleweight": "bold",
    "axes.titlelocation": "left",
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "x",
    "grid.color": LINE,
    "grid.linewidth": 0.6,
    "xtick.color": MUTED,
    "ytick.color": INK,
    "ytick.left": False,
    "xtick.bottom": False,
    "legend.frameon": False,
    "legend.fontsize": 8,
    "figure.facecolor": "white",
}


class Drawing(NamedTuple):
    """An SVG, what it shows, and the same for whoever cannot see it."""

    caption: str
    alternative: str
    svg: bytes


class Panel(NamedTuple):
    """Rows that share an axis: a title, and a label for each row."""

    title: str
    labels: tuple[str, ...]


@contextmanager
def style() -> Iterator[None]:
    """The look of all drawings; a character that the font lacks is drawn as a box without a word."""
    from matplotlib.style import context  # noqa: PLC0415  # of the extra `bench`; only drawings need it

    with context(["default", _STYLE]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        yield


def svg_of(figure: "Figure") -> bytes:
    """The bytes of a figure."""
    out = io.BytesIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    return out.getvalue()


def panels(rows: Sequence[Panel], columns: Sequence[str]) -> tuple["Figure", list[list["Axes"]]]:
    """Panels of rows one below another, each with the same columns; the first row stands on top."""
    from matplotlib.figure import Figure  # noqa: PLC0415  # as above

    heights = [max(2, len(panel.labels)) * ROW for panel in rows]
    figure = Figure(figsize=(WIDTH, sum(heights) + 0.75 * len(rows) + 0.35), layout="constrained")
    grid = figure.subplots(len(rows), len(columns), squeeze=False, gridspec_kw={"height_ratios": heights})
    for panel, axes in zip(rows, grid, strict=True):
        for place, (axis, title) in enumerate(zip(axes, columns, strict=True)):
            axis.set_ylim(len(panel.labels) - 0.5, -0.5)
            axis.set_yticks(range(len(panel.labels)), panel.labels if place == 0 else [""] * len(panel.labels))
            axis.set_title(f"{panel.title} · {title}" if panel.title and place == 0 else title)
    return figure, [list(axes) for axes in grid]


def span(axis: "Axes", row: float, ends: tuple[float, float], *, colour: str, wide: float = 3.0) -> None:
    """A line from end to end."""
    axis.plot(ends, (row, row), color=colour, linewidth=wide, solid_capstyle="butt")


def point(axis: "Axes", at: tuple[float, float], *, colour: str, hollow: bool = False) -> None:
    """A dot; a hollow one has the ground within."""
    axis.plot(
        *at, marker="o", markersize=5, color=colour, markerfacecolor="white" if hollow else colour, linestyle="none"
    )


def stacked(axis: "Axes", parts: Sequence[tuple[str, Sequence[float], str]]) -> None:
    """Bars of parts (name, a value for each row, colour), one after another."""
    before = [0.0] * len(parts[0][1]) if parts else []
    for name, values, colour in parts:
        axis.barh(range(len(values)), values, left=before, height=0.68, color=colour, label=name)
        before = [start + value for start, value in zip(before, values, strict=True)]
    axis.margins(y=0)


def legend(figure: "Figure", named: Iterable[tuple[str, str]]) -> None:
    """Names and colours below a drawing."""
    from matplotlib.patches import Patch  # noqa: PLC0415  # as above

    found = [Patch(color=colour, label=name) for name, colour in named]
    figure.legend(
        handles=found, loc="outside lower left", ncols=min(MOST_NAMES, len(found)), handlelength=1, handleheight=1
    )


def colours(names: Iterable[str]) -> dict[str, str]:
    """A colour for each name, in order."""
    return {name: COLOURS[place % len(COLOURS)] for place, name in enumerate(dict.fromkeys(names))}


Draw = Callable[[], "tuple[Figure, str, str]"]
"""Makes a figure, its caption, and its alternative text."""


def drawing(draw: Draw) -> Drawing:
    """The drawing that `draw` makes, in our style."""
    with style():
        figure, caption, alternative = draw()
        return Drawing(caption, alternative, svg_of(figure))
