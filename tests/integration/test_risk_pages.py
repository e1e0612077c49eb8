"""The generated pages about rubrics hold what the rubrics hold."""

import importlib.util
from pathlib import Path

import pytest

from claimgauge.risk import label_reach
from claimgauge.wiring import shipped_names
from tests.risk_building import GUARDED, PAPER

DOCS = Path(__file__).parent.parent.parent / "docs"


def generator():
    spec = importlib.util.spec_from_file_location("docs_generate_risk", DOCS / "generate_risk.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_generated_pages_are_current():
    assert [] == [path.name for path in generator().stale()]


def test_every_rubric_that_ships_has_its_table():
    text = (DOCS / "reference" / "label-bands.md").read_text(encoding="utf-8")
    assert [] == [name for name in shipped_names("rubrics") if f"\n## {name}\n" not in text]


@pytest.mark.parametrize("rubric", [PAPER, GUARDED], ids=lambda rubric: rubric.id)
def test_every_band_that_a_label_reaches_is_on_the_page(rubric):
    text = (DOCS / "reference" / "label-bands.md").read_text(encoding="utf-8")
    section = text.partition(f"\n## {rubric.id}\n")[2].partition("\n## ")[0]
    for row in label_reach(rubric):
        line = next(line for line in section.splitlines() if line.startswith(f"| `{row.label}` |"))
        assert f"{row.score:g} {row.band}" in section
        assert 6 == line.count("|")


def test_a_stale_page_is_found_out(monkeypatch, tmp_path, capsys):
    module = generator()
    monkeypatch.setattr(module, "DOCS", tmp_path / "docs")
    assert 1 == module.main(["--check"])
    assert "docs/reference/rubrics.md is stale; run: python docs/generate_risk.py" in capsys.readouterr().err
