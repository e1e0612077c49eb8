"""Reading in two tiers: what is whole is kept, and what is left out is named with its place."""

import gzip
import io
import json

import pytest

from claimgauge.contract import Contract
from claimgauge.errors import DocumentError, InputError
from claimgauge.readers import read_document, read_paths, read_stream
from claimgauge.readers.inputs import open_input
from claimgauge.risk import Rubric
from claimgauge.wiring import load_contract
from claimgauge.workflow import BrokenRow, CaseRow, CaseVerifier

CLAIM = {"claimId": "c1", "claimType": "THRESHOLD", "text": "Over the threshold."}
NODE = {"evidenceId": "n1", "type": "RESULT"}


def rows(raw, **limits):
    return list(read_stream(io.BytesIO(raw), name="file", **limits))


def row(value):
    """The one row of a case given as plain data or as JSON."""
    (only,) = rows(value if isinstance(value, bytes) else json.dumps(value).encode())
    return only


def unread(value):
    return [problem.message for problem in row(value).unread]


def reason(value):
    """Where and why a case could not be read."""
    broken = row(value)
    assert isinstance(broken, BrokenRow)
    return f"{broken.problem.place}: {broken.problem.message}"


# Keys.


def test_an_unknown_key_of_a_case_is_a_warning_that_names_the_nearest_known_one():
    read = row({"claim": [CLAIM], "nodes": [NODE]})
    assert read.warnings == ("claim: is not a key that is known here; did you mean 'claims'?",)
    assert read.case.claims == ()


def test_an_unknown_key_that_is_near_to_none_is_answered_with_those_that_are_known():
    (warning,) = row({"nodes": [NODE | {"zzz": 1}]}).warnings
    assert warning.startswith("nodes[0].zzz: is not a key that is known here; known are cardId, category, content,")


def test_an_unknown_key_of_a_claim_is_dropped_and_listed_and_the_claim_stays():
    read = row({"claims": [CLAIM | {"confidence": 0.9, "txt": "x"}]})
    assert [claim.text for claim in read.case.claims] == ["Over the threshold."]
    assert [problem.code for problem in read.unread] == ["unknown_key", "unknown_key"]
    assert read.unread[1].message == (
        "claims[0].txt: is not a key that is known here; did you mean 'text'?; the key was left out"
    )


@pytest.mark.parametrize("key", ["claims[", "claims[0].text", "claims[x]", 'a"b', "a.b"])
def test_a_key_that_looks_like_a_place_is_quoted_and_is_not_taken_for_a_claim(key):
    read = row({key: 1, "claims": [CLAIM | {"claimType": "VIBE"}]})
    assert read.unread == ()
    assert read.warnings[0].startswith(f'"{key}": is not a key that is known here')
    assert CaseVerifier(load_contract("cards"), preset="released").verify(read).summary.unread == 1


def test_of_a_key_that_stands_twice_the_last_counts_in_both_tiers():
    for unknown in (b"", b'"x": 1, '):
        read = row(b'{%b"id": "one", "nodes": [], "id": "two", "nodes": [{"evidenceId": "n", "type": "T"}]}' % unknown)
        assert (read.id, len(read.case.nodes)) == ("two", 1)


def test_a_carried_key_keeps_its_numbers_as_written_in_both_tiers():
    for unknown in (b"", b'"x": 1, '):
        read = row(b'{%b"meta": {"a": [1.50, null]}}' % unknown)
        assert bytes(read.case.meta) == b'{"a": [1.50, null]}'


# Claims.


def test_a_claim_without_text_is_left_out_and_its_place_is_said():
    read = row({"claims": [CLAIM, {"claimId": "c2", "claimType": "THRESHOLD"}, CLAIM | {"claimId": "c3"}]})
    assert [claim.claim_id for claim in read.case.claims] == ["c1", "c3"]
    assert [problem.message for problem in read.unread] == ["claims[1].text: missing; the claim was left out"]
    assert read.unread[0].code == "missing"


