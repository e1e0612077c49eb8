"""Files of assessments: what was changed is refused, and every fault is named with its file and place."""

import contextlib
import gzip
import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from claimgauge.errors import InputError
from claimgauge.readers import read_assessments
from claimgauge.readers.assessments import row_from
from claimgauge.readers.inputs import Input
from claimgauge.workflow import Assessment, AssessmentError
from claimgauge.workflow.verdicts import RowError
from tests.risk_building import TABLE_V, assessed, case_of, fact, scored

LABELS = [{"labels": ["SUPPORTED"], "citedEvidenceIds": ["e1"]}, {"labels": ["CONTRADICTED"], "criticality": 3}]
ROWS = [
    *scored(case_of(*TABLE_V, id="supplier"), case_of(*LABELS, id="two"), {"id": "none", "claims": []}),
    *assessed(case_of(fact(citedEvidenceIds=["e9"]), id="gated", nodes=[{"evidenceId": "e1", "type": "ROW"}])),
    AssessmentError(case_id="broken", error=RowError(place="line 4", message="expected an array, got 7")),
]
LINES = [msgspec.json.encode(row) for row in ROWS]


def written(folder, data):
    path = folder / "run.jsonl"
    path.write_bytes(data)
    return str(path)


def read(folder, *lines):
    return list(read_assessments(written(folder, b"\n".join(lines) + b"\n")))


def refused(folder, *lines):
    with pytest.raises(InputError) as raised:
        read(folder, *lines)
    assert raised.value.source.endswith("run.jsonl")
    return f"{raised.value.place}: {raised.value.message}"


def changed(line, **values):
    return json.dumps(json.loads(line) | values).encode()


@pytest.mark.parametrize(
    "form",
    [
        b"\n".join,
        lambda lines: gzip.compress(b"\n".join(lines)),
        lambda lines: b"[\n" + b",\n".join(lines) + b"\n]\n",
        lambda lines: b"\xef\xbb\xbf" + b"\r\n\r\n".join(lines),
        lambda lines: b"\n".join(json.dumps(json.loads(line), sort_keys=True).encode() for line in lines),
    ],
    ids=["jsonl", "gzip", "json", "mark and blank lines", "keys in another order"],
)
def test_every_form_that_is_written_gives_the_rows_that_were_written(form, tmp_path):
    assert ROWS == list(read_assessments(written(tmp_path, form(LINES))))


@pytest.mark.parametrize(
    ("expected", "line"),
    [
        ("line 1: is no assessment", b'{"schema": "claimgauge.assessment/1"'),
        ("line 1: is no assessment: Object missing required field", b'{"schema": "claimgauge.assessment/1"}'),
        ("line 1: is no assessment: Expected `object`, got `int`", b"7"),
        ("line 1: expected an assessment (claimgauge.assessment/1), got a row of 'claimgauge.verdicts/1'",
         b'{"schema": "claimgauge.verdicts/1", "id": "x"}'),
        ("line 1: expected an assessment (claimgauge.assessment/1), got a row without a schema", b'{"id": "case"}'),
        ("line 1: is empty; expected JSON", b""),
        ("line 1: is no assessment: ", b"[" * 5000),
    ],
)  # fmt: skip
def test_what_is_no_assessment_is_named_with_its_place(expected, line, tmp_path):
    assert refused(tmp_path, line).startswith(expected)


def test_the_place_of_a_fault_is_its_line(tmp_path):
    assert refused(tmp_path, LINES[0], LINES[1], b"not json").startswith("line 3: ")
    assert refused(tmp_path, b"[" + LINES[0] + b",", b"7]").startswith("[1]: ")


def test_a_case_that_stands_twice_is_named_with_both_places(tmp_path):
    found = refused(tmp_path, *LINES, LINES[1])
    assert "line 6: the case 'two' stands at line 2 too; remove one of the two" == found


