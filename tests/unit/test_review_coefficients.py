"""Coefficients of agreement against published figures, and where there is none a reason."""

import itertools
import math

import pytest

from claimgauge.errors import InputError
from claimgauge.review import (
    Annotation,
    Draws,
    agreement_on_all,
    agreement_on_one,
    masi,
    ratings_of,
    yes_or_no,
)
from tests.rating import FOUR, THREE, annotations, rated, table, values

FEW = Draws(seed=1, iterations=200)


def found(rows, *, labels=(), level="nominal", **keys):
    return values(agreement_on_all(rated(rows, labels=labels, level=level), level=level, draws=FEW, **keys))


def test_three_raters_with_missing_ratings_come_out_as_the_oracle_says():
    expected = {
        "percent_agreement": 0.75,
        "krippendorff_alpha": 0.461538,
        "gwet_ac": 0.52941,
        "fleiss_kappa": 0.46667,
        "conger_kappa": 0.48958,
        "brennan_prediger": 0.5,
    }
    assert expected == pytest.approx(found(THREE), abs=6e-6)


@pytest.mark.parametrize(("expected", "level"), [(0.743, "nominal"), (0.815, "ordinal"), (0.849, "interval")])
def test_alpha_of_the_worked_example_of_krippendorff(expected, level):
    assert expected == round(found(FOUR, level=level)["krippendorff_alpha"], 3)


def test_the_other_coefficients_of_that_example_as_gwet_gives_them():
    expected = {"gwet_ac": 0.77544, "fleiss_kappa": 0.76117}
    assert expected == pytest.approx({name: found(FOUR)[name] for name in expected}, abs=6e-6)


@pytest.mark.parametrize(
    ("agreement", "kappa", "counts"),
    [
        (0.70, 0.40, {"yy": 20, "yn": 5, "ny": 10, "nn": 15}),
        (0.85, 0.70, {"yy": 40, "yn": 9, "ny": 6, "nn": 45}),  # Feinstein and Cicchetti 1990, table 1
        (0.85, 0.32, {"yy": 80, "yn": 10, "ny": 5, "nn": 5}),  # the same, table 2: the paradox
    ],
)
def test_cohens_kappa_of_tables_in_print(agreement, kappa, counts):
    by_name = found(table(counts))
    assert (agreement, kappa) == (round(by_name["percent_agreement"], 2), round(by_name["cohen_kappa"], 2))
    assert by_name["cohen_kappa"] == pytest.approx(by_name["conger_kappa"], abs=1e-12)


def test_two_abstractors_come_out_as_gwet_gives_them():
    by_name = found(table({"ee": 13, "aa": 20, "an": 7, "na": 4, "nn": 56}))
    assert (0.7964094, 0.7962397) == pytest.approx((by_name["cohen_kappa"], by_name["fleiss_kappa"]), abs=6e-8)


def weighted_kappa(counts, power):
    """Cohen 1968 as it is written: 1 − Σ v p_o / Σ v p_c, v the distance of ranks to this power."""
    total = sum(counts.values())
    labels = sorted({label for pair in counts for label in pair})
    first = {k: sum(n for pair, n in counts.items() if pair[0] == k) / total for k in labels}
    second = {k: sum(n for pair, n in counts.items() if pair[1] == k) / total for k in labels}
    apart = {(k, m): abs(labels.index(k) - labels.index(m)) ** power for k in labels for m in labels}
    seen = sum(apart[pair[0], pair[1]] * n / total for pair, n in counts.items())
    return 1 - seen / sum(apart[k, m] * first[k] * second[m] for k in labels for m in labels)


@pytest.mark.parametrize(("weights", "power"), [("linear", 1), ("quadratic", 2)])
def test_weighted_kappa_is_that_of_cohen(weights, power):
    counts = {"11": 12, "12": 5, "13": 1, "21": 3, "22": 20, "23": 8, "31": 2, "32": 4, "33": 15}
    by_name = found(table(counts), level="ordinal", weights=weights)
    assert weighted_kappa(counts, power) == pytest.approx(by_name["cohen_kappa"], abs=1e-12)


