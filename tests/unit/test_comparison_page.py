"""The page of a comparison: whole, closed, and saying what the comparison says."""

import itertools
import re

import msgspec
import pytest

from claimgauge.reports import comparison_page
from claimgauge.reports.comparison_rows import comparison_rows
from claimgauge.reports.figures import probability, signed
from claimgauge.workflow import compare_runs
from tests.unit.test_compare import GOOD, PARTIAL, WRONG, a_run, error
from tests.unit.test_reports import HOSTILE, read

ANSWERS = [[GOOD], [WRONG], [PARTIAL], [GOOD], [GOOD, PARTIAL], [GOOD], [WRONG]]
WORSE = [[WRONG], [WRONG], [WRONG], [WRONG], [WRONG], [GOOD], []]


def comparison(a=ANSWERS, b=WORSE, **keys):
    return compare_runs([*a_run(*a), *a_run([GOOD], start=90)], a_run(*b), iterations=200, **keys)


def page(found=None, names=("old.jsonl", "new.jsonl")):
    return comparison_page(found or comparison(), names=names)


PAGES = {
    "full": page,
    "few": lambda: page(comparison(ANSWERS[:2], WORSE[:2])),
    "no index": lambda: page(comparison([[]], [[]])),
    "errors": lambda: page(compare_runs([error("q0")], [error("q0")], iterations=200)),
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
    found = comparison()
    movers = tuple(msgspec.structs.replace(each, case_id=raw, band_a=raw) for each in found.risen)
    pairing = msgspec.structs.replace(found.pairing, only_a=(raw,))
    rubrics = tuple(msgspec.structs.replace(each, id=raw) for each in found.a.rubrics)
    run = msgspec.structs.replace(found.a, rubrics=rubrics, contracts=(raw,), presets=(raw,))
    bands = {raw if name == "Low" else name: each for name, each in found.bands.items()}
    hostile = msgspec.structs.replace(found, a=run, risen=movers, pairing=pairing, notices=(raw,), bands=bands)
    text = page(hostile, names=(raw, "b"))
    assert set(read(text).tags) == set(read(page(found)).tags)
    assert read(text).said.count(shown) >= 7


def test_the_score_its_interval_and_what_they_mean_come_first():
    found = comparison()
    said = read(page(found)).said
    difference, interval = signed(found.score.difference, 1), found.score.interval
    assert f"{difference} points of 100" in said
    assert f"95% interval {signed(interval.lower, 1)} to {signed(interval.upper, 1)}" in said
    assert "The whole interval lies above 0: on cases like these B is riskier." in said
    assert f"p = {probability(found.pairing.sign_test)}" in said
    assert said.index("higher is riskier") < said.index("Measures Where")


def test_where_there_is_no_interval_the_page_says_that_nothing_can_be_said():
    said = read(PAGES["few"]()).said
    assert "too few pairs with an index for an interval" in said
    assert "95% interval none" in said


def test_every_measure_stands_with_its_interval_and_a_word_where_it_leaves_0_out():
    found = comparison()
    rows = {row[0]: row[2:] for table in read(page(found)).tables[:4] for row in rows_of(table)}
    for group in comparison_rows(found):
        for row in group.rows:
            assert [
                row.a,
                row.b,
                row.difference,
                row.interval,
                row.word or ("no" if row.plot else "not known"),
            ] == rows[row.name]
    assert "higher" == rows["score"][-1]


def rows_of(table):
    return [[" ".join(cell.split()) for cell in row] for row in table[1:]]


def test_the_matrix_holds_every_pair():
    rows = read(page()).rows("B no index")
    assert ["A Low", "A Medium", "A no index"] == [row[0] for row in rows]
    assert 7 == sum(int(cell) for row in rows for cell in row[1:])


def test_movers_and_cases_without_a_pair_or_an_index_are_named():
    found = comparison()
    said = read(page(found)).said
    assert ["q0", "q3", "q4", "q2"] == [mover.case_id for mover in found.risen]
    assert "Only in A 1 case: q90" in said
    assert "Without an index 1 pair: q6 (assessed in A, unassessed in B)" in said


def test_the_provenance_is_complete():
    found = comparison(seed=11, level=0.9)
    text = page(found)
    for run in (found.a, found.b):
        assert run.digest in text
        assert run.rubrics[0].digest in text
    assert "200 from seed 11, level 0.9" in read(text).said
    assert "compare A B --seed 11 --iterations 200 --level 0.9 --format json" in read(text).said


def test_a_drawing_keeps_every_interval_within_itself():
    for group in comparison_rows(comparison()):
        for row in group.rows:
            if row.plot is not None:
                assert 0 <= row.plot.start <= row.plot.point + 1e-9
                assert row.plot.point - 1e-9 <= row.plot.start + row.plot.width <= 1 + 1e-9


@pytest.mark.parametrize(
    ("expected", "value", "places"),
    [
        ("+5.8", 5.8, 1),
        ("-0.3", -0.3, 1),
        ("0.0", 0.0, 1),
        ("0.0", -0.0, 1),
        ("+0.04", 0.04, 1),
        ("-0.0002", -0.0002, 3),
        ("-100.0", -100.0, 1),
    ],
)
def test_a_difference_has_its_sign_and_is_never_rounded_to_nothing(expected, value, places):
    assert expected == signed(value, places)
