"""Everything that can go wrong, in one tree."""

from claimgauge.errors.hierarchy import (
    CanonicalFormError,
    ClaimgaugeError,
    Code,
    CodebookError,
    ContractError,
    CriticalityError,
    DocumentError,
    EvidenceError,
    InputError,
    ModelError,
    PolicyError,
    PresetError,
    Problem,
    PromptError,
    RubricError,
    RunError,
)

__all__ = [
    "CanonicalFormError",
    "ClaimgaugeError",
    "Code",
    "CodebookError",
    "ContractError",
    "CriticalityError",
    "DocumentError",
    "EvidenceError",
    "InputError",
    "ModelError",
    "PolicyError",
    "PresetError",
    "Problem",
    "PromptError",
    "RubricError",
    "RunError",
]
