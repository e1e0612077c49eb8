"""Gate 1: every cited id is a node of the graph.

Source: VERITYGATE (arXiv 2610.00833v1), section 2.
"""

from collections.abc import Container, Iterable

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
