"""The steps, each a function of values."""

from claimgauge.workflow.access import Access, Decision, PoliciesReference, Resource
from claimgauge.workflow.admission import quiet_problem
from claimgauge.workflow.assess import Assess, Assessed, Assessor, assess_row, assess_rows, shown_row
from claimgauge.workflow.assessment import AssessedClaim, Assessment, AssessmentError, AssessmentRow, decoded_row
from claimgauge.workflow.briefs import brief_of
from claimgauge.workflow.case import Answer, BrokenRow, Case, CaseRow, Principal, Request, Row, Turn
from claimgauge.workflow.compare import CompareFailOn, compare_runs, why_failed
from claimgauge.workflow.comparison import ComparedRun, Comparison, Difference, MeasureRow, measure_rows
from claimgauge.workflow.emission import Emission, ReleaseRules, release_problems
from claimgauge.workflow.evidence_check import EvidenceCheck, check_evidence
from claimgauge.workflow.narrate import Narrating
from claimgauge.workflow.narration_summary import NarrationFailOn, NarrationSummary, NarrationTally
from claimgauge.workflow.narrations import (
    NarratedClaim,
    NarrationError,
    NarrationOutcome,
    NarrationRow,
    NarrationSettings,
    OutNarration,
)
from claimgauge.workflow.observer import UNOBSERVED, Observer, StepNote
from claimgauge.workflow.prose import JudgedClaim, ProseLabeller, ProseReader, ReadAnswer, is_passage, said_before
from claimgauge.workflow.release import emitted, release
from claimgauge.workflow.risk_summary import AssessFailOn, RiskSummary, RiskTally
from claimgauge.workflow.stages import (
    Done,
    Found,
    Labelled,
    Proposed,
    find_claims,
    label_claims,
    propose_claims,
    stage_rows,
)
from claimgauge.workflow.summary import FailOn, RunSummary, RunTally
from claimgauge.workflow.verdicts import NOT_CHECKED, ContractReference, ErrorRow, OutRow, Summary, VerdictRow
from claimgauge.workflow.verify import CaseVerifier, verify_rows

__all__ = [
    "NOT_CHECKED",
    "UNOBSERVED",
    "Access",
    "Answer",
    "Assess",
    "AssessFailOn",
    "Assessed",
    "AssessedClaim",
    "Assessment",
    "AssessmentError",
    "AssessmentRow",
    "Assessor",
    "BrokenRow",
    "Case",
    "CaseRow",
    "CaseVerifier",
    "CompareFailOn",
    "ComparedRun",
    "Comparison",
    "ContractReference",
    "Decision",
    "Difference",
    "Done",
    "Emission",
    "ErrorRow",
    "EvidenceCheck",
    "FailOn",
    "Found",
    "JudgedClaim",
    "Labelled",
    "MeasureRow",
    "NarratedClaim",
    "Narrating",
    "NarrationError",
    "NarrationFailOn",
    "NarrationOutcome",
    "NarrationRow",
    "NarrationSettings",
    "NarrationSummary",
    "NarrationTally",
    "Observer",
    "OutNarration",
    "OutRow",
    "PoliciesReference",
    "Principal",
    "Proposed",
    "ProseLabeller",
    "ProseReader",
    "ReadAnswer",
    "ReleaseRules",
    "Request",
    "Resource",
    "RiskSummary",
    "RiskTally",
    "Row",
    "RunSummary",
    "RunTally",
    "StepNote",
    "Summary",
    "Turn",
    "VerdictRow",
    "assess_row",
    "assess_rows",
    "brief_of",
    "check_evidence",
    "compare_runs",
    "decoded_row",
    "emitted",
    "find_claims",
    "is_passage",
    "label_claims",
    "measure_rows",
    "propose_claims",
    "quiet_problem",
    "release",
    "release_problems",
    "said_before",
    "shown_row",
    "stage_rows",
    "verify_rows",
    "why_failed",
]
