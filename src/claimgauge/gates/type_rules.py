"""Gate 4: a claim cites evidence of the types that its claim type asks for.

Source: VERITYGATE (arXiv 2610.00833v1), section 2. A rule table depends on the contract and on the
set of node types that a graph holds, so all graphs with the same types share one.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from claimgauge.contract import Contract
from claimgauge.gates.finding import Finding, Hint, no_hint

HintForTypes = Callable[[frozenset[str]], tuple[Hint, ...]]


class Requirement(NamedTuple):
    """At least one cited node must be of one of `types`; `named` is how the message names them."""

    types: frozenset[str]
    named: str


class RuleTable(NamedTuple):
    """Claim type → what such a claim must cite, and the bare node types of the same for the hot loop."""

    requirements: Mapping[str, tuple[Requirement, ...]]
    types: Mapping[str, tuple[frozenset[str], ...]]


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
    return RuleTable(requirements, {name: tuple(each.types for each in rows) for name, rows in requirements.items()})


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
