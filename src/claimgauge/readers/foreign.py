"""Rows of other libraries as cases: RAGAS, DeepEval and RAGTruth, each recognised by its keys.

A question, an answer and texts to hold it against are all that is taken; a text that was given to the
model has the role `context`, one that an annotator wrote has the role `reference`. Every other key is
kept under `meta` and read by nobody.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from claimgauge.errors import InputError
from claimgauge.readers.salvage import as_written, show

Row = Mapping[str, Any]


class _Form(NamedTuple):
    """Keys of one library: where the answer stands, and by which other key the form is recognised."""

    answer: str
    marks: frozenset[str]
    question: str
    contexts: tuple[str, ...]
    references: tuple[str, ...]


_FORMS: Final = (
    _Form("response", frozenset({"user_input"}), "user_input", ("retrieved_contexts",), ("reference",)),
    _Form("response", frozenset({"retrieved_contexts"}), "user_input", ("retrieved_contexts",), ("reference",)),
    _Form("answer", frozenset({"contexts"}), "question", ("contexts",), ("ground_truth", "ground_truths")),
    _Form("actual_output", frozenset({"input"}), "input", ("retrieval_context",), ("context", "expected_output")),
    _Form("actualOutput", frozenset({"input"}), "input", ("retrievalContext",), ("context", "expectedOutput")),
    _Form("response", frozenset({"source_info"}), "prompt", ("source_info",), ()),
)  # fmt: skip
_IDS: Final = ("id", "name", "source_id")


def case_of(row: Row) -> dict[str, Any] | None:
    """The row of another library as a case in plain data; None where no library's keys are there.

    Raises InputError that names the key of a value that is not what it should be.
    """
    form = next((form for form in _FORMS if form.answer in row and not form.marks.isdisjoint(row)), None)
    if form is None or {"nodes", "passages", "claims"} & row.keys():
        return None
    taken = {form.answer, form.question, *form.contexts, *form.references}
    passages = [*_passages(row, form.contexts, "context"), *_passages(row, form.references, "reference")]
    case: dict[str, Any] = {"answer": {"text": _text(row[form.answer], form.answer)}, "passages": passages}
    if row.get(form.question) is not None:
        case["request"] = {"text": _text(row[form.question], form.question)}
    name = next((str(row[key]) for key in _IDS if row.get(key) not in (None, "")), "")
    return case | ({"id": name} if name else {}) | {"meta": {key: row[key] for key in row if key not in taken}}


def _passages(row: Row, keys: Iterable[str], role: str) -> Iterator[dict[str, Any]]:
    number = 0
    for key in keys:
        for place, text in _texts(row.get(key), key):
            number += 1
            content = "" if text is None else _text(text, place)
            yield {"evidenceId": f"{role}-{number}", "content": content, "role": role}


def _texts(value: Any, place: str) -> Iterator[tuple[str, Any]]:
    """The texts in a value, each with its place; of an object its `passages`, else all that it says but a question."""
    if isinstance(value, list):
        for index, each in enumerate(value):
            yield f"{place}[{index}]", each
    elif isinstance(value, Mapping):
        if "passages" in value:
            yield from _texts(value["passages"], f"{place}.passages")
        else:
            yield place, as_written({key: each for key, each in value.items() if key != "question"})
    elif value is not None:
        yield place, value


def _text(value: Any, place: str) -> str:
    if type(value) is not str:  # a number is a text too, as it was written
        raise InputError(f"{place}: expected a string, got {show(value)}")
    return value