def test_the_level_chooses_the_weights():
    counts = {"11": 12, "12": 5, "13": 1, "21": 3, "22": 20, "33": 15}
    ranks, numbers = (found(table(counts), level=level)["cohen_kappa"] for level in ("ordinal", "interval"))
    assert (weighted_kappa(counts, 1), weighted_kappa(counts, 2)) == pytest.approx((ranks, numbers), abs=1e-12)


def test_congers_kappa_is_that_of_the_mean_chance_of_all_pairs_of_raters():
    ratings = rated(("a a b c a b", "a b b c a c", "b a b c c b"))
    shares = [
        [sum(label == k for item in ratings.given for rater, label in item if rater == g) / 6 for k in range(3)]
        for g in range(3)
    ]
    pairs = list(itertools.permutations(range(3), 2))
    chance = sum(sum(a * b for a, b in zip(shares[g], shares[h], strict=True)) for g, h in pairs) / len(pairs)
    observed = values(agreement_on_all(ratings, draws=FEW))
    expected = (observed["percent_agreement"] - chance) / (1 - chance)
    assert expected == pytest.approx(observed["conger_kappa"], abs=1e-12)


def test_labels_that_nobody_gave_count_where_chance_is_over_all_labels():
    rows = ("y y n y n n y y", "y y n n n y y y")
    two, three = found(rows), found(rows, labels=("y", "unclear", "n"))
    assert two["brennan_prediger"] < three["brennan_prediger"]
    assert two["gwet_ac"] < three["gwet_ac"]
    unchanged = ("fleiss_kappa", "conger_kappa", "krippendorff_alpha", "cohen_kappa")
    assert {name: two[name] for name in unchanged} == pytest.approx({name: three[name] for name in unchanged})


# --- sets of labels -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "a", "b"),
    [
        (0.0, ("x",), ("x",)),
        (0.0, (), ()),
        (1.0, ("x",), ("y",)),
        (1.0, (), ("y",)),
        (1 - 1 / 2 * 2 / 3, ("x",), ("x", "y")),
        (1 - 1 / 3 * 1 / 3, ("x", "y"), ("y", "z")),
    ],
)
def test_masi_is_the_share_of_common_labels_by_how_the_sets_lie(expected, a, b):
    assert expected == pytest.approx(masi(a, b)) == pytest.approx(masi(b, a))


def test_sets_of_labels_are_held_by_masi_and_have_no_coefficient_that_counts_all_labels():
    said = [("ana", ("F", "C")), ("bo", ("F",)), ("cy", ("F", "C"))]
    rows = [Annotation(item="one", rater=rater, labels=labels) for rater, labels in said]
    rows += [Annotation(item="two", rater=rater, labels=("U",)) for rater, _labels in said]
    by_name = {each.name: each for each in agreement_on_all(ratings_of(rows), draws=FEW)}
    observed = 2 * (2 * (1 - 1 / 2 * 2 / 3)) / 2 / 6  # two pairs that differ, each in both orders, over r - 1, over n
    assert 1 - observed == pytest.approx(by_name["krippendorff_alpha"].observed)
    assert by_name["brennan_prediger"].value is None
    assert "not known" in by_name["gwet_ac"].reason


def test_one_label_of_a_set_is_a_question_of_its_own():
    said = {"ana": ("F", "C"), "bo": ("F",), "cy": ("C",)}
    rows = [Annotation(item="one", rater=rater, labels=labels) for rater, labels in said.items()]
    on_f = values(agreement_on_one(yes_or_no(rows, lambda row: "F" in row.given), draws=FEW))
    assert 2 * 1 / 2 / 2 == on_f["specific_agreement"]  # two gave it, each has one of two others with it


# --- nothing is made up -------------------------------------------------------------------------------


