"""Bands of today beside fitted ones on answers that people checked: `make prove NAME=calibration` in small."""

import pytest

from claimgauge.calibration.observations import observed
from claimgauge.calibration.result import Calibration
from tests.proofs.calibration_data import (
    EXPERTQA,
    expert_answers,
    expert_outcomes,
    factcheck_outcomes,
    scored,
)
from tests.proofs.calibration_page import page
from tests.proofs.calibration_study import EXPERTS, OURS, STANCE, TRUTH, costs_at, study
from tests.proofs.factcheck_data import DATA, answers
from tests.proofs.factcheck_run import Outcome

pytestmark = pytest.mark.skipif(
    not (DATA.is_file() and EXPERTQA.is_file()),
    reason=f"the data are not at {DATA.parent}; set CLAIMGAUGE_SHARED to the folder that holds data/",
)


@pytest.fixture(scope="module")
def small():
    """People's labels only: by stance in the place of ours, which take minutes."""
    every, experts = tuple(answers()), tuple(expert_answers())
    rows = {name: scored((each.labelled("by stance") for each in every), name) for name in ("paper", "guarded")}
    ours = [
        Outcome(case_id=each.case_id, made_of="", wall=0, cpu=0, assessments={name: rows[name][at] for name in rows})
        for at, each in enumerate(every)
    ]
    return study(every, ours, experts, (), iterations=60)


def test_an_outcome_is_what_people_found():
    every, experts = tuple(answers()), tuple(expert_answers())
    assert (92, 53) == (len(factcheck_outcomes(every)), sum(each.outcome.harmful for each in factcheck_outcomes(every)))
    found = expert_outcomes(experts)
    assert (478, 89) == (len(found), sum(each.outcome.harmful for each in found))


def test_answers_that_nobody_judged_are_left_out():
    every = tuple(answers())
    found = observed(scored((each.labelled("by stance") for each in every), "guarded"), factcheck_outcomes(every))
    assert 94 == len(found.observations) + len(found.without_outcome) + len(found.without_index)
    assert not {each.case_id for each in found.observations} & {*found.without_outcome, *found.without_index}


def test_peoples_word_on_the_truth_is_an_upper_bound(small):
    areas = {name: small.calibrations[name, "guarded"].discrimination.auroc.value for name in (TRUTH, STANCE, EXPERTS)}
    assert areas[TRUTH] > areas[STANCE] > areas[EXPERTS] > 0.5


def test_dearer_harm_releases_no_more_answers(small):
    assert 30 == costs_at(30).costs["release"].harmful
    assert 18 == costs_at(30).costs["caution"].harmful
    for name in (STANCE, EXPERTS):
        first, last = (small.by_ratio[name, "guarded", ratio].bands.fitted[0].answers for ratio in (3, 100))
        assert last <= first


def test_the_page_names_whose_labels_and_why_a_row_is_missing(small):
    text = page(small, date="2026-11-30", command="python -m tests.proofs.calibration")
    assert "**ExpertQA with passages, our labels.** No calibration: no answer has both" in text
    for name in (TRUTH, STANCE, OURS, EXPERTS):
        assert f"| {name} | `guarded` |" in text
        assert isinstance(small.calibrations[name, "paper"], Calibration)
