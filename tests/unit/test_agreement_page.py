"""The page of an agreement: whole, closed, and saying what the agreement says."""

import itertools
import re

import pytest

from claimgauge.reports import agreement_page
from claimgauge.reports.agreement_rows import interval_text, number
from claimgauge.review import Adjudication, Annotation, Draws, Reviews, agreement_of
from tests.rating import FOUR, THREE, annotations
from tests.unit.test_reports import HOSTILE, read

FEW = Draws(seed=1, iterations=100)


def agreement(rows=THREE, *decided, **keys):
    return agreement_of(Reviews(tuple(annotations(rows)), decided), draws=FEW, **keys)


def page(found=None):
    return agreement_page(found or agreement(), names=("rows.jsonl",))


def crowd():
    return tuple(" ".join("yn"[(item * rater) % 7 % 2] for item in range(8)) for rater in range(1, 16))


DECIDED = Adjudication(item="u04", adjudicator="eve", label="1", reason="read again")
PAGES = {
    "full": lambda: page(agreement(THREE, DECIDED)),
    "ranks": lambda: page(agreement(FOUR, level="ordinal")),
    "many raters": lambda: page(agreement(crowd())),
    "one rater": lambda: page(agreement(("y n y",))),
    "one label": lambda: page(agreement(("y y y", "y y y"))),
    "paradox": lambda: page(agreement(("y y y y y y y y y n", "y y y y y y y y n y"))),
    "dimensions": lambda: page(agreement(THREE, dimensions={"0": ("F",), "1": ()})),
}


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_whole_and_loads_nothing(name):
    text = PAGES[name]()
    reader = read(text)
    assert text.startswith("<!doctype html>\n<html lang=")
    assert sorted(set(reader.ids)) == sorted(reader.ids)
    assert not any(mark in text for mark in ("http://", "https://", "url(", "@import", "<script"))
    assert not re.search(r"<[^>]* (style|on\w+)=", text)
    assert {link for link in reader.links if link.startswith("#")} <= {f"#{each}" for each in reader.ids}
    assert text == PAGES[name]()


@pytest.mark.parametrize("name", PAGES)
def test_tables_have_captions_and_scoped_headings_and_headings_skip_no_level(name):
    text = PAGES[name]()
    assert text.count("<table") == text.count("<caption")
    assert all("scope=" in tag for tag in re.findall(r"<th[ >][^>]*", text))
    levels = [int(level) for level in re.findall(r"<h([1-6])", text)]
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_is_shown_as_text_wherever_it_stands(kind):
    raw, shown = HOSTILE[kind]
    rows = tuple(
        Annotation(item=f"{raw} {place}", rater=f"{raw} {rater}", label=raw if place == rater else "other", note=raw)
        for place in range(2)
        for rater in range(3)
    )
    text = agreement_page(agreement_of(Reviews(rows), draws=FEW), names=(raw,))
    plain = tuple(Annotation(item=each.item[-1], rater=each.rater[-1], label="x") for each in rows)
    assert set(read(text).tags) == set(read(page(agreement_of(Reviews((*plain, rows[0])), draws=FEW))).tags)
    assert read(text).said.count(shown) >= 7


def test_the_page_says_what_the_agreement_says():
    found = agreement(THREE, DECIDED)
    text = page(found)
    for each in found.coefficients:
        assert f">{number(each.value)}<" in text
        assert interval_text(each.interval) in text
    assert "2 1, 1 0" in text
    assert "adjudicated: 1" in text


def test_the_paradox_stands_beside_the_measures_and_nowhere_else():
    assert "The prevalence paradox" in PAGES["paradox"]()
    assert "The prevalence paradox" not in PAGES["full"]()


@pytest.mark.parametrize(
    ("expected", "value"), [("none", None), ("-0.007", -0.0066), ("<0.001", 1e-9), (">0.999", 0.99999), ("1.000", 1.0)]
)
def test_a_number_is_never_rounded_to_something_else(expected, value):
    assert expected == number(value)
