"""A sentence as the labeller reads it: its items in order, with its names, numbers and names of fields.

An item is a word, a mark or a whole number (`#`), so that phrases can be laid over it. Numbers inside
a name (`76ers`) or inside the name of a field (`third quarter`) are no numbers of their own.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from claimgauge.labellers.records.english import AHEAD, BREAKS, ONE, TWO
from claimgauge.labellers.records.names import Name
from claimgauge.labellers.records.numbers import Number, ordinal, unwritten
from claimgauge.labellers.records.phrases import OTHER, OWN, Fields, Phrases, Said
from claimgauge.labellers.records.tokens import Token


class Reading(NamedTuple):
    """The whole text; the items of the sentence, their words, numbers by item, names and names of fields by items.

    `clauses` are the items that clauses begin with, and the end; `ahead` those of them that are about
    what is still to come.
    """

    text: str
    items: tuple[Token, ...]
    words: tuple[str, ...]
    numbers: Mapping[int, Number]
    names: tuple[Name, ...]
    said: tuple[Said, ...]
    clauses: tuple[int, ...]
    ahead: frozenset[int]

    def span_of(self, first: int, behind: int) -> tuple[int, int, str]:
        """Where some items stand in the text, half-open, and what is written there."""
        start, end = self.items[first].start, self.items[behind - 1].end
        return start, end, self.text[start:end]

    def clause_of(self, at: int) -> tuple[int, int]:
        """The clause that an item stands in, half-open."""
        return next((first, behind) for first, behind in pairwise(self.clauses) if first <= at < behind)

    def is_ahead(self, at: int) -> bool:
        """Whether an item stands in a clause about what is still to come."""
        return self.clause_of(at)[0] in self.ahead

    def begins_with_stranger(self, at: int) -> bool:
        """Whether the clause of an item begins with two capitalised words that are no name known."""
        first, _behind = self.clause_of(at)
        first += self.words[first] in BREAKS
        head = self.items[first : first + 2]
        is_known = any(name.first < first + 2 and first < name.behind for name in self.names)
        return len(head) == 2 and not is_known and all(_is_capitalised(item.written) for item in head)


def read_sentence(
    text: str,
    tokens: Sequence[Token],
    names: Sequence[Name],
    numbers: Iterable[Number],
    phrases: Phrases,
    fields: Fields,
) -> Reading:
    """The reading of one sentence; `names` and `numbers` by their tokens; `fields` are those that count."""
    tokens = [token._replace(word="") if token.word in (OWN, OTHER) else token for token in tokens]  # no number
    words = [token.word for token in tokens]
    said = phrases.names_in(words, fields)
    spans = [(each.first, each.behind) for each in names] + [(each.first, each.behind) for each in said]
    taken = {at for span in spans for at in range(*span)}
    whole = {number.first: number for number in numbers if taken.isdisjoint(range(number.first, number.behind))}
    starts = {each.first: each for each in said}
    for at, token in enumerate(tokens):
        if at not in taken and at not in whole:
            number = _before_a_field(tokens, at, starts, phrases) or _place(token, words, at, phrases)
            if number:
                whole[at] = number
    return _laid_out(text, tokens, names, said, whole)


def _before_a_field(tokens: Sequence[Token], at: int, said: Mapping[int, Said], phrases: Phrases) -> Number | None:
    """`a steal`, `a pair of steals`: an article before the singular name of a field, or `pair of`."""
    number = unwritten(tokens[at], at)
    if number is None:
        return None
    if tokens[at].word in TWO:
        is_pair = at + 2 in said and tokens[at + 1].word == "of"
        return number._replace(behind=at + 2) if is_pair else None
    name = said.get(at + 1)
    if name is None:
        return None
    words = tuple([token.word for token in tokens[name.first : name.behind]])
    return number if tokens[at].word not in ONE or phrases.is_singular(words) else None


def _place(token: Token, words: Sequence[str], at: int, phrases: Phrases) -> Number | None:
    """`second on the team`: an ordinal where a phrase has a number."""
    number = ordinal(token, at)
    if number is None or not phrases.pattern_at([*words[:at], OWN, *words[at + 1 :]], at):
        return None
    return number


def _laid_out(
    text: str, tokens: Sequence[Token], names: Sequence[Name], said: Sequence[Said], whole: Mapping[int, Number]
) -> Reading:
    items: list[Token] = []
    numbers: dict[int, Number] = {}
    item_of: list[int] = []
    for at, token in enumerate(tokens):
        if at < len(item_of):
            continue
        number = whole.get(at)
        item_of += [len(items)] * (number.behind - at if number else 1)
        if number:
            numbers[len(items)] = number
        items.append(_as_item(tokens, number) if number else token)
    item_of.append(len(items))
    words = tuple([item.word for item in items])
    clauses = (0, *(at for at, word in enumerate(words) if at and word in BREAKS), len(words))
    return Reading(
        text=text,
        items=tuple(items),
        words=words,
        numbers=numbers,
        names=tuple(each._replace(first=item_of[each.first], behind=item_of[each.behind]) for each in names),
        said=tuple(each._replace(first=item_of[each.first], behind=item_of[each.behind]) for each in said),
        clauses=clauses,
        ahead=frozenset(_ahead(words, clauses)),
    )


def _as_item(tokens: Sequence[Token], number: Number) -> Token:
    """One item for all tokens of a number; the `of` behind `pair` is not part of it."""
    first = tokens[number.first]
    last = first if first.word in TWO else tokens[number.behind - 1]
    return Token(first.start, last.end, OWN, first.written)


def _ahead(words: tuple[str, ...], clauses: tuple[int, ...]) -> Iterator[int]:
    """The clauses with words of what is to come, and all behind them."""
    is_ahead = False
    for first, behind in pairwise(clauses):
        clause = words[first:behind]
        is_ahead = is_ahead or any(clause[at : at + len(cue)] == cue for cue in AHEAD for at in range(len(clause)))
        if is_ahead:
            yield first


def _is_capitalised(written: str) -> bool:
    return len(written) > 1 and written[0].isupper()
