"""Narration rows: what `narrate` and `repair` write, one for each input, in the order of the inputs."""

from typing import Final, Literal

import msgspec

from claimgauge.claims import Claim
from claimgauge.contract import Preset
from claimgauge.gates import Finding
from claimgauge.narration import (
    Attempt,
    ClaimEmission,
    MechanicalRepair,
    NarratorReference,
    RepairRequest,
    Retention,
)
from claimgauge.workflow.verdicts import ContractReference, RowError

SCHEMA: Final = "claimgauge.narration/1"
NarrationOutcome = Literal["verified", "rejected", "repaired", "failed_after_repair", "schema_failed", "no_reply"]
"""`verified`: every claim passed at first. `repaired`: every claim passes, after a repair. `rejected`: a claim
failed and nothing was tried. `failed_after_repair`: a claim fails although a repair was tried.
`schema_failed`: there was a reply and no claim in it. `no_reply`: the call failed or was refused."""
NarratedStatus = Literal["verified", "rejected", "failed_after_repair"]


class NarratedClaim(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", omit_defaults=True):
    """One claim of the list that was kept, with its last verdict; `repairs` marks what needed no model."""

    claim: Claim
    status: NarratedStatus
    findings: tuple[Finding, ...] = ()
    repairs: tuple[MechanicalRepair, ...] = ()


class NarrationSettings(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """How failures are repaired. `passes` counts the times that the narrator is asked again.

    `hints` names in the request the nodes that would satisfy each rule. `mechanical` puts right what has
    exactly one right answer, without a model, in the list that is kept.
    """

    passes: int = 0
    hints: bool = False
    mechanical: bool = False
    retention: Retention = "fewest_failing"


class NarrationRow(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """What came of one case. `digest` covers the evidence; `kept` is the number of the attempt that is kept.

    `request` is what a further repair would be asked, where a claim still fails; `warnings` are those of the
    case.
    """

    schema: Literal["claimgauge.narration/1"] = SCHEMA
    id: str
    digest: str
    preset: Preset
    not_checked: tuple[str, ...]
    contract: ContractReference
    narrator: NarratorReference
    settings: NarrationSettings
    outcome: NarrationOutcome
    attempts: tuple[Attempt, ...]
    kept: int | None
    claims: tuple[NarratedClaim, ...]
    emission: ClaimEmission
    request: RepairRequest | None = None
    warnings: tuple[str, ...] = ()


class NarrationError(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Stands in the place of a row that could not be read or narrated."""

    schema: Literal["claimgauge.narration/1"] = SCHEMA
    id: str
    error: RowError


OutNarration = NarrationRow | NarrationError
