"""Records become nodes: three layouts, kept fields, templates, and messages that help."""

import pytest

from claimgauge.errors import EvidenceError
from claimgauge.evidence import EvidenceGraph, Mapping, NodeRule
from claimgauge.evidence.check import mapping_problems
from claimgauge.evidence.layouts import default_mapping, nodes_of
from claimgauge.readers.salvage import Literal


def mapping(*rules, **keys):
    return Mapping(schema="claimgauge.mapping/1", id="test", version="1", nodes=rules, **keys)


def rule(**keys):
    return NodeRule(**({"type": "ROW"} | keys))


def nodes(a_rule, record, *, number=1, file="file", **keys):
    return nodes_of(mapping(a_rule, **keys), record, number=number, file=file)


def fields(a_rule, record, **keys):
    return [node.fields for node in nodes(a_rule, record, **keys)]


def fault(a_rule, record, **keys):
    with pytest.raises(EvidenceError) as caught:
        nodes(a_rule, record, **keys)
    return str(caught.value)


GRID = rule(each="t", layout="grid", scale_from="header", header_rows="auto")


# rows


def test_a_record_is_a_row_of_its_own():
    assert [{"region": "North", "revenue": "95.00"}] == fields(rule(), {"region": "North", "revenue": "95.00"})


def test_a_list_of_objects_is_a_row_each():
    assert [{"a": "1"}, {"a": "2"}] == fields(rule(each="items"), {"items": [{"a": "1"}, {"a": "2"}]})


def test_one_object_at_the_path_is_one_row():
    assert [{"a": "1"}] == fields(rule(each="x.y"), {"x": {"y": {"a": "1"}}})


def test_nested_values_get_dotted_and_indexed_names():
    expected = {"address.city": "Oslo", "tags.0": "a", "tags.1.deep": "b", "open": True, "closed": None}
    record = {"address": {"city": "Oslo"}, "tags": ["a", {"deep": "b"}], "open": True, "closed": None}
    assert [expected] == fields(rule(), record)


def test_numbers_end_as_their_literals():
    expected = {"a": "95.00", "b": "7", "c": "0.5", "d": "1e400"}
    (found,) = fields(rule(), {"a": Literal("95.00"), "b": 7, "c": 0.5, "d": Literal("1e400")})
    assert expected == found
    assert {str} == set(map(type, found.values()))


def test_a_key_that_holds_a_dot_is_found_by_its_path():
    assert [{"b": "1"}] == fields(rule(each="x.y.z"), {"x.y": {"z": {"b": "1"}}})


def test_two_values_under_one_dotted_name_are_an_error():
    assert "two values have the name 'a.b'" in fault(rule(), {"a.b": "1", "a": {"b": "2"}})


def test_an_empty_object_or_array_gives_no_field():
    assert [{"a": "1"}] == fields(rule(), {"a": "1", "b": {}, "c": []})


def test_null_at_the_path_gives_no_node():
    assert () == nodes(rule(each="items"), {"items": None})


def test_a_path_that_ends_early_names_the_nearest_key():
    expected = (
        "nodes[0].each: the path 'box_scores' ends at 'box_scores', which is not there; did you mean 'box_score'?"
    )
    assert expected == fault(rule(each="box_scores"), {"box_score": {}})


def test_a_path_into_a_text_says_so():
    assert "it was looked for in 'text'" in fault(rule(each="a.b"), {"a": "text"})


def test_a_scalar_where_rows_should_be_is_an_error():
    assert "nodes[0].each: 'items'[1] is '5'; expected rows: objects" == fault(
        rule(each="items"), {"items": [{"a": "1"}, Literal("5")]}
    )


def test_more_than_ten_thousand_fields_are_refused():
    assert "more than 10000 fields" in fault(rule(), {"x": [{"y": str(n)} for n in range(10_001)]})


def test_ten_thousand_fields_are_kept():
    assert 10_000 == len(fields(rule(), {str(n): str(n) for n in range(10_000)})[0])


def test_nesting_beyond_a_hundred_is_refused_without_recursion():
    deep = "x"
    for _ in range(50_000):
        deep = [deep]
    assert "nested more than 100 deep" in fault(rule(), {"a": deep})


@pytest.mark.parametrize("value", [float("nan"), float("inf"), b"bytes", 10**5000], ids=["nan", "inf", "bytes", "huge"])
def test_a_value_that_is_not_of_json_is_refused_by_name(value):
    assert "nodes[0]: the record: 'a' is " in fault(rule(), {"a": value})


def test_half_of_a_surrogate_pair_is_refused():
    assert "half of a surrogate pair" in fault(rule(id="x"), {"a": "\ud83d"})


# columns


