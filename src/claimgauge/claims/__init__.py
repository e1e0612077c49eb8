"""What a model declares, and what it leans on."""

from claimgauge.claims.anchoring import Span, anchor
from claimgauge.claims.claim import Claim, DeclaredLabel, Derived, Operand
from claimgauge.claims.fingerprint import fingerprint

__all__ = ["Claim", "DeclaredLabel", "Derived", "Operand", "Span", "anchor", "fingerprint"]
