"""Numbers, units and dates in prose and in cells: what is written, exactly, and when two are the same."""

from claimgauge.quantities.cells import CellKind, magnitude_names, read_cell
from claimgauge.quantities.check import table_problems
from claimgauge.quantities.directions import Direction, read_direction
from claimgauge.quantities.equality import same_quantity
from claimgauge.quantities.literal import literal_equal
from claimgauge.quantities.match import Equality, Match, Outcome
from claimgauge.quantities.mention import (
    Ambiguous,
    DatePoint,
    Mention,
    Normalisation,
    NotAQuantity,
    Portion,
    Quantity,
    Range,
    Reason,
    TimeOfDay,
    Value,
)
from claimgauge.quantities.plain import Plain, ascii_words, plain_numbers, plain_quantities, shortest_decimal
from claimgauge.quantities.reader import read_quantities
from claimgauge.quantities.tables import Bound, QuantityTables, merged_tables

__all__ = [
    "Ambiguous",
    "Bound",
    "CellKind",
    "DatePoint",
    "Direction",
    "Equality",
    "Match",
    "Mention",
    "Normalisation",
    "NotAQuantity",
    "Outcome",
    "Plain",
    "Portion",
    "Quantity",
    "QuantityTables",
    "Range",
    "Reason",
    "TimeOfDay",
    "Value",
    "ascii_words",
    "literal_equal",
    "magnitude_names",
    "merged_tables",
    "plain_numbers",
    "plain_quantities",
    "read_cell",
    "read_direction",
    "read_quantities",
    "same_quantity",
    "shortest_decimal",
    "table_problems",
]
