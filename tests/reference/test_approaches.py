"""What the page on other approaches says was counted here."""

import csv

import pytest

from tests.conftest import ROOT, SHARED

DATA = SHARED / "data" / "truthfulqa" / "TruthfulQA.csv"


def test_truthfulqa_holds_as_many_questions_and_categories_as_the_page_says():
    if not DATA.is_file():
        pytest.skip(f"the data are not at {DATA}; set CLAIMGAUGE_SHARED to the folder that holds data/")
    with DATA.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    page = (ROOT / "docs" / "reference" / "approaches.md").read_text(encoding="utf-8")
    assert (817, 38) == (len(rows), len({row["Category"] for row in rows}))
    assert "817 questions in 38 categories" in " ".join(page.split())
