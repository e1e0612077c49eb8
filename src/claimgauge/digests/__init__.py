"""Canonical form, and the tagged and keyed digests over it."""

from claimgauge.digests.canonical import canonical, canonical_list, digest
from claimgauge.digests.text import SealedText, redact, seal, text_digest, verify_sealed

__all__ = [
    "SealedText",
    "canonical",
    "canonical_list",
    "digest",
    "redact",
    "seal",
    "text_digest",
    "verify_sealed",
]
