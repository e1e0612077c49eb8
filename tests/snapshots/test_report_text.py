"""What the pages say, word by word, so that a change in it is seen in a review.

`CLAIMGAUGE_WRITE_SNAPSHOTS=1 pytest tests/snapshots` writes the texts anew; read the difference.
"""

import os
import re
from html import unescape
from pathlib import Path

import pytest

from claimgauge.readers import read_paths
from claimgauge.reports import case_page, comparison_page, overview_entry, overview_page
from claimgauge.wiring import assess, score
from claimgauge.workflow import RiskTally
from tests.integration.command import EXAMPLES
from tests.risk_building import GUARDED, PAPER
from tests.unit.test_comparison_page import comparison

STORED = Path(__file__).parent / "reports"


def rows(name):
    return list(read_paths([str(EXAMPLES / name)]))


def supplier(rubric):
    (row,) = rows("supplier-contract.json")
    return case_page(score(row, rubric), row.case, rubric)


def cards():
    row = rows("cards.json")[0]
    return case_page(assess(row, "cards", rubric=GUARDED), row.case, GUARDED)


def cards_overview():
    tally = RiskTally()
    made = [assess(row, "cards", rubric=GUARDED) for row in rows("cards.json")]
    for each in made:
        tally.add(each)
    entries = [overview_entry(each, GUARDED, href=f"case-{place}.html") for place, each in enumerate(made)]
    return overview_page(entries, tally.summary(), title="Risk overview", rubrics=(GUARDED,))


PAGES = {
    "supplier-contract": lambda: supplier(GUARDED),
    "supplier-contract-paper": lambda: supplier(PAPER),
    "cards": cards,
    "overview": cards_overview,
    "comparison": lambda: comparison_page(comparison(), names=("old.jsonl", "new.jsonl")),
}


def _row(row):
    """A row of a table on one line."""
    cells = re.findall(r"<t[dh].*?</t[dh]>", row[0])
    return " | ".join(" ".join(re.sub(r"<[^>]*>", "", cell.replace("</p>", " ")).split()) for cell in cells) + "\n"


def words(page):
    """The text of a page, a line for each block; digests and the version are left out."""
    text = " ".join(re.sub(r"<style>.*?</style>", "", page, flags=re.DOTALL).split())
    text = re.sub(r"<tr.*?</tr>", _row, text)
    text = re.sub(r"</(?:p|li|h1|h2|h3|div|dt|dd|caption|title|text)>", "\n", text)
    text = unescape(re.sub(r"<[^>]*>", "", text))
    text = re.sub(r"sha256:[0-9a-f]{64}", "sha256:…", re.sub(r"claimgauge \d[\w.]*", "claimgauge", text))
    lines = (" ".join(line.split()) for line in text.splitlines())
    return "\n".join(line for line in lines if line) + "\n"


@pytest.mark.parametrize("name", PAGES)
def test_a_page_says_what_it_said(name):
    said, path = words(PAGES[name]()), STORED / f"{name}.txt"
    if os.environ.get("CLAIMGAUGE_WRITE_SNAPSHOTS"):
        path.write_text(said, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == said
