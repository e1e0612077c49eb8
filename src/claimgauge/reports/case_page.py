"""The page of one case: from the index back to the evidence."""

from html import escape

from claimgauge.risk import Rubric
from claimgauge.workflow import Assessment, Case


def case_page(assessment: Assessment, case: Case, rubric: Rubric) -> str:
    """One self-contained HTML page; everything from the case is shown as text."""
    band = assessment.index.band if assessment.index else assessment.status
    return f"<!doctype html><title>{escape(assessment.case_id)}</title><p>{escape(band)} {escape(rubric.id)} {len(case.claims)}"
