"""The claims of an answer in prose, with everything in it that is none.

What goes in comes out: every character that is no white space lies in the span of a claim or of
something that is left out. A list item is one claim for each of its sentences, a table row is one
claim; neither is split further.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from msgspec.structs import replace

from claimgauge.claims.anchoring import Span
from claimgauge.claims.clause import first_finite
from claimgauge.claims.extracted import ExtractedClaim, Extraction, LeftOut, LeftOutKind
from claimgauge.claims.fingerprint import fingerprint
from claimgauge.claims.kinds import SentenceKind, kind_of
from claimgauge.claims.languages import Language, language_of
from claimgauge.claims.marks import Wording, wording_of
from claimgauge.claims.outline import Passage, passages_of
from claimgauge.claims.reading import Told, tell
from claimgauge.claims.sentences import Sentence
from claimgauge.claims.tables import ProseTables
from claimgauge.claims.words import grammar_of, words_of

_AMOUNT: Final = re.compile(r"[$€£¥%]|\d[.,]\d|\b\d{1,3}\b(?!\))")
"""An amount, unlike a year."""
_NO_SPACE: Final = re.compile(r"\S+")
_WHOLE: Final[dict[str, LeftOutKind]] = {"header": "table_header", "code": "code", "note": "footnote", "mark": "mark"}
_NO_CLAIM: Final[dict[str, LeftOutKind]] = {
    "question": "question",
    "instruction": "instruction",
    "opinion": "opinion",
    "abstention": "abstention",
    "greeting": "greeting",
    "meta": "meta",
    "fragment": "fragment",
}
_Found = ExtractedClaim | LeftOut


def claims_from(answer: str, tables: ProseTables) -> Extraction:
    """The claims of an answer and what is left out; time grows with its length.

    `tables` are those of a language; `claimgauge.wiring.prose.load_prose_tables()` gives the ones that ship.
    An empty answer has neither claims nor anything left out.
    """
    language = language_of(answer, tables.language)
    found = [each for passage in passages_of(answer) for each in _read(answer, passage, tables, language)]
    claims = sorted((each for each in found if isinstance(each, ExtractedClaim)), key=lambda claim: claim.span)
    left_out = [each for each in found if isinstance(each, LeftOut)]
    left_out += (LeftOut(span=span, kind="mark") for span in _uncovered(answer, [each.span for each in found]))
    left_out.sort(key=lambda each: each.span)
    return Extraction(claims=tuple(_with_duplicates(answer, claims)), left_out=tuple(left_out), language=language)


def _read(answer: str, passage: Passage, tables: ProseTables, language: Language) -> Iterator[_Found]:
    block = passage.block
    if block.kind in _WHOLE:
        yield LeftOut(span=block.span, kind=_WHOLE[block.kind])
    elif _is_reference(answer, passage, tables):
        yield LeftOut(span=block.span, kind="footnote")
    elif block.kind == "row":
        yield from _row(answer, passage)
    else:
        yield from _citations(passage.wording)
        yield from _sentences(passage, tables, language)


def _is_reference(answer: str, passage: Passage, tables: ProseTables) -> bool:
    """Whether a list item names a work: `References:` leads into it."""
    if passage.context is None:
        return False
    named = answer[slice(*passage.context)].strip(" :*#_").casefold() in tables.kinds.references
    text = passage.wording.text
    return named and not any(_says(text[slice(*each)], tables) for each in passage.sentences)


def _says(text: str, tables: ProseTables) -> bool:
    """Whether a line below `References:` says more than a name and a year."""
    return first_finite(words_of(text), 1, grammar_of(tables)) is not None or _AMOUNT.search(text) is not None


def _row(answer: str, passage: Passage) -> Iterator[_Found]:
    """The cells with the names above them; empty cells say nothing."""
    block = passage.block
    said: list[Wording] = []
    for number, cell in enumerate(block.lines):
        wording = wording_of(answer, [cell])
        yield from _citations(wording)
        if wording.text:
            headers = (wording_of(answer, [each]) for each in block.header[number : number + 1])
            said += (each for each in (*headers, wording) if each.text)
    text = " ".join(each.text for each in said)
    if any(map(str.isalnum, text)):
        cells = [each for each in block.lines if each[0] < each[1]]
        pieces = tuple(piece for each in said for piece in each.pieces(0, len(each.text)))
        span = (cells[0][0], cells[-1][1])
        yield ExtractedClaim(text=text, span=span, pieces=pieces, form="row", context=passage.context)


def _sentences(passage: Passage, tables: ProseTables, language: Language) -> Iterator[_Found]:
    told: Told | None = None
    for sentence in passage.sentences:
        kind = kind_of(passage.wording.text[sentence.start : sentence.end], tables, language=language)
        left = _left_out(passage, sentence, kind, tables, language)
        if left is not None:
            told = None
            yield LeftOut(span=passage.wording.span(*sentence), kind=left)
            continue
        is_split = passage.block.kind == "prose"
        told = tell(passage.wording, sentence, told, tables, is_read=language == "en", is_split=is_split)
        yield from _claims(told, kind, passage, tables, language)


def _left_out(
    passage: Passage, sentence: Sentence, kind: SentenceKind, tables: ProseTables, language: Language
) -> LeftOutKind | None:
    """Why a sentence is no claim; None where it is one."""
    text = passage.wording.text[sentence.start : sentence.end]
    if passage.block.kind in ("heading", "title") and not _states(text, tables, language):
        return "heading"
    leads = passage.leads and sentence == passage.sentences[-1]
    if leads and kind.kind in ("statement", "absence", "meta", "greeting") and not any(map(str.isdigit, text)):
        return "lead_in"
    return _NO_CLAIM.get(kind.kind)


def _claims(
    told: Told, kind: SentenceKind, passage: Passage, tables: ProseTables, language: Language
) -> Iterator[_Found]:
    """The claims of a sentence; a clause in which the assistant abstains is none."""
    for claim in told.claims:
        own = kind_of(claim.text, tables, language=language) if claim.form == "clause" else kind
        if own.kind == "abstention":
            yield LeftOut(span=claim.span, kind="abstention")
            continue
        yield ExtractedClaim(
            text=claim.text,
            span=claim.span,
            pieces=claim.pieces,
            form="item" if passage.block.kind == "item" else claim.form,
            hedged=kind.hedged,
            absence=own.kind == "absence",
            context=passage.context,
            unresolved=claim.unresolved,
        )


def _states(text: str, tables: ProseTables, language: Language) -> bool:
    """Whether a heading says something: `Sales fell by 40 %` and `Fee: $95`, not `How it works`."""
    if any(map(str.isdigit, text.partition(":")[2])):
        return True
    grammar, words = grammar_of(tables), words_of(text)
    if language != "en" or not words or grammar.is_("subordinators", words[0]):
        return False
    return first_finite(words, 1, grammar) is not None


def _citations(wording: Wording) -> Iterator[LeftOut]:
    cited = (each for each in wording.marks if each.kind == "citation")
    return (LeftOut(span=(each.start, each.end), kind="citation") for each in cited)


def _with_duplicates(answer: str, claims: Sequence[ExtractedClaim]) -> Iterator[ExtractedClaim]:
    """The same words in another context, or with a pronoun that could not be told, may say something else."""
    first: dict[tuple[str, str], int] = {}
    for number, claim in enumerate(claims):
        context = answer[slice(*claim.context)] if claim.context else ""
        same = number if claim.unresolved else first.setdefault((fingerprint(claim.text), context), number)
        yield claim if same == number else replace(claim, duplicate_of=same)


def _uncovered(answer: str, spans: Sequence[Span]) -> Iterator[Span]:
    """What is no white space and lies in none of the spans."""
    at = 0
    for start, end in (*sorted(spans), (len(answer), len(answer))):
        if start > at:
            yield from (found.span() for found in _NO_SPACE.finditer(answer, at, start))
        at = max(at, end)
