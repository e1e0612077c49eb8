"""The drawing of dilution: one contradicted claim among ever more supported ones, a line for each aggregator."""

import math
from collections.abc import Mapping, Sequence
from typing import Final
from xml.sax.saxutils import escape

from claimgauge.calibration.aggregators import BAND_THEN_SUM, Diluted

WIDTH, HEIGHT = 760, 400
LEFT, RIGHT, TOP, BOTTOM = 50, 200, 20, 46
MARKS: Final = (0, 1, 2, 5, 10, 20, 50, 100, 200)
COLOURS: Final = ("#1b6ca8", "#c05020", "#2e7d32", "#7b3fa0", "#8a6d00", "#555555", "#c2185b", "#00838f", "#5d4037")
NEAR: Final = 15
"""Least distance of two names, in pixels."""


def drawing(lines: Mapping[str, Sequence[Diluted]], title: str) -> str:
    """An SVG that needs nothing else; x is the number of supported claims on a scale of log(n + 1), y 0 to 100.

    What is an order and no index is left out.
    """
    lines = {name: rows for name, rows in lines.items() if name != BAND_THEN_SUM}
    most = max(row.supported for rows in lines.values() for row in rows)
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" font-family="sans-serif" font-size="12">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
    ]
    for level in range(0, 101, 25):
        y = _y(level / 100)
        parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#dddddd"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end" fill="#444444">{level}</text>')
    foot = f'y="{HEIGHT - BOTTOM + 18}" text-anchor="middle" fill="#444444"'
    parts += [f'<text x="{_x(mark, most):.1f}" {foot}>{mark}</text>' for mark in MARKS if mark <= most]
    middle = (LEFT + WIDTH - RIGHT) / 2
    label = "supported claims beside the contradicted one"
    parts.append(f'<text x="{middle}" y="{HEIGHT - 8}" text-anchor="middle" fill="#444444">{label}</text>')
    for (name, rows), colour, y in zip(lines.items(), COLOURS, _apart(lines), strict=False):
        points = " ".join(f"{_x(row.supported, most):.1f},{_y(row.value):.1f}" for row in rows)
        parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts.append(f'<text x="{WIDTH - RIGHT + 8}" y="{y:.1f}" fill="{colour}">{escape(name)}</text>')
    return "\n".join([*parts, "</svg>", ""])


def _x(count: int, most: int) -> float:
    return LEFT + (WIDTH - LEFT - RIGHT) * math.log1p(count) / math.log1p(most)


def _y(value: float) -> float:
    return TOP + (HEIGHT - TOP - BOTTOM) * (1 - value)


def _apart(lines: Mapping[str, Sequence[Diluted]]) -> list[float]:
    """Where each name stands: at the end of its line, moved up as far as the one below it needs."""
    ends = [_y(rows[-1].value) + 4 for rows in lines.values()]
    places = [0.0] * len(ends)
    below = math.inf
    for at in sorted(range(len(ends)), key=lambda each: -ends[each]):
        below = places[at] = min(ends[at], below - NEAR)
    return places
