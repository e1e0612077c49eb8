"""Gate 4: a claim cites evidence of the types that its claim type asks for.

Source: VERITYGATE (arXiv 2610.00833v1), section 2; how many nodes are cited, which fields are stated
and which entities go with a node is asked by preset `strict` only. A rule table depends on the contract and on the
set of node types that a graph holds, so all graphs with the same types share one.
"""

from collections.abc import Callable, Collection, Container, Iterable, Mapping
from typing import NamedTuple

from claimgauge.contract import CitationRule, Contract
from claimgauge.gates.finding import Finding, Hint, no_hint

HintForTypes = Callable[[frozenset[str]], tuple[Hint, ...]]


class Requirement(NamedTuple):
    """At least one cited node must be of one of `types`; `named` is how the message names them."""

    types: frozenset[str]
    named: str


class RuleTable(NamedTuple):
    """Claim type → what such a claim must cite, and the bare node types of the same for the hot loop.

    `once` are the requirements without those that repeat the types of an earlier one.
    """

    requirements: Mapping[str, tuple[Requirement, ...]]
    types: Mapping[str, tuple[frozenset[str], ...]]
    once: Mapping[str, tuple[Requirement, ...]]


def rule_table(contract: Contract, present: Iterable[str]) -> RuleTable:
    """What a claim of each type must cite in a graph that holds the types `present`."""
    held = frozenset(present)
    requirements = {
        name: (
            *([Requirement(frozenset(rule.cites_any), f"[{', '.join(rule.cites_any)}]")] if rule.cites_any else ()),
            *(Requirement(frozenset((kind,)), kind) for kind in rule.cites_all_present if kind in held),
        )
        for name, rule in contract.claim_types.items()
    }
    return RuleTable(
        requirements,
        types={name: tuple(each.types for each in rows) for name, rows in requirements.items()},
        once={name: _each_once(rows) for name, rows in requirements.items()},
    )


def _each_once(requirements: Iterable[Requirement]) -> tuple[Requirement, ...]:
    return tuple({requirement.types: requirement for requirement in reversed(tuple(requirements))}.values())[::-1]


def missing_types(
    claim_type: str, cited_types: frozenset[str], requirements: Iterable[Requirement], *, hint: HintForTypes = no_hint
) -> list[Finding]:
    """A finding for each requirement that no cited node meets, in the order of the contract."""
    return [
        Finding(
            gate="type_rules",
            code="missing_type",
            value=requirement.named.removeprefix("[").removesuffix("]"),
            message=f"{claim_type} must cite {requirement.named} evidence",
            hints=hint(requirement.types),
        )
        for requirement in requirements
        if cited_types.isdisjoint(requirement.types)
    ]


def citation_counts(claim_type: str, cited: int, rule: CitationRule) -> list[Finding]:
    """A finding where a claim cites too few or too many different nodes."""
    if cited < rule.min_cited:
        wanted = f"at least {rule.min_cited}"
    elif rule.max_cited is not None and cited > rule.max_cited:
        wanted = f"at most {rule.max_cited}"
    else:
        return []
    message = f"{claim_type} must cite {wanted} different pieces of evidence, and cites {cited}"
    return [Finding(gate="type_rules", code="citation_count", value=str(cited), message=message)]


def stated_fields(claim_type: str, stated: Collection[str], rule: CitationRule) -> list[Finding]:
    """A finding for each field that must be stated and is not, and for each that must not be and is."""
    missing = [name for name in rule.requires if name not in stated]
    forbidden = [name for name in rule.forbids if name in stated]
    return [
        *(
            Finding(
                gate="type_rules",
                code="missing_field",
                value=name,
                message=f"{claim_type} must state the field {name}, as {name}=value",
            )
            for name in missing
        ),
        *(
            Finding(
                gate="type_rules",
                code="forbidden_field",
                value=name,
                message=f"{claim_type} must not state the field {name}",
            )
            for name in forbidden
        ),
    ]


def same_entity(required: Iterable[tuple[str, str, str]], declared: Container[str]) -> list[Finding]:
    """A finding for each entity of a cited node that must be declared with it: its id, the field, the entity."""
    return [
        Finding(
            gate="type_rules",
            code="unbound_entity",
            value=entity,
            message=f"who cites {evidence_id} must declare its {field}, {entity!r}",
            hints=(Hint(evidence_id=evidence_id, why=f"is about {entity}"),),
        )
        for evidence_id, field, entity in required
        if entity not in declared
    ]
