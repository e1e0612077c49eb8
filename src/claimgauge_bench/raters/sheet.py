"""Sheets for raters: one for each, the same items in an order of their own, and nothing of the verdict.

The CSV file is filled in, the page is for reading. What stands there was written by a model, so no cell is taken
for a formula (one that begins with = + - @ gets an apostrophe in front), no character hides, and nothing on the
page is markup.
"""

import csv
import io
import random
import re
import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from claimgauge.evidence import EvidenceNode
from claimgauge.reports import render_from
from claimgauge_bench.raters.key import RaterKey
from claimgauge_bench.raters.rubric import ANSWERS, RaterRubric
from claimgauge_bench.raters.sample import Candidate, Sample

COLUMNS: Final = ("rater", "item", "question", "claim", "entities", "numbers", "evidence", "answer", "note")
_BEGINNING: Final = re.compile(r"(^|[;\t\r\n])(?=\s*[=+\-@\uff1d\uff0b\uff0d\uff20])")
"""Where a cell begins, for whichever spreadsheet, with a sign that makes it a formula."""
"""What makes a spreadsheet run a cell, in both widths. Source: OWASP, CSV injection."""
NOTHING: Final = "(the claim cites no evidence that exists)"
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


class SheetItem(NamedTuple):
    """What a rater sees of one item."""

    item: str
    question: str
    claim: str
    entities: str
    numbers: str
    evidence: str


def sheet_items(sample: Sample, key: RaterKey) -> tuple[SheetItem, ...]:
    """The items in the order of the key."""
    return tuple(_item(each, named.item) for each, named in zip(sample.drawn, key.items, strict=True))


def order_for(items: Sequence[SheetItem], rater: str, *, seed: int) -> tuple[SheetItem, ...]:
    """The items in the order of one rater."""
    shuffled = list(items)
    random.Random(f"{seed}/{rater}").shuffle(shuffled)  # noqa: S311  # an order that can be repeated, no secret
    return tuple(shuffled)


def sheet_csv(items: Iterable[SheetItem], rater: str) -> bytes:
    """The sheet as CSV in UTF-8 with a byte-order mark, as spreadsheets want it; `answer` and `note` are empty."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(COLUMNS)
    for each in items:
        writer.writerow([safe_cell(text) for text in (rater, *each, "", "")])
    return b"\xef\xbb\xbf" + out.getvalue().encode()


def sheet_page(items: Sequence[SheetItem], rater: str, rubric: RaterRubric, *, simulated: bool = False) -> str:
    """The sheet as one page, with the rubric in front; it says so where a claim is of a simulated narrator."""
    return render_from(
        "claimgauge_bench",
        "rater_sheet.html.j2",
        items=items,
        rater=rater,
        rubric=rubric,
        answers=ANSWERS,
        simulated=simulated,
    )


def safe_cell(text: str) -> str:
    """A text that no spreadsheet runs, with everything that hides written out.

    A spreadsheet of another locale parts cells at semicolons or tabs, and then at the line breaks of a cell too: what
    follows one is held to the same.
    """
    return _BEGINNING.sub(r"\1'", "".join(map(_seen, text)))


def _seen(character: str) -> str:
    hidden = character != "\n" and unicodedata.category(character) in _HIDDEN
    return f"U+{ord(character):04X}" if hidden else character


def _item(each: Candidate, name: str) -> SheetItem:
    claim = each.told.claim
    nodes = {node.evidence_id: node for node in reversed(each.brief.nodes)}
    cited = [nodes[found] for found in dict.fromkeys(claim.cited_evidence_ids) if found in nodes]
    return SheetItem(
        item=name,
        question=each.brief.question,
        claim=claim.text,
        entities="; ".join(claim.cited_entities),
        numbers="; ".join(claim.cited_numbers),
        evidence="\n".join(map(_shown, cited)) or NOTHING,
    )


def _shown(node: EvidenceNode) -> str:
    """What a node says: what it is about, its content, and each field that it has."""
    fields = [f"{name} = {value}" for name, value in node.fields.items() if value is not None]
    about = [text for text in (node.card_id, node.category) if text and text not in node.content]
    return "; ".join(dict.fromkeys(filter(None, (*about, node.content, *fields))))
