"""Which claims ship, as a value, and the rules for it.

Source: VERITYGATE (arXiv 2610.00833v1), section 2: strict mode, and permissive emission. The minimum
number of claims and the template in their place are ours.
"""

from typing import Annotated, Literal

import msgspec

from claimgauge.narration.mechanical_repair import MechanicalRepair

EmissionPolicy = Literal["permissive", "strict"]
EmissionForm = Literal["claims", "template", "nothing"]
EmissionReason = Literal["verified", "a_claim_failed", "too_few_verified", "no_claims", "no_reply"]


class EmissionSettings(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """`permissive` ships the verified claims, `strict` all or none.

    Fewer verified claims than `min_verified` do not ship; `fallback` stands in their place.
    """

    policy: EmissionPolicy = "permissive"
    min_verified: Annotated[int, msgspec.Meta(ge=1)] = 1
    fallback: Literal["template", "nothing"] = "nothing"


class ShippedClaim(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", omit_defaults=True):
    """A verified claim that ships, with the evidence it cites; `repairs` marks what was put right without a model."""

    claim_id: str
    claim_type: str
    text: str
    evidence: tuple[str, ...]
    repairs: tuple[MechanicalRepair, ...] = ()


class ClaimEmission(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """What ships of one narration. `form` is `template` where the template narrator speaks instead.

    `dropped` are the ids of claims that do not ship.
    """

    policy: EmissionPolicy
    form: EmissionForm
    reason: EmissionReason
    claims: tuple[ShippedClaim, ...] = ()
    dropped: tuple[str, ...] = ()
