"""Whose label stands: majority, weights, the model of Dawid and Skene, and what an item needs next."""

import itertools
import math
import random

import pytest

from claimgauge.errors import InputError
from claimgauge.review import (
    Adjudication,
    Annotation,
    Draws,
    Reviews,
    agreement_of,
    current,
    dawid_skene,
    majority,
    weighted_majority,
)
from tests.rating import annotations, rated

FEW = Draws(seed=1, iterations=200)
ITEMS = ("y y y n . y", "y n n n . y", "y . y y . n", ". . n . y y")  # u05 has one rating, u02 two that differ


def labels_of(ratings, consensus):
    return [None if each.label is None else ratings.names[each.label] for each in consensus]


def test_the_majority_is_more_than_half_and_a_tie_is_none():
    ratings = rated(ITEMS)
    found = majority(ratings)
    assert ["y", None, None, "n", "y", "y"] == labels_of(ratings, found)
    assert "more than half" in found[1].reason


def test_weights_settle_what_votes_leave_open():
    ratings = rated(ITEMS)
    found = weighted_majority(ratings, {"r1": 1.0, "r2": 3.0, "r3": 1.0, "r4": 1.0})
    assert ["y", "n", "n", "n", "y", "y"] == labels_of(ratings, found)
    assert 3 / 4 == found[1].share


def test_a_rater_without_weight_has_no_vote():
    ratings = rated(ITEMS)
    found = weighted_majority(ratings, {"r1": 1.0, "r2": 1.0, "r3": 1.0, "r4": 0.0})
    assert (None, "its raters have no weight") == (found[4].label, found[4].reason)


@pytest.mark.parametrize("weight", [-1.0, math.inf, math.nan, None])
def test_a_weight_that_is_none_is_an_error(weight):
    weights = dict.fromkeys(("r1", "r2", "r3"), 1.0) | ({} if weight is None else {"r4": weight})
    with pytest.raises(InputError, match="weight of 'r4'"):
        weighted_majority(rated(ITEMS), weights)


# --- Dawid and Skene ----------------------------------------------------------------------------------


def simulated(count, accuracies, *, labels="abc", seed=5):
    """Items with a true label, and raters who give it so often and else any other."""
    chance = random.Random(seed)  # noqa: S311  # a seeded draw
    truth = [chance.choice(labels) for _ in range(count)]
    rows = [
        " ".join(
            true if chance.random() < accuracy else chance.choice([each for each in labels if each != true])
            for true in truth
        )
        for accuracy in accuracies
    ]
    return truth, rows


def test_raters_get_the_accuracy_with_which_they_were_simulated():
    truth, rows = simulated(2_000, (0.95, 0.8, 0.6, 0.5, 0.9))
    found = dawid_skene(rated(rows))
    assert found.converged
    assert (0.95, 0.8, 0.6, 0.5, 0.9) == pytest.approx(found.accuracies, abs=0.04)
    ratings = rated(rows)
    right = [
        sum(a == b for a, b in zip(labels_of(ratings, each), truth, strict=True))
        for each in (found.consensus, majority(ratings))
    ]
    assert right[0] > right[1]


def test_the_likelihood_never_falls_and_probabilities_sum_to_one():
    _truth, rows = simulated(60, (0.9, 0.7, 0.6))
    found = dawid_skene(rated(rows))
    assert all(after >= before - 1e-9 for before, after in itertools.pairwise(found.likelihoods))
    assert all(math.isclose(math.fsum(row), 1) for row in (*found.posteriors, found.prevalence))
    assert all(math.isclose(math.fsum(row), 1) for own in found.confusions for row in own)


def test_unanimous_raters_are_believed_at_once():
    found = dawid_skene(rated(("a b a c", "a b a c", "a b a c")))
    assert (1, True) == (found.rounds, found.converged)
    assert (1.0, 1.0, 1.0) == found.accuracies


def test_it_says_when_it_did_not_converge():
    _truth, rows = simulated(60, (0.9, 0.7, 0.6))
    found = dawid_skene(rated(rows), most=2)
    assert (2, False) == (found.rounds, found.converged)


def test_two_raters_who_differ_everywhere_leave_every_item_tied():
    found = dawid_skene(rated(("a b", "b a")))
    assert [None, None] == [each.label for each in found.consensus]
    assert "equally likely" in found.consensus[0].reason


# --- what is next -------------------------------------------------------------------------------------


