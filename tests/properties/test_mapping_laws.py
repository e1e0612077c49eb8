"""Laws of mappings: order means nothing, layouts agree, and no record or mapping breaks more than itself."""

import csv
import io
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from claimgauge.errors import ClaimgaugeError
from claimgauge.evidence import EvidenceGraph, Mapping, NodeRule
from claimgauge.evidence.check import mapping_problems
from claimgauge.evidence.layouts import nodes_of
from claimgauge.evidence.templates import filled
from claimgauge.readers.cases import parse
from claimgauge.readers.records import read_records
from claimgauge.wiring import load_evidence

names = st.text("abcXYZ 0129_-", min_size=1, max_size=6).map(lambda name: " ".join(name.split())).filter(bool)
cells = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=8)
texts = st.text(st.characters(), max_size=6)  # halves of surrogate pairs too
numbers = st.integers() | st.floats()
json_values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4),
    max_leaves=20,
)
objects = st.dictionaries(st.sampled_from(["a", "b"]) | texts, json_values, max_size=4)
header_cells = st.sampled_from(["", " ", "a", "b", "2019", "(in millions)"])
grids = st.lists(st.lists(header_cells, max_size=5), max_size=6)
tables_of_any_kind = st.lists(objects, max_size=3) | objects | st.dictionaries(texts, objects, max_size=3) | grids
records = objects | st.fixed_dictionaries({"t": tables_of_any_kind}, optional={"a": json_values, "t.u": json_values})
odd = st.sampled_from(["a", "t.u", "t.0", "a..b", "{a}", "{t.u}/{row}", "{", "{}", "{a.__class__}"]) | texts
paths = st.sampled_from(["t", ""]) | st.just("t") | odd
templates = st.sampled_from(["", "{number}", "{file}{index}", "{{}}"]) | st.just("") | odd
rules = st.builds(
    NodeRule,
    type=texts,
    each=paths,
    layout=st.sampled_from(["rows", "columns", "grid"]),
    id=templates,
    entities=st.lists(texts, max_size=2).map(tuple),
    numbers=st.lists(st.sampled_from(["a", "b"]), max_size=2).map(tuple),
    content=templates,
    source=texts,
    header_rows=st.integers(-2, 5) | st.just("auto"),
    row_header=st.just(0) | st.integers(-2, 3),
    scale_from=st.sampled_from([None, "header"]),
)
mappings = st.builds(
    Mapping,
    schema=st.just("claimgauge.mapping/1"),
    id=texts,
    version=texts,
    null=st.lists(texts, max_size=3).map(tuple),
    nodes=st.lists(rules, min_size=1, max_size=2).map(tuple),
    let=st.dictionaries(st.sampled_from(["a", "x"]) | texts, paths, max_size=2),
)


def mapping(*some_rules, **keys):
    return Mapping(schema="claimgauge.mapping/1", id="test", version="1", nodes=some_rules, **keys)


def outcome(call):
    """What a call returns, and the message of the claimgauge error that it raises; any other is a failure."""
    try:
        return call(), ""
    except ClaimgaugeError as error:
        return [], str(error)


@st.composite
def tables(draw):
    """Column names, row keys, and a cell for each: {(key, name): cell}."""
    columns = draw(
        st.lists(names, min_size=1, max_size=5, unique=True).filter(lambda c: not {"row", "header", "scale"} & {*c})
    )
    keys = draw(st.lists(names, min_size=1, max_size=5, unique=True))
    return columns, keys, {(key, name): draw(cells) for key in keys for name in columns}


def as_rows(columns, keys, table):
    return {"t": [{"key": key} | {name: table[key, name] for name in columns} for key in keys]}


def as_columns(columns, keys, table):
    return {"t": {name: {key: table[key, name] for key in keys} for name in columns}}


def as_grid(columns, keys, table):
    return {"t": [["", *columns], *([key, *(table[key, name] for name in columns)] for key in keys)]}


LAYOUTS = {"rows": (as_rows, "{key}"), "columns": (as_columns, "{row}"), "grid": (as_grid, "{row}")}


def rule_for(layout):
    return NodeRule(type="ROW", each="t", layout=layout, id=LAYOUTS[layout][1])


@pytest.mark.parametrize("layout", LAYOUTS)
@given(data=st.data(), drawn=tables())
def test_the_order_of_rows_and_columns_does_not_change_the_digest(layout, data, drawn):
    columns, keys, table = drawn
    if layout == "rows" and "key" in columns:
        return
    lay_out, _ = LAYOUTS[layout]
    chosen = mapping(rule_for(layout))
    written = lay_out(columns, keys, table)
    shuffled = lay_out(data.draw(st.permutations(columns)), data.draw(st.permutations(keys)), table)
    expected = EvidenceGraph(nodes=nodes_of(chosen, written, number=1)).digest
    assert expected == EvidenceGraph(nodes=nodes_of(chosen, shuffled, number=1)).digest


