"""The steps, each a function of values."""

from claimgauge.workflow.case import Answer, BrokenRow, Case, CaseRow, Principal, Request, Row
from claimgauge.workflow.verdicts import NOT_CHECKED, ContractReference, ErrorRow, OutRow, Summary, VerdictRow
from claimgauge.workflow.verify import CaseVerifier, verify_rows

__all__ = [
    "NOT_CHECKED",
    "Answer",
    "BrokenRow",
    "Case",
    "CaseRow",
    "CaseVerifier",
    "ContractReference",
    "ErrorRow",
    "OutRow",
    "Principal",
    "Request",
    "Row",
    "Summary",
    "VerdictRow",
    "verify_rows",
]
