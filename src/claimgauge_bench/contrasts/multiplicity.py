"""Many comparisons at once: the level that allows for all of them, and p-values after Holm.

Source: Holm, A Simple Sequentially Rejective Multiple Test Procedure (1979).
"""

from collections.abc import Sequence


def adjusted_level(level: float, comparisons: int) -> float:
    """Bonferroni: 1 − (1 − level) / m, so that all m intervals hold together at `level`."""
    return 1 - (1 - level) / comparisons


def holm(values: Sequence[float]) -> tuple[float, ...]:
    """Adjusted p-values in the order given: the running maximum of min(1, (m − i) · p) over rising p, i from 0."""
    adjusted = [1.0] * len(values)
    highest = 0.0
    for i, place in enumerate(sorted(range(len(values)), key=values.__getitem__)):
        highest = max(highest, min(1.0, (len(values) - i) * values[place]))
        adjusted[place] = highest
    return tuple(adjusted)
