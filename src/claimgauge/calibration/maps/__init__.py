"""Maps from a score to a probability, fitted on answers whose outcomes are known; each is monotone."""

from claimgauge.calibration.maps.isotonic import IsotonicMap, fitted_isotonic
from claimgauge.calibration.maps.platt import PlattMap, fitted_platt

__all__ = ["IsotonicMap", "PlattMap", "fitted_isotonic", "fitted_platt"]
