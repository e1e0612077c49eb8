"""The names in a sentence, and the nodes each of them may stand for.

A name selects nodes through the entity fields that hold it. The contract lists those fields with the
most telling first; the first field that holds the name says whom it *is*, the others what belongs to
it: `Boston` is one team and has thirteen players. Names side by side that share a node are one name
(`Boston Celtics`). A capital letter counts where the text has any.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from claimgauge.contract import Contract
from claimgauge.labellers.records.holders import EVERY_FIELD, Holder
from claimgauge.labellers.records.tokens import Token, words_of

Nodes = frozenset[int]
NOBODY: Nodes = frozenset()


class Entry(NamedTuple):
    """What a written name leads to: the nodes by rank of their entity field; none for what only an alias knows."""

    is_capital: bool
    by_rank: Mapping[int, Nodes]


class Directory(NamedTuple):
    """Names by their words, how many words names have that begin with a word, and nodes by text of an entity.

    `telling` are the types of the nodes that have the first entity field of the contract.
    """

    entries: Mapping[tuple[str, ...], Entry]
    lengths: Mapping[str, tuple[int, ...]]
    by_text: Mapping[str, Nodes]
    holders: tuple[Holder, ...]
    telling: frozenset[str]

    def kin(self, nodes: Nodes) -> Nodes:
        """The nodes of another type that share an entity with some of these: the players of a team."""
        texts = {text for node in nodes for text in self.holders[node].names.values()}
        kinds = {self.holders[node].type for node in nodes}
        shared = NOBODY.union(*(self.by_text[text] for text in texts))
        return frozenset(node for node in shared if self.holders[node].type not in kinds)


class Name(NamedTuple):
    """A name in a sentence: its tokens, half-open; the rank of the field that says who it is; and who that is.

    `nodes` is empty for a name that is known and that no node bears; `is_mixed` where two names side
    by side share no node.
    """

    first: int
    behind: int
    rank: int
    nodes: Nodes
    is_mixed: bool = False


def directory_of(contract: Contract, holders: tuple[Holder, ...]) -> Directory:
    """All names of all nodes, and the aliases of the contract, whether or not a node bears them."""
    ranks = {field: rank for rank, field in enumerate(contract.entities.from_) if field != EVERY_FIELD}
    by_text: dict[str, dict[int, set[int]]] = defaultdict(lambda: defaultdict(set))
    for index, holder in enumerate(holders):
        for field, text in holder.names.items():
            by_text[text][ranks.get(field, 0)].add(index)
    for names in ((canonical, *others) for canonical, others in contract.aliases.items()):
        shared = _together(by_text[name] for name in names)
        by_text.update(dict.fromkeys(names, shared))
    entries = _entries(by_text)
    lengths: dict[str, set[int]] = defaultdict(set)
    for words in entries:
        lengths[words[0]].add(len(words))
    whole = {text: NOBODY.union(*map(frozenset, nodes.values())) for text, nodes in by_text.items()}
    longest_first = {word: tuple(sorted(found, reverse=True)) for word, found in lengths.items()}
    telling = frozenset(holder.type for holder in holders if holder.names.keys() & contract.entities.from_[:1])
    return Directory(entries, longest_first, whole, holders, telling)


def _together(parts: Iterable[Mapping[int, Iterable[int]]]) -> dict[int, set[int]]:
    shared: dict[int, set[int]] = defaultdict(set)
    for part in parts:
        for rank, nodes in part.items():
            shared[rank].update(nodes)
    return shared


def _entries(by_text: Mapping[str, Mapping[int, Iterable[int]]]) -> dict[tuple[str, ...], Entry]:
    """Of texts that differ in case alone one entry, for which case counts only where all are capitalised."""
    entries: dict[tuple[str, ...], Entry] = {}
    for text, nodes in by_text.items():
        words = words_of(text)
        if not any(word[0].isalpha() or word[-1].isalpha() for word in words):
            continue
        before = entries.get(words, Entry(is_capital=True, by_rank={}))
        by_rank = {rank: frozenset(same) for rank, same in _together([before.by_rank, nodes]).items()}
        entries[words] = Entry(before.is_capital and text.strip()[0].isupper(), by_rank)
    return entries


def names_in(directory: Directory, tokens: Sequence[Token], *, is_cased: bool) -> tuple[Name, ...]:
    """The names in order, the longest at each place, neighbours made one."""
    found: list[Name] = []
    at = 0
    while at < len(tokens):
        name = _name_at(directory, tokens, at, is_cased=is_cased)
        if name and found and found[-1].behind == name.first:
            found[-1] = _joined(found[-1], name)
        elif name:
            found.append(name)
        at = name.behind if name else at + 1
    return tuple(found)


def _name_at(directory: Directory, tokens: Sequence[Token], at: int, *, is_cased: bool) -> Name | None:
    for length in directory.lengths.get(tokens[at].word, ()):
        words = tuple([token.word for token in tokens[at : at + length]])
        entry = directory.entries.get(words) if len(words) == length else None
        if entry and not (is_cased and entry.is_capital and not tokens[at].written[0].isupper()):
            rank = min(entry.by_rank, default=len(entry.by_rank))
            return Name(at, at + length, rank, entry.by_rank.get(rank, NOBODY))
    return None


def _joined(one: Name, two: Name) -> Name:
    """Two names side by side: what they share, or, where they share nothing, neither."""
    shared = one.nodes & two.nodes
    is_mixed = one.is_mixed or two.is_mixed or (not shared and bool(one.nodes or two.nodes))
    return Name(one.first, two.behind, min(one.rank, two.rank), shared, is_mixed)