def test_a_claim_whose_text_is_a_number_is_left_out_and_the_number_is_shown():
    expected = "claims[3].text: expected a string, got 12; the claim was left out"
    assert unread({"claims": [CLAIM, CLAIM, CLAIM, CLAIM | {"text": 12}]}) == [expected]


def test_every_fault_of_a_claim_is_listed_at_once():
    assert unread({"claims": [{"claimId": None, "claimType": [], "citedNumbers": "95.00"}]}) == [
        "claims[0].claimId: expected a string, got null; the claim was left out",
        "claims[0].claimType: expected a string, got []; the claim was left out",
        "claims[0].text: missing; the claim was left out",
        'claims[0].citedNumbers: expected an array, got "95.00"; the claim was left out',
    ]


@pytest.mark.parametrize(
    ("item", "shown"), [(7, "7"), (None, "null"), ("c1", '"c1"'), ([1.50], "[1.5]"), (True, "true")]
)
def test_an_item_that_is_no_claim_is_left_out(item, shown):
    assert unread({"claims": [item]}) == [f"claims[0]: expected an object, got {shown}; the claim was left out"]


def test_a_criticality_of_nought_is_left_out_with_its_bound():
    expected = "claims[0].criticality: expected a number above 0, got -0.0; the claim was left out"
    assert unread({"claims": [CLAIM | {"criticality": -0.0}]}) == [expected]


def test_half_of_a_surrogate_pair_loses_only_its_own_claim():
    read = row({"claims": [CLAIM, CLAIM | {"claimId": "c2", "text": "\ud800"}, CLAIM | {"claimId": "c3"}]})
    assert [claim.claim_id for claim in read.case.claims] == ["c1", "c3"]
    assert [problem.place for problem in read.unread] == ["claims[1].text"]
    assert "half of a surrogate pair" in read.unread[0].message


def test_an_item_that_is_not_a_string_is_kept_as_it_was_written():
    numbers = b'["95.00", 95.00, 95, 1E5, -0, 1e999, true, null, {"a": 1.50}, [2.0]]'
    (claim,) = row(
        b'{"claims": [{"claimId": "c", "claimType": "T", "text": "t", "citedNumbers": %b}]}' % numbers
    ).case.claims
    expected = ("95.00", "95.00", "95", "1E5", "-0", "1e999", "true", "null", '{"a": 1.50}', "[2.0]")
    assert claim.cited_numbers == expected


def test_items_that_were_not_strings_are_counted_in_one_warning():
    read = row({"claims": [CLAIM | {"citedNumbers": [1, "2", 3]}], "allowedNumbers": [4]})
    assert read.warnings == ("3 items of lists of strings were not strings and were read as the text written",)
    (warning,) = row({"allowedNumbers": ["1", 4]}).warnings
    assert warning == "1 item of a list of strings was not a string and was read as the text written"


@pytest.mark.parametrize("name", ["citedEvidenceIds", "citedEntities", "citedNumbers", "derived", "labels"])
def test_a_null_array_is_an_empty_one(name):
    read = row({"claims": [CLAIM | {name: None}], "nodes": None, "edges": None})
    assert read.case.claims == row({"claims": [CLAIM]}).case.claims
    assert (read.unread, read.warnings) == ((), ())


# Nodes and fields.


def test_a_broken_node_breaks_its_case_because_evidence_is_whole_or_not_at_all():
    expected = "line 1, nodes[1].evidenceId: missing"
    assert reason({"nodes": [NODE, {"type": "RESULT"}], "claims": [CLAIM]}) == expected


def test_what_else_is_broken_is_counted():
    expected = "line 1, nodes[0].type: missing (and 2 more)"
    assert reason({"nodes": [{"evidenceId": "n"}, 7], "claims": 7}) == expected


def test_a_number_in_a_field_is_kept_as_its_literal_without_a_warning_in_both_tiers():
    for unknown, warnings in ((b"", 0), (b'"x": 1, ', 1)):
        fields = b'{"fee": 95.00, "many": %b, "small": 1e-999, "none": null, "no": false}' % (b"9" * 5000)
        read = row(b'{%b"nodes": [{"evidenceId": "n", "type": "T", "fields": %b}]}' % (unknown, fields))
        expected = {"fee": "95.00", "many": "9" * 5000, "small": "1e-999", "none": None, "no": False}
        assert dict(read.case.nodes[0].fields) == expected
        assert len(read.warnings) == warnings


