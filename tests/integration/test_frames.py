"""Data frames of pandas and polars: their answers are assessed, and their own columns stay as they are."""

import datetime as dt

import pytest

from claimgauge.errors import InputError
from claimgauge.labels import LABELS
from claimgauge.wiring import assess_frame

EVIDENCE = "The annual fee of the card is $95. Costs rose 7% in 2024."
RIGHT = "Costs rose 7% in 2024."
WRONG = "The annual fee of the card is $120."
SILENT = "I could not find this in the sources."
ADDED = ["score", "band", "action", "review", "labels"]
ROWS = {
    "note": ["a", "b", "c"],
    "response": [RIGHT, WRONG, SILENT],
    "retrieved_contexts": [[EVIDENCE], [EVIDENCE, "Whales sing."], [EVIDENCE]],
    "user_input": ["?", "?", "?"],
}


@pytest.fixture
def pandas():
    return pytest.importorskip("pandas", reason="pandas is not installed")


@pytest.fixture
def polars():
    return pytest.importorskip("polars", reason="polars is not installed")


@pytest.fixture(params=["pandas", "polars"])
def frame_of(request):
    """From columns to a frame of either library."""
    return pytest.importorskip(request.param, reason=f"{request.param} is not installed").DataFrame


def one(frame_of, **columns):
    """The row of a frame with one answer, as it comes back."""
    found = assess_frame(frame_of({name: [value] for name, value in columns.items()}))
    return {name: next(iter(found[name])) for name in found.columns}


def test_a_frame_of_pandas_keeps_its_columns_their_order_and_its_index(pandas):
    frame = pandas.DataFrame(ROWS, index=["x", "y", "y"])
    found = assess_frame(frame)
    assert [*ROWS, *ADDED] == list(found.columns)
    assert ["x", "y", "y"] == list(found.index)
    assert frame.equals(found[[*ROWS]])
    assert ["Low", "Critical"] == list(found["band"][:2])
    assert [False, False, True] == list(found["score"].isna()) == list(found["band"].isna())
    assert ["release", "block", "review"] == list(found["action"])
    assert [False, True, True] == list(found["review"])
    assert [{"SUPPORTED": 1}, {"CONTRADICTED": 1}, {}] == list(found["labels"])
    assert [*ROWS] == list(frame.columns)


def test_a_frame_of_polars_keeps_its_columns_and_their_types(polars):
    frame = polars.DataFrame(ROWS)
    found = assess_frame(frame)
    assert [*ROWS, *ADDED] == found.columns
    assert frame.equals(found.select([*ROWS]))
    assert frame.schema == found.select([*ROWS]).schema
    assert ["Low", "Critical", None] == found["band"].to_list()
    assert None is found["score"].to_list()[2]
    assert [polars.Float64, polars.String, polars.String, polars.Boolean] == found.dtypes[4:8]
    nothing = dict.fromkeys(LABELS, 0)
    assert [nothing | {"SUPPORTED": 1}, nothing | {"CONTRADICTED": 1}, nothing] == found["labels"].to_list()


def test_contexts_may_be_arrays(pandas):
    numpy = pytest.importorskip("numpy", reason="numpy is not installed")
    contexts = [numpy.array([EVIDENCE, "Whales sing."], dtype=object), numpy.array([EVIDENCE]), (EVIDENCE,)]
    frame = pandas.DataFrame({"response": [RIGHT] * 3, "user_input": ["?"] * 3, "retrieved_contexts": contexts})
    assert [{"SUPPORTED": 1}] * 3 == list(assess_frame(frame)["labels"])


def test_contexts_may_be_a_list_column_with_a_type(polars):
    frame = polars.DataFrame(
        {"response": [RIGHT], "retrieved_contexts": [[EVIDENCE]]},
        schema={"response": polars.String, "retrieved_contexts": polars.List(polars.String)},
    )
    assert 1 == assess_frame(frame)["labels"][0]["SUPPORTED"]


def missing_values():
    yield "None", lambda _pandas: None
    yield "NaN", lambda _pandas: float("nan")
    yield "NA", lambda pandas: pandas.NA
    yield "NaT", lambda pandas: pandas.NaT


