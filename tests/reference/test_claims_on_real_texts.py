"""Real answers and reports: nothing is lost, and sentences are found where people found them."""

import csv
import gzip

import pytest

from claimgauge.claims import claims_from
from claimgauge.claims.marks import joined
from claimgauge.claims.sentences import sentences_of
from claimgauge.wiring.prose import load_prose_tables
from tests.conftest import SHARED
from tests.proofs.claims import DATA, answers, figures

TABLES = load_prose_tables()
GAMES = SHARED / "data" / "accuracy_shared_task" / "train_games.csv.gz"


@pytest.fixture(scope="module")
def every():
    if not DATA.is_file():
        pytest.skip(f"the data are not at {DATA}; set CLAIMGAUGE_SHARED to the folder that holds data/")
    return tuple(answers())


@pytest.fixture(scope="module")
def reports():
    if not GAMES.is_file():
        pytest.skip(f"the data are not at {GAMES}; set CLAIMGAUGE_SHARED to the folder that holds data/")
    with gzip.open(GAMES, "rt", encoding="utf-8") as lines:
        return tuple(row["DETOKENIZED_GENERATED_TEXT"] for row in csv.DictReader(lines))


def covered(answer):
    found = claims_from(answer, TABLES)
    inside = {place for each in (*found.claims, *found.left_out) for place in range(*each.span)}
    return all(each.isspace() or place in inside for place, each in enumerate(answer))


def test_people_and_the_splitter_agree_on_most(every):
    found = figures(every)
    assert (94, 311, 678) == (found.answers, found.sentences, found.gold)
    assert found.covered > 0.6 * found.gold
    assert found.ours < found.gold


def test_no_answer_loses_a_character(every):
    assert all(covered(answer.text) for answer in every)


def test_every_answer_is_read_as_english(every):
    assert {"en"} == {answer.extraction.language for answer in every}


def test_reports_are_cut_into_sentences_and_told_piece_by_piece(reports):
    assert len(reports) == 60
    for report in reports:
        found = claims_from(report, TABLES)
        assert len(found.claims) >= len(sentences_of(report)) - 2
        for claim in found.claims:
            made = joined(report, claim.pieces)
            assert claim.text[1:].rstrip(".") == made[1:].rstrip(".")
        assert covered(report)
