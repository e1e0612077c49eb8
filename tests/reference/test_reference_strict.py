"""The page about the reference claims under both presets says what a run over them says."""

import datetime as dt
import importlib.util
import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parent.parent.parent / "docs" / "reference" / "reference-cases-strict.md"


def generator():
    path = PAGE.parent.parent / "generate_reference_strict.py"
    spec = importlib.util.spec_from_file_location("docs_generate_reference_strict", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def pages(reference_data):
    return generator()


@pytest.fixture(scope="module")
def claims(pages):
    return pages.judged_claims()


def sizes(found):
    return {title: len(claims) for title, claims in found.items()}


def test_the_page_is_what_a_run_gives_at_its_date(pages):
    text = PAGE.read_text(encoding="utf-8")
    (date,) = re.findall(r"^claimgauge \S+, (\d{4}-\d\d-\d\d), by$", text, re.MULTILINE)
    assert pages.page(dt.date.fromisoformat(date)) == text


def test_both_verdicts_of_every_claim_are_counted(pages, claims):
    expected = {
        ("verified", "verified"): 2431,
        ("verified", "rejected"): 1952,
        ("rejected", "verified"): 20,
        ("rejected", "rejected"): 2163,
    }
    assert expected == pages.cross(claims)


def test_what_strict_rejects_in_addition_has_a_class(pages, claims):
    expected = {
        "cites nothing": 1534,
        "names an entity of another node": 287,
        "leaves out whom its evidence is about": 20,
        "cites a number of another node": 43,
        "cites a number of no node": 35,
        "says a number in its text only": 33,
    }
    assert expected == sizes(pages.classed(pages.changed(claims, "verified", "rejected"), pages.REJECTED))


def test_what_strict_accepts_instead_has_a_class(pages, claims):
    expected = {"an entity in another case": 8, "an entity with a space too many": 8, "a number in another spelling": 4}
    assert expected == sizes(pages.classed(pages.changed(claims, "rejected", "verified"), pages.ACCEPTED))


def test_every_generated_claim_that_cites_evidence_is_verified(claims):
    generated = [each for each in claims if not each.mutated]
    assert {True} == {(each.strict.status == "verified") == bool(each.claim.cited_evidence_ids) for each in generated}


def test_a_verified_claim_says_what_its_nodes_say(claims):
    """Where the text is a record of its type, read here without the gates."""
    wanted = {
        "COMPARISON": lambda said: f"{said['winnerId']} wins {said['category']} (first segment) over ",
        "FEE_JUSTIFICATION": lambda said: (
            f"{said['cardId']}: fee ${said['feeUsd']}, credits ${said['creditsAssumedUsd']}, "
        ),
    }
    checked = 0
    for each in claims:
        kind, _, rest = each.claim.text.partition(" ")
        if each.strict.status == "verified" and kind in wanted:
            start = wanted[kind](dict(re.findall(r"(\w+)=([^,}]*)", rest)))
            assert any(node.content.startswith(start) for node in each.nodes), each.claim
            checked += 1
    assert checked > 2000


def test_where_the_claims_are_absent_the_page_stays_and_a_message_says_so(monkeypatch, tmp_path, capsys):
    before = PAGE.read_bytes()
    module = generator()
    monkeypatch.setattr(module, "SHARED", tmp_path)
    assert 0 == module.main([])
    assert "set CLAIMGAUGE_SHARED to the folder that holds data/" in capsys.readouterr().err
    assert before == PAGE.read_bytes()
