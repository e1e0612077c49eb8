"""Files of outcomes: rows of `claimgauge.outcomes/1`, one a line, by the people who found out."""

from collections.abc import Iterator

import msgspec

from claimgauge.calibration.outcomes import SCHEMA, Found, Outcome
from claimgauge.errors import InputError
from claimgauge.feedback import parse_time
from claimgauge.readers.inputs import LIMIT, Input, open_input, read_inputs

_decoder = msgspec.json.Decoder(Outcome)


def read_outcomes(path: str, *, limit: int = LIMIT) -> Iterator[Found]:
    """The outcomes of a file in order; `-` is standard input. Raises InputError with the place and the key."""
    name = "stdin" if path == "-" else path
    with open_input(path) as stream:
        for each in read_inputs(stream, name=name, limit=limit):
            yield _found(each, source=name)


def _found(given: Input, *, source: str) -> Found:
    if given.fault:
        raise InputError(given.fault, source=source, place=given.place)
    try:
        outcome = _decoder.decode(given.raw)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError(f"is no outcome ({SCHEMA}): {error}", source=source, place=given.place) from error
    for key, text in (("caseId", outcome.case_id), ("by", outcome.by)):
        if not text.strip():
            raise InputError(f"{key}: is empty; say whose it is", source=source, place=given.place)
    try:
        at = parse_time(outcome.time, place="time")
    except InputError as error:
        raise InputError(str(error), source=source, place=given.place) from error
    return Found(outcome, at, source, given.place)
