"""`claimgauge schema`: the JSON Schema of a wire form."""

from typing import Annotated

import typer

from claimgauge.cli.output import write_json
from claimgauge.errors import InputError
from claimgauge.wiring import KINDS, json_schema


def schema(kind: Annotated[str, typer.Argument(metavar="KIND", help=f"One of: {', '.join(KINDS)}.")]) -> None:
    """Print the JSON Schema (2020-12) of a wire form."""
    if kind not in KINDS:
        raise InputError(f"no schema of the kind {kind!r}; the kinds are {', '.join(KINDS)}")
    write_json(json_schema(kind))
