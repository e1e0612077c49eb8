"""The page about the risk of the 300 reference cases says what a run over them says."""

import datetime as dt
import importlib.util
import re
from pathlib import Path

PAGE = Path(__file__).parent.parent.parent / "docs" / "reference" / "reference-cases-risk.md"


def generator():
    path = PAGE.parent.parent / "generate_reference_risk.py"
    spec = importlib.util.spec_from_file_location("docs_generate_reference_risk", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_what_a_run_gives_at_its_date(reference_data):
    text = PAGE.read_text(encoding="utf-8")
    (date,) = re.findall(r"^claimgauge \S+, (\d{4}-\d\d-\d\d), by$", text, re.MULTILINE)
    assert generator().page(dt.date.fromisoformat(date)) == text


def test_where_the_cases_are_absent_the_page_stays_and_a_message_says_so(monkeypatch, tmp_path, capsys):
    before = PAGE.read_bytes()
    module = generator()
    monkeypatch.setattr(module, "SHARED", tmp_path)
    assert 0 == module.main([])
    assert "set CLAIMGAUGE_SHARED to the folder that holds data/" in capsys.readouterr().err
    assert before == PAGE.read_bytes()
