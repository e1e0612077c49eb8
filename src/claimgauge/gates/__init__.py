"""The gates of both presets, and the compiled verifier in front of them."""

from claimgauge.gates.finding import ClaimVerdict, Finding, FindingCode, GateName, Hint, Status
from claimgauge.gates.verifier import CompiledGraph, Verifier

__all__ = ["ClaimVerdict", "CompiledGraph", "Finding", "FindingCode", "GateName", "Hint", "Status", "Verifier"]