@given(data=st.data(), drawn=tables())
def test_the_order_of_the_keys_of_a_record_does_not_change_the_digest(data, drawn):
    columns, keys, table = drawn
    record = {key: {name: table[key, name] for name in columns} for key in keys}
    shuffled = {
        key: {name: record[key][name] for name in data.draw(st.permutations(columns))}
        for key in data.draw(st.permutations(keys))
    }
    chosen = mapping(NodeRule(type="RECORD"))
    first, second = (EvidenceGraph(nodes=nodes_of(chosen, each, number=1)) for each in (record, shuffled))
    assert first.digest == second.digest


@given(drawn=tables())
def test_one_table_has_the_same_field_values_in_every_layout(drawn):
    columns, keys, table = drawn
    expected = {key: {name: table[key, name] for name in columns} for key in keys}
    if "key" in columns:
        return
    for layout, (lay_out, _) in LAYOUTS.items():
        found = nodes_of(mapping(rule_for(layout)), lay_out(columns, keys, table), number=1)
        assert expected == {node.evidence_id: {name: node.fields[name] for name in columns} for node in found}, layout


@given(drawn=tables())
def test_a_table_of_csv_is_the_same_evidence_as_its_lines_of_json(tmp_path_factory, drawn):
    columns, keys, table = drawn
    rows = [dict(zip(columns, [table[key, name] for name in columns], strict=True)) for key in keys]
    folder = tmp_path_factory.mktemp("same")
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, quoting=csv.QUOTE_ALL)
    writer.writeheader()
    writer.writerows(rows)
    (folder / "t.csv").write_text(text.getvalue(), encoding="utf-8", newline="")
    (folder / "t.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    if not {"nodes", "passages"} & {*columns}:
        assert load_evidence(folder / "t.csv").digest == load_evidence(folder / "t.jsonl").digest


@given(record=records, chosen=mappings)
def test_any_record_and_any_mapping_give_nodes_with_a_digest_or_a_claimgauge_error(record, chosen):
    mapping_problems(chosen)
    nodes, error = outcome(lambda: nodes_of(chosen, record, number=1, file="f"))
    assert error.startswith(("nodes[", "let.") if error else "")
    assert all(node.evidence_id for node in nodes)
    values = [value for node in nodes for value in node.fields.values()]
    assert {type(value) for value in values} <= {str, bool, type(None)}
    assert EvidenceGraph(nodes=nodes).digest.startswith("sha256:")


@given(record=records)
def test_every_scalar_of_a_record_is_in_exactly_one_field(record):
    def leaves(value):
        if isinstance(value, (dict, list)):
            members = value.values() if isinstance(value, dict) else value
            return [leaf for member in members for leaf in leaves(member)]
        return [value]

    text = json.dumps(record)
    try:
        read = parse(text.encode())
        (node,) = nodes_of(mapping(NodeRule(type="RECORD")), read, number=1)
    except ClaimgaugeError:
        return
    assert sorted(map(repr, map(plain, leaves(read)))) == sorted(map(repr, node.fields.values()))


def plain(value):
    return str(value) if isinstance(value, str) else value


@given(table=grids, header_rows=st.integers(1, 4) | st.just("auto"))
def test_every_cell_of_every_data_row_of_a_grid_is_in_exactly_one_field(table, header_rows):
    rule = NodeRule(type="ROW", each="t", layout="grid", header_rows=header_rows, scale_from="header", id="{index}")
    nodes, error = outcome(lambda: nodes_of(mapping(rule), {"t": table}, number=1))
    assert bool(error) == (bool(table) and not any(table))
    for node in nodes:
        found = [value for name, value in node.fields.items() if name not in ("header", "scale")]
        assert sorted(table[int(node.evidence_id)]) == sorted(found)


@given(template=st.text("{}ab.!:[0]_ ", max_size=12), values=st.dictionaries(texts, texts, max_size=3))
def test_a_template_is_filled_or_refused_and_never_evaluated(template, values):
    asked = []

    def text_of(name):
        asked.append(name)
        return values.get(name, "{a}")

    try:
        text = filled(template, text_of, place="id")
    except ClaimgaugeError:
        return
    assert all("{" + name + "}" in template for name in asked)
    if "{" not in template and "}" not in template:
        assert template == text


@given(
    content=st.binary(max_size=60) | st.text('a,;"\n\r\t\0{}[]:1', max_size=40).map(str.encode),
    name=st.sampled_from(["t.csv", "t.tsv", "t.json"]),
)
def test_any_bytes_are_records_or_a_claimgauge_error(tmp_path_factory, content, name):
    path = tmp_path_factory.mktemp("bytes") / name
    path.write_bytes(content)
    found, error = outcome(lambda: list(read_records(str(path))))
    assert str(path) in error or not error
    assert all(isinstance(record.value, dict) for record in found)
    assert list(range(1, len(found) + 1)) == [record.number for record in found]
