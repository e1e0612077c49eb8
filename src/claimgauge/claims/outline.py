"""The blocks of an answer with their sentences, and which sentence leads into which list or table.

A sentence that ends in a colon before a list, a table or code leads into it; one in a list item leads
into the items further in.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from claimgauge.claims.anchoring import Span
from claimgauge.claims.blocks import Block, blocks_of
from claimgauge.claims.marks import Wording, wording_of
from claimgauge.claims.sentences import Sentence, sentences_of

_LISTS: Final = ("item", "header", "row", "code")
_NUMBER: Final = re.compile(r"[0-9]{1,2}[.)] +(?=[^\W\d_]|[\"\u201c])")
_COLONS: Final = (":", "\uff1a")


class Passage(NamedTuple):
    """A block with its wording and sentences; of a row, its cells are read one by one elsewhere.

    `leads`: its last sentence leads into what follows. `context`: the sentence that leads into it.
    """

    block: Block
    wording: Wording
    sentences: tuple[Sentence, ...]
    leads: bool = False
    context: Span | None = None


def passages_of(answer: str) -> tuple[Passage, ...]:
    """The blocks in order, each with what is known of it."""
    blocks = blocks_of(answer)
    passages = [_passage(answer, block) for block in blocks]
    leading = [
        passage._replace(leads=_leads(passage, following)) for passage, following in zip_longest(passages, blocks[1:])
    ]
    return tuple(_with_contexts(leading))


def _passage(answer: str, block: Block) -> Passage:
    lines = () if block.kind in ("row", "header", "code", "note", "mark") else block.lines
    wording = wording_of(answer, lines)
    return Passage(block, wording, tuple(_without_number(wording.text, each) for each in sentences_of(wording.text)))


def _without_number(text: str, sentence: Sentence) -> Sentence:
    """The sentence without the number of a list that stands in a line: `2. Second`."""
    number = _NUMBER.match(text, sentence.start, sentence.end)
    return Sentence(number.end(), sentence.end) if number else sentence


def _leads(passage: Passage, following: Block | None) -> bool:
    if following is None or following.kind not in _LISTS or not passage.wording.text.rstrip().endswith(_COLONS):
        return False
    return passage.block.kind != "item" or following.kind != "item" or following.indent > passage.block.indent


def _with_contexts(passages: Sequence[Passage]) -> Iterator[Passage]:
    """Each passage of a list or table with the sentence that leads into it."""
    lead: Span | None = None
    above: list[tuple[int, Span]] = []
    for passage in passages:
        block = passage.block
        if block.kind not in (*_LISTS, "mark"):
            lead, above = None, []
        while block.kind == "item" and above and above[-1][0] >= block.indent:
            above.pop()
        context = (above[-1][1] if above else lead) if block.kind in ("item", "row") else None
        yield passage._replace(context=context)
        if passage.leads:
            own = passage.wording.span(*passage.sentences[-1])
            if block.kind == "item":
                above.append((block.indent, own))
            else:
                lead = own
