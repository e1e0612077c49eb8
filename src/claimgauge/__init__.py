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
    from claimgauge.evidence import EvidenceGraph, EvidenceNode, Source
    from claimgauge.gates import Finding
    from claimgauge.labels import Judgement
    from claimgauge.readers import case_from, read_paths, read_stream
    from claimgauge.risk import Rubric
    from claimgauge.wiring import (
        assess,
        load_contract,
        load_evidence,
        load_mapping,
        load_rubric,
        load_verifier,
        narrate,
        repair,
        score,
        verify,
        verify_all,
    )
    from claimgauge.workflow import Assessment, Case, VerdictRow

_HOMES = {
    "Assessment": "workflow",
    "Case": "workflow",
    "Claim": "claims",
    "ClaimgaugeError": "errors",
    "Contract": "contract",
    "EvidenceGraph": "evidence",
    "EvidenceNode": "evidence",
    "Finding": "gates",
    "Judgement": "labels",
    "Rubric": "risk",
    "Source": "evidence",
    "VerdictRow": "workflow",
    "assess": "wiring",
    "load_contract": "wiring",
    "load_evidence": "wiring",
    "load_mapping": "wiring",
    "load_rubric": "wiring",
    "load_verifier": "wiring",
    "narrate": "wiring",
    "repair": "wiring",
    "case_from": "readers",
    "read_paths": "readers",
    "read_stream": "readers",
    "score": "wiring",
    "verify": "wiring",
    "verify_all": "wiring",
}

__all__ = [
    "Assessment",
    "Case",
    "Claim",
    "ClaimgaugeError",
    "Contract",
    "EvidenceGraph",
    "EvidenceNode",
    "Finding",
    "Judgement",
    "Rubric",
    "Source",
    "VerdictRow",
    "__version__",
    "assess",
    "case_from",
    "load_contract",
    "load_evidence",
    "load_mapping",
    "load_rubric",
    "load_verifier",
    "narrate",
    "read_paths",
    "read_stream",
    "repair",
    "score",
    "verify",
    "verify_all",
]


def __getattr__(name: str) -> object:
    if name in _HOMES:
        return getattr(import_module(f"claimgauge.{_HOMES[name]}"), name)
    raise AttributeError(f"module 'claimgauge' has no attribute {name!r}; it has {', '.join(__all__)}")


def __dir__() -> list[str]:
    return __all__