def test_a_field_that_is_an_array_breaks_its_case_and_is_named():
    expected = 'line 1, nodes[0].fields.x: expected a string, a number, a boolean or null, got {"a": [1]}'
    assert reason({"nodes": [NODE | {"fields": {"ok": 1, "x": {"a": [1]}}}]}) == expected


@pytest.mark.parametrize("fields", [{"\ud800": "x"}, {"x": "\ud800"}, {"\ud800": "\udfff", "ok": 1.5}])
def test_half_of_a_surrogate_pair_in_a_field_breaks_its_case(fields):
    assert "half of a surrogate pair" in reason({"nodes": [NODE | {"fields": fields}]})


@pytest.mark.parametrize(
    ("feedback", "expected"),
    [
        ({"reviewed": -1}, "line 1, feedback.reviewed: expected a number of at least 0, got -1"),
        ({"reviewed": 1.5}, "line 1, feedback.reviewed: expected a whole number, got 1.5"),
        (
            {"reviewed": 1, "events": [{"eventId": "e", "claimText": "c", "time": "2026-02-01", "severity": 2}]},
            "line 1, feedback.events[0].severity: expected a number of at most 1, got 2",
        ),
    ],
)
def test_a_number_beyond_its_bounds_is_named_with_the_bound(feedback, expected):
    assert reason({"feedback": feedback}) == expected


# Bytes.


@pytest.mark.parametrize("depth", [500, 700, 950, 5_000, 200_000])
@pytest.mark.parametrize(
    "form",
    [b'{"meta": %b}', b'{"x": 1, "meta": %b}', b'{"claims": [%b]}', b'{"x": %b}', b"%b", b'{"nodes": %b, "y": 1}'],
)
def test_deep_nesting_is_read_or_refused_and_breaks_nothing(form, depth):
    for left, right in ((b"[", b"]"), (b'{"a": ', b"}")):
        (read,) = rows(form % (left * depth + b"1" + right * depth))
        if isinstance(read, BrokenRow):
            assert "nested too deeply" in read.problem.message or "got a" in read.problem.message or depth < 1000
        elif depth > 1000:
            pytest.fail("no reader follows so deep")


def test_a_number_of_thousands_of_digits_is_refused_where_a_number_is_wanted_and_kept_where_a_text_is():
    digits = b"9" * 5000
    claim = b'{"claimId": "c", "claimType": "T", "text": "t", "citedNumbers": [%b]%b}'
    read = row(b'{"claims": [%b, %b]}' % (claim % (digits, b""), claim % (b"", b', "criticality": ' + digits)))
    assert [each.cited_numbers for each in read.case.claims] == [("9" * 5000,)]
    assert [problem.message for problem in read.unread] == [
        f"claims[1].criticality: {'9' * 59}… is too large for a number; the claim was left out"
    ]


@pytest.mark.parametrize("token", ["NaN", "Infinity", "-Infinity"])
def test_what_is_no_number_in_json_is_refused(token):
    expected = f"line 1: is not JSON: {token} is not JSON; write a number or null"
    assert reason(b'{"claims": [{"criticality": %b}]}' % token.encode()) == expected


@pytest.mark.parametrize("name", [b"id", b"meta", b"spend", b"unknown"])
def test_bytes_that_are_not_utf8_break_their_case_wherever_they_stand(name):
    expected = f"line 1: is not UTF-8 at byte {6 + len(name)}; save it as UTF-8"
    assert reason(b'{"' + name + b'": "\xff"}') == expected


def test_a_byte_order_mark_is_accepted_before_a_case_lines_and_a_document():
    assert row(b'\xef\xbb\xbf{"id": "a"}').id == "a"
    assert [each.id for each in rows(b'\xef\xbb\xbf{"id": "a"}\n{"id": "b"}')] == ["a", "b"]
    assert read_document(b"\xef\xbb\xbf" + CONTRACT, Contract, source="file").id == "mine"


