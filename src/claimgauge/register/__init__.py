"""Sources, claims and evidence rules: what a document says, what that leans on, and how much is enough."""

from claimgauge.register.check import evidence_rules_problems, register_problems
from claimgauge.register.checklist import (
    Check,
    Checklist,
    DocumentedConstant,
    DocumentedRubric,
    Reference,
    run_checklist,
)
from claimgauge.register.findings import WHY, RegisterFinding, judge_register, place_findings
from claimgauge.register.register import Place, Register, RegisteredClaim, RegisteredSource
from claimgauge.register.rules import EvidenceRules, KindRule
from claimgauge.register.standing import Shortfall, Standing, Uncounted, label_without_evidence, shortfall, standings
from claimgauge.register.taxonomy import (
    KINDS_OF_CLAIM,
    PRINCIPLES,
    RULE_NAMES,
    SOURCE_TYPES,
    STATUSES,
    WITHDRAWN,
    ClaimKind,
    Handling,
    Principle,
    RuleName,
    SourceType,
    Status,
)

__all__ = [
    "KINDS_OF_CLAIM",
    "PRINCIPLES",
    "RULE_NAMES",
    "SOURCE_TYPES",
    "STATUSES",
    "WHY",
    "WITHDRAWN",
    "Check",
    "Checklist",
    "ClaimKind",
    "DocumentedConstant",
    "DocumentedRubric",
    "EvidenceRules",
    "Handling",
    "KindRule",
    "Place",
    "Principle",
    "Reference",
    "Register",
    "RegisterFinding",
    "RegisteredClaim",
    "RegisteredSource",
    "RuleName",
    "Shortfall",
    "SourceType",
    "Standing",
    "Status",
    "Uncounted",
    "evidence_rules_problems",
    "judge_register",
    "label_without_evidence",
    "place_findings",
    "register_problems",
    "run_checklist",
    "shortfall",
    "standings",
]
