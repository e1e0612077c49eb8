"""Contracts: what is wrong with one is said all at once, each with its place."""

import msgspec
import pytest

from claimgauge.contract import Contract, contract_warnings
from claimgauge.errors import ContractError, DocumentError, InputError
from claimgauge.readers import read_document
from claimgauge.wiring import load_contract, shipped_names

GOOD = """
schema = "claimgauge.contract/1"
id = "sales"
version = "1"
title = "Sales"
[claim_types.SALES]
cites_any = ["SALE"]
[entities]
from = ["region"]
[numbers]
from = ["revenue"]
"""


def problems(text):
    with pytest.raises(DocumentError) as caught:
        read_document(text.encode(), Contract, source="sales.toml")
    return [str(problem) for problem in caught.value.problems]


def written(tmp_path, text):
    path = tmp_path / "sales.toml"
    path.write_text(text)
    return path


def test_a_contract_of_ten_lines_is_enough(tmp_path):
    loaded = load_contract(written(tmp_path, GOOD))
    assert ("sales", ("SALE",)) == (loaded.id, loaded.claim_types["SALES"].cites_any)


@pytest.mark.parametrize("name", shipped_names("contracts"))
def test_the_contracts_that_ship_are_sound(name):
    assert name == load_contract(name).id


def test_an_unknown_key_is_an_error_that_names_the_nearest():
    assert ["claim_types.SALES.cite_any: is not a key that is known here; did you mean 'cites_any'?"] == problems(
        GOOD.replace("cites_any", "cite_any")
    )


def test_every_problem_is_reported_with_its_place():
    broken = (
        GOOD.replace('["region"]', '"region"').replace('version = "1"', "version = 1").replace("[numbers]", "[number]")
    )
    assert [
        "number: is not a key that is known here; did you mean 'numbers'?",
        "version: expected a string, got 1",
        'entities.from: expected an array, got "region"',
        "numbers: missing",
    ] == problems(broken)


def test_a_wrong_schema_is_named():
    expected = ["schema: expected 'claimgauge.contract/1', got \"claimgauge.rubric/1\""]
    assert expected == problems(GOOD.replace("claimgauge.contract/1", "claimgauge.rubric/1"))


def test_what_is_not_toml_is_said_with_line_and_column():
    (problem,) = problems(GOOD + "[entities\n")
    assert "is not TOML" in problem
    assert "line 12" in problem


def test_claim_types_that_differ_in_case_only_are_refused(tmp_path):
    text = GOOD + "[claim_types.sales]\n"
    with pytest.raises(ContractError, match=r"claim_types\.SALES: differs from another claim type in case only"):
        load_contract(written(tmp_path, text))


def test_an_empty_or_repeated_entry_is_refused(tmp_path):
    text = GOOD.replace('["SALE"]', '["SALE", "", "SALE"]')
    with pytest.raises(ContractError) as caught:
        load_contract(written(tmp_path, text))
    assert [problem.place for problem in caught.value.problems] == [
        "claim_types.SALES.cites_any[1]",
        "claim_types.SALES.cites_any[2]",
    ]


def test_a_contract_without_claim_types_is_refused(tmp_path):
    text = GOOD.replace('[claim_types.SALES]\ncites_any = ["SALE"]', "[claim_types]")
    with pytest.raises(ContractError, match=r"no claim type; add a table such as \[claim_types.FACT\]"):
        load_contract(written(tmp_path, text))


def test_a_contract_that_is_nowhere_is_named_with_those_that_ship():
    with pytest.raises(
        InputError, match=r"card: cannot be read .* contracts that ship: cards, loans, medication, records"
    ):
        load_contract("card")


def test_a_type_that_may_cite_nothing_is_worth_a_warning():
    (warning,) = contract_warnings(msgspec.structs.replace(load_contract("cards"), preset="released"))
    assert warning.startswith("claim_types: ALLOCATION, THRESHOLD may cite nothing")


def test_the_digest_does_not_depend_on_the_order_of_tables_or_on_comments():
    reordered = (
        "# a comment\n" + GOOD.replace('[entities]\nfrom = ["region"]\n', "") + '[entities]\nfrom = ["region"]\n'
    )
    one, other = (read_document(text.encode(), Contract, source="x") for text in (GOOD, reordered))
    assert one.digest == other.digest
