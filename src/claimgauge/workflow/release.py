"""Release: what the answer may do, from its assessment and the rules of an organisation.

The action of the band, or review where the answer is routed there, chooses a form: the whole answer, the
answer with marks of caution and its sources, the answer without its failed claims, a template in its
place, or nothing. The emission says what was marked, what was removed and why, and which evidence the
claims that ship lean on.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, Literal, NamedTuple

from claimgauge.claims import Span
from claimgauge.claims.sentences import Sentence, sentences_of
from claimgauge.labels import Label
from claimgauge.risk import Action
from claimgauge.workflow.assessment import AssessedClaim, Assessment, AssessmentRow
from claimgauge.workflow.case import Case, CaseRow, Row
from claimgauge.workflow.emission import (
    CitedSource,
    Emission,
    Form,
    Mark,
    Occasion,
    ReleaseReference,
    ReleaseRules,
    Removed,
    Shipped,
    Template,
)

_OWN_MARKS: Final = re.compile(r"\[!?(\d{1,6})\]")
"""A mark that the answer itself writes."""


def release(case: Case, assessment: Assessment, rules: ReleaseRules) -> Emission:
    """What may be shown of the answer of a case, as its assessment and the rules have it."""
    occasion = _occasion(assessment)
    claims = [_Claim.of(each, rules) for each in assessment.claims]
    return _FORMS[rules.forms[occasion]](_Release(case, assessment, rules, occasion, claims))


def emitted(row: Row, out: AssessmentRow, rules: ReleaseRules) -> Emission:
    """`release` of a row with what came of it; of one that could not be assessed the words for that."""
    if isinstance(row, CaseRow) and isinstance(out, Assessment):
        return release(row.case, out, rules)
    form: Form = "withheld" if rules.forms["unassessed"] == "withheld" else "template"
    return Emission(
        case_id=out.case_id,
        assessment_id="",
        occasion="unassessed",
        form=form,
        reason="error",
        text=rules.templates["unassessed"] if form == "template" else None,
        rules=ReleaseReference(id=rules.id, version=rules.version, digest=rules.digest),
    )


class _Claim(NamedTuple):
    """A claim with its labels, and whether it has failed."""

    assessed: AssessedClaim
    labels: tuple[Label, ...]
    failed: bool

    @classmethod
    def of(cls, assessed: AssessedClaim, rules: ReleaseRules) -> "_Claim":
        labels = tuple(dict.fromkeys(each.label for each in assessed.judgements)) or ("UNKNOWN",)
        return cls(assessed, labels, bool(assessed.failures) or not rules.failed.keys().isdisjoint(labels))

    def removed(self, because: Literal["failed", "same_sentence", "not_released"]) -> Removed:
        return Removed(claim_id=self.assessed.claim_id, span=self.assessed.span, labels=self.labels, because=because)

    @property
    def evidence(self) -> tuple[str, ...]:
        """What it leans on; feedback names events, which are no evidence."""
        said = (each for each in self.assessed.judgements if each.label != "VALIDATED_NEGATIVE_FEEDBACK")
        return tuple(dict.fromkeys(name for each in said for name in each.evidence))

    @property
    def support(self) -> tuple[str, ...]:
        """The evidence that supports it, in whole or in part."""
        said = (each for each in self.assessed.judgements if each.label in ("SUPPORTED", "PARTIAL"))
        return tuple(dict.fromkeys(name for each in said for name in each.evidence))

    @property
    def shipped(self) -> Shipped:
        return Shipped(claim_id=self.assessed.claim_id, labels=self.labels, evidence=self.evidence)


class _Release(NamedTuple):
    """One answer on its way out."""

    case: Case
    assessment: Assessment
    rules: ReleaseRules
    occasion: Occasion
    claims: Sequence[_Claim]

    def emission(
        self, form: Form, reason: str, text: str | None, shipped: Sequence[_Claim], **parts: object
    ) -> Emission:
        rules = self.rules
        return Emission(
            case_id=self.assessment.case_id,
            assessment_id=self.assessment.id,
            occasion=self.occasion,
            form=form,
            reason=reason,
            text=text,
            claims=tuple(each.shipped for each in shipped),
            rules=ReleaseReference(id=rules.id, version=rules.version, digest=rules.digest),
            **parts,  # type: ignore[arg-type]
        )

    @property
    def answer(self) -> str | None:
        return self.case.answer.text if self.case.answer is not None else None

    @property
    def reason(self) -> str:
        return self.assessment.reason or (self.assessment.index.band if self.assessment.index else "")


def _occasion(assessment: Assessment) -> Occasion:
    """The action of the band; review for what is routed there although its band would let it go."""
    if assessment.index is None:
        return "stopped" if assessment.status == "stopped" else "unassessed"
    action: Action = assessment.index.action
    return "review" if assessment.review and action in ("release", "caution") else action


def _whole(each: _Release) -> Emission:
    return each.emission("whole", each.reason, each.answer, each.claims, sources=_sources(each, each.claims))


def _marked(each: _Release) -> Emission:
    """The answer with `[!1]` behind every failed claim, `[1]` behind what has a source, and what they mean below."""
    failed = [claim for claim in each.claims if claim.failed]
    marks = tuple(
        Mark(
            number=number,
            claim_id=claim.assessed.claim_id,
            span=claim.assessed.span,
            labels=claim.labels,
            note=_note(claim, each.rules),
        )
        for number, claim in enumerate(failed, _first_number(each.answer))
    )
    supported = [claim for claim in each.claims if not claim.failed]
    sources = _sources(each, supported)
    text = _with_marks(each.answer, supported, marks, sources) if each.answer is not None else None
    return each.emission("marked", each.reason, text, each.claims, marks=marks, sources=sources)


def _note(claim: _Claim, rules: ReleaseRules) -> str:
    """The note of its severest label, in the order of the rules."""
    return next((note for label, note in rules.failed.items() if label in claim.labels), rules.failed["UNKNOWN"])


def _with_marks(answer: str, supported: Iterable[_Claim], marks: Iterable[Mark], sources: Sequence[CitedSource]) -> str:
    numbers = {name: source.number for source in sources for name in source.evidence}
    inserted = [(mark.span[1], f"[!{mark.number}]") for mark in marks if mark.span is not None]
    for claim in supported:
        cited = sorted({numbers[name] for name in claim.support if name in numbers})
        if claim.assessed.span is not None and cited:
            inserted.append((claim.assessed.span[1], "".join(f"[{number}]" for number in cited)))
    pieces, at = [], 0
    for end, mark in sorted(inserted):
        pieces += [answer[at:end], " ", mark]
        at = end
    notes = [f"[!{mark.number}] {mark.note}" for mark in marks]
    notes += [f"[{source.number}] {source.title}" for source in sources]
    return "".join([*pieces, answer[at:]]) + ("\n\n" + "\n".join(notes) if notes else "")


def _trimmed(each: _Release) -> Emission:
    """The answer without every sentence in which a claim failed; a template where that cannot be cut out or is all."""
    failed = [claim for claim in each.claims if claim.failed]
    spans = [claim.assessed.span for claim in failed if claim.assessed.span is not None]
    kept = [claim for claim in each.claims if not claim.failed]
    if each.assessment.index is None:
        return _template(each)
    if each.answer is None:
        removed = tuple(claim.removed("failed") for claim in failed)
        return each.emission("trimmed", each.reason, None, kept, removed=removed, sources=_sources(each, kept))
    if not failed:
        return each.emission("trimmed", each.reason, each.answer, kept, sources=_sources(each, kept))
    if len(spans) < len(failed):
        return _template(each, why="a failed claim has no place in the answer")
    kept_sentences, shipped = _what_stands(each.answer, each.claims, each.rules.leaning)
    if not shipped:
        return _template(each, why="no claim is left")
    removed = tuple(
        claim.removed("failed" if claim.failed else "same_sentence") for claim in each.claims if claim not in shipped
    )
    text = _joined(each.answer, kept_sentences)
    return each.emission("trimmed", each.reason, text, shipped, removed=removed, sources=_sources(each, shipped))


def _what_stands(answer: str, claims: Sequence[_Claim], leaning: Sequence[str]) -> tuple[list[Sentence], list[_Claim]]:
    """The sentences that stand when those with a failed claim are cut out, and the claims that stand with them.

    A sentence stands where every claim in it holds, and it holds one: what nobody judged, such as a question or the
    sentence above a list, is cut too. One that begins with a word of `leaning` falls with the one before it, and so
    does one that repeats what failed.
    """
    failed = [claim.assessed.span for claim in claims if claim.failed and claim.assessed.span is not None]
    said = {" ".join(answer[start:end].split()) for start, end in failed}
    stand: list[Sentence] = []
    fell = False
    for sentence in sentences_of(answer):
        text = " ".join(answer[slice(*sentence)].split())
        own = [claim for claim in claims if claim.assessed.span is not None and _meets(claim.assessed.span, [sentence])]
        leans = fell and _begins(text, leaning)
        falls = leans or not own or any(claim.failed for claim in own) or any(each in text for each in said)
        fell = falls
        if not falls:
            stand.append(sentence)
    shipped = [
        claim
        for claim in claims
        if not claim.failed and claim.assessed.span is not None and _within(claim.assessed.span, stand)
    ]
    return stand, shipped


def _begins(text: str, words: Sequence[str]) -> bool:
    """Whether a sentence begins with one of these words or phrases, behind marks such as a dash."""
    said = " ".join(re.findall(r"\w+", text.casefold())) + " "
    return any(said.startswith(f"{word} ") for word in words)


def _within(span: Span, sentences: Iterable[Sentence]) -> bool:
    """Whether the sentences hold all of a span that is not between them."""
    return any(start <= span[0] and span[1] <= end for start, end in sentences)


def _meets(span: tuple[int, int], others: Iterable[tuple[int, int]]) -> bool:
    return any(span[0] < end and start < span[1] for start, end in others)


def _joined(answer: str, sentences: Sequence[Sentence]) -> str:
    """The sentences in order, on lines of their own where the answer had them so."""
    pieces: list[str] = []
    at = 0
    for start, end in sentences:
        pieces += ["\n" if "\n" in answer[at:start] else " "] if pieces else []
        pieces.append(answer[start:end])
        at = end
    return "".join(pieces)


def _template(each: _Release, *, why: str = "") -> Emission:
    name: Template = "review"
    if each.occasion == "stopped":
        name = "scope" if each.assessment.reason == "scope" else "permission"
    elif each.occasion in ("block", "unassessed"):
        name = each.occasion
    removed = tuple(claim.removed("failed" if claim.failed else "not_released") for claim in each.claims)
    return each.emission("template", why or each.reason, each.rules.templates[name], (), removed=removed)


def _withheld(each: _Release) -> Emission:
    removed = tuple(claim.removed("failed" if claim.failed else "not_released") for claim in each.claims)
    return each.emission("withheld", each.reason, None, (), removed=removed)


def _sources(each: _Release, claims: Iterable[_Claim]) -> tuple[CitedSource, ...]:
    """The sources that support these claims, in the order in which they first do; evidence without a source is one.

    What the user said is no source. Numbers begin behind those that the answer itself writes.
    """
    nodes = {node.evidence_id: node for node in each.case.graph.nodes}
    titles = {source.source_id: source.title or source.source_id for source in each.case.sources}
    held: dict[str, list[str]] = {}
    for claim in claims:
        for name in claim.support:
            if name in nodes:
                held.setdefault(nodes[name].source_id or name, []).append(name)
    first = _first_number(each.answer)
    return tuple(
        CitedSource(
            number=number,
            source_id=name,
            title=" ".join(titles.get(name, name).split()),
            evidence=tuple(dict.fromkeys(ids)),
        )
        for number, (name, ids) in enumerate(held.items(), first)
    )


def _first_number(answer: str | None) -> int:
    """The first number that no mark in the answer has: `[3]` in it is not ours."""
    return max((int(found[1]) for found in _OWN_MARKS.finditer(answer or "")), default=0) + 1


_FORMS: Final = {
    "whole": _whole,
    "marked": _marked,
    "trimmed": _trimmed,
    "template": _template,
    "withheld": _withheld,
}
