"""Which way something went, by the words of a text: for `rose 5 %` against -5 %."""

import msgspec

from claimgauge.quantities.lexicon import compiled
from claimgauge.quantities.tables import DirectionName, QuantityTables


class Direction(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A word of direction, and where it stands in the text as given."""

    direction: DirectionName
    start: int
    end: int
    text: str


def read_direction(text: str, tables: QuantityTables) -> tuple[Direction, ...]:
    """The words of direction in a text, in order. Negation is not read: `did not rise` says `up`."""
    lexicon = compiled(tables)
    return tuple(
        Direction(direction=lexicon.directions[found[0].lower()], start=found.start(), end=found.end(), text=found[0])
        for found in lexicon.direction_words.finditer(text)
        if found[0].lower() in lexicon.directions
    )
