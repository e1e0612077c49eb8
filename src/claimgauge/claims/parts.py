"""What a sentence is split into: words in the order in which a claim says them."""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Literal, NamedTuple

from claimgauge.claims.anchoring import Span
from claimgauge.claims.words import Word

PartForm = Literal["sentence", "clause", "predicate", "relative", "apposition", "member"]
_EDGES = ",;:\u2014\u2013-"


class Part(NamedTuple):
    """The words of one claim in order (its subject may stand far from its verb), and which of them are its own.

    `own` are the words that it does not share with another part: the subject that is said again is not.
    `about` are the words by which the pronoun of a next sentence is told, where they are not `words`; none
    where another part tells it.
    """

    words: tuple[Word, ...]
    own: tuple[Word, ...]
    form: PartForm
    about: tuple[Word, ...] | None = None

    @property
    def span(self) -> Span:
        """The stretch of the sentence from its first own word to its last."""
        return min(each.start for each in self.own), max(each.end for each in self.own)


def part_of(form: PartForm, *shared_and_own: Sequence[Word], own: Sequence[Word]) -> Part:
    """A part whose words are these sequences one after another, without commas at its ends."""
    return Part(trimmed([word for words in shared_and_own for word in words]), tuple(own), form)


def trimmed(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words without commas and the like at both ends."""
    first, behind = 0, len(words)
    while first < behind and words[first].text in _EDGES:
        first += 1
    while behind > first and words[behind - 1].text in _EDGES:
        behind -= 1
    return tuple(words[first:behind])


def stretches(words: Iterable[Word], every: Sequence[Word]) -> tuple[Span, ...]:
    """The stretches of the sentence that the words are, those that follow each other in `every` together."""
    following = {before.start: after.start for before, after in pairwise(every)}
    found: list[Span] = []
    last = -1
    for word in words:
        if found and following.get(last) == word.start:
            found[-1] = (found[-1][0], word.end)
        else:
            found.append((word.start, word.end))
        last = word.start
    return tuple(found)
