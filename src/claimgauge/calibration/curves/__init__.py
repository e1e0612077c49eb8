"""How well a number foretells an outcome: does it order (ROC, precision–recall), and does it mean what it says."""

from claimgauge.calibration.curves.estimates import Estimate, Figure, drawn_estimates
from claimgauge.calibration.curves.precision_recall import average_precision, precision_recall
from claimgauge.calibration.curves.reliability import (
    Bin,
    brier_score,
    calibration_error,
    equal_mass,
    equal_width,
    reliability_table,
)
from claimgauge.calibration.curves.roc import auroc, delong_interval, roc
from claimgauge.calibration.curves.tally import Point, Step, Tally, tally_of

__all__ = [
    "Bin",
    "Estimate",
    "Figure",
    "Point",
    "Step",
    "Tally",
    "auroc",
    "average_precision",
    "brier_score",
    "calibration_error",
    "delong_interval",
    "drawn_estimates",
    "equal_mass",
    "equal_width",
    "precision_recall",
    "reliability_table",
    "roc",
    "tally_of",
]
