"""Simulated narrators: correct claims with seeded mistakes at stated rates; they ask no model and read no prompt.

A fixture for mechanical repair, emission and statistics at full size. They say nothing about any model.
"""

from claimgauge_bench.simulated.documents import load_mistakes, shipped_mistakes
from claimgauge_bench.simulated.evidence import Evidence, EvidenceReader
from claimgauge_bench.simulated.kinds import GATE_OF, MistakeKind
from claimgauge_bench.simulated.narrator import SimulatedNarrator
from claimgauge_bench.simulated.rates import ClaimFigures, Figure, MistakeRates, RepairRates, mistake_problems

__all__ = [
    "GATE_OF",
    "ClaimFigures",
    "Evidence",
    "EvidenceReader",
    "Figure",
    "MistakeKind",
    "MistakeRates",
    "RepairRates",
    "SimulatedNarrator",
    "load_mistakes",
    "mistake_problems",
    "shipped_mistakes",
]
