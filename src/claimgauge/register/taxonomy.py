"""The closed sets of a register: kinds of claims, types of sources, statuses, handlings, principles.

Source: Hallucination Risk Index (doi:10.5281/zenodo.21313179), section XI, Tables VII and VIII.
"""

from typing import Final, Literal, get_args

ClaimKind = Literal["scientific", "benchmark", "capability", "governance_framework", "internal_policy", "design_choice"]
KINDS_OF_CLAIM: Final[tuple[ClaimKind, ...]] = get_args(ClaimKind)
"""Table VIII, from its first row to its last."""

SourceType = Literal[
    "peer_reviewed_publication",
    "official_framework",
    "vendor_documentation",
    "repository",
    "original_proposal",
    "preprint",
    "dataset_card",
    "release_note",
    "product_page",
    "approved_policy",
    "access_control_record",
    "system_log",
    "process_owner_confirmation",
]
SOURCE_TYPES: Final[tuple[SourceType, ...]] = get_args(SourceType)
"""The five of section XI, and those that Table VIII needs beside them."""

Status = Literal[
    "verified_in_source",
    "original_contribution",
    "vendor_claim",
    "softened",
    "hypothesis",
    "open_question",
    "not_claimed",
    "removed",
    "access_gap",
    "unknown",
]
STATUSES: Final[tuple[Status, ...]] = get_args(Status)
"""The last two say that an internal rule is not known; Table VIII asks for one of them."""

WITHDRAWN: Final[frozenset[Status]] = frozenset({"not_claimed", "removed"})
"""What nobody asserts any more needs no evidence."""
WEAKER: Final[tuple[Status, ...]] = ("softened", "hypothesis", "open_question", "not_claimed", "removed")
"""To say less than the evidence allows is never wrong."""

Handling = Literal["remove", "soften", "hypothesis", "open_question", "vendor_claim", "access_gap", "unknown"]
STATUS_AFTER: Final[dict[Handling, Status]] = {
    "remove": "removed",
    "soften": "softened",
    "hypothesis": "hypothesis",
    "open_question": "open_question",
    "vendor_claim": "vendor_claim",
    "access_gap": "access_gap",
    "unknown": "unknown",
}
"""What a claim is once it was handled so."""

Principle = Literal[
    "primary_source",
    "vendor_is_not_independent",
    "evidence_apart_from_proposals",
    "access_date",
    "source_apart_from_interpretation",
]
PRINCIPLES: Final[tuple[Principle, ...]] = get_args(Principle)
"""The five of section XI; each is a rule of `judge_register`."""

RuleName = Literal[
    "primary_source",
    "vendor_is_not_independent",
    "evidence_apart_from_proposals",
    "access_date",
    "source_apart_from_interpretation",
    "minimum_evidence",
    "not_a_requirement",
    "place",
]
RULE_NAMES: Final[tuple[RuleName, ...]] = get_args(RuleName)
"""The principles, Table VIII, its row about regulatory requirements, and where a claim stands."""
