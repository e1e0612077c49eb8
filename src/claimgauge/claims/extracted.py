"""What prose is read into: claims with their spans, and what is left out."""

from typing import Literal

import msgspec

from claimgauge.claims.anchoring import Span
from claimgauge.claims.languages import Language

ClaimForm = Literal["sentence", "clause", "predicate", "relative", "apposition", "member", "item", "row"]
LeftOutKind = Literal[
    "question", "instruction", "opinion", "abstention", "greeting", "meta", "fragment", "lead_in", "heading",
    "table_header", "code", "footnote", "citation", "mark",
]  # fmt: skip


class ExtractedClaim(msgspec.Struct, frozen=True, kw_only=True, gc=False, omit_defaults=True, rename="camel"):
    """One claim of an answer.

    `text` is `pieces` of the answer with a space between two (none where only marks stand between
    them), but for a capital at the beginning and a full stop at the end. `span` is the stretch of the
    answer that the claim stands for: spans of one sentence cover it, and one may lie within another.
    `form` says how it was made; an `apposition` is a name with what stands beside it, not a sentence.
    `hedged`: the sentence says `may`, `probably` and the like. `absence`: it says that a source lacks
    something. `context` is the sentence that leads into a list or table. `unresolved` are the words at
    its beginning that refer to something that could not be told. `duplicate_of` is the place in
    `claims` of the first claim with the same fingerprint and context.
    """

    text: str
    span: Span
    pieces: tuple[Span, ...]
    form: ClaimForm
    hedged: bool = False
    absence: bool = False
    context: Span | None = None
    unresolved: tuple[str, ...] = ()
    duplicate_of: int | None = None


class LeftOut(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A stretch of the answer that is no claim, and what it is. A citation may lie within a claim's span."""

    span: Span
    kind: LeftOutKind


class Extraction(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The claims of an answer in the order in which they begin, and everything else.

    Every character that is no white space lies in the span of a claim or of something left out.
    `language` is `other` where sentences were found but not read: none is split, and of kinds only
    questions are told.
    """

    claims: tuple[ExtractedClaim, ...]
    left_out: tuple[LeftOut, ...]
    language: Language
