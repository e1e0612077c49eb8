"""`claimgauge agreement` from files of annotations to text, JSON and a page."""

import json

import jsonschema
import pytest

from claimgauge.wiring import json_schema
from tests.integration.command import run
from tests.rating import THREE, annotations


@pytest.fixture
def rows(tmp_path):
    path = tmp_path / "rows.jsonl"
    plain = [{"item": each.item, "rater": each.rater, "label": each.label} for each in annotations(THREE)]
    path.write_text("\n".join(map(json.dumps, plain)), encoding="utf-8")
    return path


def test_three_raters_come_out_as_a_table_that_a_person_reads(rows):
    ran = run("agreement", rows, "--labels", "0,1")
    assert (0, "") == (ran.code, ran.err)
    lines = ran.out.splitlines()
    assert ["rows.jsonl", "  3 raters, 8 items, 22 ratings  nominal: 0, 1"] == lines[:2]
    for name, value in (("Krippendorff's alpha", "0.462"), ("Conger's kappa", "0.490"), ("Gwet's AC1", "0.529")):
        (line,) = [line for line in lines if line.startswith(name)]
        assert value == line.removeprefix(name).split()[0]
    assert "items: 8 settled" in lines


def test_the_json_fits_its_schema_and_the_rows_fit_theirs(rows):
    ran = run("agreement", rows, "--format", "json", "--confidence", "0.9", "--iterations", "100")
    found = json.loads(ran.out)
    jsonschema.validate(found, json_schema("agreement"))
    assert ("claimgauge.agreement/1", 100, 0.9) == (found["schema"], found["iterations"], found["confidence"])
    for line in rows.read_text(encoding="utf-8").splitlines():
        jsonschema.validate(json.loads(line), json_schema("annotations"))


def test_the_order_of_rows_changes_no_byte(rows, tmp_path):
    turned = tmp_path / "turned.jsonl"
    turned.write_text("\n".join(reversed(rows.read_text(encoding="utf-8").splitlines())), encoding="utf-8")
    once, again = (run("agreement", path, "--format", "json") for path in (rows, turned))
    assert once.out == again.out


def test_a_page_is_written_and_closed(rows, tmp_path):
    page = tmp_path / "page.html"
    assert 0 == run("agreement", rows, "--level", "interval", "--report", page).code
    assert "How far raters agree" in page.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("expected", "arguments"),
    [
        ("--labels: expected labels with commas between", ("--labels", "YES,,NO")),
        ("'0', the labels are 1", ("--labels", "1")),
        ("weights: linear weights need labels with ranks", ("--weights", "linear")),
        ("iterations: 5 are too few", ("--iterations", "5")),
        ("confidence: expected a number between 0 and 1", ("--confidence", "95")),
        ("none of the rubrics", ("--rubric", "nothing")),
        ("is the input too", ("--report", "rows.jsonl")),
    ],
)
def test_what_cannot_be_done_is_an_error_with_exit_code_two(expected, arguments, rows):
    ran = run("agreement", rows.name, *arguments, cwd=rows.parent)
    assert (2, "") == (ran.code, ran.out)
    assert expected.replace("none of the rubrics", "name a file, or one of the rubrics") in ran.err


def test_a_broken_row_is_named_by_file_line_and_key(rows):
    with rows.open("a", encoding="utf-8") as out:
        out.write('\n{"item": "x", "rater": 3, "label": null}\n{"item": [], "rater": "x", "label": "1"}\n')
    ran = run("agreement", "rows.jsonl", cwd=rows.parent)
    assert (2, "error: rows.jsonl: line 23: give exactly one of label and labels\n") == (ran.code, ran.err)
