"""From the reply of a judge to a judgement, or to the reason why it is none.

The label comes from one table of four; small letters are read as capitals, and no other word is
mapped to any of them. A label that leans on evidence needs quotes, and every quote must stand in the
passage it names. What claim and passages say changes nothing in how the reply is read.
"""

from collections.abc import Mapping
from typing import Annotated, Final, Literal, NamedTuple, get_args

import msgspec

from claimgauge.evidence import EvidenceNode
from claimgauge.labellers.judge.quotes import stands_in
from claimgauge.labels import Dimension
from claimgauge.language import FailureKind

JudgeLabel = Literal["SUPPORTED", "PARTIAL", "UNSUPPORTED", "CONTRADICTED"]
JUDGE_LABELS: Final[tuple[JudgeLabel, ...]] = get_args(JudgeLabel)
JudgeFailureReason = (
    FailureKind
    | Literal[
        "unreadable",
        "unknown_label",
        "refused",
        "truncated",
        "too_long",
        "no_quote",
        "quote_not_found",
        "unknown_passage",
    ]
)
MOST_QUOTES = 16
LONGEST_QUOTE = 4000
SHOWN = 60


class Quote(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Words of one passage."""

    evidence_id: str
    quote: Annotated[str, msgspec.Meta(max_length=LONGEST_QUOTE)]


class Verdict(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """What a judge replies; more keys (a reason, a confidence) are not read."""

    label: str
    quotes: Annotated[tuple[Quote, ...], msgspec.Meta(max_length=MOST_QUOTES)] = ()


class Upheld(NamedTuple):
    """A verdict that holds: its label, the passages that were quoted, and the dimensions where they decide."""

    label: JudgeLabel
    evidence: tuple[str, ...]
    dimensions: tuple[Dimension, ...]


class Fallen(NamedTuple):
    """A verdict that does not hold, and why."""

    reason: JudgeFailureReason
    message: str


def upheld(verdict: Verdict, passages: Mapping[str, EvidenceNode]) -> Upheld | Fallen:
    """The verdict held against the passages that were shown, by id."""
    label = _label(verdict.label)
    if label is None:
        known = ", ".join(JUDGE_LABELS)
        return Fallen("unknown_label", f"{verdict.label[:SHOWN]!r} is no label of a judge; the labels are {known}")
    if label == "UNSUPPORTED":
        return Upheld(label, (), ())
    if not verdict.quotes:
        return Fallen("no_quote", f"{label} without a quote; it has to quote the passage that decides")
    for each in verdict.quotes:
        if each.evidence_id not in passages:
            return Fallen("unknown_passage", f"a quote names {each.evidence_id[:SHOWN]!r}, which was not shown")
        if not stands_in(each.quote, passages[each.evidence_id].content):
            return Fallen("quote_not_found", f"{each.evidence_id[:SHOWN]!r} does not hold what is quoted from it")
    quoted = tuple(dict.fromkeys(each.evidence_id for each in verdict.quotes))
    return Upheld(label, quoted, _dimensions(label, [passages[name] for name in quoted]))


def _label(written: str) -> JudgeLabel | None:
    """The label; only ASCII has capitals that are taken for it (`ſ` is no S)."""
    word = written.upper() if written.isascii() else written
    return next((label for label in JUDGE_LABELS if label == word), None)


def _dimensions(label: JudgeLabel, quoted: list[EvidenceNode]) -> tuple[Dimension, ...]:
    """Contradicted by what the model was given is F and C, by a reference alone F; else the rubric decides."""
    if label != "CONTRADICTED":
        return ()
    return ("F", "C") if any(node.role == "context" for node in quoted) else ("F",)


def verdict_schema(passages: Mapping[str, EvidenceNode]) -> bytes:
    """The JSON Schema of a verdict on these passages, for an endpoint that can hold a reply to it."""
    quote = {
        "type": "object",
        "properties": {
            "evidenceId": {"type": "string", "enum": list(passages)},
            "quote": {"type": "string", "maxLength": LONGEST_QUOTE},
        },
        "required": ["evidenceId", "quote"],
        "additionalProperties": False,
    }
    whole = {
        "type": "object",
        "properties": {
            "label": {"type": "string", "enum": list(JUDGE_LABELS)},
            "quotes": {"type": "array", "items": quote, "maxItems": MOST_QUOTES},
        },
        "required": ["label", "quotes"],
        "additionalProperties": False,
    }
    return msgspec.json.encode(whole)
