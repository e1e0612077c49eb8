"""The tables of quantities that ship, as one value."""

from functools import cache

from claimgauge.errors import DocumentError
from claimgauge.quantities import QuantityTables, merged_tables, table_problems
from claimgauge.readers import read_document
from claimgauge.wiring.shipped import read_shipped, shipped_names

KIND = "quantities"


@cache
def load_quantity_tables() -> QuantityTables:
    """All documents of `data/quantities` as one value; always the same object, so that it is compiled once.

    Raises DocumentError where a document has problems.
    """
    parts = [read_document(read_shipped(KIND, name), QuantityTables, source=name) for name in shipped_names(KIND)]
    tables = merged_tables(parts)
    if problems := table_problems(tables):
        raise DocumentError(KIND, problems)
    return tables
