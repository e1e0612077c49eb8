"""From rows to numbers: the measures of each cell."""

from claimgauge_bench.measures.cell import (
    COLUMNS,
    STATISTICS,
    Cell,
    CodeCount,
    Fluency,
    GateCount,
    MechanicalCounts,
    TypeFailureCount,
    columns,
    shipped,
    strict,
    survival,
    units_of,
)
from claimgauge_bench.measures.cells import cell_of
from claimgauge_bench.measures.cost import PriceList, Spending, load_prices, spending
from claimgauge_bench.measures.estimate import Cluster, Draws, Estimate, drawn, estimate, estimates, ratio, too_few
from claimgauge_bench.measures.failures import TYPE_GATE, Cited
from claimgauge_bench.measures.fluency import (
    FluencyTotals,
    fluency_totals,
    grade,
    lexical_diversity,
    reading_ease,
    sentence_length,
    syllables,
    words_of,
)
from claimgauge_bench.measures.row_totals import InstanceKey, RowTotals, row_totals

__all__ = [
    "COLUMNS",
    "STATISTICS",
    "TYPE_GATE",
    "Cell",
    "Cited",
    "Cluster",
    "CodeCount",
    "Draws",
    "Estimate",
    "Fluency",
    "FluencyTotals",
    "GateCount",
    "InstanceKey",
    "MechanicalCounts",
    "PriceList",
    "RowTotals",
    "Spending",
    "TypeFailureCount",
    "cell_of",
    "columns",
    "drawn",
    "estimate",
    "estimates",
    "fluency_totals",
    "grade",
    "lexical_diversity",
    "load_prices",
    "ratio",
    "reading_ease",
    "row_totals",
    "sentence_length",
    "shipped",
    "spending",
    "strict",
    "survival",
    "syllables",
    "too_few",
    "units_of",
    "words_of",
]
