"""Files of assessments, as `claimgauge score` and `claimgauge assess` write them with --format jsonl or json.

An assessment names itself by the digest of its content: each is worked out again, and one that was
changed is refused.
"""

from collections.abc import Iterator

import msgspec

from claimgauge.errors import CanonicalFormError, InputError
from claimgauge.labels import DIMENSIONS
from claimgauge.readers.inputs import LIMIT, Input, open_input, read_inputs
from claimgauge.workflow import Assessment, AssessmentError, AssessmentRow

SCHEMA = "claimgauge.assessment/1"


class _Head(msgspec.Struct, frozen=True, gc=False):
    """What tells an assessment from an error row, and both from anything else."""

    schema: str = ""
    error: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


_heads = msgspec.json.Decoder(_Head)
_assessments = msgspec.json.Decoder(Assessment)
_errors = msgspec.json.Decoder(AssessmentError)


def read_assessments(path: str, *, limit: int = LIMIT) -> Iterator[AssessmentRow]:
    """The rows of a file of assessments in order, error rows among them; `-` is standard input.

    Raises InputError with the place of a row that is none, that was changed since it was written, or
    whose case stands in the file already.
    """
    name = "stdin" if path == "-" else path
    places: dict[str, str] = {}
    with open_input(path) as stream:
        for each in read_inputs(stream, name=name, limit=limit):
            row = row_from(each, source=name)
            if (first := places.setdefault(row.case_id, each.place)) != each.place:
                message = f"the case {row.case_id!r} stands at {first} too; remove one of the two"
                raise InputError(message, source=name, place=each.place)
            yield row


def row_from(given: Input, *, source: str) -> AssessmentRow:
    """One input as an assessment or an error row. Raises InputError where it is neither, or was changed."""
    if given.fault:
        raise InputError(given.fault, source=source, place=given.place)
    try:
        head = _heads.decode(given.raw)
        if head.schema != SCHEMA:
            what = f"a row of {head.schema!r}" if head.schema else "a row without a schema"
            advice = "give the rows that claimgauge assess writes with --format jsonl"
            raise InputError(
                f"expected an assessment ({SCHEMA}), got {what}; {advice}", source=source, place=given.place
            )
        row = (_assessments if head.error is msgspec.UNSET else _errors).decode(given.raw)
        problem = _problem(row) if isinstance(row, Assessment) else ""
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError, CanonicalFormError) as error:
        raise InputError(f"is no assessment: {error}", source=source, place=given.place) from error
    if problem:
        raise InputError(f"the assessment of {row.case_id!r} {problem}", source=source, place=given.place)
    return row


def _problem(row: Assessment) -> str:
    """Why an assessment is not to be used, or nothing."""
    if row.id != (expected := row.expected_id()):
        return (
            f"was changed after it was written: its id is {row.id!r} and its content has {expected!r};"
            " assess the case again, with this version"
        )
    if (row.index is None) == (row.status == "assessed"):
        return f"has the status {row.status!r} and {'no' if row.index is None else 'an'} index; assess the case again"
    if row.index is not None and not 0 <= row.index.score <= 100:
        return f"has the score {row.index.score!r}, and scores are from 0 to 100; assess the case again"
    if row.index is not None and (row.dimensions is None or set(row.dimensions) != set(DIMENSIONS)):
        return f"lacks dimension scores; expected {', '.join(DIMENSIONS)}; assess the case again"
    if any(not 0 <= value <= 1 for value in (row.dimensions or {}).values()):
        return "has a dimension score outside 0 to 1; assess the case again"
    return ""
