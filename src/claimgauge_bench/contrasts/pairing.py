"""Which instances meet: the two sides of a contrast, by what was narrated.

The keys are domain, seed, profile and goal; with them stay the narrator for contrasts of settings, the
model for contrasts of forms, and nothing for contrasts of models.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from claimgauge_bench.contrasts.contrast import Contrast, Side
from claimgauge_bench.measures import InstanceKey, RowTotals, columns

Rows = Mapping[tuple[str, str], Mapping[InstanceKey, RowTotals]]
"""(narrator, setting) → instance → row."""


class Pairs(NamedTuple):
    """The pairs of a contrast in the order of A's rows, and what found no partner."""

    pairs: tuple[tuple[RowTotals, RowTotals], ...]
    only_a: tuple[str, ...]
    only_b: tuple[str, ...]
    excluded: int

    @property
    def columns(self) -> list[tuple[RowTotals, tuple[int, ...]]]:
        """Each pair as one row to draw: the columns of A, then those of B."""
        return [(a, (*columns(a), *columns(b))) for a, b in self.pairs]


def rows_by_cell(rows: Iterable[RowTotals]) -> dict[tuple[str, str], dict[InstanceKey, RowTotals]]:
    """Rows by narrator and setting, then by instance."""
    found: dict[tuple[str, str], dict[InstanceKey, RowTotals]] = {}
    for row in rows:
        found.setdefault((row.narrator, row.setting), {})[row.key] = row
    return found


def pairs_of(contrast: Contrast, rows: Rows, *, without_reply: bool = True) -> Pairs:
    """The pairs of a contrast. Without `without_reply`, a pair in which a side had no reply is excluded."""
    a, b = (_side(contrast, side, rows) for side in (contrast.a, contrast.b))
    met = [(row, b[key]) for key, row in a.items() if key in b]
    pairs = tuple(pair for pair in met if without_reply or not any(row.no_reply for row in pair))
    return Pairs(
        pairs=pairs,
        only_a=tuple(str(key) for key in a if key not in b),
        only_b=tuple(str(key) for key in b if key not in a),
        excluded=len(met) - len(pairs),
    )


def _side(contrast: Contrast, side: Side, rows: Rows) -> dict[InstanceKey, RowTotals]:
    found = rows.get((side.narrator, side.setting), {})
    return {key: row for key, row in found.items() if contrast.domain in ("", key.domain)}