def test_where_one_label_was_given_chance_corrects_everything_away_and_it_says_so():
    by_name = {each.name: each for each in agreement_on_all(rated(("y y y y y y y", "y y y y y y y")), draws=FEW)}
    assert 1.0 == by_name["percent_agreement"].value
    for name in ("fleiss_kappa", "conger_kappa", "krippendorff_alpha", "cohen_kappa"):
        assert (None, None) == (by_name[name].value, by_name[name].interval)
        assert "agreement by chance is complete" in by_name[name].reason
    assert "give all labels" in by_name["gwet_ac"].reason
    assert "give all labels" in by_name["brennan_prediger"].reason


def test_where_the_other_labels_are_told_those_that_count_labels_are_defined():
    by_name = found(("y y y y y y y", "y y y y y y y"), labels=("y", "n"))
    assert (1.0, 1.0, None) == (by_name["gwet_ac"], by_name["brennan_prediger"], by_name["fleiss_kappa"])


def test_without_an_item_that_two_rated_nothing_is_defined():
    for each in agreement_on_all(rated(("y n y . . .", ". . . n n y")), draws=FEW):
        assert each.value is None
        assert each.reason
        assert each.interval_reason


def test_no_value_is_ever_infinite_or_no_number():
    for rows in (("y",), ("y", "y"), ("y", "n"), ("y n", "n y"), ("y .", ". y"), ("a b c", "a b c", "c b a")):
        for each in agreement_on_all(rated(rows), draws=FEW):
            numbers = (each.value, each.observed, each.by_chance, *(each.interval or ()))
            assert all(number is None or math.isfinite(number) for number in numbers)


def test_few_items_have_no_interval_and_it_says_how_many_are_needed():
    (first, *_rest) = agreement_on_all(rated(("y n y n y", "y n n n y")), draws=FEW)
    assert (0.8, None, "5 items are too few; 6 or more are needed") == (
        first.value,
        first.interval,
        first.interval_reason,
    )


def test_the_interval_holds_the_value_and_depends_on_the_seed_alone():
    ratings = rated(table({"yy": 40, "yn": 9, "ny": 6, "nn": 45}))
    once, again, other = (agreement_on_all(ratings, draws=Draws(seed, 400, 0.95)) for seed in (1, 1, 2))
    assert once == again != other
    assert all(each.interval.lower < each.value < each.interval.upper for each in once)


@pytest.mark.parametrize(
    ("message", "rows", "keys"),
    [
        ("the interval level needs numbers", ("a b", "a b"), {"level": "interval"}),
        ("give the labels in their order", ("a b", "a b"), {"level": "ordinal"}),
        ("write each number in one way", ("1 1.0", "1 2"), {"level": "interval"}),
        ("'r1' gave 'b', the labels are a", ("a b", "a a"), {"labels": ("a",)}),
    ],
)
def test_labels_that_do_not_fit_their_level_are_an_error(message, rows, keys):
    with pytest.raises(InputError, match=message):
        rated(rows, **keys)


def test_ranks_without_numbers_go_by_the_order_that_was_told():
    rows = ("low low mid high high mid", "low mid mid high high high")
    told = found(rows, level="ordinal", labels=("low", "mid", "high"))
    numbered = found(("1 1 2 3 3 2", "1 2 2 3 3 3"), level="ordinal")
    assert told == pytest.approx(numbered)


def test_ranks_are_those_of_the_numbers_and_not_of_the_alphabet():
    assert ("2", "10", "100") == rated(("10 100 2", "10 100 2"), level="ordinal").names


def test_annotations_about_nothing_are_an_error():
    with pytest.raises(InputError, match="give at least one"):
        ratings_of([])


def test_items_of_the_three_raters_are_counted_as_they_stand():
    assert [(0, 2), (0, 3), (3, 0)] == [rated(THREE).counts(place) for place in range(3)]
    assert 22 == len(annotations(THREE))
