"""Taking out what may not be read: afterwards only an id and the deciding policy exist (law 7)."""

from collections.abc import Collection, Mapping
from itertools import count

from msgspec.structs import replace

from claimgauge.claims import Claim, Derived, Operand
from claimgauge.evidence import EvidenceNode, Passage, Source
from claimgauge.labellers.access import DeniedSource
from claimgauge.workflow.access import Decision
from claimgauge.workflow.case import Case

Denied = Mapping[str, Decision]
"""Id of a denied source → the decision."""
Names = Mapping[str, str]
"""An id → what may be shown in its place."""


def evidence_of(case: Case) -> tuple[EvidenceNode | Passage, ...]:
    """The nodes and passages of a case itself."""
    return (*case.nodes, *case.passages)


def source_of(node: EvidenceNode | Passage) -> str:
    """The id by which policies know where a node comes from: its source, or itself where it names none."""
    return node.source_id or node.evidence_id


def shown_ids(case: Case, denied: Denied) -> dict[str, str]:
    """Denied source → the id that may be shown of it: its own, or where the policy says so a number that is free."""
    taken = {node.evidence_id for node in evidence_of(case)} | {source_of(node) for node in evidence_of(case)}
    taken |= {each.source_id for each in case.sources} | denied.keys()
    free = (name for number in count(1) if (name := f"withheld-{number}") not in taken)
    return {name: next(free) if denied[name].opaque else name for name in sorted(denied)}


def without_denied(case: Case, denied: Denied, shown: Names) -> Case:
    """The case without denied evidence; the ids of what is opaque are replaced wherever the rest means it."""
    nodes = evidence_of(case)
    readable = {node.evidence_id for node in nodes if source_of(node) not in denied}
    hidden = {node.evidence_id for node in nodes if source_of(node) in denied} | denied.keys()
    sources = {name: alias for name, alias in shown.items() if name != alias}
    cited = sources | {node.evidence_id: sources[source_of(node)] for node in nodes if source_of(node) in sources}
    cited = {name: alias for name, alias in cited.items() if name not in readable}
    return replace(
        case,
        nodes=tuple(node for node in case.nodes if source_of(node) not in denied),
        passages=tuple(node for node in case.passages if source_of(node) not in denied),
        edges=tuple(edge for edge in case.edges if hidden.isdisjoint((edge.from_, edge.to))),
        sources=tuple(
            replace(each, supersedes=tuple(sources.get(name, name) for name in each.supersedes))
            for each in case.sources
            if each.source_id not in denied
        ),
        claims=tuple(_renamed(claim, cited) for claim in case.claims),
        allowed_entities=None,
        allowed_numbers=None,
    )


def without_evidence(case: Case) -> Case:
    """The case without any evidence, and without what its claims say of where it is."""
    claims = tuple(replace(claim, cited_evidence_ids=(), derived=()) for claim in case.claims)
    return replace(case, nodes=(), passages=(), edges=(), sources=(), claims=claims)


def _renamed(claim: Claim, names: Names) -> Claim:
    if not names:
        return claim
    return replace(
        claim,
        cited_evidence_ids=tuple(names.get(each, each) for each in claim.cited_evidence_ids),
        derived=tuple(replace(each, operands=_renamed_operands(each, names)) for each in claim.derived),
    )


def _renamed_operands(value: Derived | Operand, names: Names) -> tuple[Operand, ...]:
    return tuple(
        replace(
            each,
            evidence_id=names.get(each.evidence_id, each.evidence_id),
            operands=_renamed_operands(each, names),
        )
        for each in value.operands
    )


def denied_sources(case: Case, denied: Denied, shown: Names) -> tuple[DeniedSource, ...]:
    """What of each denied source a claim may be matched with: metadata, never text."""
    declared = {each.source_id: each for each in case.sources}
    nodes: dict[str, list[EvidenceNode | Passage]] = {}
    for node in evidence_of(case):
        nodes.setdefault(source_of(node), []).append(node)
    readable = {node.evidence_id for name, own in nodes.items() if name not in denied for node in own}
    return tuple(
        _denied_source(declared.get(name) or Source(source_id=name), nodes.get(name, ()), shown[name], readable)
        for name in sorted(denied)
    )


def _denied_source(
    source: Source, nodes: Collection[EvidenceNode | Passage], shown: str, readable: Collection[str]
) -> DeniedSource:
    ids = {source.source_id, shown, *(node.evidence_id for node in nodes)}
    return DeniedSource(
        shown_id=shown,
        source=source,
        cited_as=frozenset(ids.difference(readable)),
        entities=frozenset(key for node in nodes for key in (node.card_id, node.category) if key),
    )
