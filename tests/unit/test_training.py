"""The training's pure parts: how labels are merged, which rows are never learnt from, in which order the others are.

They are loaded by their path: the folder is no package that is installed, and nothing here needs torch.
"""

import importlib.util
import sys
from pathlib import Path

import pytest

TRAINING = Path(__file__).parent.parent.parent / "training"


def loaded(name):
    spec = importlib.util.spec_from_file_location(f"training_{name}", TRAINING / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


labels, splits, schedule = map(loaded, ("labels", "splits", "schedule"))


@pytest.mark.parametrize(
    ("merged", "label"),
    [
        ("supported", "entailment"),
        ("supported", "supported"),
        ("unsupported", "neutral"),
        ("unsupported", "unsupported"),
        ("unsupported", "partial"),
        ("contradicted", "contradiction"),
        ("contradicted", "contradicted"),
    ],
)
def test_both_schemes_of_labels_become_three_classes(merged, label):
    assert merged == labels.merged(label)
    assert 1.0 == pytest.approx(sum(labels.target(label)))


def test_a_partial_label_lies_between_and_is_never_a_contradiction():
    supported, unsupported, contradicted = labels.target("partial")
    assert 0.0 < supported < unsupported
    assert 0.0 == contradicted


def test_an_unknown_label_is_an_error_that_names_it():
    with pytest.raises(ValueError, match="'maybe'"):
        labels.target("maybe")


def test_held_out_rows_stay_held_out():
    assert {"heldout"} == {splits.part("heldout", f"premise {number}") for number in range(200)}


def test_the_same_premise_goes_to_the_same_side():
    for number in range(200):
        assert splits.part("train", f"The premise {number}.") == splits.part("train", f" the  PREMISE {number}.\n")


def test_about_fifteen_in_a_hundred_premises_are_kept_for_the_stacked_model():
    found = [splits.part("train", f"premise {number}") for number in range(4000)]
    assert {"train", "stack"} == set(found)
    assert 0.12 < found.count("stack") / len(found) < 0.18


def test_an_unknown_split_is_an_error_that_names_it():
    with pytest.raises(ValueError, match="'test'"):
        splits.part("test", "premise")


def mixture():
    sources = ["prose"] * 100 + ["table"] * 100
    return sources, [place % 60 for place in range(200)]


def test_the_order_depends_on_the_seed_alone():
    sources, lengths = mixture()
    once, again, other = (
        schedule.batches(sources, lengths, seed=seed, stages=[{"prose": 1.0, "table": 1.0}]) for seed in (1, 1, 2)
    )
    assert once == again
    assert once != other


def test_every_pair_is_met_as_often_as_its_source_says():
    sources, lengths = mixture()
    order = schedule.batches(sources, lengths, seed=1, stages=[{"prose": 2.0, "table": 0.25}])
    met = [place for batch in order for place in batch]
    assert [2] * 100 == [met.count(place) for place in range(100)]
    assert 25 == len({place for place in met if place >= 100}) == len([place for place in met if place >= 100])


def test_the_learning_rate_rises_and_falls_to_nothing():
    rates = [schedule.rate(step / 1000) for step in range(1001)]
    assert 1.0 == max(rates)
    assert 0.0 == rates[0] == rates[-1] == schedule.rate(1.5)
    assert sorted(rates[50:], reverse=True) == rates[50:]


@pytest.mark.parametrize(
    ("row", "bins"),
    [
        (["0", "none", "none", "none"], []),
        (["10", "0.750", "0.750", "0.000"], [(10, 0.75, 0.75)]),
        (["40", "0.650", "0.650", "0.100"], [(20, 0.55, 0.65), (20, 0.75, 0.65)]),
        (["1,000", "0.910", "0.810", "0.100"], [(900, 0.92, 0.82), (100, 0.82, 0.72)]),
    ],
)
def test_the_calibration_error_of_a_set_is_the_mean_distance_of_its_bins(row, bins):
    page = loaded("page")
    keys = ("claims", "confidence", "right")
    assert row == page._reliability([dict(zip(keys, each, strict=True)) for each in bins])