def test_columns_are_turned_into_rows():
    table = {"name": {"0": "Ann", "1": "Bo"}, "pts": {"0": "7", "1": "N/A"}}
    expected = [{"name": "Ann", "pts": "7"}, {"name": "Bo", "pts": None}]
    assert expected == fields(rule(each="t", layout="columns"), {"t": table}, null=("N/A",))


def test_a_column_that_lacks_a_row_leaves_the_field_out():
    table = {"name": {"0": "Ann", "1": "Bo"}, "pts": {"1": "7"}}
    assert [{"name": "Ann"}, {"name": "Bo", "pts": "7"}] == fields(rule(each="t", layout="columns"), {"t": table})


def test_a_column_that_is_no_object_is_an_error_with_its_name():
    expected = "nodes[0].each: 't'.pts is an array; expected columns: an object of row → value"
    assert expected == fault(rule(each="t", layout="columns"), {"t": {"pts": ["7"]}})


# grid


def grid_fields(*table, a_rule=GRID, **keys):
    return fields(a_rule, {"t": [list(row) for row in table]}, **keys)


def test_a_grid_has_a_node_for_each_data_row():
    expected = [{"row": "North", "2019": "$  1,452.4", "2018": "(12)"}, {"row": "South", "2019": "—", "2018": "7"}]
    assert expected == grid_fields(["", "2019", "2018"], ["North", "$  1,452.4", "(12)"], ["South", "—", "7"])


def test_listed_texts_become_null_and_other_cells_stay_as_written():
    expected = [{"row": "North", "2019": None, "2018": " — "}]
    assert expected == grid_fields(["", "2019", "2018"], ["North", "—", " — "], null=("—",))


def test_the_headers_of_one_column_are_joined():
    table = (["", "Assets", "Debts"], ["", "2019", "2018"], ["North", "1", "2"])
    assert [{"row": "North", "Assets / 2019": "1", "Debts / 2018": "2"}] == grid_fields(*table)


def test_a_fixed_number_of_header_rows_is_taken_at_its_word():
    one = rule(each="t", layout="grid")
    assert ["", "North"] == [each["row"] for each in grid_fields(["", "a"], ["", "b"], ["North", "1"], a_rule=one)]


def test_headers_are_counted_up_to_the_first_named_row_once_every_column_has_a_name():
    table = (["($ in millions)", "", ""], ["For the year", "2019", "2018"], ["Cost", "$100", "$82"])
    expected = [
        {"row": "Cost", "2019": "$100", "2018": "$82", "header": "($ in millions) / For the year", "scale": "million"}
    ]
    assert expected == grid_fields(*table)


def test_a_merged_header_stands_for_the_blank_cells_to_its_right():
    table = (["", "Domestic", "", "Abroad", ""], ["", "2019", "2018", "2019", "2018"], ["Rate", "1", "2", "3", "4"])
    expected = ["row", "Domestic / 2019", "Domestic / 2018", "Abroad / 2019", "Abroad / 2018"]
    assert expected == list(grid_fields(*table)[0])


def test_a_merged_header_at_the_right_end_stands_for_those_to_its_left():
    table = (["", "", "2019", "", "2018"], ["", "High", "Low", "High", "Low"], ["Q1", "1", "2", "3", "4"])
    assert ["row", "2019 / High", "2019 / Low", "2018 / High", "2018 / Low"] == list(grid_fields(*table)[0])


def test_merged_headers_are_not_believed_where_names_would_come_twice():
    table = (["", "2019", "", "2018", ""], ["", "a", "b", "a", "a"], ["Q1", "1", "2", "3", "4"])
    assert ["row", "2019 / a", "b", "2018 / a", "a"] == list(grid_fields(*table)[0])


def test_a_cell_alone_in_its_row_speaks_of_the_whole_table():
    table = (["", "", "Years ended", ""], ["", "2019", "2018", "2017"], ["Cost", "1", "2", "3"])
    assert [{"row": "Cost", "2019": "1", "2018": "2", "2017": "3", "header": "Years ended"}] == grid_fields(*table)


def test_a_cell_alone_in_its_row_that_is_the_only_name_of_its_column_stays_its_name():
    table = (["", "2019", "2018", ""], ["", "", "", "Change"], ["Cost", "1", "2", "3"])
    assert ["row", "2019", "2018", "Change"] == list(grid_fields(*table)[0])


def test_a_name_that_comes_twice_gets_a_number():
    assert ["row", "2019", "2019 (2)", "2019 (3)"] == list(
        grid_fields(["", "2019", "2019", "2019"], ["x", "1", "2", "3"])[0]
    )


def test_a_number_given_to_a_name_takes_no_other_columns_name():
    assert ["row", "a", "a (3)", "a (2)"] == list(grid_fields(["", "a", "a", "a (2)"], ["x", "1", "2", "3"])[0])


