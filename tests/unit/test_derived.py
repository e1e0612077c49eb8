"""Derived values: what is computed again, in which units, and what is refused."""

import msgspec
import pytest

from claimgauge.claims import Derived, Operand
from claimgauge.gates.cells import Cell
from claimgauge.gates.derived import wrong_derived
from claimgauge.quantities import read_cell
from claimgauge.readers.cases import read_case
from claimgauge.wiring.quantities import load_quantity_tables

TABLES = load_quantity_tables()


def read(text, locale="en-US"):
    return read_cell(text, TABLES, locale=locale)


def leaf(index, node="n"):
    return Operand(evidence_id=node, field=str(index))


def nested(operation, *operands):
    return Operand(operation=operation, operands=operands)


def constant(text):
    return Operand(constant=text)


def found(value, operation, cells, operands=None, locale="en-US"):
    """The findings of one derived value over fields 0, 1, … of one cited node."""

    def cell_of(node, field):
        text = cells[int(field)] if int(field) < len(cells) else ""
        return None if text == "" else Cell(node, field, text, read(text, locale) if text else None)

    operands = tuple(map(leaf, range(len(cells)))) if operands is None else operands
    derived = Derived(value=value, operation=operation, operands=operands)
    return wrong_derived([derived], {"n"}, cell_of, read=lambda text: read(text, locale))


def codes(*args, **kwargs):
    return [finding.code for finding in found(*args, **kwargs)]


HOLDS = [
    ("256.00", "sum", ["95.00", "161.00"]),
    ("$256", "sum", ["$95.00", "161.00"]),
    ("6 %", "sum", ["5 %", "1 percentage point"]),
    ("45 %", "sum", ["34%", "11%"]),
    ("1.5 km", "sum", ["1 km", "500 m"]),
    ("-12.6", "difference", ["44.1", "56.7"]),
    ("2.1 percentage points", "difference", ["4.00%", "1.90%"]),
    ("210 basis points", "difference", ["4.00%", "1.90%"]),
    ("4 %", "difference", ["5 %", "1 pp"]),
    ("5 °C", "difference", ["20 °C", "15 °C"]),
    ("11,808,314", "product", ["1,686,902", "7.00"]),
    ("$14", "product", ["7 shares", "$2.00"]),
    ("$12,405.18", "product", ["53%", "$23,406"]),
    ("0.06", "product", ["20 %", "30 %"]),
    ("2.93", "ratio", ["2,664", "909"]),
    ("293 %", "ratio", ["2,664", "909"]),
    ("2.9 times", "ratio", ["$2,664", "$909"]),
    ("two thirds", "ratio", ["2", "3"]),
    ("$5", "ratio", ["$10", "2"]),
    ("$5", "ratio", ["$10", "2 shares"]),
    ("9336.36", "ratio", ["1,027", "11%"]),
    ("17.7 %", "share", ["16.6", "93.8"]),
    ("0.177", "share", ["$16.6", "$93.8"]),
    ("-22.22 %", "change", ["44.1", "56.7"]),
    ("-22 %", "change", ["44.1", "56.7"]),
    ("41.67 %", "change", ["(238)", "(168)"]),
    ("6.67 %", "change", ["4.00%", "3.75%"]),
    ("172 million", "mean", ["166 million", "178 million"]),
    ("399.33", "mean", ["453", "361", "384"]),
    ("1", "rank", ["9", "5", "7"]),
    ("2nd", "rank", ["7", "9", "5"]),
    ("1", "rank", ["9", "9"]),
    ("3", "count", ["1", "a text", "b"]),
    ("1", "min", ["3", "1", "2"]),
    ("3 %", "max", ["3 %", "1 %"]),
    ("2", "range", ["3", "1", "2"]),
    ("2 percentage points", "range", ["3 %", "1 %"]),
    ("between 80 % and 90 %", "range", ["85 %", "86 %", "89.4 %"]),
    ("at least 80 %", "min", ["85 %", "86 %", "89.4 %"]),
    ("at most 90 %", "max", ["85 %", "86 %", "89.4 %"]),
    ("greater", "comparison", ["$ 5", "4"]),
    ("less", "comparison", ["400 m", "1 km"]),
    ("equal", "comparison", ["1,000 m", "1 km"]),
    ("about 250", "sum", ["95.00", "155.10"]),
    ("84.4 %", "share", ["approximately $383", "454"]),
]


@pytest.mark.parametrize(("value", "operation", "cells"), HOLDS)
def test_what_recomputes(value, operation, cells):
    assert [] == found(value, operation, cells)