# What is one input.


def test_an_array_is_several_cases_with_their_places():
    read = rows(b'[\n {"id": "a"},\n {"nodes": 7}, {}]')
    assert [(each.place, each.id) for each in read] == [("[0]", "a"), ("[1]", "file[1]"), ("[2]", "file[2]")]
    assert [type(each) for each in read] == [CaseRow, BrokenRow, CaseRow]


def test_a_file_of_one_value_over_many_lines_is_one_case():
    (read,) = rows(json.dumps({"id": "a", "claims": [CLAIM]}, indent=2).encode())
    assert (read.id, len(read.case.claims)) == ("a", 1)


def test_other_files_have_a_case_on_each_line_and_blank_lines_count_and_give_none():
    read = rows(b'\r\n{"id": "a"}\r\n\n  \n{"id": \n{}\n')
    assert [(each.place, each.id) for each in read] == [("line 2", "a"), ("line 5", "file:5"), ("line 6", "file:6")]
    assert [type(each) for each in read] == [CaseRow, BrokenRow, CaseRow]


@pytest.mark.parametrize("raw", [b"", b"\n\n", b"\xef\xbb\xbf", b" \r\n"])
def test_an_empty_file_is_one_input_that_says_so(raw):
    assert reason(raw) == "line 1: is empty; expected JSON"


def test_a_line_that_is_too_long_is_refused_and_skipped_and_the_next_is_read():
    read = rows(b'{"id": "a"}\n{"id": "' + b"b" * 500 + b'"}\n{"id": "c"}', limit=100)
    assert [each.id for each in read] == ["a", "file:2", "c"]
    assert read[1].problem.message == "is longer than 100 bytes; raise the limit or split it"


def test_the_id_of_a_row_is_its_own_or_profile_and_goal_or_file_and_line():
    read = rows(b'{"id": "a", "goal": "G"}\n{"profileId": "p", "goal": "G"}\n{}\n{"id": "d", "nodes": 7}')
    assert [each.id for each in read] == ["a", "p/G", "file:3", "d"]


# gzip and files.


def cases_file(tmp_path, raw):
    path = tmp_path / "cases.json"
    path.write_bytes(raw)
    return str(path)


MANY = b"".join(b'{"id": "row-%d", "meta": "%b"}\n' % (number, b"%x" % (number**40)) for number in range(400))


def test_gzip_is_known_by_its_content(tmp_path):
    read = list(read_paths([cases_file(tmp_path, gzip.compress(MANY))]))
    assert [each.id for each in read] == [f"row-{number}" for number in range(400)]