def test_a_column_named_like_a_field_of_the_grid_gets_a_number():
    assert ["row", "row (2)", "scale (2)"] == list(grid_fields(["", "row", "scale"], ["x", "1", "2"])[0])


def test_a_column_without_a_name_is_counted():
    one = rule(each="t", layout="grid")
    assert ["row", "2019", "column 3"] == list(grid_fields(["", "2019", ""], ["x", "1", "2"], a_rule=one)[0])


def test_a_row_that_is_longer_than_the_header_loses_nothing():
    one = rule(each="t", layout="grid")
    assert [{"row": "x", "a": "1", "column 3": "2"}] == grid_fields(["", "a"], ["x", "1", "2"], a_rule=one)


def test_a_short_row_has_fewer_fields():
    assert [{"row": "x", "a": "1"}] == grid_fields(["", "a", "b"], ["x", "1"])


@pytest.mark.parametrize(
    ("scale", "header"),
    [
        ("million", "(in millions)"),
        ("thousand", "(In thousands, except per share amounts)"),
        ("billion", "$ billion"),
        ("thousand", "$’000"),
        ("million", "€m"),
        ("billion", "£bn"),
        (None, "Years ended"),
        (None, "(in thousands, totals in millions)"),
    ],
)
def test_the_scale_of_a_table_is_read_from_its_header(scale, header):
    (found,) = grid_fields(["", "2019", "2018"], ["", header, ""], ["Cost", "1", "2"])
    assert (scale, header) == (found.get("scale"), found["header"])


def test_a_scale_that_every_column_names_is_the_tables():
    assert "million" == grid_fields(["", "2019 €m", "2018 €m"], ["x", "1", "2"])[0]["scale"]


def test_a_scale_of_some_columns_is_not_the_tables():
    assert "scale" not in grid_fields(["", "Shares (thousands)", "Price"], ["x", "1", "2"])[0]


def test_no_scale_is_read_unless_asked_for():
    assert "scale" not in grid_fields(["(in millions)", "a"], ["x", "1"], a_rule=rule(each="t", layout="grid"))[0]


def test_another_column_may_name_the_rows():
    last = rule(each="t", layout="grid", row_header=1)
    assert [{"2019": "1", "row": "x"}] == grid_fields(["2019", ""], ["1", "x"], a_rule=last)


def test_a_row_header_beyond_the_table_is_an_error():
    assert "row_header is 5, and the longest row has 2 cells" in fault(
        rule(each="t", layout="grid", row_header=5), {"t": [["", "a"], ["x", "1"]]}
    )


def test_an_empty_grid_gives_no_node():
    assert [] == grid_fields()


def test_a_row_of_a_grid_that_is_no_array_is_an_error_with_its_place():
    assert "nodes[0].each: 't'[1] is an object; expected grid: an array of cells" == fault(GRID, {"t": [["", "a"], {}]})


# fields that are kept


def test_only_the_named_fields_are_kept_entities_first():
    found = fields(rule(entities=("c",), numbers=("b", "x")), {"a": "1", "b": "2", "c": "3"})
    assert [[("c", "3"), ("b", "2")]] == [list(each.items()) for each in found]


def test_the_scale_is_kept_where_it_was_asked_for():
    few = rule(each="t", layout="grid", scale_from="header", numbers=("a",))
    assert [{"a": "1", "scale": "million"}] == grid_fields(["(in millions)", "a"], ["x", "1"], a_rule=few)


# ids and content


def test_an_id_is_made_of_let_fields_and_built_in_names():
    (found,) = nodes(
        rule(each="rows", id="{game}/{name}/{row}/{index}/{number}/{file}"),
        {"meta": {"id": Literal("7")}, "rows": [{"name": "Ann"}]},
        let={"game": "meta.id"},
        number=3,
    )
    assert "7/Ann/0/0/3/file" == found.evidence_id


def test_the_row_of_columns_is_its_key_and_of_a_grid_the_cell_that_names_it():
    (one,) = nodes(rule(each="t", layout="columns", id="{row}/{index}"), {"t": {"a": {"r7": "1"}}})
    (two,) = nodes(rule(each="t", layout="grid", id="{row}/{index}"), {"t": [["", "a"], ["North", "1"]]})
    assert ("r7/r7", "North/1") == (one.evidence_id, two.evidence_id)


def test_a_field_goes_before_a_built_in_name_and_let_before_both():
    record = {"number": "INV-7", "other": "OUT-9"}
    assert "INV-7" == nodes(rule(id="{number}"), record)[0].evidence_id
    assert "OUT-9" == nodes(rule(id="{number}"), record, let={"number": "other"})[0].evidence_id


