"""What a gate found wrong with a claim, and what would have satisfied it."""

from collections.abc import Callable
from typing import Literal

import msgspec

GateName = Literal["existence", "entities", "numbers", "type_rules", "prose", "derived"]
FindingCode = Literal[
    "no_citation", "unknown_evidence", "unknown_entity", "unknown_number", "unbound_entity", "unbound_number",
    "different_value", "wrong_direction", "null_field", "missing_type", "undeclared_number", "undeclared_entity",
    "needs_computation", "ambiguous_quantity", "coarse_rounding", "missing_field", "forbidden_field", "citation_count",
    "nothing_declared",
]  # fmt: skip
Status = Literal["verified", "rejected"]


class Hint(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A node that would satisfy the gate, and why it would. A help for repair, never a verdict."""

    evidence_id: str
    why: str


HintFor = Callable[[str], tuple[Hint, ...]]
"""From the value that failed to the nodes that would have satisfied the gate."""


def no_hint(_wanted: object) -> tuple[Hint, ...]:
    """For callers who want the findings alone."""
    return ()


class Finding(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One reason to reject a claim. `gate` is the name of the file in `gates/` that found it."""

    gate: GateName
    code: FindingCode
    value: str
    message: str
    hints: tuple[Hint, ...] = ()


class ClaimVerdict(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """One claim's verdict: `verified` exactly when there is no finding.

    `normalisations` names what was done to texts before they were equal, such as `case` or
    `grouping`. `warnings` are findings that the contract only warns of. Both come from preset
    `strict` only, and a key that would say nothing is absent.
    """

    claim_id: str
    claim_type: str
    status: Status
    findings: tuple[Finding, ...] = ()
    normalisations: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    warnings: tuple[Finding, ...] | msgspec.UnsetType = msgspec.UNSET
