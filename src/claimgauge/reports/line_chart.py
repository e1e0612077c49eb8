"""Lines over time as an SVG that needs nothing around it: the same drawing in a page and as a file of its own."""

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from claimgauge.reports.render import render

WIDE, HIGH = 720, 220
LEFT, RIGHT, TOP, BOTTOM = 44, 12, 26, 42
COLOURS: Final = ("#3f7fbf", "#c7561f", "#3d8b74", "#b07c12", "#7a4f9a", "#b0305a")
"""Legible on a light and on a dark ground."""
DASHES: Final = ("", "7 3", "2 3", "9 3 2 3", "4 4", "1 2")
"""Lines are told apart without colour, too."""
MOST_TICKS: Final = 6


class Line(NamedTuple):
    """A name, and a value at each place; None leaves a gap."""

    name: str
    values: Sequence[float | None]


class Tick(NamedTuple):
    """A mark on an axis: where it stands, and what it says."""

    at: float
    text: str


class Stroke(NamedTuple):
    """One unbroken piece of a line."""

    points: str
    colour: str
    dash: str


class Chart(NamedTuple):
    """A drawing laid out: what the template needs, in units of the view box."""

    title: str
    alternative: str
    strokes: tuple[Stroke, ...]
    rows: tuple[Tick, ...]
    columns: tuple[Tick, ...]
    legend: tuple[tuple[float, str, str, str], ...]
    area: tuple[float, float, float, float] = (LEFT, TOP, WIDE - RIGHT, HIGH - BOTTOM)
    size: tuple[int, int] = (WIDE, HIGH)


def line_chart(
    title: str,
    lines: Sequence[Line],
    places: Sequence[str],
    *,
    most: float,
    marks: Sequence[float] = (),
) -> Chart:
    """Lines over `places`, from 0 to `most`; `marks` are values with a line across, such as the bounds of bands."""
    return Chart(
        title=title,
        alternative=_alternative(title, lines, places),
        strokes=tuple(
            Stroke(points, COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)])
            for number, line in enumerate(lines)
            for points in _pieces(line.values, most)
        ),
        rows=tuple(Tick(_y(value, most), f"{value:g}") for value in marks or _even(most)),
        columns=tuple(Tick(_x(place, len(places)), places[place]) for place in _few(len(places))),
        legend=tuple(
            (LEFT + 150.0 * number, line.name, COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)])
            for number, line in enumerate(lines)
        ),
    )


def svg_of(chart: Chart) -> str:
    """The drawing as a file, on white."""
    return render("chart.svg.j2", chart=chart)


def _pieces(values: Sequence[float | None], most: float) -> list[str]:
    """The points of each unbroken piece; a lone value is a short stroke."""
    pieces: list[list[str]] = [[]]
    for place, value in enumerate(values):
        if value is None:
            pieces.append([])
        else:
            pieces[-1].append(f"{_x(place, len(values)):.1f},{_y(value, most):.1f}")
    return [" ".join(piece if len(piece) > 1 else piece * 2) for piece in pieces if piece]


def _x(place: int, count: int) -> float:
    return LEFT + (WIDE - LEFT - RIGHT) * (place / (count - 1) if count > 1 else 0.5)


def _y(value: float, most: float) -> float:
    return HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * min(1.0, max(0.0, value / most))


def _even(most: float) -> list[float]:
    return [most * part / 4 for part in range(5)]


def _few(count: int) -> range:
    return range(0, count, max(1, math.ceil(count / MOST_TICKS)))


def _alternative(title: str, lines: Sequence[Line], places: Sequence[str]) -> str:
    """The same for whoever cannot see it: where each line is highest, and where it ends."""
    said = []
    for line in lines:
        known = [(value, -place) for place, value in enumerate(line.values) if value is not None]
        if known:
            highest, place = max(known)
            last = next(value for value in reversed(line.values) if value is not None)
            said.append(f"{line.name}: highest {highest:.3g} on {places[-place]}, last {last:.3g}")
    return f"{title}. {'; '.join(said)}"
