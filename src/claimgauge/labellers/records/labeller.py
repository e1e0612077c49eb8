"""Free sentences against records: each number and name must be explained by a field of a node it is about.

This is what runs on texts that declare nothing. It learns nothing and knows no domain: which fields
there are, how prose calls them and what names an entity has stand in the contract.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from claimgauge.claims.sentences import Sentence, sentences_of
from claimgauge.contract import Contract
from claimgauge.evidence import EvidenceNode
from claimgauge.labellers.records.holders import holders_of
from claimgauge.labellers.records.judging import sentence_judgement
from claimgauge.labellers.records.name_verdicts import name_verdicts, weekday_verdicts
from claimgauge.labellers.records.names import NOBODY, Name, directory_of, names_in
from claimgauge.labellers.records.number_verdicts import weighed_numbers
from claimgauge.labellers.records.numbers import numbers_in
from claimgauge.labellers.records.phrases import phrases_of
from claimgauge.labellers.records.reading import Reading, read_sentence
from claimgauge.labellers.records.tokens import Token, is_cased, tokens_of, without_inner_hyphens
from claimgauge.labellers.records.values import World
from claimgauge.labellers.records.verdict import CheckedMention, RecordJudgement, SentenceJudgement
from claimgauge.labellers.records.weighing import Sight
from claimgauge.labellers.records.whose import settled
from claimgauge.quantities import Mention, QuantityTables, read_quantities

BACK: Final = 3
"""Sentences before one in which its pronouns may find whom they mean."""
RECENT: Final = 24
"""Nodes named last, or first in the text, that numbers may be compared between."""


class _Piece(NamedTuple):
    """A sentence with what stands in it."""

    sentence: Sentence
    tokens: tuple[Token, ...]
    mentions: tuple[Mention, ...]
    names: tuple[Name, ...]


class RecordsLabeller:
    """A contract and the nodes that texts are held against, compiled once."""

    def __init__(self, contract: Contract, nodes: Iterable[EvidenceNode], tables: QuantityTables) -> None:
        """Read every field of every node; `tables` are those of the quantities."""
        self._contract = contract
        self._tables = tables
        holders = holders_of(contract, nodes, tables)
        self._directory = directory_of(contract, holders)
        self._phrases = phrases_of(contract, holders)

    def label(self, text: str) -> RecordJudgement:
        """Every number and name of the text with its verdict, and a judgement for each sentence."""
        pieces = tuple(self._pieces(text))
        fields = self._fields_about(pieces)
        readings = [self._reading(text, piece, fields) for piece in pieces]
        judged: list[SentenceJudgement] = []
        mentions: list[CheckedMention] = []
        recent = _named_last((), [name for piece in pieces for name in piece.names])
        for index, piece in enumerate(pieces):
            recent = _named_last(recent, piece.names)
            world = World(self._contract, self._directory, fields, recent)
            found = _found(Sight(world, self._phrases, readings[index], tuple(readings[max(0, index - BACK) : index])))
            mentions += found
            start, end = piece.sentence
            judged.append(SentenceJudgement(start=start, end=end, judgement=sentence_judgement(found)))
        return RecordJudgement(mentions=tuple(mentions), sentences=tuple(judged))

    def _pieces(self, text: str) -> Iterator[_Piece]:
        tokens = tokens_of(text)
        mentions = read_quantities(without_inner_hyphens(text), self._tables, locale=self._contract.locale or None)
        cased = is_cased(tokens)
        first_token = first_mention = 0
        for sentence in sentences_of(text):
            behind = _behind(tokens, first_token, sentence.end)
            last = _behind(mentions, first_mention, sentence.end)
            own = tokens[first_token:behind]
            names = names_in(self._directory, own, is_cased=cased)
            yield _Piece(sentence, own, mentions[first_mention:last], names)
            first_token, first_mention = behind, last

    def _fields_about(self, pieces: Sequence[_Piece]) -> frozenset[str]:
        """The fields of all nodes that the text names, and of their kin."""
        named = NOBODY.union(*(name.nodes for piece in pieces for name in piece.names))
        about = named | self._directory.kin(named)
        return frozenset(field for node in about for field in self._directory.holders[node].values)

    def _reading(self, text: str, piece: _Piece, fields: frozenset[str]) -> Reading:
        numbers = numbers_in(piece.tokens, piece.mentions)
        known = fields | self._contract.fields.keys()
        return read_sentence(text, piece.tokens, piece.names, numbers, self._phrases, known)


def _found(sight: Sight) -> list[CheckedMention]:
    """The mentions of a sentence in order."""
    numbers, names = settled(sight, tuple(weighed_numbers(sight)), name_verdicts(sight))
    return sorted((*numbers, *names, *weekday_verdicts(sight)), key=lambda each: (each.start, each.end))


def _named_last(recent: tuple[int, ...], names: Iterable[Name]) -> tuple[int, ...]:
    """The nodes that names lead to one by one, the last named first."""
    ordered = dict.fromkeys(node for name in names if len(name.nodes) == 1 for node in name.nodes)
    return tuple(dict.fromkeys((*ordered, *recent)))[:RECENT]


def _behind(placed: Sequence[Token] | Sequence[Mention], first: int, end: int) -> int:
    """The first of those in order that starts at `end` or later."""
    while first < len(placed) and placed[first].start < end:
        first += 1
    return first
