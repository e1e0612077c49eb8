"""Files of annotations and adjudications: a line each, or one array; gzip too.

A number that stands for an item or a label is taken as it was written. A row that cannot be read ends the
reading: agreement over what is left would be agreement over something else.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, cast

import msgspec
from msgspec import inspect

from claimgauge.errors import InputError, Problem
from claimgauge.feedback import parse_time
from claimgauge.readers.inputs import LIMIT, Input, open_input, read_inputs
from claimgauge.readers.salvage import BROKEN, Literal, Salvage, parse_literally, show
from claimgauge.review import ADJUDICATIONS, ANNOTATIONS, Adjudication, Annotation, Reviews

_KINDS: Final[dict[str, type[Annotation] | type[Adjudication]]] = {
    ANNOTATIONS: Annotation,
    ADJUDICATIONS: Adjudication,
}
_AS_WRITTEN: Final = ("item", "label", "rater", "adjudicator")


def read_annotations(paths: Iterable[str], *, limit: int = LIMIT) -> Reviews:
    """What all of these files hold, in order; `-` is standard input. A row without a schema is an annotation.

    Raises InputError with the file, the line and the key of a row that cannot be read.
    """
    annotations: list[Annotation] = []
    adjudications: list[Adjudication] = []
    for row in _rows(paths, limit):
        if isinstance(row, Annotation):
            annotations.append(row)
        else:
            adjudications.append(row)
    return Reviews(tuple(annotations), tuple(adjudications))


def _rows(paths: Iterable[str], limit: int) -> Iterator[Annotation | Adjudication]:
    for path in paths:
        name = "stdin" if path == "-" else path
        with open_input(path) as stream:
            for each in read_inputs(stream, name=name, limit=limit):
                yield _row(each, source=name)


def _row(given: Input, *, source: str) -> Annotation | Adjudication:
    if given.fault:
        raise InputError(given.fault, source=source, place=given.place)
    try:
        value = parse_literally(given.raw.decode())
    except (ValueError, RecursionError) as error:
        raise InputError(f"is not JSON: {error}", source=source, place=given.place) from error
    problem = _said(value)
    if isinstance(problem, Problem):
        place = f"{given.place}, {problem.place}" if problem.place else given.place
        raise InputError(problem.message, source=source, place=place)
    return problem


def _said(value: object) -> Annotation | Adjudication | Problem:
    """The row, or the first thing that is wrong with it."""
    if not isinstance(value, dict):
        return _wrong("", f"expected an object, got {show(value)}")
    schema = value.get("schema", ANNOTATIONS)
    kind = _KINDS.get(schema) if isinstance(schema, str) else None
    if kind is None:
        return _wrong("schema", f"expected {' or '.join(map(repr, _KINDS))}, got {show(schema)}")
    walk = Salvage(lossy=())
    plain = walk.read(_with_texts(value), cast("inspect.StructType", inspect.type_info(kind)), "")
    empty = next((key for key, each in value.items() if key in (*_AS_WRITTEN, "reason") and each == ""), None)
    if empty is not None:
        return _wrong(empty, "is empty; write it, or leave the row out")
    if walk.problems or plain is BROKEN:
        return walk.problems[0]
    row = msgspec.convert(plain, kind)
    if row.time:
        try:
            parse_time(row.time)
        except InputError as error:
            return _wrong(error.place, error.message)
    return row


def _with_texts(value: dict[str, Any]) -> dict[str, Any]:
    """Numbers that are names as they were written."""
    texts = {key: str(value[key]) for key in _AS_WRITTEN if isinstance(value.get(key), Literal)}
    labels = value.get("labels")
    if isinstance(labels, list):
        texts["labels"] = [str(each) if isinstance(each, Literal) else each for each in labels]  # type: ignore[assignment]
    return value | texts


def _wrong(place: str, message: str) -> Problem:
    return Problem(place=place, code="wrong_value", message=message)
