"""Who tells about evidence, what has to be repaired, and which claims ship."""

from claimgauge.narration.attempt import Attempt
from claimgauge.narration.bounds import ReplyBounds
from claimgauge.narration.brief import Brief
from claimgauge.narration.call import Call, call_of
from claimgauge.narration.declared import DeclaredNarrator
from claimgauge.narration.emission import (
    ClaimEmission,
    EmissionForm,
    EmissionPolicy,
    EmissionReason,
    EmissionSettings,
    ShippedClaim,
)
from claimgauge.narration.emitting import emitted_claims
from claimgauge.narration.mechanical import Mechanic
from claimgauge.narration.mechanical_repair import MechanicalRepair, MechanicalRule
from claimgauge.narration.narrator import (
    Narration,
    Narrator,
    NarratorForm,
    NarratorKind,
    NarratorReference,
    PromptedForm,
    PromptReference,
)
from claimgauge.narration.prompted import PromptedNarrator
from claimgauge.narration.request import MOST_COMPLAINTS, Complaint, RepairRequest, repair_request
from claimgauge.narration.retention import Retention, kept
from claimgauge.narration.template import TemplateNarrator

__all__ = [
    "MOST_COMPLAINTS",
    "Attempt",
    "Brief",
    "Call",
    "ClaimEmission",
    "Complaint",
    "DeclaredNarrator",
    "EmissionForm",
    "EmissionPolicy",
    "EmissionReason",
    "EmissionSettings",
    "Mechanic",
    "MechanicalRepair",
    "MechanicalRule",
    "Narration",
    "Narrator",
    "NarratorForm",
    "NarratorKind",
    "NarratorReference",
    "PromptReference",
    "PromptedForm",
    "PromptedNarrator",
    "RepairRequest",
    "ReplyBounds",
    "Retention",
    "ShippedClaim",
    "TemplateNarrator",
    "call_of",
    "emitted_claims",
    "kept",
    "repair_request",
]
