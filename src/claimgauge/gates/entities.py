"""Gate 2: every cited entity is allowed, as the exact string.

Source: VERITYGATE (arXiv 2610.00833v1), section 2.
"""

from collections.abc import Container, Iterable

from claimgauge.gates.finding import Finding, HintFor, no_hint


def unknown_entities(cited: Iterable[str], allowed: Container[str], *, hint: HintFor = no_hint) -> list[Finding]:
    """A finding for each cited entity that is not allowed; an empty one is skipped."""
    return [
        Finding(
            gate="entities",
            code="unknown_entity",
            value=entity,
            message=f"citedEntity not allowed: {entity}",
            hints=hint(entity),
        )
        for entity in cited
        if entity and entity not in allowed
    ]
