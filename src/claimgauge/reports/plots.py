"""Curves in a frame: paths and spots in shares of the frame, so that a page scales them and texts keep their size."""

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

Tone = Literal["first", "second", "third", "guide"]
"""How a curve is drawn; `guide` is a thin broken line to compare with."""
SIDE = 100
"""Units of the frame to either side in a path."""


class Curve(NamedTuple):
    """A line as the data of an SVG path, in a frame of SIDE by SIDE units with y downwards."""

    path: str
    tone: Tone


class Spot(NamedTuple):
    """A dot in [0, 1] of the frame, y downwards."""

    x: float
    y: float
    radius: float
    tone: Tone


class Plot(NamedTuple):
    """A drawing with its axes: what they are, and the texts at their ends."""

    title: str
    alternative: str
    across: str
    up: str
    across_ends: tuple[str, str]
    up_ends: tuple[str, str]
    curves: tuple[Curve, ...]
    spots: tuple[Spot, ...] = ()


def line(points: Iterable[tuple[float, float]], tone: Tone = "first") -> Curve:
    """Straight lines through points of [0, 1] by [0, 1], y upwards."""
    return Curve(_path(points), tone)


def staircase(points: Sequence[tuple[float, float]], tone: Tone = "first") -> Curve:
    """Each value lasts until the next x."""
    corners: list[tuple[float, float]] = []
    for x, y in points:
        if corners:
            corners.append((x, corners[-1][1]))
        corners.append((x, y))
    return Curve(_path(corners), tone)


def spot(x: float, y: float, *, radius: float = 4.0, tone: Tone = "first") -> Spot:
    """A dot at a point of [0, 1] by [0, 1], y upwards."""
    return Spot(x, 1 - y, radius, tone)


def _path(points: Iterable[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{SIDE * x:.5g} {SIDE * (1 - y):.5g}" for x, y in points)
