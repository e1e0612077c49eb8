"""The example mappings on real box scores and real financial tables: nothing is lost, nothing is made up."""

import gzip
import json
from collections import Counter
from pathlib import Path

import pytest

from claimgauge.wiring import load_evidence
from tests.conftest import SHARED

EXAMPLES = Path(__file__).parents[2] / "examples"


def data(folder, *names):
    paths = [SHARED / "data" / folder / name for name in names]
    if not all(path.is_file() for path in paths):
        pytest.skip(f"{folder} is not in {SHARED / 'data'}; set CLAIMGAUGE_SHARED to the folder that holds data/")
    return paths


@pytest.fixture(scope="module")
def games():
    paths = data("accuracy_shared_task", "train_box_scores.jsonl.gz", "test_box_scores.jsonl.gz")
    return [json.loads(line) for path in paths for line in gzip.open(path)]


@pytest.fixture(scope="module")
def box_scores():
    paths = data("accuracy_shared_task", "train_box_scores.jsonl.gz", "test_box_scores.jsonl.gz")
    return load_evidence(paths, mapping=EXAMPLES / "box-scores" / "mapping.toml")


@pytest.fixture(scope="module")
def tables():
    paths = data("tatqa", "dev.json.gz", "test_gold.json.gz")
    return {each["table"]["uid"]: each["table"]["table"] for path in paths for each in json.load(gzip.open(path))}


@pytest.fixture(scope="module")
def financial():
    paths = data("tatqa", "dev.json.gz", "test_gold.json.gz")
    return load_evidence(paths, mapping=EXAMPLES / "tatqa" / "mapping.toml")


@pytest.fixture(scope="module")
def by_id(financial):
    return {node.evidence_id: node for node in financial.nodes}


# box scores


def test_every_player_and_every_team_is_a_node(box_scores):
    assert {"PLAYER_LINE": 1538 + 768, "TEAM_LINE": 2 * 90} == Counter(node.type for node in box_scores.nodes)


def test_every_cell_of_a_box_score_is_in_exactly_one_field(games, box_scores):
    expected = Counter(
        (
            f"{game['shared_task_text_id']}/{game['box_score']['PLAYER_NAME'][row]}",
            name,
            None if cell == "N/A" else cell,
        )
        for game in games
        for name, column in game["box_score"].items()
        for row, cell in column.items()
    )
    lines = [node for node in box_scores.nodes if node.type == "PLAYER_LINE"]
    assert expected == Counter((node.evidence_id, name, value) for node in lines for name, value in node.fields.items())


def test_every_cell_of_a_team_line_is_in_exactly_one_field(games, box_scores):
    expected = {
        f"{g['shared_task_text_id']}/{g[s]['TEAM-NAME']}": g[s] for g in games for s in ("home_line", "vis_line")
    }
    assert expected == {node.evidence_id: node.fields for node in box_scores.nodes if node.type == "TEAM_LINE"}


def test_a_player_picked_by_hand(box_scores):
    (line,) = [node for node in box_scores.nodes if node.evidence_id == "T001/DeMarcus Cousins"]
    expected = {"PLAYER_NAME": "DeMarcus Cousins", "PTS": "24", "REB": "13", "AST": "4", "TO": "5", "MIN": "37"}
    assert expected == {name: line.fields[name] for name in expected}
    assert "box-score" == line.source_id


def test_a_player_who_did_not_play_has_null_fields_and_a_name(box_scores):
    (line,) = [node for node in box_scores.nodes if node.evidence_id == "T001/Darius Morris"]
    expected = "PLAYER_NAME: Darius Morris; FIRST_NAME: Darius; SECOND_NAME: Morris; TEAM_CITY: Brooklyn"
    assert None is line.fields["PTS"]
    assert expected == line.content


# financial tables


def rows_in(table_id, by_id):
    return sorted(int(name.rpartition("/")[2]) for name in by_id if name.startswith(f"{table_id}/"))


def test_every_row_below_the_headers_is_a_node(tables, by_id):
    assert (555, 4179) == (len(tables), len(by_id))
    for table_id, table in tables.items():
        found = rows_in(table_id, by_id)
        assert list(range(found[0], len(table))) == found
        assert found[0] >= 1


def test_every_cell_of_every_data_row_is_in_exactly_one_field(tables, financial):
    null = {"", "—", "–", "-", "N/A", "n/a"}
    for node in financial.nodes:
        table_id, _, index = node.evidence_id.rpartition("/")
        expected = [None if cell in null else cell for cell in tables[table_id][int(index)]]
        found = [value for name, value in node.fields.items() if name not in ("header", "scale")]
        assert Counter(expected) == Counter(found), node.evidence_id


def test_every_header_cell_is_in_a_name_or_in_the_header_of_its_rows(tables, by_id):
    for table_id, table in tables.items():
        first = rows_in(table_id, by_id)[0]
        node = by_id[f"{table_id}/{first}"]
        said = " ".join((*node.fields, node.fields.get("header") or ""))
        lost = [cell for row in table[:first] for cell in row if " ".join(cell.split()) not in said]
        assert [] == lost, table_id


def test_a_row_with_headers_over_the_whole_table(by_id):
    node = by_id["53474060-2736-46cb-bd97-1eb42f0ff3c1/4"]
    expected = {
        "row": "Automotive",
        "2019": "$ 5,686",
        "2018": "$ 6,092",
        "2017": "$  5,228",
        "header": "Fiscal / (in millions)",
        "scale": "million",
    }
    assert expected == node.fields
    assert (
        "row: Automotive; 2017: $  5,228; 2018: $ 6,092; 2019: $ 5,686; header: Fiscal / (in millions); scale: million"
        == node.content
    )


def test_a_row_with_merged_headers_and_blank_cells(by_id):
    expected = {
        "row": "Expected return on plan assets",
        "Domestic / September 30, / 2019": None,
        "Domestic / September 30, / 2018": None,
        "International / September 30, / 2019": "3.40%",
        "International / September 30, / 2018": "3.70%",
    }
    assert expected == by_id["52164b70-6973-4844-af6a-76e8f1298d64/4"].fields


def test_a_negative_amount_stays_as_printed(by_id):
    node = by_id["f8ac9ddd-9872-4681-902d-a0ee7c0ee83a/5"]
    expected = {"row": "Valuation allowance", "2019": "(19,911)", "2 0 1 8": "(15,916)", "scale": "thousand"}
    assert expected == {name: node.fields[name] for name in expected}


def test_a_heading_within_a_table_is_a_node_without_figures(by_id):
    assert "row: Assets; header: As of" == by_id["e9a946ce-72a9-4b42-86d6-4d91fceb14db/1"].content


def test_the_tables_name_their_scales(financial):
    expected = {"million": 887, "thousand": 681, "billion": 3, None: 2608}
    assert expected == Counter(node.fields.get("scale") for node in financial.nodes)
