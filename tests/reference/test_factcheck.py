"""Fact-checked answers end to end: `make prove NAME=factcheck` in small."""

import gzip
import json
import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgauge.claims import DeclaredLabel
from tests.proofs.factcheck_data import DATA, LEARNT, GoldClaim, answers, labelled
from tests.proofs.factcheck_page import page
from tests.proofs.factcheck_run import outcomes
from tests.proofs.factcheck_study import OURS, action_of, bands, beside, index_of, not_supported, rankings, study
from tests.proofs.ranks import auroc, estimate, kendall, ranks, spearman

FEW = 3
MOST_PASSAGES = 20


@pytest.fixture(scope="module")
def every():
    if not DATA.is_file():
        pytest.skip(f"the data are not at {DATA}; set CLAIMGAUGE_SHARED to the folder that holds data/")
    return tuple(answers())


@pytest.fixture(scope="module")
def few(every):
    """Three answers that the labeller did not learn from, small enough for a test."""
    return [each for each in every if each.heldout and 5 < len(each.passages) < MOST_PASSAGES][:FEW]


@pytest.fixture(scope="module")
def small(few, tmp_path_factory):
    journal = tmp_path_factory.mktemp("factcheck") / "journal.jsonl"
    return study(few, tuple(outcomes(few, journal))), journal


# the data


def test_the_counts_of_the_data_set(every):
    assert 94 == len(every)
    assert 661 == sum(len(each.claims) for each in every)
    assert 17 == sum(each.left_out for each in every)
    assert (53, 39, 2) == tuple(sum(each.has_false is kind for each in every) for kind in (True, False, None))
    assert (68, 24, 2) == tuple(sum(each.factual is kind for each in every) for kind in (False, True, None))