@pytest.mark.parametrize("missing", [make for _, make in missing_values()], ids=[name for name, _ in missing_values()])
@pytest.mark.parametrize("column", ["reference", "user_input", "note", "id"])
def test_a_missing_value_is_a_key_that_is_not_there(column, missing, pandas):
    keys = {"response": RIGHT, "retrieved_contexts": [EVIDENCE], "user_input": "?"}
    expected = one(pandas.DataFrame, **{key: value for key, value in keys.items() if key != column})
    found = one(pandas.DataFrame, **(keys | {column: missing(pandas)}))
    assert [expected[name] for name in ADDED] == [found[name] for name in ADDED]


@pytest.mark.parametrize("missing", [make for _, make in missing_values()], ids=[name for name, _ in missing_values()])
def test_missing_contexts_are_no_evidence_and_not_the_word_nan(missing, pandas):
    for value in (missing(pandas), [missing(pandas)]):
        found = one(pandas.DataFrame, response="A nan is not a number.", user_input="?", retrieved_contexts=value)
        assert {"UNSUPPORTED": 1} == found["labels"]


def test_nulls_of_polars_are_missing_too(polars):
    frame = polars.DataFrame(
        {
            "response": [RIGHT, RIGHT],
            "user_input": ["?", None],
            "retrieved_contexts": [[EVIDENCE, None], None],
            "reference": [None, "Whales sing."],
            "similarity": [float("nan"), None],
        }
    )
    (first, second) = assess_frame(frame)["labels"].to_list()
    assert (1, 0) == (first["SUPPORTED"], second["SUPPORTED"])


@pytest.mark.parametrize("missing", [None, float("nan")])
def test_a_missing_answer_is_an_error_that_names_its_row(missing, pandas):
    frame = pandas.DataFrame(ROWS | {"response": [RIGHT, missing, SILENT]}, index=["x", "y", "z"])
    with pytest.raises(InputError, match=r"^row 1 \(index 'y'\).*response: expected a string, got null"):
        assess_frame(frame)


def test_a_missing_answer_of_polars_is_an_error_that_names_its_row(polars):
    with pytest.raises(InputError, match=r"^row 2: .*response: expected a string, got null"):
        assess_frame(polars.DataFrame(ROWS | {"response": [RIGHT, WRONG, None]}))


def test_a_text_that_is_a_number_is_an_error_that_names_its_row(frame_of):
    with pytest.raises(InputError, match=r"^row 0: .*reference: expected a string, got 7"):
        assess_frame(frame_of({"response": [RIGHT], "user_input": ["?"], "retrieved_contexts": [[]], "reference": [7]}))


def test_other_columns_may_hold_anything(frame_of):
    columns = {"when": dt.datetime(2026, 3, 1, tzinfo=dt.UTC), "day": dt.date(2026, 3, 1), "n": 1.5}
    found = one(frame_of, response=RIGHT, user_input="?", retrieved_contexts=[EVIDENCE], **columns)
    assert 1 == found["labels"]["SUPPORTED"]
    assert 1.5 == found["n"]


@pytest.mark.parametrize("name", ADDED)
def test_a_column_of_that_name_is_not_written_over(name, frame_of):
    with pytest.raises(InputError, match=f"has a column '{name}' already"):
        assess_frame(frame_of(ROWS | {name: [1, 2, 3]}))


def test_columns_of_one_name_are_refused(pandas):
    frame = pandas.DataFrame([[RIGHT, "?", "?"]], columns=["response", "user_input", "user_input"])
    with pytest.raises(InputError, match="2 columns are called 'user_input'"):
        assess_frame(frame)


def test_a_frame_without_rows_gets_the_columns_all_the_same(frame_of):
    found = assess_frame(frame_of({"response": [], "user_input": []}))
    assert (0, ["response", "user_input", *ADDED]) == (len(found), list(found.columns))


def test_what_is_no_frame_is_refused(polars):
    for given in ([{"response": RIGHT}], polars.DataFrame(ROWS).lazy()):
        with pytest.raises(InputError, match="expected a data frame of pandas or polars"):
            assess_frame(given)


def test_cases_may_stand_in_a_frame(frame_of):
    keys = {"answer": {"text": RIGHT}, "passages": [{"evidenceId": "p", "content": EVIDENCE}]}
    found = one(frame_of, **keys, rubric=None, contract=None, nodes=None, claims=None)
    assert 1 == found["labels"]["SUPPORTED"]


def test_rows_of_deepeval_may_stand_in_a_frame(frame_of):
    found = one(frame_of, input="?", actual_output=WRONG, retrieval_context=[EVIDENCE], expected_output=None)
    assert 1 == found["labels"]["CONTRADICTED"]
