"""Narrate: a narrator tells, the gates check, what fails is repaired or dropped, what is verified ships.

Source: VERITYGATE (arXiv 2610.00833v1), section 2, for the passes of repair: none on an empty list, and
none where nothing fails; a passing attempt ends them, and so does one without claims. Mechanical repair
and the template in the place of claims are ours.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from claimgauge.claims import Claim
from claimgauge.errors import Problem
from claimgauge.gates import ClaimVerdict, CompiledGraph
from claimgauge.narration import (
    Attempt,
    Brief,
    ClaimEmission,
    EmissionSettings,
    Mechanic,
    MechanicalRepair,
    Narration,
    Narrator,
    emitted_claims,
    kept,
    repair_request,
)
from claimgauge.workflow.narrations import NarratedClaim, NarrationOutcome, NarrationRow, NarrationSettings
from claimgauge.workflow.verdicts import not_checked
from claimgauge.workflow.verify import CaseVerifier

SHOWN: Final = 60
"""Characters of an unknown claim type that a message repeats."""


class Narrating:
    """A verifier, a narrator and settings, ready to turn briefs into narration rows.

    `template` speaks where the emission falls back to it; only verified claims of it ship.
    """

    def __init__(
        self,
        verifier: CaseVerifier,
        narrator: Narrator,
        *,
        settings: NarrationSettings | None = None,
        emission: EmissionSettings | None = None,
        template: Narrator | None = None,
    ) -> None:
        """Raises ValueError where the emission falls back to a template and there is none."""
        self._verifier = verifier
        self._narrator = narrator
        self._settings = settings or NarrationSettings()
        self._emission = emission or EmissionSettings()
        self._template = template
        if self._emission.fallback == "template" and template is None:
            raise ValueError("the emission falls back to the template; give the template narrator")

    async def narrate(self, brief: Brief) -> NarrationRow:
        """The row of one brief. Raises EvidenceError where its nodes make no graph."""
        compiled = self._verifier.verifier.compile(
            brief.nodes,
            allowed_entities=_given(brief.allowed_entities),
            allowed_numbers=_given(brief.allowed_numbers),
        )
        attempts = await self._attempts(brief, compiled)
        best = kept(attempts, self._settings.retention)
        claims = self._narrated(best, compiled, brief, tried=len(attempts) > 1) if best is not None else ()
        return await self._row(brief, compiled, attempts, best, claims)

    async def _attempts(self, brief: Brief, compiled: CompiledGraph) -> tuple[Attempt, ...]:
        """The narration and the passes of repair."""
        attempts = [self._attempt(0, await self._narrator.narrate(brief), compiled)]
        while len(attempts) <= self._settings.passes and attempts[-1].failing:
            last = attempts[-1]
            request = repair_request(
                brief.id,
                last.claims,
                tuple(verdict.findings for verdict in last.verdicts),
                attempt=len(attempts),
                hints=self._settings.hints,
            )
            attempts.append(self._attempt(len(attempts), await self._narrator.repair(brief, request), compiled))
        return tuple(attempts)

    def _attempt(self, number: int, said: Narration, compiled: CompiledGraph) -> Attempt:
        """The attempt with its verdicts; a claim of a type that the contract does not have is left out and listed."""
        named = [(claim, self._verifier.verifier.claim_type(claim.claim_type)) for claim in said.claims]
        claims = tuple(replace(claim, claim_type=name) for claim, name in named if name is not None)
        unknown = [self._unknown_type(place, claim) for place, (claim, name) in enumerate(named) if name is None]
        return Attempt(
            number=number,
            claims=claims,
            verdicts=compiled.check(claims),
            unread=(*said.unread, *unknown),
            call=said.call,
        )

    def _unknown_type(self, place: int, claim: Claim) -> Problem:
        known = ", ".join(self._verifier.verifier.contract.claim_types)
        message = f"the contract has no claim type {claim.claim_type[:SHOWN]!r}, it has {known}; the claim was left out"
        return Problem(place=f"claims[{place}].claimType", code="unknown_claim_type", message=message)

    def _narrated(
        self, best: Attempt, compiled: CompiledGraph, brief: Brief, *, tried: bool
    ) -> tuple[NarratedClaim, ...]:
        """The claims of the attempt that is kept, after what needs no model."""
        mechanic = self._mechanic(compiled, brief) if self._settings.mechanical and best.failing else None
        told = []
        for claim, verdict in zip(best.claims, best.verdicts, strict=True):
            repaired = mechanic.repaired(claim, verdict) if mechanic is not None else None
            told.append(_put_right(*repaired) if repaired else _told(claim, verdict, tried=tried or bool(mechanic)))
        return tuple(told)

    def _mechanic(self, compiled: CompiledGraph, brief: Brief) -> Mechanic:
        contract = self._verifier.verifier.contract
        return Mechanic(contract, brief.nodes, compiled, allowed_numbers=brief.allowed_numbers)

    async def _row(
        self,
        brief: Brief,
        compiled: CompiledGraph,
        attempts: tuple[Attempt, ...],
        best: Attempt | None,
        claims: tuple[NarratedClaim, ...],
    ) -> NarrationRow:
        failed = [each for each in claims if each.status != "verified"]
        verifier = self._verifier
        return NarrationRow(
            id=brief.id,
            digest=brief.graph.digest,
            preset=verifier.verifier.preset,
            not_checked=not_checked(verifier.verifier.preset, verifier.verifier.contract.locale),
            contract=verifier.reference,
            narrator=self._narrator.reference,
            settings=self._settings,
            outcome=_outcome(attempts, best, claims),
            attempts=attempts,
            kept=best.number if best is not None else None,
            claims=claims,
            emission=await self._emitted(brief, compiled, claims, replied=_replied(attempts)),
            request=repair_request(
                brief.id,
                tuple(each.claim for each in claims),
                tuple(each.findings for each in claims),
                attempt=len(attempts),
                hints=True,
            )
            if failed
            else None,
        )

    async def _emitted(
        self, brief: Brief, compiled: CompiledGraph, claims: Sequence[NarratedClaim], *, replied: bool
    ) -> ClaimEmission:
        verified = [(each.claim, each.repairs) for each in claims if each.status == "verified"]
        failed = [each.claim for each in claims if each.status != "verified"]
        emission = emitted_claims(verified, failed, self._emission, template=tuple, replied=replied)
        if emission.form == "claims" or self._emission.fallback == "nothing" or self._template is None:
            return emission
        said = self._attempt(0, await self._template.narrate(brief), compiled)
        template = [claim for claim, verdict in zip(said.claims, said.verdicts, strict=True) if not verdict.findings]
        return emitted_claims(verified, failed, self._emission, template=lambda: template, replied=replied)


def _told(claim: Claim, verdict: ClaimVerdict, *, tried: bool) -> NarratedClaim:
    if not verdict.findings:
        return NarratedClaim(claim=claim, status="verified")
    return NarratedClaim(claim=claim, status="failed_after_repair" if tried else "rejected", findings=verdict.findings)


def _put_right(claim: Claim, repairs: tuple[MechanicalRepair, ...]) -> NarratedClaim:
    return NarratedClaim(claim=claim, status="verified", repairs=repairs)


def _outcome(attempts: Sequence[Attempt], best: Attempt | None, claims: Sequence[NarratedClaim]) -> NarrationOutcome:
    if best is None:
        return "schema_failed" if _replied(attempts) else "no_reply"
    if any(each.status == "failed_after_repair" for each in claims):
        return "failed_after_repair"
    if any(each.status == "rejected" for each in claims):
        return "rejected"
    return "repaired" if best.number or any(each.repairs for each in claims) else "verified"


def _replied(attempts: Sequence[Attempt]) -> bool:
    """Whether the first attempt had a reply, of whatever kind; a narrator without a call always has one."""
    call = attempts[0].call
    return call is None or call.outcome in ("answered", "truncated")


def _given(allowed: tuple[str, ...] | None) -> frozenset[str] | None:
    return None if allowed is None else frozenset(allowed)
