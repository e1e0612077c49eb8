"""The records labeller on tables of any kind: `make prove NAME=table_claims` in small."""

import pytest

from claimgauge.evidence import EvidenceNode
from tests.proofs.table_claims import DATA, Counts, Labelled, Pair, counts, interval, labelled, outcome_of, pairs

FEW = 200


@pytest.fixture(scope="module")
def every():
    if not DATA.is_file():
        pytest.skip(f"the data are not at {DATA}; set CLAIMGAUGE_SHARED to the folder that holds data/")
    return labelled(pairs(FEW))


def test_of_the_pairs_put_in_an_order_most_are_right(every):
    found = counts(each.outcome for each in every)
    assert found.pairs == FEW
    assert found.of_ordered > 0.75


def test_more_is_left_open_than_guessed(every):
    found = counts(each.outcome for each in every)
    assert found.abstains > found.wrong * 10


@pytest.mark.parametrize(
    ("expected", "entailed", "refuted"),
    [
        ("right", "SUPPORTED", "CONTRADICTED"),
        ("right", "UNKNOWN", "CONTRADICTED"),
        ("wrong", "CONTRADICTED", "UNKNOWN"),
        ("abstains", "UNKNOWN", "UNKNOWN"),
        ("abstains", "UNSUPPORTED", "UNKNOWN"),
        ("tie", "SUPPORTED", "SUPPORTED"),
    ],
)
def test_outcomes(expected, entailed, refuted):
    assert expected == outcome_of(entailed, refuted)


def test_a_pair_on_a_small_table():
    nodes = (
        EvidenceNode(evidence_id="0", type="ROW", fields={"driver": "ann lee", "wins": "12", "points": "80"}),
        EvidenceNode(evidence_id="1", type="ROW", fields={"driver": "bo park", "wins": "9", "points": "61"}),
    )
    found = labelled([Pair("t", "", nodes, "ann lee had 12 wins", "ann lee had 9 wins")])
    assert [("SUPPORTED", "CONTRADICTED", "right")] == [(each.entailed, each.refuted, each.outcome) for each in found]


def test_shares_and_their_interval():
    assert (0.75, 0.6) == (Counts(3, 1, 1, 0).of_ordered, Counts(3, 1, 1, 0).of_all)
    alike = [Labelled(Pair(str(at), "", (), "", ""), "SUPPORTED", "CONTRADICTED", "right") for at in range(5)]
    assert (1.0, 1.0) == interval(alike, lambda each: each.of_all)