def test_held_out_answers_are_those_whose_stances_the_training_data_hold_out(every):
    if not LEARNT.is_file():
        pytest.skip(f"no training data at {LEARNT}")
    with gzip.open(LEARNT, "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    learnt = {row["id"].split("-sentence")[0] for row in rows if row["split"] == "train"}
    held = {row["id"].split("-sentence")[0] for row in rows if row["split"] == "heldout"}
    assert learnt == {each.case_id for each in every if each.claims and not each.heldout}
    assert held == {each.case_id for each in every if each.claims and each.heldout}


@pytest.mark.parametrize(
    ("factuality", "stances", "by_factuality", "by_stance"),
    [
        ("true", ["completely-support", "irrelevant"], (["SUPPORTED"], ("e1",)), (["SUPPORTED"], ("e1",))),
        ("true", ["irrelevant", "partially-support"], (["SUPPORTED"], ("e2",)), (["PARTIAL"], ("e2",))),
        ("true", ["irrelevant", "irrelevant"], (["SUPPORTED"], ("h1",)), (["UNSUPPORTED"], ("e1", "e2"))),
        ("false", ["refute", "irrelevant"], (["FC"], ("e1",)), (["FC"], ("e1",))),
        ("false", ["irrelevant", "irrelevant"], (["F"], ("h1",)), (["UNSUPPORTED"], ("e1", "e2"))),
        ("false", ["completely-support", "refute"], (["FC"], ("e2",)), (["SUPPORTED", "FC"], ("e1", "e2"))),
        ("not enough evidence", ["irrelevant"], (["UNSUPPORTED"], ("e1",)), (["UNSUPPORTED"], ("e1",))),
    ],
)
def test_what_peoples_words_become(factuality, stances, by_factuality, by_stance):
    pairs = tuple((f"e{place}", stance) for place, stance in enumerate(stances, start=1))
    claim = GoldClaim("s1.1", "It is so.", factuality, pairs, "h1")
    for expected, says in ((by_factuality, "by factuality"), (by_stance, "by stance")):
        found = labelled(claim, says)
        short = ["".join(each.dimensions) if isinstance(each, DeclaredLabel) else each for each in found.labels]
        assert expected == (short, found.cited_evidence_ids)


# three answers


def test_claims_in_are_claims_out_and_bands_hold_every_answer(small, few):
    whole, _ = small
    for answer, outcome in zip(whole.answers, whole.outcomes, strict=True):
        assert answer.case_id == outcome.case_id == outcome.assessments["guarded"].case_id
        ids = [claim.claim_id for claim in outcome.assessments["guarded"].claims]
        assert [f"p{place}" for place in range(1, len(ids) + 1)] == ids
    for (labels, rubric), found in whole.assessments.items():
        assert FEW == len(found)
        assert FEW == sum(seen.total() for seen in bands(whole, labels, rubric).values())
        if labels != OURS:
            assert [len(each.claims) for each in few] == [len(each.claims) for each in found]
    assert sum(len(each.claims) for each in few) == len(beside(whole))


def test_numbers_are_within_their_bounds(small):
    whole, _ = small
    for _, got in whole.pairs(OURS, "guarded"):
        assert (index_of(got) is None) == (got.status == "unassessed")
        assert got.index is None or 0 <= got.index.score <= 100
        assert got.index is not None or action_of(got) == "review"
        share = not_supported(got)
        assert share is None or 0 <= share <= 1
    assert all(len(items) <= FEW for items in rankings(whole).values())


def test_a_journal_is_gone_on_with_and_a_half_written_row_made_again(small, few):
    whole, journal = small
    lines = [line for line in journal.read_bytes().splitlines() if line]
    assert FEW == len(lines)
    journal.write_bytes(b"\n".join([*lines[:-1], lines[-1][:100]]))
    again = tuple(outcomes(few, journal))
    assert whole.outcomes[:-1] == again[:-1]
    assert whole.outcomes[-1].assessments == again[-1].assessments
    assert again == tuple(outcomes(few, journal))


def test_the_page_adds_up_and_its_tables_line_up(small):
    if not LEARNT.is_file():
        pytest.skip(f"no training data at {LEARNT}")
    text = page(small[0], date="2026-01-31")
    tables = [block.splitlines() for block in text.split("\n\n") if block.startswith("|")]
    assert all(len({len(line) for line in lines}) == 1 for lines in tables)
    shares = next(lines for lines in tables if "share with a false claim" in lines[0])
    counts = [[int(cell) for cell in line.split("|")[4:8]] for line in shares[2:]]
    assert all(answers == sum(parts) for answers, *parts in counts)
    assert FEW * 6 == sum(answers for answers, *_ in counts)


# ranks


def test_equal_values_share_their_rank():
    assert [1, 2.5, 4, 2.5] == ranks([3, 7, 9, 7])


@pytest.mark.parametrize(
    ("rho", "tau", "one", "two"),
    [
        (1.0, 1.0, [1, 2, 3], [10, 20, 30]),
        (-1.0, -1.0, [1, 2, 3], [3, 2, 1]),
        (0.8, 4 / 6, [1, 2, 3, 4], [1, 2, 4, 3]),
        (0.9486832980505138, 5 / math.sqrt(5 * 6), [1, 1, 2, 3], [1, 2, 3, 4]),
        (None, None, [1, 1, 1], [1, 2, 3]),
        (None, None, [1], [1]),
    ],
)
def test_correlations_worked_by_hand(rho, tau, one, two):
    for expected, found in ((rho, spearman(one, two)), (tau, kendall(one, two))):
        assert expected == (found if found is None else pytest.approx(found))


@pytest.mark.parametrize(
    ("expected", "values", "truth"),
    [
        (1.0, [1, 2, 3], [False, True, True]),
        (0.5, [1, 1, 1], [False, True, True]),
        (0.875, [1, 2, 2, 3], [False, False, True, True]),
        (0.0, [3, 1], [False, True]),
        (None, [1, 2], [True, True]),
    ],
)
def test_auroc_worked_by_hand(expected, values, truth):
    assert expected == auroc(values, truth)


columns = st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5), st.booleans()), min_size=2, max_size=20)


@given(columns)
def test_measures_keep_to_their_bounds_and_turn_with_their_column(rows):
    one, two, truth = zip(*rows, strict=True)
    turned = [-value for value in one]
    for measure in (spearman, kendall):
        found = measure(one, two)
        assert (found is None) == (len(set(one)) == 1 or len(set(two)) == 1)
        if found is not None:
            assert -1 - 1e-9 <= found <= 1 + 1e-9
            assert found == pytest.approx(measure(two, one))
            assert -found == pytest.approx(measure(turned, two))
    area = auroc(one, truth)
    assert (area is None) == (len(set(truth)) == 1)
    assert area is None or 1 - area == pytest.approx(auroc(turned, truth))


def test_an_interval_holds_the_figure_and_the_same_seed_gives_the_same():
    values = [1.0, 2.0, 3.0, 4.0]
    found = estimate(values, lambda drawn: sum(drawn) / len(drawn), seed=1, resamples=200)
    assert 2.5 == found.value
    assert found.low < found.value < found.high
    assert found == estimate(values, lambda drawn: sum(drawn) / len(drawn), seed=1, resamples=200)
    assert "none" == str(estimate(values, lambda _: None, seed=1, resamples=20))
