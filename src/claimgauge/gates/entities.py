"""Gate 2: every cited entity is allowed (released), or is one of a cited node (strict).

Source of the first: VERITYGATE (arXiv 2610.00833v1), section 2. Under `released` an entity is
allowed as the exact string; under `strict` it is the name or a declared alias of an entity of a
cited node, and a name that differs in form only counts with the difference named.
"""

from collections.abc import Callable, Container, Iterable
from typing import NamedTuple

from claimgauge.gates.finding import Finding, Hint, HintFor, no_hint
from claimgauge.gates.names import Names


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


class Declared(NamedTuple):
    """The entities that a claim declares, which of them its cited nodes are about, and what was done to their names."""

    entities: frozenset[str]
    bound: frozenset[str]
    normalisations: tuple[str, ...]
    findings: tuple[Finding, ...]


NONE_DECLARED = Declared(frozenset(), frozenset(), (), ())


def declared_entities(
    cited: Iterable[str],
    of_cited_nodes: Names,
    in_graph: Callable[[], Names],
    *,
    about: Callable[[str], tuple[Hint, ...]] = no_hint,
    like: HintFor = no_hint,
) -> Declared:
    """Each cited entity as one of the cited nodes, or a finding; an empty one is skipped.

    `about` names nodes about an entity of the graph, `like` those about one that is written alike.
    """
    unbound: set[str] = set()
    bound: set[str] = set()
    normalisations: list[str] = []
    findings: list[Finding] = []
    for name in filter(None, cited):
        found = of_cited_nodes.resolve(name)
        if found is not None:
            bound.add(found.entity)
            normalisations += found.normalisations
            continue
        elsewhere = in_graph().resolve(name)
        if elsewhere is None:
            message = f"no evidence is about the cited entity {name!r}"
            findings.append(
                Finding(gate="entities", code="unknown_entity", value=name, message=message, hints=like(name))
            )
        else:
            unbound.add(elsewhere.entity)
            message = f"no cited evidence is about {name!r}, other evidence is"
            hints = about(elsewhere.entity)
            findings.append(Finding(gate="entities", code="unbound_entity", value=name, message=message, hints=hints))
    return Declared(frozenset(bound | unbound), frozenset(bound), tuple(normalisations), tuple(findings))
