"""Weights from people and from outcomes: AHP, Delphi, risk workshop and the empirical fit.

The arithmetic of the fit is in `weights.empirical`, which loads numpy and is imported only where it is run.
"""

from claimgauge.calibration.weights.ahp import AhpDetails, AhpProtocol, weigh_ahp
from claimgauge.calibration.weights.consistency import on_scale
from claimgauge.calibration.weights.delphi import DelphiDetails, DelphiProtocol, weigh_delphi
from claimgauge.calibration.weights.fit import FitDetails, FitProtocol
from claimgauge.calibration.weights.observed_answers import fit_protocol
from claimgauge.calibration.weights.proposal import evidence, evidence_lines, proposed_rubric
from claimgauge.calibration.weights.protocol import Kind, Method, merged
from claimgauge.calibration.weights.result import CriterionWeight
from claimgauge.calibration.weights.weighing import (
    METHODS,
    VOICES,
    AnyProtocol,
    Details,
    MethodKind,
    WeightsResult,
    weights_result,
)
from claimgauge.calibration.weights.workshop import WorkshopDetails, WorkshopProtocol, weigh_workshop

__all__ = [
    "METHODS",
    "VOICES",
    "AhpDetails",
    "AhpProtocol",
    "AnyProtocol",
    "CriterionWeight",
    "DelphiDetails",
    "DelphiProtocol",
    "Details",
    "FitDetails",
    "FitProtocol",
    "Kind",
    "Method",
    "MethodKind",
    "WeightsResult",
    "WorkshopDetails",
    "WorkshopProtocol",
    "evidence",
    "evidence_lines",
    "fit_protocol",
    "merged",
    "on_scale",
    "proposed_rubric",
    "weigh_ahp",
    "weigh_delphi",
    "weigh_workshop",
    "weights_result",
]
