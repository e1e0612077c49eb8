"""Gate 1: every cited id is a node of the graph.

Source: VERITYGATE (arXiv 2610.00833v1), section 2. That a claim cites anything at all is asked by
preset `strict` only.
"""

from collections.abc import Collection, Container, Iterable

from claimgauge.gates.finding import Finding, HintFor, no_hint


def unknown_evidence(cited: Iterable[str], known: Container[str], *, hint: HintFor = no_hint) -> list[Finding]:
    """A finding for each cited id that is no node, in the order cited; an id cited twice is found twice."""
    return [
        Finding(
            gate="existence",
            code="unknown_evidence",
            value=evidence_id,
            message=f"citedEvidenceId not in graph: {evidence_id}",
            hints=hint(evidence_id),
        )
        for evidence_id in cited
        if evidence_id not in known
    ]


def no_citation(cited: Collection[str]) -> list[Finding]:
    """A finding where a claim cites nothing, or only nodes that hold nothing (strict)."""
    if cited:
        return []
    return [Finding(gate="existence", code="no_citation", value="", message="cites no evidence")]


def nothing_declared(*declared: Collection[object]) -> list[Finding]:
    """A finding where a claim declares no entity, number or derived value: there is nothing to check (strict)."""
    if any(declared):
        return []
    message = "declares no entity, number or derived value, so nothing of what it says can be checked"
    return [Finding(gate="existence", code="nothing_declared", value="", message=message)]
