"""The short way through numbers and prose: what the cited nodes bear out letter by letter.

Where every cited number is the literal of a plain field of a cited node, the number gate has nothing
to find; where the text, too, holds plain numbers and declared names alone, each number about all of
the names, the prose gate has nothing to find either. Nor has it where a number of the text is one that
the claim cites and no cited node holds: that was found by the number gate. Anything else is left to the
gates. That both ways agree is a property test.
"""

from collections.abc import Collection, Sequence
from typing import Final

import msgspec

from claimgauge.claims import Claim
from claimgauge.gates.cells import is_plain_literal
from claimgauge.gates.graph_cells import GraphCells
from claimgauge.gates.node_cells import NodeCells
from claimgauge.quantities import ascii_words, plain_numbers

_NEGATIONS: Final = frozenset({"not", "never", "neither", "nor", "hardly", "failed", "without"})
"""A text with such a word is read."""
Literals = dict[tuple[str, str], Sequence[NodeCells]]
"""Currency or nothing, and digits → the nodes that hold this amount."""


class PlainReading(msgspec.Struct, frozen=True, gc=False):
    """What was read plainly.

    `numbers`: every cited number is a value of a cited node. `named`: the entities that the text
    may name, all of them cited, where its prose needs no reading; None where it does. `unheld`: the cited
    numbers that no cited node plainly holds, of which `named` takes for granted that none does.
    """

    numbers: bool
    named: frozenset[str] | None
    unheld: Collection[str] = ()


UNREAD: Final = PlainReading(numbers=False, named=None)


class PlainProse:
    """The short way for the claims of one graph."""

    __slots__ = ("_fields", "_graph", "_ignored", "_reader", "_units")

    def __init__(self, graph: GraphCells) -> None:
        self._graph = graph
        self._reader = graph.reader
        self._units = graph.reader.plain_fields
        self._fields = graph.reader.field_finder if graph.reader.field_finder.finds else None
        self._ignored = graph.reader.contract.prose.undeclared == "ignore"

    def read(self, claim: Claim, nodes: Sequence[NodeCells]) -> PlainReading:
        """What of a claim is plain, given the cited nodes that hold something; a claim that computes is not read."""
        if claim.derived or self._ignored:
            return UNREAD
        literals: Literals = {}
        unheld: list[str] = []
        for written in claim.cited_numbers:
            field, text = written.split("=", 1) if "=" in written else ("", written)
            holders: list[NodeCells] = []
            if is_plain_literal(text):
                for node in nodes:
                    fields = node.fields_holding(text)
                    if fields and (not field or field in fields):
                        holders.append(node)
                        for name in fields:
                            literals[self._units[name], text] = holders
                literals["", text] = holders
            if written and not holders:
                unheld.append(written)
        plain = not unheld or all(map(is_plain_literal, unheld))
        named = self._named(claim, literals, unheld) if plain else None
        return PlainReading(numbers=not unheld, named=named, unheld=unheld)

    def _named(self, claim: Claim, literals: Literals, unheld: Collection[str]) -> frozenset[str] | None:
        """The names in the text, where it names declared entities and writes plain numbers about all of them alone."""
        text, reader = claim.text, self._reader
        numbers = plain_numbers(text, reader.tables, locale=reader.locale)
        if numbers is None or "n't" in text:
            return None
        words = ascii_words(text)
        if not _NEGATIONS.isdisjoint(words) or (self._fields and numbers and self._fields.at_most(words, text)):
            return None
        named = self._graph.finder.at_most(words, text)
        if not named.issubset(claim.cited_entities):
            return None
        for each in numbers:
            if each.text in unheld:
                continue
            for node in literals.get((each.unit, each.text), ()):
                if named <= node.entities:
                    break
            else:
                return None
        return named