def steps(rows, *decided):
    found = agreement_of(Reviews(tuple(annotations(rows)), decided), draws=FEW)
    return {each.item: (each.step, each.final) for each in found.by_item}


def test_disagreement_goes_to_a_third_and_then_to_an_adjudicator():
    assert {
        "u01": ("settled", "y"),
        "u02": ("third", None),
        "u03": ("adjudicate", None),
        "u04": ("settled", "n"),
        "u05": ("second", None),
        "u06": ("settled", "y"),
    } == steps(ITEMS)


def test_what_an_adjudicator_decided_stands_and_the_last_decision_counts():
    first, last = (
        Adjudication(item="u01", adjudicator="eve", label=label, reason="read it again") for label in ("y", "n")
    )
    assert ("adjudicated", "n") == steps(ITEMS, first, last)["u01"]


def test_an_adjudication_of_an_unknown_item_is_named_and_left_out():
    decided = Adjudication(item="elsewhere", adjudicator="eve", label="y", reason="because")
    found = agreement_of(Reviews(tuple(annotations(ITEMS)), (decided,)), draws=FEW)
    assert any("'elsewhere'" in notice for notice in found.notices)


# --- appended, never edited ---------------------------------------------------------------------------


def said(label, time="", rater="ana"):
    return Annotation(item="one", rater=rater, label=label, time=time)


def test_the_last_annotation_of_a_rater_counts_and_the_others_are_counted():
    rows = (said("y"), said("n", rater="bo"), said("n"))
    assert (said("n"), said("n", rater="bo")) == current(rows)
    assert 1 == agreement_of(Reviews(rows), draws=FEW).revised


def test_a_later_row_that_is_older_is_an_error():
    rows = (said("y", "2026-03-02T10:00:00+01:00"), said("n", "2026-03-02T08:59:00Z"))
    with pytest.raises(InputError, match="in the order of time"):
        current(rows)
    assert (said("y", "2026-03-02T10:00:00+01:00"),) == current(reversed(rows))


@pytest.mark.parametrize("keys", [{}, {"label": "y", "labels": ("y",)}])
def test_an_annotation_has_one_label_or_a_set_of_them(keys):
    with pytest.raises(ValueError, match="exactly one of label and labels"):
        Annotation(item="one", rater="ana", **keys)


# --- the paradox --------------------------------------------------------------------------------------


def test_the_paradox_is_said_beside_the_number():
    rows = (" ".join("y" * 90 + "n" * 10), " ".join("y" * 80 + "n" * 10 + "y" * 5 + "n" * 5))
    found = agreement_of(Reviews(tuple(annotations(rows))), draws=FEW).prevalence
    assert ("y", 0.875) == (found.label, found.share)
    assert found.by_chance == pytest.approx(0.875**2 + 0.125**2)
    assert "'y' takes 88 % of the ratings" in found.message
    assert "raters agree in 85 % of the pairs, Fleiss' kappa is 0.31, Gwet's AC 0.81" in found.message


def test_where_labels_are_even_there_is_no_paradox():
    assert "" == agreement_of(Reviews(tuple(annotations(("y n y n", "y n n n")))), draws=FEW).prevalence.message


# --- dimensions ---------------------------------------------------------------------------------------


def test_dimensions_come_from_the_rater_or_else_from_the_rubric():
    rows = (
        Annotation(item="one", rater="ana", label="CONTRADICTED"),
        Annotation(item="one", rater="bo", label="CONTRADICTED", dimensions=("F", "C")),
        Annotation(item="two", rater="ana", label="SUPPORTED"),
        Annotation(item="two", rater="bo", label="SUPPORTED"),
    )
    found = agreement_of(Reviews(rows), dimensions={"CONTRADICTED": ("F",), "SUPPORTED": ()}, draws=FEW)
    assert {"C": (0.25, 1), "F": (0.5, 1)} == {each.name: (each.share, each.items) for each in found.by_dimension}
    without = agreement_of(Reviews(rows), draws=FEW)
    assert ["C", "F"] == [each.name for each in without.by_dimension]
    assert any("without dimensions: 3 of 4" in notice for notice in without.notices)


def test_weights_without_ranks_are_an_error():
    with pytest.raises(InputError, match="need labels with ranks"):
        agreement_of(Reviews(tuple(annotations(ITEMS))), weights="linear", draws=FEW)
