"""Files become one graph: with a mapping, without one, as bundles, and with messages where they do not fit."""

import gzip
import json
from pathlib import Path

import pytest

from claimgauge.errors import DocumentError, EvidenceError, InputError
from claimgauge.evidence import Source
from claimgauge.readers import read_paths
from claimgauge.wiring import case_verifier, load_evidence, load_mapping

SALES = Path(__file__).parents[2] / "examples" / "sales"
MAPPING = """
schema = "claimgauge.mapping/1"
id = "sales"
version = "1"
[[nodes]]
type = "SALE"
id = "{region}"
numbers = ["revenue"]
source = "ledger"
[sources.ledger]
title = "Ledger"
issued = 2026-07-05
"""


@pytest.fixture
def file(tmp_path):
    def of(name, content):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True, parents=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return of


@pytest.fixture
def mapping(file):
    return file("mapping.toml", MAPPING)


def ids(graph):
    return [node.evidence_id for node in graph.nodes]


# mappings


def test_a_mapping_is_read_from_its_file(mapping):
    loaded = load_mapping(mapping)
    assert ("sales", "SALE", "2026-07-05") == (loaded.id, loaded.nodes[0].type, loaded.sources["ledger"].issued)


def test_every_problem_of_a_mapping_comes_at_once_with_file_and_place(file):
    text = (
        MAPPING.replace('"ledger"', '"legder"').replace("{region}", "{region")
        + "[[nodes]]\ntype = 'G'\nlayout = 'grid'\nheader_rows = 0\nrow_header = -1\n"
    )
    path = file("bad.toml", text)
    with pytest.raises(DocumentError) as caught:
        load_mapping(path)
    expected = ["nodes[0].source", "nodes[0].id", "nodes[1].each", "nodes[1].header_rows", "nodes[1].row_header"]
    assert expected == [problem.place for problem in caught.value.problems]
    assert f"{path}: nodes[0].source: no table [sources.legder]; did you mean 'ledger'?" in str(caught.value)


def test_an_unknown_key_of_a_mapping_names_the_nearest(file):
    with pytest.raises(DocumentError, match=r"nodes\[0\]\.layuot.*did you mean 'layout'\?"):
        load_mapping(file("bad.toml", MAPPING.replace("source =", "layuot =")))


def test_the_number_of_header_rows_may_be_counted(file):
    text = MAPPING.replace('source = "ledger"\n', 'layout = "grid"\neach = "t"\nheader_rows = "auto"\n', 1)
    assert "auto" == load_mapping(file("grid.toml", text)).nodes[0].header_rows


def test_a_mapping_that_is_not_there_says_so(tmp_path):
    with pytest.raises(InputError, match="cannot be opened: No such file or directory; name a file with a mapping"):
        load_mapping(tmp_path / "none.toml")


# records with a mapping


def test_all_files_make_one_graph_with_the_sources_of_the_mapping(file, mapping):
    one, two = file("a.csv", "region,revenue\nNorth,95.00\n"), file("b.json", '{"region": "South", "revenue": 7.50}')
    graph = load_evidence([one, two], mapping=mapping)
    assert [("North", "95.00"), ("South", "7.50")] == [(n.evidence_id, n.fields["revenue"]) for n in graph.nodes]
    assert (Source(source_id="ledger", title="Ledger", issued="2026-07-05"),) == graph.sources
    assert {"ledger"} == {node.source_id for node in graph.nodes}


def test_one_path_may_stand_for_itself_and_a_mapping_for_its_file(file, mapping):
    path = file("a.csv", "region,revenue\nNorth,1\n")
    assert load_evidence(str(path), mapping=load_mapping(mapping)) == load_evidence([path], mapping=str(mapping))


def test_gzip_changes_nothing(file, mapping):
    content = b"region,revenue\nNorth,1\n"
    plain, packed = file("a.csv", content), file("b.csv.gz", gzip.compress(content))
    assert load_evidence(plain, mapping=mapping).digest == load_evidence(packed, mapping=mapping).digest


def test_a_bundle_read_with_a_mapping_is_a_record(file, mapping):
    path = file("a.json", '{"region": "North", "revenue": "1", "nodes": []}')
    assert ["North"] == ids(load_evidence(path, mapping=mapping))


def test_a_record_that_does_not_fit_is_named_by_file_and_line(file, mapping):
    path = file("a.csv", "area,revenue\nNorth,1\n")
    with pytest.raises(EvidenceError) as caught:
        load_evidence(path, mapping=mapping)
    assert str(caught.value).startswith(f"{path}: line 2: nodes[0].id: no field of this row")


def test_a_kept_field_that_no_row_has_is_an_error(file, mapping):
    path = file("a.csv", "region,revenues\nNorth,1\n")
    expected = r"nodes\[0\]\.numbers: no row has a field 'revenue'; did you mean 'revenues'\?"
    with pytest.raises(EvidenceError, match=expected):
        load_evidence(path, mapping=mapping)


def test_a_kept_field_that_some_rows_lack_is_none(file, mapping):
    path = file("a.jsonl", '{"region": "North"}\n{"region": "South", "revenue": 1}\n')
    assert [{}, {"revenue": "1"}] == [node.fields for node in load_evidence(path, mapping=mapping).nodes]


