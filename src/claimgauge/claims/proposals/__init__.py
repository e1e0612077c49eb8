"""Claims that a language model finds in an answer, each held to the words of the answer."""

from claimgauge.claims.proposals.extractor import (
    ClaimExtractor,
    ExtractionFailure,
    ExtractionFailureReason,
    ProposedClaims,
)
from claimgauge.claims.proposals.model_extractor import EXTRACTOR, PLACES, ModelClaimExtractor

__all__ = [
    "EXTRACTOR",
    "PLACES",
    "ClaimExtractor",
    "ExtractionFailure",
    "ExtractionFailureReason",
    "ModelClaimExtractor",
    "ProposedClaims",
]
