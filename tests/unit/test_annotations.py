"""Files of annotations: what is read, and what is wrong with what is not, with its line and key."""

import gzip
import json

import pytest

from claimgauge.errors import InputError
from claimgauge.readers import read_annotations
from claimgauge.review import Adjudication, Annotation


def file(tmp_path, *rows, name="rows.jsonl"):
    path = tmp_path / name
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows), encoding="utf-8")
    return str(path)


ROW = {"item": "one", "rater": "ana", "label": "YES"}


def test_annotations_and_adjudications_are_told_apart_by_their_schema(tmp_path):
    decided = {
        "schema": "claimgauge.adjudications/1",
        "item": "one",
        "adjudicator": "eve",
        "label": "NO",
        "reason": "r",
    }
    path = file(
        tmp_path, {"schema": "claimgauge.annotations/1", **ROW, "time": "2026-03-01", "note": "n"}, decided, ROW
    )
    found = read_annotations([path])
    assert (
        Annotation(item="one", rater="ana", label="YES", time="2026-03-01", note="n"),
        Annotation(item="one", rater="ana", label="YES"),
    ) == found.annotations
    assert (Adjudication(item="one", adjudicator="eve", label="NO", reason="r"),) == found.adjudications


def test_several_files_are_read_in_order_and_one_may_be_an_array_or_packed(tmp_path):
    array = file(tmp_path, json.dumps([ROW, {**ROW, "item": "two"}], indent=1), name="rows.json")
    packed = tmp_path / "rows.gz"
    packed.write_bytes(gzip.compress(json.dumps({**ROW, "item": "three"}).encode()))
    found = read_annotations([array, str(packed)])
    assert ["one", "two", "three"] == [each.item for each in found.annotations]


def test_a_number_is_a_label_as_it_was_written(tmp_path):
    found = read_annotations([file(tmp_path, '{"item": 7, "rater": 1, "label": 2.50}')])
    assert (Annotation(item="7", rater="1", label="2.50"),) == found.annotations


def test_labels_are_a_set(tmp_path):
    found = read_annotations([file(tmp_path, {"item": "one", "rater": "ana", "labels": ["U", "F", "U"]})])
    assert ("F", "U") == found.annotations[0].given


@pytest.mark.parametrize(
    ("expected", "row"),
    [
        ("line 2, rater: missing", {"item": "one", "label": "YES"}),
        ('line 2, rater: expected a string, got ["ana"]', {**ROW, "rater": ["ana"]}),
        ("line 2, label: expected a string or null, got true", {**ROW, "label": True}),
        ("line 2, rater: is empty", {**ROW, "rater": ""}),
        ("line 2: give exactly one of label and labels", {**ROW, "labels": ["NO"]}),
        ("line 2: give exactly one of label and labels", {"item": "one", "rater": "ana"}),
        ("line 2, lable: is not a key that is known here; did you mean 'label'?", {**ROW, "lable": "YES"}),
        ("line 2, time: expected a time such as", {**ROW, "time": "yesterday"}),
        ("line 2, time: '2026-03-01T10:00:00' has no offset", {**ROW, "time": "2026-03-01T10:00:00"}),
        ("line 2, schema: expected 'claimgauge.annotations/1' or", {**ROW, "schema": "claimgauge.annotations/2"}),
        ("line 2, schema: expected", {**ROW, "schema": 1}),
        ("line 2, dimensions[1]: expected one of", {**ROW, "dimensions": ["F", "X"]}),
        ("line 2: is not JSON", "{"),
        ("line 2: expected an object, got 3", "3"),
    ],
)
def test_what_is_wrong_is_said_with_file_line_and_key(expected, row, tmp_path):
    path = file(tmp_path, ROW, row)
    with pytest.raises(InputError) as caught:
        read_annotations([path])
    assert f"{path}: {expected}" in str(caught.value)
    assert str(caught.value).startswith(path)


def test_a_surrogate_is_no_text(tmp_path):
    path = file(tmp_path, '{"item": "\\ud800", "rater": "ana", "label": "YES"}')
    with pytest.raises(InputError, match="line 1, item: holds half of a surrogate pair"):
        read_annotations([path])


def test_an_empty_file_is_an_error(tmp_path):
    with pytest.raises(InputError, match="is empty"):
        read_annotations([file(tmp_path)])
