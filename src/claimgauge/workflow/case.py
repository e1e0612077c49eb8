"""A case: one answer or list of claims, with the evidence it is held against.

A bundle of the released verifier is a case with fewer keys. The same value serves verify (nodes and
claims), score (claims with labels) and assess (an answer or claims, and evidence).
"""

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from claimgauge.claims import Claim
from claimgauge.errors import Problem
from claimgauge.evidence import Edge, EvidenceGraph, EvidenceNode, Passage, Source
from claimgauge.feedback import Feedback

SCHEMA = "claimgauge.case/1"
Carried = msgspec.Raw | msgspec.UnsetType
"""A key that is carried as it stands, whatever it holds."""


class _Wire(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    gc=False,
    omit_defaults=True,
    rename="camel",
    forbid_unknown_fields=True,
):
    """camelCase on the wire; an unknown key sends the document to the slow reader."""


class Principal(_Wire, frozen=True, kw_only=True):
    """Who asks."""

    id: str
    roles: tuple[str, ...] = ()
    attributes: dict[str, Any] = {}


class Turn(_Wire, frozen=True, kw_only=True):
    """What was said earlier in the conversation, by whom."""

    role: Literal["user", "assistant"]
    text: str


class Request(_Wire, frozen=True, kw_only=True):
    """What was asked, when, for which use case, by whom, and what was said before it."""

    text: str = ""
    use_case: str = ""
    time: str | None = None
    principal: Principal | None = None
    history: tuple[Turn, ...] = ()


class Answer(_Wire, frozen=True, kw_only=True):
    """The answer as given; spans of claims count its Unicode code points."""

    text: str


class Case(_Wire, frozen=True, kw_only=True):
    """One input. `allowed_entities` and `allowed_numbers` are read by preset `released` only.

    The last ten keys, with `meta`, are carried as they stand; of what the released bundles hold only
    `profile_id` and `goal` are used (for the id of a row that has none).
    """

    schema: Literal["claimgauge.case/1"] | None = None
    id: str = ""
    request: Request | None = None
    answer: Answer | None = None
    nodes: tuple[EvidenceNode, ...] = ()
    passages: tuple[Passage, ...] = ()
    edges: tuple[Edge, ...] = ()
    sources: tuple[Source, ...] = ()
    allowed_entities: frozenset[str] | None = None
    allowed_numbers: frozenset[str] | None = None
    claims: tuple[Claim, ...] = ()
    contract: str = ""
    rubric: str = ""
    policies: str = ""
    feedback: Feedback | None = None
    meta: Carried = msgspec.UNSET
    profile_id: str = ""
    goal: str = ""
    monthly: Carried = msgspec.UNSET
    spend: Carried = msgspec.UNSET
    portfolio: Carried = msgspec.UNSET
    allocation: Carried = msgspec.UNSET
    breakdown: Carried = msgspec.UNSET
    errors_by_claim: Carried = msgspec.UNSET
    failing: Carried = msgspec.UNSET

    @property
    def graph(self) -> EvidenceGraph:
        """Nodes and passages as one graph: a passage is a node of type PASSAGE."""
        nodes = self.nodes + tuple(map(_as_node, self.passages)) if self.passages else self.nodes
        return EvidenceGraph(nodes=nodes, edges=self.edges, sources=self.sources)


def _as_node(passage: Passage) -> EvidenceNode:
    return EvidenceNode(**{name: getattr(passage, name) for name in EvidenceNode.__struct_fields__})


class CaseRow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A case that was read, where it stood, and what was left out of it.

    `claim_places` says where each claim stood in the document, where that is not simply its place
    in `case.claims`.
    """

    place: str
    id: str
    case: Case
    claim_places: tuple[int, ...] | None = None
    unread: tuple[Problem, ...] = ()
    warnings: tuple[str, ...] = ()

    def numbered_claims(self) -> Iterable[tuple[int, Claim]]:
        """Each claim with its place in the document."""
        if self.claim_places is None:
            return enumerate(self.case.claims)
        return zip(self.claim_places, self.case.claims, strict=True)


class BrokenRow(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An input that could not be read: it keeps its place in the output."""

    place: str
    id: str
    problem: Problem


Row = CaseRow | BrokenRow