@pytest.mark.parametrize("first", [b"", b'{"half": \n', b"[\n"])
def test_truncated_gzip_gives_the_rows_before_the_damage_and_then_says_so(tmp_path, first):
    packed = gzip.compress(first + MANY)
    *before, last = read_paths([cases_file(tmp_path, packed[: len(packed) // 2])])
    ids = [each.id for each in before if isinstance(each, CaseRow)]
    assert len(ids) > 50
    assert ids == [f"row-{number}" for number in range(len(ids))]
    assert len(before) == len(ids) + bool(first)
    assert (last.place, last.problem.code) == ("end of file", "malformed")
    assert "is damaged" in last.problem.message


def test_bytes_after_gzip_are_damage_after_the_rows(tmp_path):
    *before, last = read_paths([cases_file(tmp_path, gzip.compress(MANY) + b"rest")])
    assert len(before) == 400
    assert last.place == "end of file"


@pytest.mark.parametrize("path", ["no-such-file", ".", "a\0b", "a\ud800b", ""])
def test_a_path_that_cannot_be_opened_is_an_input_error(path):
    with pytest.raises(InputError, match=r"cannot be opened: .+; check the path"):
        open_input(path)


def test_a_file_is_closed_when_its_rows_are_read(tmp_path):
    for raw in (MANY, gzip.compress(MANY)):
        with open_input(cases_file(tmp_path, raw)) as stream:
            below = getattr(stream, "fileobj", stream)
            stream.read()
        assert below.closed


# Documents.

CONTRACT = b"""\
schema = "claimgauge.contract/1"
id = "mine"
version = "1"
title = "Mine"
[claim_types.FACT]
[entities]
from = ["*"]
[numbers]
from = ["*"]
"""
RUBRIC_WEIGHT = b'schema = "claimgauge.rubric/1"\n[weights]\nF = %b\n'


def problems(raw, kind=Contract):
    with pytest.raises(DocumentError) as caught:
        read_document(raw, kind, source="file")
    return [str(problem) for problem in caught.value.problems]


def test_every_problem_of_a_document_is_listed_with_its_place():
    raw = CONTRACT.replace(b'"Mine"', b"7").replace(b"[numbers]", b"[numbers]\nfre = []\nfree = 1")
    assert problems(raw + b'[prose]\nundeclared = "no"') == [
        "title: expected a string, got 7",
        "numbers.fre: is not a key that is known here; did you mean 'free'?",
        "numbers.free: expected an array, got 1",
        "prose.undeclared: expected one of 'ignore', 'reject', 'warn', got \"no\"",
    ]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"\xff", "is not UTF-8 at byte 0; save it as UTF-8"),
        (b"a = ", "is not TOML: Invalid value (at end of document)"),
        (b"a = " + b"[" * 3_000, "is nested too deeply; flatten it"),
        (b"a = " + b"9" * 5_000, "is not TOML: "),
        (b"a." * 20_000 + b"b = 1", "is not TOML: line 1 is longer than 10000 characters; split it"),
    ],
)
def test_bytes_that_are_no_document_are_refused_in_one_sentence(raw, expected):
    (only,) = problems(raw)
    assert only.startswith(expected)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (b"0x" + b"f" * 5_000, "id: expected a string, got a very large number"),
        (b"{" + b"a." * 2_000 + b"b = 1}", "id: expected a string, got a very deep value"),
        (b"[[[[1]]]]", "id: expected a string, got [[[[1]]]]"),
        (b"07:32:00", 'id: expected a string, got "07:32:00"'),
        (b"nan", "id: expected a string, got NaN"),
        (b"1e999", "id: expected a string, got Infinity"),
    ],
)
def test_an_odd_value_in_a_document_is_a_problem_of_its_own_place(value, expected):
    assert problems(CONTRACT.replace(b'"mine"', value)) == [expected]


def test_an_item_of_a_document_that_is_not_a_string_is_a_problem_because_toml_forgets_how_it_was_written():
    assert problems(CONTRACT + b'free = ["0", 95.00, [1]]') == [
        "numbers.free[1]: expected a string, got 95.0",
        "numbers.free[2]: expected a string, got [1]",
    ]


def test_a_date_is_read_as_the_text_that_it_is():
    assert read_document(CONTRACT.replace(b'"1"', b"2026-01-02"), Contract, source="file").version == "2026-01-02"


@pytest.mark.parametrize(
    ("number", "expected"),
    [
        (b"1" + b"0" * 400, "is too large for a number"),
        (b"1.5", "expected a number of at most 1, got 1.5"),
        (b"-1", "expected a number of at least 0, got -1"),
        (b"true", "expected a number, got true"),
    ],
)
def test_a_weight_beyond_its_bounds_is_a_problem_of_its_own_place(number, expected):
    (only,) = [problem for problem in problems(RUBRIC_WEIGHT % number, Rubric) if problem.startswith("weights.F: ")]
    assert only.endswith(expected)


def test_a_case_laid_out_over_lines_that_is_broken_is_one_input_with_the_place_of_the_fault():
    laid_out = b'{\n  "id": "x",\n\n  "claims": [\n    {"claimId": }\n  ]\n}\n'
    assert reason(laid_out) == "line 5: is not JSON: Expecting value"


@pytest.mark.parametrize("raw", [b"[]", b" [ ] \n"])
def test_an_empty_array_is_one_input_that_says_so(raw):
    assert reason(raw) == "line 1: is an empty array; expected something in it"
