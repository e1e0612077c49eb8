"""The product's own way from bytes to verdict rows, without the command line around it.

Run as a script it reads JSON Lines from a file and writes verdict rows to standard output.
"""

import sys
from typing import IO

import msgspec

from claimgauge.readers import read_stream
from claimgauge.wiring import load_contract
from claimgauge.workflow import CaseVerifier, verify_rows

_encoder = msgspec.json.Encoder()


def verify_lines(source: IO[bytes], sink: IO[bytes], verifier: CaseVerifier) -> None:
    """One verdict row a line for each line of the source."""
    for _, row in verify_rows(read_stream(source, name="lines"), lambda _case: verifier):
        sink.write(_encoder.encode(row))
        sink.write(b"\n")


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as file:  # noqa: PTH123
        verify_lines(file, sys.stdout.buffer, CaseVerifier(load_contract("cards"), preset="released"))
