"""Agreement on published annotations, against the figures that came with the data."""

import ast
import csv
import gzip
import io

import pytest

from claimgauge.review import Annotation, Draws, Reviews, agreement_of, agreement_on_all, ratings_of
from tests.conftest import SHARED
from tests.rating import values

DATA = SHARED / "data"
FEW = Draws(seed=1, iterations=50)


def rows_of(path, **keys):
    if not path.is_file():
        pytest.skip(f"the annotations are not at {path}; set CLAIMGAUGE_SHARED to the folder that holds data/")
    with gzip.open(path) as stream:
        return list(csv.DictReader(io.TextIOWrapper(stream, encoding="utf-8"), **keys))


def infotabs(split, *, only=None):
    """Five validators an item; the place in the list stands for the rater, since some validated an item twice."""
    rows = rows_of(DATA / "infotabs" / f"infotabs_valid_{split}.tsv.gz", delimiter="\t", quoting=csv.QUOTE_NONE)
    given = [(str(place), ast.literal_eval(row["other_human_labels"])) for place, row in enumerate(rows)]
    return [
        Annotation(item=item, rater=f"validator {number}", label=str(label))
        for item, labels in given
        if only is None or len(labels) == only
        for number, label in enumerate(labels)
    ]


def xsum():
    """Whether a worker found any hallucination in a summary, of whatever kind."""
    rows = rows_of(DATA / "summ_outcomes" / "xsum_hallucination_annotations.csv.gz")
    found = {}
    for row in rows:
        kinds = found.setdefault((f"{row['bbcid']} {row['system']}", row["worker_id"]), set())
        kinds.update({row["hallucination_type"]} - {"NULL"})
    return found


@pytest.mark.parametrize(
    ("alpha", "items", "split"),
    [
        (0.4626, 1791, "dev"),
        (0.6399, 1792, "test_alpha1"),
        (0.6100, 1800, "test_alpha2"),
        (0.5422, 1790, "test_alpha3"),
    ],
)
def test_alpha_of_the_validators_of_infotabs(alpha, items, split):
    ratings = ratings_of(infotabs(split))
    found = values(agreement_on_all(ratings, draws=FEW))
    assert (items, alpha) == (len(ratings.items), round(found["krippendorff_alpha"], 4))


@pytest.mark.parametrize(
    ("kappa", "items", "split"),
    [
        (0.4596, 1779, "dev"),
        (0.6367, 1762, "test_alpha1"),
        (0.6111, 1743, "test_alpha2"),
        (0.5418, 1789, "test_alpha3"),
    ],
)
def test_fleiss_kappa_of_the_rows_with_five_validators(kappa, items, split):
    ratings = ratings_of(infotabs(split, only=5))
    found = values(agreement_on_all(ratings, draws=FEW))
    assert (items, kappa) == (len(ratings.items), round(found["fleiss_kappa"], 4))


def test_alpha_of_the_workers_who_looked_for_hallucinations():
    rows = [Annotation(item=item, rater=who, label="yes" if kinds else "no") for (item, who), kinds in xsum().items()]
    found = agreement_of(Reviews(tuple(rows)), draws=FEW)
    assert (2500, 3, 0.7746) == (found.items, found.raters, round(values(found.coefficients)["krippendorff_alpha"], 4))
    assert "'yes' takes 90 % of the ratings" in found.prevalence.message
    assert {"settled": 2499, "third": 1} == found.steps  # one summary has two workers, and they differ


def test_kinds_of_hallucination_are_sets_and_alpha_goes_by_masi():
    rows = [Annotation(item=item, rater=who, labels=tuple(kinds)) for (item, who), kinds in xsum().items()]
    found = agreement_of(Reviews(tuple(rows)), draws=FEW)
    assert ("masi", 0.723) == (found.distance, round(values(found.coefficients)["krippendorff_alpha"], 3))
    assert ["extrinsic", "intrinsic"] == [each.name for each in found.by_label]
