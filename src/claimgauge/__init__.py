"""claimgauge: verifies claims against evidence and scores hallucination risk.

Everything public is here and loaded on first use, so that importing the package costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from claimgauge._version import __version__

if TYPE_CHECKING:
    from claimgauge.claims import Claim
    from claimgauge.contract import Contract
    from claimgauge.errors import ClaimgaugeError
    from claimgauge.evidence import EvidenceGraph, EvidenceNode, Mapping, Source
    from claimgauge.gates import ClaimVerdict, Finding, Hint, Verifier
    from claimgauge.readers import read_paths, read_stream
    from claimgauge.wiring import load_contract, load_evidence, load_mapping, verify
    from claimgauge.workflow import BrokenRow, Case, CaseRow, ErrorRow, VerdictRow

_HOMES = {
    "BrokenRow": "workflow",
    "Case": "workflow",
    "CaseRow": "workflow",
    "Claim": "claims",
    "ClaimVerdict": "gates",
    "ClaimgaugeError": "errors",
    "Contract": "contract",
    "ErrorRow": "workflow",
    "EvidenceGraph": "evidence",
    "EvidenceNode": "evidence",
    "Finding": "gates",
    "Hint": "gates",
    "Mapping": "evidence",
    "Source": "evidence",
    "VerdictRow": "workflow",
    "Verifier": "gates",
    "load_contract": "wiring",
    "load_evidence": "wiring",
    "load_mapping": "wiring",
    "read_paths": "readers",
    "read_stream": "readers",
    "verify": "wiring",
}

__all__ = [
    "BrokenRow",
    "Case",
    "CaseRow",
    "Claim",
    "ClaimVerdict",
    "ClaimgaugeError",
    "Contract",
    "ErrorRow",
    "EvidenceGraph",
    "EvidenceNode",
    "Finding",
    "Hint",
    "Mapping",
    "Source",
    "VerdictRow",
    "Verifier",
    "__version__",
    "load_contract",
    "load_evidence",
    "load_mapping",
    "read_paths",
    "read_stream",
    "verify",
]


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(f"claimgauge.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'claimgauge' has no attribute {name!r}; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return __all__
