"""A sample of the study of TAT-QA; all of it is `make prove NAME=tatqa`."""

import pytest

from tests.proofs.tatqa import passed
from tests.proofs.tatqa_page import page
from tests.proofs.tatqa_study import FILES, FOLDER, studied

SAMPLE = 120


@pytest.fixture(scope="module")
def study():
    if not all((FOLDER / name).is_file() for name in FILES):
        pytest.skip(f"TAT-QA is not in {FOLDER}; set CLAIMGAUGE_SHARED to the folder that holds data/")
    return studied(seed=7, sample=SAMPLE)


def test_every_question_is_verified_or_has_a_reason(study):
    assert SAMPLE == len(study.cases) + len(study.misses)
    assert all(miss.why for miss in study.misses)
    assert len(study.cases) >= 0.95 * study.declared


def test_altered_answers_are_rejected(study):
    rows = [row for family in study.alterations.values() for row in family]
    kept = [(row.changed.value, row.case.question.derivation) for row in rows if not row.rejected]
    assert [] == kept


def test_an_operation_that_is_named_is_the_right_one(study):
    counts = study.undeclared["cited rows"]
    assert counts["right"] >= 0.5 * counts.total()
    assert counts["another"] <= 0.02 * counts.total()


def test_the_page_says_how_it_was_made(study):
    text = page(study, date="2026-01-31", seed=7)
    assert "Measured on 2026-01-31 with `make prove NAME=tatqa` (`python -m tests.proofs.tatqa --seed 7`)" in text
    assert passed(study)
