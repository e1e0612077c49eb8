"""Pairs, paired differences, and what was registered beforehand."""

from claimgauge_bench.contrasts.analysis import Contrasts, Family, all_contrasts
from claimgauge_bench.contrasts.best_of import BestOf, best_of
from claimgauge_bench.contrasts.contrast import (
    METRICS,
    Contrast,
    ContrastKind,
    Effect,
    Metric,
    PairedContrast,
    Side,
    Spread,
)
from claimgauge_bench.contrasts.decision import Decision, Outcome, decision, registration_notices
from claimgauge_bench.contrasts.multiplicity import adjusted_level, holm
from claimgauge_bench.contrasts.paired import paired_contrast
from claimgauge_bench.contrasts.pairing import Pairs, pairs_of, rows_by_cell
from claimgauge_bench.contrasts.planned import planned_contrasts
from claimgauge_bench.contrasts.registration import (
    RegisteredContrast,
    Registration,
    load_registration,
    moment,
    plan_digest,
    skeleton,
)
from claimgauge_bench.contrasts.spread import spread_of

__all__ = [
    "METRICS",
    "BestOf",
    "Contrast",
    "ContrastKind",
    "Contrasts",
    "Decision",
    "Effect",
    "Family",
    "Metric",
    "Outcome",
    "PairedContrast",
    "Pairs",
    "RegisteredContrast",
    "Registration",
    "Side",
    "Spread",
    "adjusted_level",
    "all_contrasts",
    "best_of",
    "decision",
    "holm",
    "load_registration",
    "moment",
    "paired_contrast",
    "pairs_of",
    "plan_digest",
    "planned_contrasts",
    "registration_notices",
    "rows_by_cell",
    "skeleton",
    "spread_of",
]
