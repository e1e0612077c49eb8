"""People on a sample of claims: sheets that hide the verdict, and how far the answers agree with it."""

from claimgauge_bench.raters.filled import Filled, read_sheets
from claimgauge_bench.raters.key import KeyItem, RaterKey, key_of, read_key
from claimgauge_bench.raters.rubric import ANSWERS, RaterRubric, shipped_rubric
from claimgauge_bench.raters.sample import Candidate, Sample, candidates, stratified
from claimgauge_bench.raters.sheet import SheetItem, order_for, safe_cell, sheet_csv, sheet_items, sheet_page
from claimgauge_bench.raters.study import RaterStudy, study_of
from claimgauge_bench.raters.text import study_text

__all__ = [
    "ANSWERS",
    "Candidate",
    "Filled",
    "KeyItem",
    "RaterKey",
    "RaterRubric",
    "RaterStudy",
    "Sample",
    "SheetItem",
    "candidates",
    "key_of",
    "order_for",
    "read_key",
    "read_sheets",
    "safe_cell",
    "sheet_csv",
    "sheet_items",
    "sheet_page",
    "shipped_rubric",
    "stratified",
    "study_of",
    "study_text",
]
