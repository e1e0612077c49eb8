"""Everything that can go wrong, in one tree."""

from claimgauge.errors.hierarchy import (
    CanonicalFormError,
    ClaimgaugeError,
    Code,
    ContractError,
    DocumentError,
    EvidenceError,
    InputError,
    PresetError,
    Problem,
)

__all__ = [
    "CanonicalFormError",
    "ClaimgaugeError",
    "Code",
    "ContractError",
    "DocumentError",
    "EvidenceError",
    "InputError",
    "PresetError",
    "Problem",
]
