"""Records one by one out of CSV, JSON and JSON Lines, and the faults that stop them."""

import gzip

import pytest

from claimgauge.errors import InputError
from claimgauge.readers.records import read_records, stem_of


@pytest.fixture
def read(tmp_path):
    def of(name, content, **keys):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return list(read_records(str(path), **keys))

    return of


@pytest.fixture
def fault(read):
    def of(name, content, **keys):
        with pytest.raises(InputError) as caught:
            read(name, content, **keys)
        return f"{caught.value.place}: {caught.value.message}"

    return of


def values(records):
    return [record.value for record in records]


def test_a_row_of_csv_is_a_record_with_its_cells_as_written(read):
    assert [{"a": "1", "b": " 95.00 "}, {"a": "", "b": "x"}] == values(read("t.csv", "a,b\n1, 95.00 \n,x\n"))


def test_records_are_counted_and_placed_where_they_start(read):
    found = read("t.csv", 'a,b\n1,"two\nlines"\n\n3,4\n')
    assert [(1, "line 2", "two\nlines"), (2, "line 5", "4")] == [(r.number, r.place, r.value["b"]) for r in found]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("t.csv", "a;b\n1;2\n"),
        ("t.csv", "a\tb\n1\t2\n"),
        ("t.tsv", "a\tb\n1\t2\n"),
        ("t.CSV", "a,b\r\n1,2\r\n"),
        ("t.csv", "\ufeffa,b\n1,2"),
        ("t.csv", "\n\na,b\n\n1,2\n\n"),
        ("t.csv", '"a","b"\n"1","2"\n'),
        ("t.json", '{"a": "1", "b": "2"}'),
        ("t.json", '[\n{"a": "1",\n "b": "2"}]'),
        ("t.jsonl", '\ufeff{"a": "1", "b": "2"}\n\n'),
    ],
)
def test_one_record_written_in_many_ways(read, name, content):
    assert [{"a": "1", "b": "2"}] == values(read(name, content))


def test_a_comma_in_the_header_goes_before_other_delimiters(read):
    assert [{"a;x": "1", "b": "2;3"}] == values(read("t.csv", "a;x,b\n1,2;3\n"))


def test_a_tab_goes_first_in_a_tsv_file(read):
    assert [{"a,x": "1", "b": "2"}] == values(read("t.tsv", "a,x\tb\n1\t2\n"))


@pytest.mark.parametrize("name", ["t.csv.gz", "t.csv", "T.CSV.GZ"])
def test_gzip_is_recognised_by_content(read, name):
    assert [{"a": "1"}] == values(read(name, gzip.compress(b"a\n1\n")))


def test_numbers_of_json_are_their_literals(read):
    (found,) = read("t.json", '{"a": 95.00, "b": 1e400, "c": true, "d": null}')
    assert {"a": "95.00", "b": "1e400", "c": True, "d": None} == found.value


def test_a_record_of_json_keeps_its_bytes(read):
    assert [b'{"a": 1}', b'{"a": 2}'] == [record.raw for record in read("t.jsonl", '{"a": 1}\n{"a": 2}\n')]


def test_records_of_an_array_are_placed_by_index(read):
    assert ["[0]", "[1]"] == [record.place for record in read("t.json", '[{"a": 1}, {"a": 2}]')]


def test_records_are_read_as_they_are_asked_for(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("a,b\n1,2\nragged\n")
    assert {"a": "1", "b": "2"} == next(read_records(str(path))).value


@pytest.mark.parametrize(
    ("expected", "content"),
    [
        ("line 1: 2 columns have the name 'a'; give each column a name of its own", "a,b,a\n1,2,3\n"),
        ("line 1: column 2 has no name; give each column a name of its own", "a,,b\n1,2,3\n"),
        ("line 1: column 1 has no name", ",\n1,2\n"),
        (
            "line 3: has 3 values, and the header names 2 columns; put a value that holds ',' in quotes",
            "a,b\n1,2\n1,2,3",
        ),
        ("line 2: has 1 values", "a,b\n1\n"),
        ("line 4: has 1 values", 'a,b\n1,"x\ny"\n1\n'),
        ("line 2: holds a NUL byte", b"a,b\n1,\x00\n"),
        ("line 1: holds a NUL byte", "a,b\n1,2\n".encode("utf-16-le")),
        ("line 2: is not UTF-8 at byte 2 of the line; save it as UTF-8", b"a,b\n1,\xe9\n"),
        ("line 2: is not CSV: field larger than field limit (131072)", "a\n" + "x" * 131_073),
        ("line 3: is not CSV: unexpected end of data", 'a,b\n1,"x\n2,3\n'),
        ("line 2: is not CSV: ',' expected after '\"'", 'a,b\n"x"y,1\n'),
        (": is empty; expected a header line that names the columns", ""),
        (": is empty; expected a header line that names the columns", "\n\n"),
    ],
)
def test_a_fault_of_csv_names_its_line(fault, expected, content):
    assert fault("t.csv", content).startswith(expected)


@pytest.mark.parametrize(
    ("expected", "content"),
    [
        ("line 1: is not JSON: ", "a,b\n1,2\n"),
        ("line 2: is not JSON: ", '{"a": 1}\n{"a": \n'),
        ("line 1: expected a record, which is an object, got 7", "7"),
        ("[1]: expected a record, which is an object, got 2", '[{"a": 1}, 2]'),
        ("line 1: is not UTF-8", b'{"a": "\xe9"}'),
        ("line 1: is empty", ""),
        ("line 1: is not JSON: NaN is not JSON", '{"a": NaN}'),
    ],
)
def test_a_fault_of_json_names_its_place(fault, expected, content):
    assert fault("t.json", content).startswith(expected)


def test_csv_under_another_name_says_how_to_name_it(fault):
    assert "let the name of a CSV file end in .csv" in fault("t.txt", "a,b\n1,2\n")


@pytest.mark.parametrize("depth", [2_000, 200_000])
def test_deep_nesting_is_a_fault_of_the_file(fault, depth):
    assert "line 1" in fault("t.json", '{"a": ' + "[" * depth + "]" * depth + "}")


@pytest.mark.parametrize("name", ["t.csv", "t.json"])
def test_damaged_gzip_is_a_fault_of_the_file(fault, name):
    content = b"a\n" + b"1\n" * 5000 if name.endswith("csv") else b'{"a": 1}\n' * 5000
    assert "is damaged" in fault(name, gzip.compress(content)[:-20])


def test_a_row_beyond_the_limit_is_refused_however_many_lines_it_has(fault):
    assert "line 3: is longer than 40 bytes" in fault(
        "t.csv", 'a,b\n"' + "x" * 20 + "\n" + "x" * 20 + '",2\n', limit=40
    )


def test_the_limit_is_for_a_row_and_not_for_the_file(read):
    assert 100 == len(read("t.csv", "a,b\n" + "1,2\n" * 100, limit=40))


def test_a_missing_file_says_so(tmp_path):
    with pytest.raises(InputError, match="cannot be opened: No such file or directory; check the path"):
        list(read_records(str(tmp_path / "none.csv")))


@pytest.mark.parametrize(
    ("stem", "path"),
    [
        ("sales", "data/sales.csv"),
        ("sales", "sales.csv.gz"),
        ("sales.2026", "sales.2026.csv"),
        ("sales", "sales"),
        (".hidden", ".hidden"),
        ("stdin", "-"),
    ],
)
def test_the_stem_of_a_file_is_its_name_without_its_ending(stem, path):
    assert stem == stem_of(path)
