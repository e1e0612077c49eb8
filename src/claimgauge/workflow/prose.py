"""An answer in prose: its claims, each judged against the passages."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from msgspec.structs import replace

from claimgauge.claims import Claim, ExtractedClaim, Extraction, LeftOut, ProseTables, Span, claims_from
from claimgauge.claims.kinds import turns_around
from claimgauge.evidence import EvidenceNode
from claimgauge.labels import Judgement
from claimgauge.workflow.case import Request, Turn

PROSE = "PROSE"
"""The type of a claim that was found in prose; no contract has it."""
LABELLER = "prose/1"
CONVERSATION = "conversation"
"""The source of what the user said earlier."""


Judgements = tuple[Judgement, ...]


class ProseLabeller(Protocol):
    """Judges one claim in prose by passages; what one claim gets never depends on the others."""

    @property
    def name(self) -> str:
        """The labeller with its version, as judgements carry it."""
        ...

    def label(self, claim: str, nodes: Sequence[EvidenceNode], *, absence: bool = False) -> Judgements:
        """What the passages say of a claim; `absence`: the claim says that a source lacks something."""
        ...


class JudgedClaim(NamedTuple):
    """A claim of an answer, where it stands, and what was said of it."""

    claim: Claim
    span: Span
    judgements: Judgements


class ReadAnswer(NamedTuple):
    """The claims of an answer with their judgements, and what is no claim."""

    claims: tuple[JudgedClaim, ...]
    left_out: tuple[LeftOut, ...]


class ProseReader:
    """Tables to find claims with, and a labeller to judge them."""

    def __init__(self, tables: ProseTables, labeller: ProseLabeller) -> None:
        self._tables = tables
        self._labeller = labeller

    def read(self, answer: str, nodes: Sequence[EvidenceNode], *, history: Sequence[Turn] = ()) -> ReadAnswer:
        """The claims of an answer, judged one by one; what the user stated in `history` is context too."""
        extraction = claims_from(answer, self._tables)
        stated = tuple(self._stated(history))
        return ReadAnswer(tuple(self._judged(answer, extraction, nodes, stated)), extraction.left_out)

    def _stated(self, history: Sequence[Turn]) -> Iterator[EvidenceNode]:
        """What the user stated, a passage a turn: no question, no instruction, no opinion.

        What the assistant said before is no evidence for what it says now.
        """
        for turn in said_before(Request(history=tuple(history))):
            stated = claims_from(turn.content, self._tables).claims
            if stated:
                yield replace(turn, content=" ".join(dict.fromkeys(claim.text for claim in stated)))

    def label(self, texts: Sequence[str], answer: str, nodes: Sequence[EvidenceNode]) -> tuple[Judgements, ...]:
        """What is said of claims that were found before; what is known of one of the answer's own counts again."""
        extraction = claims_from(answer or " ".join(texts), self._tables)
        if extraction.language != "en":
            return tuple((_unknown("language"),) for _text in texts)
        own = {claim.text: claim for claim in extraction.claims}
        return tuple(
            self._said(own[text], nodes) if text in own else self._labeller.label(text, nodes) for text in texts
        )

    def _judged(
        self, answer: str, extraction: Extraction, nodes: Sequence[EvidenceNode], stated: Sequence[EvidenceNode]
    ) -> Iterator[JudgedClaim]:
        for number, each in enumerate(extraction.claims, start=1):
            if extraction.language != "en":
                said: Judgements = (_unknown("language"),)
            elif each.context is not None and turns_around(answer[slice(*each.context)], self._tables):
                said = (_unknown("denied_by_its_lead_in"),)
            else:
                said = self._said(each, nodes)
                if stated and _is_open(said):
                    said = self._said(each, (*nodes, *stated))
            yield JudgedClaim(Claim(claim_id=f"p{number}", claim_type=PROSE, text=each.text), each.span, said)

    def _said(self, claim: ExtractedClaim, nodes: Sequence[EvidenceNode]) -> Judgements:
        """A claim whose `it` could not be told is not supported by what may be about something else."""
        said = self._labeller.label(claim.text, nodes, absence=claim.absence)
        unsure = claim.unresolved and any(each.label == "SUPPORTED" and each.reason != "verbatim" for each in said)
        return (_unknown("unresolved_reference"),) if unsure else said


def _is_open(said: Judgements) -> bool:
    """Whether the evidence settles nothing: only then what the user said counts too."""
    return not any(each.label in ("SUPPORTED", "CONTRADICTED") for each in said)


def said_before(request: Request | None) -> tuple[EvidenceNode, ...]:
    """What the user said earlier in the conversation, each turn as a passage `request.history[0]` and so on."""
    history = request.history if request is not None else ()
    return tuple(
        EvidenceNode(evidence_id=f"request.history[{place}]", type="PASSAGE", content=turn.text, source_id=CONVERSATION)
        for place, turn in enumerate(history)
        if turn.role == "user"
    )


def _unknown(reason: str) -> Judgement:
    return Judgement(label="UNKNOWN", labeller=LABELLER, reason=reason)


def is_passage(node: EvidenceNode) -> bool:
    """Whether a node is a text and no record."""
    return node.type == "PASSAGE" or (bool(node.content) and not node.fields)