FAILS = [
    ("different_value", "257", "sum", ["95.00", "161.00"]),
    ("different_value", "256 EUR", "sum", ["$95.00", "$161.00"]),
    ("different_value", "2.1 %", "difference", ["4.00%", "1.90%"]),
    ("different_value", "12.6", "difference", ["44.1", "56.7"]),
    ("different_value", "-22.23 %", "change", ["44.1", "56.7"]),
    ("different_value", "-22.22", "change", ["44.1", "56.7"]),
    ("different_value", "-22.22 percentage points", "change", ["44.1", "56.7"]),
    ("different_value", "172 thousand", "mean", ["166 million", "178 million"]),
    ("different_value", "3", "rank", ["7", "9", "5"]),
    ("different_value", "4", "count", ["1", "2", "3"]),
    ("different_value", "less", "comparison", ["5", "4"]),
    ("different_value", "more", "comparison", ["5", "4"]),
    ("different_value", "between 80 % and 89 %", "range", ["85 %", "86 %", "89.4 %"]),
    ("different_value", "$0.5", "ratio", ["$1", "$2"]),
    ("coarse_rounding", "0.02", "difference", ["0.0613", "0.04"]),
    ("needs_computation", "3", "sum", ["1 USD", "2 EUR"]),
    ("needs_computation", "3", "sum", ["1 %", "2 USD"]),
    ("needs_computation", "3", "difference", ["1 m", "2 kg"]),
    ("needs_computation", "40 °C", "sum", ["20 °C", "20 °C"]),
    ("needs_computation", "2", "ratio", ["20 °C", "10 °C"]),
    ("needs_computation", "2", "product", ["$1", "$2"]),
    ("needs_computation", "1", "ratio", ["5", "0"]),
    ("needs_computation", "1 %", "change", ["5", "0"]),
    ("needs_computation", "1 %", "share", ["5", "0.00"]),
    ("needs_computation", "1", "difference", ["5", "4", "3"]),
    ("needs_computation", "1", "comparison", ["5"]),
    ("needs_computation", "5", "sum", ["at least 2", "3"]),
    ("needs_computation", "5", "sum", ["between 2 and 4", "3"]),
    ("needs_computation", "5", "sum", ["Jan 15, 2026", "3"]),
    ("unbound_number", "5", "sum", ["some words", "3"]),
    ("null_field", "5", "sum", [None, "3"]),
    ("unbound_number", "5", "sum", ["", "3"]),
    ("ambiguous_quantity", "some words", "sum", ["1", "3"]),
]


@pytest.mark.parametrize(("code", "value", "operation", "cells"), FAILS)
def test_what_does_not(code, value, operation, cells):
    assert [code] == codes(value, operation, cells)


@pytest.mark.parametrize("operation", ["difference", "ratio", "share", "change", "comparison"])
def test_the_order_of_operands_counts(operation):
    value = {"difference": "2", "ratio": "1.5", "share": "150 %", "change": "50 %", "comparison": "greater"}[operation]
    assert [] == codes(value, operation, ["6", "4"])
    assert ["different_value"] == codes(value, operation, ["4", "6"])


def test_an_operand_of_a_node_that_is_not_cited():
    operands = (leaf(0), leaf(1, node="other"), leaf(1, node="other"))
    (finding,) = found("3", "sum", ["1", "2"], operands=operands)
    assert ("derived", "unknown_evidence", "other") == (finding.gate, finding.code, finding.value)


def test_the_message_names_both_values_and_the_reason():
    (finding,) = found("-22.23 %", "change", ["44.1", "56.7"])
    assert "derived value '-22.23 %' (change) recomputes to about -0.222222222 (about -22.2222222%)" == finding.message
    (finding,) = found("3", "sum", ["1 USD", "2 EUR"])
    assert "derived value '3' (sum) cannot be recomputed: EUR and USD are not of one kind" == finding.message


def test_operations_one_within_another():
    means = (nested("mean", leaf(0), leaf(1)), nested("mean", leaf(2), leaf(3)))
    assert [] == found("121.5", "difference", ["166", "178", "57", "44"], operands=means)
    up = nested("sum", leaf(0), leaf(1))
    down = nested("sum", leaf(2), leaf(3))
    assert [] == found("56.84 %", "change", ["11.8", "18.0", "15.5", "3.5"], operands=(up, down))
    rest = nested("difference", constant("1"), leaf(0))
    whole = nested("ratio", leaf(1), leaf(0))
    assert [] == found("$12.47 billion", "product", ["15%", "$2.2 billion"], operands=(rest, whole))


def test_what_two_ratios_differ_by_is_no_percentage():
    operands = (nested("ratio", leaf(0), leaf(1)), nested("ratio", leaf(2), leaf(3)))
    cells = ["1,141.9", "2,378.2", "1,036.2", "2,350.0"]
    assert [] == found("3.92 percentage points", "difference", cells, operands=operands)
    assert [] == found("0.0392", "difference", cells, operands=operands)
    assert ["different_value"] == codes("3.92 %", "difference", cells, operands=operands)


CONSTANTS = [
    ([], "85 %", "difference", ["15 %"], (constant("1"), leaf(0))),
    ([], "30 %", "product", ["15 %"], (leaf(0), constant("2"))),
    ([], "$5", "ratio", ["$60"], (leaf(0), constant("12"))),
    (["needs_computation"], "3", "sum", ["1"], (leaf(0), constant("2"))),
    (["needs_computation"], "-1", "difference", ["1"], (leaf(0), constant("2"))),
    (["needs_computation"], "1", "difference", ["1"], (constant("2"), leaf(0))),
    (["needs_computation"], "-1", "difference", ["2"], (constant("1"), leaf(0))),
    (["needs_computation"], "2", "ratio", ["1"], (constant("2"), leaf(0))),
    (["needs_computation"], "2", "mean", ["1"], (constant("3"), leaf(0))),
    (["needs_computation"], "2", "max", ["1"], (constant("2"), leaf(0))),
]