def test_without_an_id_template_file_number_path_and_place_make_the_id():
    assert "file/1" == nodes(rule(), {"a": "1"})[0].evidence_id
    assert "file/1/x/1" == nodes(rule(each="x"), {"x": [{"a": "1"}, {"a": "1"}]})[1].evidence_id


def test_the_default_mapping_keeps_every_record_whole_even_with_fields_named_like_built_in_names():
    (found,) = nodes_of(default_mapping(), {"number": "9", "file": "x"}, number=1, file="sales")
    assert ("sales/1", "RECORD", {"number": "9", "file": "x"}) == (found.evidence_id, found.type, found.fields)


def test_generated_content_leaves_null_out_and_is_sorted():
    assert "a: 1; b: true" == nodes(rule(), {"b": True, "c": None, "a": "1"})[0].content


def test_generated_content_follows_the_named_fields():
    assert "b: 2; a: 1" == nodes(rule(entities=("b",), numbers=("a",)), {"a": "1", "b": "2"})[0].content


def test_generated_content_of_a_grid_begins_with_the_name_of_the_row():
    assert "row: x; 2019: 1; header: Cost" == nodes(GRID, {"t": [["Cost", "2019"], ["x", "1"]]})[0].content


def test_content_shows_cells_as_written():
    (found,) = nodes(rule(content="{a}: {b}, {c}, {d}"), {"a": "N/A", "b": None, "c": False, "d": "1"}, null=("N/A",))
    assert "N/A: null, false, 1" == found.content


def test_braces_are_written_twice():
    assert "{x} is {1}" == nodes(rule(content="{{x}} is {{{a}}}"), {"a": "1"})[0].content


@pytest.mark.parametrize("name", ["a.__class__", "a[0]", "a!r", "a:>10", "0", "a.upper()", " a"])
def test_a_name_is_never_more_than_a_name(name):
    assert f"no field of this row and no name of `let` is {name!r}" in fault(rule(id="{" + name + "}"), {"a": "1"})


def test_a_field_with_a_strange_name_is_found_by_it():
    assert "1" == nodes(rule(id="{a.__class__}"), {"a.__class__": "1"})[0].evidence_id


def test_a_text_that_is_filled_in_is_no_template():
    assert "{b}" == nodes(rule(id="{a}"), {"a": "{b}", "b": "secret"})[0].evidence_id


def test_a_missing_name_is_an_error_with_the_nearest():
    expected = "nodes[0].id: no field of this row and no name of `let` is 'regoin'; did you mean 'region'?"
    assert expected == fault(rule(id="{regoin}"), {"region": "North"})


def test_a_missing_name_that_is_near_none_lists_what_is_known():
    assert "known are 'region', 'file', 'number', 'row', 'index'" in fault(rule(id="{zzz}"), {"region": "North"})


@pytest.mark.parametrize("value", [None, "N/A"])
def test_an_id_needs_a_text(value):
    assert "nodes[0].id: 'a' is null here" in fault(rule(id="{a}"), {"a": value}, null=("N/A",))


def test_an_empty_id_is_an_error():
    assert "nodes[0].id: '{a}' comes to an empty id" in fault(rule(id="{a}"), {"a": ""})


def test_let_must_lead_to_a_scalar():
    assert "let.x: 'a' is an object; expected a text" in fault(rule(id="{x}"), {"a": {"b": "1"}}, let={"x": "a"})


def test_the_source_of_a_rule_is_that_of_its_nodes():
    assert "ledger" == nodes(rule(source="ledger"), {"a": "1"})[0].source_id


def test_nodes_of_any_layout_have_a_digest():
    found = nodes(GRID, {"t": [["", "a"], ["x", Literal("1")]]})
    assert EvidenceGraph(nodes=found).digest.startswith("sha256:")


# mappings that make no sense


def problems(*rules, **keys):
    return [(each.place, each.message) for each in mapping_problems(mapping(*rules, **keys))]


def test_a_mapping_that_makes_sense_has_no_problems():
    assert [] == problems(rule(source="s", id="{a}"), sources={"s": {}})


def test_every_problem_is_found_with_its_place():
    bad = rule(type="", source="x", layout="grid", header_rows=0, row_header=-1, id="{", numbers=("a", "a"))
    expected = ["type", "source", "each", "header_rows", "row_header", "numbers[1]", "id"]
    assert [f"nodes[0].{key}" for key in expected] == [place for place, _ in problems(bad)]


def test_a_mapping_without_rules_is_a_problem():
    assert ["nodes"] == [place for place, _ in problems()]


@pytest.mark.parametrize("template", ["{", "}", "a}b", "{}", "{a", "{{a}", "{a{b}}"])
def test_a_lone_brace_is_a_problem_that_says_how_to_write_it(template):
    ((place, message),) = problems(rule(content=template))
    assert "nodes[0].content" == place
    assert "a lone" in message
