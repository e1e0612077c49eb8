"""What an action costs, where its threshold should lie, and the bands that cost least."""

from claimgauge.calibration.thresholds.bands import FittedBands, assigned_cost, fitted_bands
from claimgauge.calibration.thresholds.cost_curves import CostCurve, CostPoint, cost_curves
from claimgauge.calibration.thresholds.costs import ActionCost, Costs, cost_of, cost_problems

__all__ = [
    "ActionCost",
    "CostCurve",
    "CostPoint",
    "Costs",
    "FittedBands",
    "assigned_cost",
    "cost_curves",
    "cost_of",
    "cost_problems",
    "fitted_bands",
]