@pytest.mark.parametrize(("expected", "value", "operation", "cells", "operands"), CONSTANTS)
def test_where_a_constant_may_stand(expected, value, operation, cells, operands):
    assert expected == codes(value, operation, cells, operands=operands)


def test_a_count_counts_each_operand_once():
    assert ["different_value"] == codes("3", "count", ["1", "2"], operands=(leaf(0), leaf(1), leaf(1)))


def test_a_comparison_is_no_number_to_compute_with():
    operands = (nested("comparison", leaf(0), leaf(1)), leaf(1))
    assert ["needs_computation"] == codes("1", "sum", ["1", "2"], operands=operands)


def test_numbers_that_commas_decide_are_read_in_one_way():
    assert [] == found("2,500", "sum", ["1,200", "1,300"], locale=None)
    assert [] == found("83.33 %", "share", ["1,000", "1,200"], locale=None)
    assert ["different_value"] == codes("2,600", "sum", ["1,200", "1,300"], locale=None)
    assert ["ambiguous_quantity"] == codes("1205", "sum", ["1,200", "5"], locale=None)
    assert ["ambiguous_quantity"] == codes("1", "sum", ["300 K", "5"], locale=None)
    assert [] == found("1,234", "max", ["1,234", "5"], locale="en-US")


def test_a_result_that_grows_without_end_is_refused():
    (finding,) = found("1", "product", [f"{index}{'9' * 50}" for index in range(10, 70)])
    assert "needs_computation" == finding.code
    assert finding.message.endswith("the result has too many digits")


def test_no_value_is_reached_by_one_field_alone():
    (finding,) = found("2", "sum", ["1"], operands=(leaf(0), leaf(0)))
    assert "derived value '2' (sum) cannot be recomputed: sum is given the same operand twice" == finding.message
    twice = nested("sum", leaf(0), nested("difference", leaf(0), leaf(1)))
    assert [] == found("19", "difference", ["10", "1", "0"], operands=(twice, leaf(2)))
    (finding,) = found(
        "29", "sum", ["10", "1", "0"], operands=(nested("sum", twice, leaf(0)), nested("max", leaf(0), leaf(2)))
    )
    assert "derived value '29' (sum) uses '0' 4 times; 3 is the most" == finding.message


# the wire form


def case_with(*operands, operation="sum"):
    claim = {"claimId": "c1", "claimType": "FACT", "text": "x"}
    derived = {"value": "1", "operation": operation, "operands": list(operands)}
    case = {"nodes": [], "claims": [claim, {**claim, "claimId": "c2", "derived": [derived]}]}
    return read_case(msgspec.json.encode(case), place="line 1", fallback_id="x")


FIELD = {"evidenceId": "n", "field": "f"}


def deep(levels):
    operand = FIELD
    for _ in range(levels):
        operand = {"operation": "sum", "operands": [operand]}
    return operand


@pytest.mark.parametrize("operands", [[FIELD], [FIELD, {"constant": "2"}], [deep(1), FIELD], [deep(7)]])
def test_operands_go_in_and_out_as_written(operands):
    row = case_with(*operands)
    assert () == row.unread
    assert operands == msgspec.json.decode(msgspec.json.encode(row.case.claims[1].derived[0].operands))


MALFORMED = [
    ("operands[0]", {}),
    ("operands[0]", {**FIELD, "constant": "2"}),
    ("operands[0]", {**FIELD, **deep(1)}),
    ("operands[0]", {"evidenceId": "n"}),
    ("operands[0]", {"operation": "sum", "operands": []}),
    ("operands[0]", {"operands": [FIELD]}),
    ("operands[0].operands[0]", {"operation": "sum", "operands": [{}]}),
    ("operands[0].operation", {"operation": "square", "operands": [FIELD]}),
    ("operands[0].constant", {"constant": "100"}),
    ("operands[0].constant", {"constant": "13"}),
    ("operands[0].constant", {"constant": "2.5"}),
    ("operands[0].constant", {"constant": 2}),
    ("operands[0]", deep(8)),
    ("", {"operation": "product", "operands": [{"constant": "2"}, {"constant": "3"}]}),
]


@pytest.mark.parametrize(("place", "operand"), MALFORMED)
def test_a_malformed_operand_is_a_problem_at_its_place(place, operand):
    row = case_with(operand)
    assert ["c1"] == [claim.claim_id for claim in row.case.claims]
    assert [f"claims[1].derived[0]{'.' if place else ''}{place}"] == [problem.place for problem in row.unread]


def test_an_operand_made_by_hand_is_checked_too():
    with pytest.raises(
        ValueError, match="expected either evidenceId and field, or operation and operands, or constant"
    ):
        Operand(evidence_id="n", field="f", constant="2")
    with pytest.raises(ValueError, match="2 constants in one derived value"):
        Derived(value="1", operation="sum", operands=(constant("2"), constant("2")))