def test_ids_that_come_twice_are_an_error_that_suggests_another_template(file, mapping):
    one, two = file("a.csv", "region,revenue\nN,1\nN,2\nS,3\n"), file("b.csv", "region,revenue\nS,4\n")
    with pytest.raises(EvidenceError) as caught:
        load_evidence([one, two], mapping=mapping)
    expected = (
        f"ids that stand for more than one node: 'N' (again at {one}: line 3), 'S' (again at {two}: line 2);"
        " let nodes[0].id tell them apart, for example '{region}/{number}'; {file} tells files apart"
    )
    assert expected == str(caught.value)


def test_the_first_three_repeated_ids_are_shown(file, mapping):
    rows = "".join(f"{name},1\n" * 2 for name in "ABCDE")
    with pytest.raises(EvidenceError, match=r"'A'.*'B'.*'C' \(again at [^)]*\) and 2 more; "):
        load_evidence(file("a.csv", "region,revenue\n" + rows), mapping=mapping)


def test_a_broken_row_stops_the_file(file, mapping):
    with pytest.raises(InputError, match="line 3: has 1 values"):
        load_evidence(file("a.csv", "region,revenue\nN,1\nS\n"), mapping=mapping)


# without a mapping


def test_without_a_mapping_each_record_is_a_node_named_after_its_file(file):
    graph = load_evidence(file("sales.csv", "region,revenue\nNorth,1\nSouth,2\n"))
    assert [("sales/1", "RECORD", "region: North; revenue: 1"), ("sales/2", "RECORD", "region: South; revenue: 2")] == [
        (node.evidence_id, node.type, node.content) for node in graph.nodes
    ]


def test_two_files_of_one_name_are_an_error_that_says_what_to_do(file):
    one, two = file("x/sales.csv", "a\n1\n"), file("y/sales.csv", "a\n2\n")
    with pytest.raises(EvidenceError, match=r"'sales/1'.*each file a name, of its own"):
        load_evidence([one, two])


def test_no_files_make_an_empty_graph():
    assert () == load_evidence([]).nodes


def bundle(*names, **keys):
    return json.dumps({"nodes": [{"evidenceId": name, "type": "ROW", "content": "x"} for name in names]} | keys)


def test_a_bundle_is_read_as_it_is(file):
    passages = [{"evidenceId": "p", "content": "text"}]
    edges = [{"from": "p", "to": "n", "type": "SUPPORTS"}]
    path = file("a.json", bundle("n", passages=passages, edges=edges, sources=[{"sourceId": "s"}], claims=[]))
    graph = load_evidence(path)
    assert ["n", "p"] == ids(graph)
    assert (1, 1) == (len(graph.edges), len(graph.sources))


def test_passages_alone_are_a_bundle(file):
    assert ["PASSAGE"] == [
        node.type for node in load_evidence(file("a.json", '{"passages": [{"evidenceId": "p", "content": "t"}]}')).nodes
    ]


def test_bundles_and_records_make_one_graph(file):
    graph = load_evidence([file("a.json", bundle("n")), file("b.csv", "x\n1\n"), file("c.json", '[{"x": 1}]')])
    assert ["n", "b/1", "c/1"] == ids(graph)


@pytest.mark.parametrize(
    "nodes", ["7", '[{"evidenceId": 1}]', '[{"evidenceId": "a", "type": "T", "fields": {"x": []}}]']
)
def test_a_broken_bundle_is_an_error_with_its_place(file, nodes):
    with pytest.raises(InputError, match=r"line 1, nodes.*mend the bundle"):
        load_evidence(file("a.json", f'{{"nodes": {nodes}}}'))


def test_several_bundles_in_one_file_are_not_taken_for_records(file):
    with pytest.raises(InputError, match="holds several records, and one of them is a bundle"):
        load_evidence(file("a.jsonl", bundle("n") + "\n" + bundle("m")))


def test_records_with_a_number_of_nodes_are_records(file):
    assert ["a/1", "a/2"] == ids(load_evidence(file("a.jsonl", '{"nodes": 3}\n{"nodes": 5}\n')))


def test_ids_of_bundles_that_come_twice_are_an_error(file):
    with pytest.raises(EvidenceError, match=r"'n'.*give each node an id"):
        load_evidence([file("a.json", bundle("n")), file("b.json", bundle("n"))])


def test_a_source_that_two_files_describe_alike_is_one_and_differently_is_an_error(file):
    one, two, three = (
        file(f"{name}.json", bundle(name, sources=[{"sourceId": "s", "title": title}]))
        for name, title in (("a", "x"), ("b", "x"), ("c", "y"))
    )
    assert 1 == len(load_evidence([one, two]).sources)
    with pytest.raises(EvidenceError, match="the source 's' is described differently"):
        load_evidence([one, three])


# the example for newcomers


def test_the_claims_of_the_sales_example_come_to_what_they_are_named_after():
    graph = load_evidence(SALES / "sales.csv", mapping=SALES / "mapping.toml")
    verifier = case_verifier(SALES / "contract.toml", evidence=graph)
    rows = [verifier.verify(row) for row in read_paths([str(SALES / "claims.jsonl")])]
    expected = {
        "right": [],
        "wrong-number": ["unknown_number"],
        "unknown-region": ["unknown_entity"],
        "cites-nothing": ["no_citation", "missing_type"],
    }
    assert expected == {row.id: [finding.code for finding in row.claims[0].findings] for row in rows}


def test_the_nodes_of_the_sales_example_read_as_sentences():
    (first, *_) = load_evidence(SALES / "sales.csv", mapping=SALES / "mapping.toml").nodes
    expected = "Northmark sold 1240 units for 86800.00 dollars in the quarter that ended on 2026-03-31."
    assert ("Northmark/2026-03-31", expected) == (first.evidence_id, first.content)
