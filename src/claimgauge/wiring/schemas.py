"""JSON Schemas of the wire forms, made from the same structs that decode them."""

from typing import Any

import msgspec

from claimgauge.calibration.criticality import CriticalitySensitivity
from claimgauge.calibration.feedback_stream import Resolution, Review, StreamEvent
from claimgauge.calibration.outcomes import Outcome
from claimgauge.calibration.replay import ReplayStudy
from claimgauge.calibration.result import Calibration
from claimgauge.calibration.thresholds import Costs
from claimgauge.calibration.weights import METHODS, WeightsResult
from claimgauge.contract import Contract
from claimgauge.criticality import CriticalityRules
from claimgauge.evidence import Mapping
from claimgauge.narration import RepairRequest
from claimgauge.policies import PoliciesDocument, PolicyExamples
from claimgauge.register import Checklist, EvidenceRules, Register
from claimgauge.review import Adjudication, Agreement, Annotation
from claimgauge.risk import Rubric
from claimgauge.workflow import (
    Assessment,
    AssessmentError,
    Case,
    Comparison,
    ErrorRow,
    NarrationError,
    NarrationRow,
    NarrationSummary,
    RiskSummary,
    RunSummary,
    VerdictRow,
)

KINDS: dict[str, tuple[type, ...]] = {
    "agreement": (Agreement,),
    "ahp": (METHODS["ahp"].protocol,),
    "annotations": (Annotation, Adjudication),
    "assessment": (Assessment, AssessmentError),
    "calibration": (Calibration,),
    "case": (Case,),
    "checklist": (Checklist,),
    "comparison": (Comparison,),
    "contract": (Contract,),
    "costs": (Costs,),
    "criticality": (CriticalityRules,),
    "criticality-sensitivity": (CriticalitySensitivity, AssessmentError),
    "delphi": (METHODS["delphi"].protocol,),
    "evidence-rules": (EvidenceRules,),
    "feedback-stream": (Review, StreamEvent, Resolution),
    "fit": (METHODS["fit"].protocol,),
    "mapping": (Mapping,),
    "narration": (NarrationRow, NarrationError),
    "narration-summary": (NarrationSummary,),
    "outcomes": (Outcome,),
    "policies": (PoliciesDocument,),
    "policies-tests": (PolicyExamples,),
    "register": (Register,),
    "repair-request": (RepairRequest,),
    "replay": (ReplayStudy,),
    "risk-summary": (RiskSummary,),
    "rubric": (Rubric,),
    "summary": (RunSummary,),
    "verdicts": (VerdictRow, ErrorRow),
    "weights": (WeightsResult,),
    "workshop": (METHODS["workshop"].protocol,),
}
"""A wire form, and the structs that a row of it may be."""


def json_schema(kind: str) -> dict[str, Any]:
    """The JSON Schema (2020-12) of one wire form; `kind` is a key of KINDS."""
    schemas, definitions = msgspec.json.schema_components(KINDS[kind], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"claimgauge.{kind}/1",
        "title": f"claimgauge {kind}",
        **(schemas[0] if len(schemas) == 1 else {"anyOf": list(schemas)}),
        "$defs": definitions,
    }
