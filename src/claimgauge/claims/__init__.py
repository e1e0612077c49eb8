"""What a model declares, and what it leans on."""

from claimgauge.claims.claim import Claim, DeclaredLabel, Derived, Operand

__all__ = ["Claim", "DeclaredLabel", "Derived", "Operand"]