def test_a_path_that_cannot_be_opened_is_named(tmp_path):
    with pytest.raises(InputError, match=r"nothing\.jsonl: cannot be opened"):
        list(read_assessments(str(tmp_path / "nothing.jsonl")))


def leaves(value, path=()):
    if isinstance(value, dict):
        for key, item in value.items():
            yield from leaves(item, (*path, key))
    elif isinstance(value, list):
        for place, item in enumerate(value):
            yield from leaves(item, (*path, place))
    else:
        yield path, value


def put(value, path, item):
    if not path:
        return item
    copy = dict(value) if isinstance(value, dict) else list(value)
    copy[path[0]] = put(copy[path[0]], path[1:], item)
    return copy


def other(value):
    """Something else of the same type, where there is one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, (int, float)):
        return value / 2 if value else 0.25
    return f"{value}x" if isinstance(value, str) else "x"


@pytest.mark.parametrize("line", LINES[:4], ids=["supplier", "two", "none", "gated"])
def test_a_change_in_any_value_is_found_out(line, tmp_path):
    """Law 13: whatever leaf is changed, the row is refused and its case named."""
    whole = json.loads(line)
    places = [path for path, _value in leaves(whole)]
    assert len(places) > 15
    for path, value in leaves(whole):
        row = put(whole, path, other(value))
        message = refused(tmp_path, json.dumps(row).encode())
        assert message.startswith("line 1: ")
        if "changed after it was written" in message:
            assert row["caseId"] in message


@pytest.mark.parametrize(
    "left_out", ["leftOut", "withheld", "feedback", "lowerBand", "labelledShare", "index", "warnings", "id"]
)
def test_a_key_that_was_taken_out_is_found_out_or_meant_nothing(left_out, tmp_path):
    """A key whose value is the default carries nothing: without it the assessment is the same, by its id too."""
    whole = json.loads(LINES[0])
    row = {key: value for key, value in whole.items() if key != left_out}
    line = json.dumps(row).encode()
    if left_out in ("leftOut", "withheld", "feedback"):
        assert ROWS[:1] == read(tmp_path, line)
    else:
        assert refused(tmp_path, line)


def resealed(**values):
    row = msgspec.convert(msgspec.to_builtins(ROWS[0]) | values, Assessment)
    return msgspec.json.encode(row.with_id())


@pytest.mark.parametrize(
    ("expected", "values"),
    [
        ("has the status 'unassessed' and an index", {"status": "unassessed"}),
        ("has the status 'assessed' and no index", {"index": None}),
        ("has the score 700.0", {"index": msgspec.to_builtins(ROWS[0].index) | {"score": 700.0}}),
        ("lacks dimension scores", {"dimensions": None}),
        ("lacks dimension scores", {"dimensions": {"F": 0.5}}),
        ("outside 0 to 1", {"dimensions": ROWS[0].dimensions | {"F": 1.5}}),
    ],
)
def test_numbers_that_no_rubric_gives_are_refused_although_their_id_fits(expected, values, tmp_path):
    assert expected in refused(tmp_path, resealed(**values))


@given(st.sampled_from(LINES), st.data())
@settings(max_examples=300)
def test_a_flipped_bit_is_found_out_or_changes_nothing(line, data):
    """Law 13 bit by bit; unseen may stay a key that carries its default, and an error row, which has no id."""
    place, bit = data.draw(st.integers(0, len(line) - 1)), data.draw(st.integers(0, 7))
    flipped = line[:place] + bytes([line[place] ^ 1 << bit]) + line[place + 1 :]
    with contextlib.suppress(InputError):
        row = row_from(Input("line 1", "run:1", flipped), source="run")
        assert isinstance(row, AssessmentError) or row in ROWS


@given(
    st.binary(max_size=80)
    | st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists).map(repr).map(str.encode)
)
def test_whatever_stands_in_a_file_is_rows_or_an_input_error(data):
    with contextlib.suppress(InputError):
        row_from(Input("line 1", "run:1", data), source="run")
