"""The report in examples/box-scores against its game: one sentence of each kind."""

from pathlib import Path

import pytest

from claimgauge.labellers.records import RecordsLabeller
from claimgauge.wiring import load_evidence
from claimgauge.wiring.contracts import load_contract
from claimgauge.wiring.quantities import load_quantity_tables

EXAMPLE = Path(__file__).parents[2] / "examples" / "box-scores"


@pytest.fixture(scope="module")
def judged():
    nodes = load_evidence(EXAMPLE / "game.jsonl", mapping=EXAMPLE / "mapping.toml").nodes
    labeller = RecordsLabeller(load_contract(EXAMPLE / "contract.toml"), nodes, load_quantity_tables())
    return labeller.label((EXAMPLE / "report.txt").read_text())


def test_the_sentences_of_the_report(judged):
    assert [
        ("SUPPORTED", "explained"),
        ("SUPPORTED", "explained"),
        ("CONTRADICTED", "different_value"),
        ("SUPPORTED", "explained"),
        ("CONTRADICTED", "not_a_member"),
        ("UNKNOWN", "no_such_field"),
        ("UNKNOWN", "still_to_come"),
    ] == [(each.judgement.label, each.judgement.reason) for each in judged.sentences]


def test_what_contradicts_the_report(judged):
    assert [("seven", ("example/Tess Orlova",), "9"), ("Otters", ("example/Lena Voss", "example/Otters"), "")] == [
        (each.text, each.evidence, each.expected) for each in judged.mentions if each.verdict == "contradicted"
    ]
