"""The short way through numbers and prose: what the cited nodes bear out letter by letter.

Where every cited number is the literal of a plain field of a cited node, the number gate has nothing
to find; where the text, too, holds plain numbers and declared names alone, each number about all of
the names, the prose gate has nothing to find either. Anything else is left to the gates. That both
ways agree is a property test.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from claimgauge.claims import Claim
from claimgauge.gates.cells import NodeCells, is_plain_literal
from claimgauge.gates.graph_cells import GraphCells
from claimgauge.quantities import ascii_words, plain_numbers

_NEGATIONS: Final = frozenset({"not", "never", "neither", "nor", "hardly", "failed", "without"})
"""A text with such a word is read."""
Literals = dict[tuple[str, str], list[NodeCells]]
"""Currency or nothing, and digits → the nodes that hold this amount."""


class PlainReading(NamedTuple):
    """What was read plainly.

    `numbers`: every cited number is a value of a cited node. `named`: the entities that the text
    may name, all of them cited, where its prose needs no reading; None where it does.
    """

    numbers: bool
    named: frozenset[str] | None


UNREAD: Final = PlainReading(numbers=False, named=None)


class PlainProse:
    """The short way for the claims of one graph."""

    __slots__ = ("_graph", "_ignored", "_reader", "_units")

    def __init__(self, graph: GraphCells) -> None:
        self._graph = graph
        self._reader = graph.reader
        self._units = graph.reader.plain_fields
        self._ignored = graph.reader.contract.prose.undeclared == "ignore"

    def read(self, claim: Claim, nodes: Sequence[NodeCells]) -> PlainReading:
        """What of a claim is plain, given the cited nodes that hold something; a claim that computes is not read."""
        if claim.derived or self._ignored:
            return UNREAD
        literals = self._literals(claim.cited_numbers, nodes)
        return UNREAD if literals is None else PlainReading(numbers=True, named=self._named(claim, literals))

    def _literals(self, cited_numbers: Iterable[str], nodes: Sequence[NodeCells]) -> Literals | None:
        """How prose may plainly write the cited numbers, and the nodes that hold each.

        None where a cited number is not plainly a value of a cited node.
        """
        literals: Literals = {}
        for written in cited_numbers:
            field, text = written.split("=", 1) if "=" in written else ("", written)
            holders = []
            if is_plain_literal(text):
                for node in nodes:
                    fields = node.fields_holding(text)
                    if fields and (not field or field in fields):
                        holders.append(node)
                        for name in fields:
                            literals[self._units[name], text] = holders
            if written and not holders:
                return None
            literals["", text] = holders
        return literals

    def _named(self, claim: Claim, literals: Literals) -> frozenset[str] | None:
        """The names in the text, where it names declared entities and writes plain numbers about all of them alone."""
        text = claim.text
        if not text.isascii() or "n't" in text:
            return None
        words = ascii_words(text)
        if not _NEGATIONS.isdisjoint(words):
            return None
        named = self._graph.finder.at_most(words, text)
        if not named.issubset(claim.cited_entities):
            return None
        numbers = plain_numbers(text, self._reader.tables, words=words)
        if numbers is None or (numbers and self._reader.field_finder.at_most(words, text)):
            return None
        for each in numbers:
            holders = literals.get((each.unit, each.text))
            if not holders or not any([named <= node.entities for node in holders]):
                return None
        return named
