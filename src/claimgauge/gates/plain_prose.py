"""The short way through numbers and prose: what the cited nodes bear out letter by letter.

Where every cited number is what a plain field of a cited node writes, but for zeros at its end, the
number gate has nothing to find; where the text, too, holds plain numbers and declared names alone, each
number about all of the names, the prose gate has nothing to find either. Nor has it where a number of the
text is one that the claim cites and no cited node holds: that was found by the number gate. Anything else
is left to the gates. That both ways agree is a property test.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

import msgspec

from claimgauge.claims import Claim
from claimgauge.gates.cells import plain_literal
from claimgauge.gates.graph_cells import GraphCells
from claimgauge.gates.node_cells import NodeCells
from claimgauge.quantities import ascii_words, plain_numbers

_NEGATIONS: Final = frozenset({"not", "never", "neither", "nor", "hardly", "failed", "without"})
"""A text with such a word is read."""
_Holders = list[tuple[NodeCells, tuple[str, ...]]]
"""Nodes that hold a number, and the plain fields that do in each."""


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
        literals: dict[str, _Holders] = {}
        unheld: list[str] = []
        for written in claim.cited_numbers:
            field, text = written.split("=", 1) if "=" in written else ("", written)
            holders = self._holders(text, nodes)
            if field:
                holders = [(node, fields) for node, fields in holders if field in fields]
            if holders:
                literals[text] = holders
            elif written:
                unheld.append(written)
        plain = not unheld or all(map(plain_literal, unheld))
        named = self._named(claim, literals, unheld) if plain else None
        return PlainReading(numbers=not unheld, named=named, unheld=unheld)

    def _holders(self, text: str, nodes: Sequence[NodeCells]) -> _Holders:
        """The nodes that hold a number plainly, else those that hold it with other zeros at its end.

        The latter only where no other number of the nodes may be the cited one in another way.
        """
        holders: _Holders = []
        if plain_literal(text):
            for node in nodes:
                if fields := node.fields_holding(text):
                    holders.append((node, fields))
        if not holders and (decimal := self._reader.shortest(text)) and all([node.is_exact for node in nodes]):
            for node in nodes:
                if fields := node.fields_worth(decimal):
                    holders.append((node, fields))
        return holders

    def _named(self, claim: Claim, literals: Mapping[str, _Holders], unheld: Collection[str]) -> frozenset[str] | None:
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
            for node, fields in literals.get(each.text, ()):
                if named <= node.entities and (not each.unit or each.unit in map(self._units.__getitem__, fields)):
                    break
            else:
                return None
        return named
