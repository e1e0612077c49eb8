"""Files of feedback over time: a review, an event or a resolution a line."""

from collections.abc import Iterator

import msgspec

from claimgauge.calibration.feedback_stream import SCHEMA, StreamRow
from claimgauge.errors import InputError
from claimgauge.readers.inputs import LIMIT, open_input, read_inputs

_rows: msgspec.json.Decoder[StreamRow] = msgspec.json.Decoder(StreamRow)


def read_feedback_stream(path: str, *, limit: int = LIMIT) -> Iterator[tuple[str, StreamRow]]:
    """The rows of a stream with their places; `-` is standard input.

    Raises InputError with the place of a row that is none; nothing is left out of a stream in silence.
    """
    name = "stdin" if path == "-" else path
    with open_input(path) as stream:
        for each in read_inputs(stream, name=name, limit=limit):
            if each.fault:
                raise InputError(each.fault, source=name, place=each.place)
            try:
                yield each.place, _rows.decode(each.raw)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                message = f"is no row of a stream of feedback ({SCHEMA}): {error}"
                raise InputError(message, source=name, place=each.place) from error
