"""From the claims that were kept to the claims that ship."""

from collections.abc import Callable, Sequence

from claimgauge.claims import Claim
from claimgauge.narration.emission import ClaimEmission, EmissionReason, EmissionSettings, ShippedClaim
from claimgauge.narration.mechanical_repair import MechanicalRepair

Template = Callable[[], Sequence[Claim]]
"""The claims of the template narrator, each of them verified; asked only where they ship."""


def emitted_claims(
    verified: Sequence[tuple[Claim, tuple[MechanicalRepair, ...]]],
    failed: Sequence[Claim],
    settings: EmissionSettings,
    *,
    template: Template | None = None,
    replied: bool = True,
) -> ClaimEmission:
    """What ships. `replied` says whether the narrator replied at all.

    A claim that was not verified never ships, under no setting. Raises ValueError where the fallback is
    the template and none is given.
    """
    if settings.fallback == "template" and template is None:
        raise ValueError("the fallback is the template; give the claims of the template narrator")
    reason = _reason(len(verified), len(failed), settings, replied=replied)
    every = (*(claim for claim, _repairs in verified), *failed)
    if reason == "verified":
        shipped = tuple(_shipped(claim, repairs) for claim, repairs in verified)
        dropped = tuple(claim.claim_id for claim in failed)
        return ClaimEmission(policy=settings.policy, form="claims", reason=reason, claims=shipped, dropped=dropped)
    instead = tuple(_shipped(claim) for claim in template()) if settings.fallback == "template" and template else ()
    return ClaimEmission(
        policy=settings.policy,
        form="template" if instead else "nothing",
        reason=reason,
        claims=instead,
        dropped=tuple(claim.claim_id for claim in every),
    )


def _reason(verified: int, failed: int, settings: EmissionSettings, *, replied: bool) -> EmissionReason:
    if not replied:
        return "no_reply"
    if not verified and not failed:
        return "no_claims"
    if failed and settings.policy == "strict":
        return "a_claim_failed"
    return "verified" if verified >= settings.min_verified else "too_few_verified"


def _shipped(claim: Claim, repairs: tuple[MechanicalRepair, ...] = ()) -> ShippedClaim:
    return ShippedClaim(
        claim_id=claim.claim_id,
        claim_type=claim.claim_type,
        text=claim.text,
        evidence=tuple(dict.fromkeys(claim.cited_evidence_ids)),
        repairs=repairs,
    )
