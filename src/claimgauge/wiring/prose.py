"""The tables of prose that ship, as one value."""

from functools import cache

from claimgauge.claims import ProseTables, merged_prose, prose_problems
from claimgauge.errors import DocumentError
from claimgauge.readers import read_document
from claimgauge.wiring.shipped import read_shipped, shipped_names

KIND = "prose"


@cache
def load_prose_tables() -> ProseTables:
    """All documents of `data/prose` as one value; always the same object, so that it is compiled once.

    Raises DocumentError where a document has problems.
    """
    parts = [read_document(read_shipped(KIND, name), ProseTables, source=name) for name in shipped_names(KIND)]
    tables = merged_prose(parts)
    if problems := prose_problems(tables):
        raise DocumentError(KIND, problems)
    return tables
