"""A number that the text says of one field and that is another's: `the fee is $161`, where $161 is left over.

The contract names fields by the words that prose has for them. A number is said of a field where its
word stands right before it, with nothing but words such as `of` and `is` between, or right behind it.
"""

import re
from collections.abc import Iterable, Sequence

from claimgauge.gates.binding import same_value_as
from claimgauge.gates.cells import Cell, CellReader
from claimgauge.gates.name_finder import Named, NamesIn
from claimgauge.gates.node_cells import NodeCells
from claimgauge.quantities import Mention

REACH = 80
"""Characters between a word for a field and its number."""
_LINK = re.compile(
    r"[\s:=,(\"'*]*(?:(?:of|is|was|are|were|at|to|by|about|only|just|now|currently|stands|stood|amounts|amounted|equals"
    r"|totals|reached|reaches|comes|came|costs|as|the|a|an|exactly|roughly|around|nearly|almost|over|under|some)"
    r"[\s:=,(\"'*]*)*",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"[\s-]{0,2}(?:a year |a month |annual |monthly |of )?", re.IGNORECASE)


def said_of(text: str, mention: Mention, fields: Sequence[Named], names: NamesIn) -> str | None:
    """The field of which the text says a number; `fields` are the words for fields in the text, in order."""
    behind = next((each for each in fields if each.start >= mention.end), None)
    if behind is not None and _BEHIND.fullmatch(text, mention.end, behind.start):
        return behind.entity
    before = next((each for each in reversed(fields) if each.end <= mention.start), None)
    if before is None or mention.start - before.end > REACH:
        return None
    return before.entity if _LINK.fullmatch(_without_names(text, before.end, mention.start, names)) else None


def _without_names(text: str, start: int, end: int, names: NamesIn) -> str:
    """A piece of the text with the names in it left out: `of north-shop is` → `of  is`."""
    pieces, at = [], start
    for each in names.within(start, end):
        pieces.append(text[at : each.start])
        at = each.end
    return "".join([*pieces, text[at:end]])


def is_part_of(field: str, own: str) -> bool:
    """Whether the name of a field is part of another's: `the change of the score` is said of `score_change`."""
    return set(field.split("_")) <= set(own.split("_"))


def another_value(field: str, mention: Mention, cited: Iterable[NodeCells], reader: CellReader) -> Cell | None:
    """A cell of the field, where cited nodes have the field and none of them the number."""
    cells = [cell for node in cited if (cell := node.cell(field)) is not None and cell.text is not None]
    if not cells or any(same_value_as(mention.text, mention, cell, reader).holds for cell in cells):
        return None
    return cells[0]
