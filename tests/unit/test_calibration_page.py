"""The page of a calibration: whole, closed, and saying what the calibration says."""

import datetime as dt
import itertools
import re

import msgspec
import pytest

from claimgauge.reports import calibration_page
from claimgauge.reports.calibration_figures import cost_rows
from tests.calibration_building import START, calibrated
from tests.unit.test_calibrating import FOUND, many
from tests.unit.test_reports import HOSTILE, read

PAGES = {
    "full": FOUND,
    "few": calibrated(*many(n=24)),
    "windows": calibrated(*many(), windows=[START + dt.timedelta(days=60), START + dt.timedelta(days=999)]),
}


def page(found, name="assessed.jsonl"):
    return calibration_page(found, name=name)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_whole_and_loads_nothing(name):
    text = page(PAGES[name])
    reader = read(text)
    assert text.startswith("<!doctype html>\n<html lang=")
    assert sorted(set(reader.ids)) == sorted(reader.ids)
    assert not any(mark in text for mark in ("http://", "https://", "url(", "@import", "<script"))
    assert not re.search(r"<[^>]* (style|on\w+)=", text)
    assert {link for link in reader.links if link.startswith("#")} <= {f"#{each}" for each in reader.ids}
    assert text == page(PAGES[name])


@pytest.mark.parametrize("name", PAGES)
def test_tables_have_captions_and_scoped_headings_and_headings_skip_no_level(name):
    text = page(PAGES[name])
    assert text.count("<table") == text.count("<caption")
    assert all("scope=" in tag for tag in re.findall(r"<th[ >][^>]*", text))
    levels = [int(level) for level in re.findall(r"<h([1-6])", text)]
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_is_shown_as_text_wherever_it_stands(kind):
    raw, shown = HOSTILE[kind]
    bands = tuple(msgspec.structs.replace(each, name=raw) for each in FOUND.bands.current)
    hostile = msgspec.structs.replace(
        FOUND,
        bands=msgspec.structs.replace(FOUND.bands, current=bands),
        rubric=msgspec.structs.replace(FOUND.rubric, id=raw),
        costs=msgspec.structs.replace(FOUND.costs, id=raw, unit=raw),
        outcomes=msgspec.structs.replace(FOUND.outcomes, without_outcome=(raw,)),
        notices=(raw,),
    )
    text = page(hostile, name=raw)
    assert set(read(text).tags) <= set(read(page(FOUND)).tags)
    assert read(text).said.count(shown) >= 7


def test_the_page_says_the_figures():
    said = read(page(FOUND)).said
    for row in cost_rows(FOUND.bands):
        assert row.value in said
        assert row.interval in said
    assert f"{FOUND.discrimination.auroc.value:.3f}" in said
    assert "An answer without an outcome is not a good one" in said


def test_a_drawing_stays_in_its_frame():
    paths = re.findall(r'<path class="[^"]+" d="M([^"]+)"', page(FOUND))
    assert 8 == len([path for path in paths if path]) // 2
    for path in paths:
        for number in re.findall(r"[-\d.e]+", path):
            assert 0 <= float(number) <= 100
