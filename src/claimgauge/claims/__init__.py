"""What a model declares or says, where it says it, and what it leans on."""

from claimgauge.claims.anchoring import Span, anchor
from claimgauge.claims.claim import Claim, DeclaredLabel, Derived, Operand
from claimgauge.claims.extracted import ExtractedClaim, Extraction, LeftOut
from claimgauge.claims.extraction import claims_from
from claimgauge.claims.fingerprint import fingerprint
from claimgauge.claims.proposed import Anchored, NotAnchored, Proposed, anchored
from claimgauge.claims.sentences import Sentence, sentences_of
from claimgauge.claims.tables import ProseTables, merged_prose, prose_problems

__all__ = [
    "Anchored",
    "Claim",
    "DeclaredLabel",
    "Derived",
    "ExtractedClaim",
    "Extraction",
    "LeftOut",
    "NotAnchored",
    "Operand",
    "Proposed",
    "ProseTables",
    "Sentence",
    "Span",
    "anchor",
    "anchored",
    "claims_from",
    "fingerprint",
    "merged_prose",
    "prose_problems",
    "sentences_of",
]
