"""Recorded digests: rows with an `id` and a `digest`, whatever else they hold."""

import msgspec

from claimgauge.errors import InputError
from claimgauge.readers.inputs import open_input, read_inputs


class _Recorded(msgspec.Struct, frozen=True, gc=False):
    id: str
    digest: str


_decoder = msgspec.json.Decoder(_Recorded)


def read_digests(path: str) -> dict[str, str]:
    """Id → digest of a file of verdict rows or digest rows. Raises InputError with the place of a bad row."""
    recorded: dict[str, str] = {}
    with open_input(path) as stream:
        for each in read_inputs(stream, name=path):
            try:
                if each.fault:
                    raise InputError(each.fault, source=path, place=each.place)
                row = _decoder.decode(each.raw)
            except (msgspec.DecodeError, RecursionError) as error:
                message = f"expected a row with `id` and `digest` ({error})"
                raise InputError(message, source=path, place=each.place) from error
            if recorded.setdefault(row.id, row.digest) != row.digest:
                raise InputError(f"id {row.id!r} has two digests; remove one", source=path, place=each.place)
    return recorded
