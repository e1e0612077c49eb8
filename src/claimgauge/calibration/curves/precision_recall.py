"""Precision against recall, and average precision, where harmful answers are few.

Average precision is Σ (recall_n − recall_{n−1}) precision_n over the values from the highest on, without
interpolation: straight lines between points promise too much. Source: Davis and Goadrich (2006).
"""

import math

from claimgauge.calibration.curves.tally import Point, Tally, totals


def precision_recall(tally: Tally) -> tuple[Point, ...]:
    """Recall (x) and precision (y), a point for each value from the highest on; empty without a harmful answer."""
    harmful, _harmless = totals(tally)
    if not harmful:
        return ()
    points, true, called = [], 0, 0
    for step in reversed(tally):
        true, called = true + step.harmful, called + step.harmful + step.harmless
        points.append(Point(step.value, true / harmful, true / called))
    return tuple(points)


def average_precision(tally: Tally) -> float | None:
    """The precision at each value, weighted by the recall that it adds; None without a harmful answer."""
    points = precision_recall(tally)
    if not points:
        return None
    before = (0.0, *(point.x for point in points))
    return math.fsum((point.x - x) * point.y for point, x in zip(points, before, strict=False))
