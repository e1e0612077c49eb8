"""A simulated narrator: it forms correct claims, makes mistakes in them, and puts some right when asked again.

Everything follows from the digest of its rates, its seed, the id of the brief, the pass and the kind of mistake;
nothing is kept between calls but the reading of the last evidence. Of a request for repair it reads which
claims were complained of at which gate; it reads no message, no hint and no prompt.
"""

import math
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from msgspec.structs import replace

from claimgauge.claims import Claim
from claimgauge.errors import EvidenceError, Problem
from claimgauge.narration import Brief, Narration, NarratorReference, RepairRequest
from claimgauge_bench.simulated.chance import Chance
from claimgauge_bench.simulated.drafting import Draft, drafts
from claimgauge_bench.simulated.evidence import EvidenceReader
from claimgauge_bench.simulated.kinds import GATES, MistakeKind, MistakenGate, kinds_of
from claimgauge_bench.simulated.rates import MistakeRates
from claimgauge_bench.simulated.slips import mistaken

UNREADABLE: Final = Problem(place="", code="malformed", message="simulated: a reply in which no claim can be read")


class SimulatedNarrator:
    """Mistakes at stated rates about the evidence of one contract."""

    def __init__(
        self,
        reader: EvidenceReader,
        rates: MistakeRates,
        *,
        seed: int = 0,
    ) -> None:
        """Narrators of one contract and preset can share their `reader`."""
        self._reader = reader
        self._contract = reader.contract
        self._rates = rates
        self._chance = Chance(rates.digest, seed)
        self._drafted: tuple[Brief, tuple[Draft, ...]] | None = None

    @property
    def reference(self) -> NarratorReference:
        """The id of the rates, marked as simulated."""
        return NarratorReference(id=self._rates.id, version=self._rates.version, kind="simulated")

    async def narrate(self, brief: Brief) -> Narration:
        """The claims of a brief; none, with the reason, where no claim can be stated about it."""
        chance = self._chance.under(brief.id, 0)
        if chance.draw("schema_failed") < self._rates.claims.schema_failed.value:
            return Narration(unread=(UNREADABLE,))
        try:
            drafts_ = self._drafts(brief)
        except EvidenceError as error:
            return Narration(unread=(Problem(place="nodes", code="missing", message=str(error)),))
        return Narration(claims=tuple(self._told(draft, brief, passed=0) for draft in drafts_))

    async def repair(self, brief: Brief, request: RepairRequest) -> Narration:
        """The claims of the request once more: some put right, some gone, some left, some with a new mistake."""
        chance = self._chance.under(brief.id, request.attempt)
        if chance.draw("schema_failed") < self._rates.repair.schema_failed.value:
            return Narration(unread=(UNREADABLE,))
        known = {draft.correct.claim_id: draft for draft in self._drafts(brief)}
        gates = defaultdict(set)
        for each in request.complaints:
            gates[each.claim_id].add(each.gate)
        claims = []
        for claim in request.claims:
            draft, own = known.get(claim.claim_id), chance.under("repair", claim.claim_id)
            if draft is None:
                claims.append(claim)
            elif gates[claim.claim_id]:
                claims += self._repaired(claim, draft, gates[claim.claim_id], own)
            elif own.draw("forgotten") >= self._rates.repair.forgotten.value:
                anew = own.draw("new_mistake") < self._rates.repair.new_mistake.value
                claims.append(self._told(draft, brief, passed=request.attempt) if anew else claim)
        return Narration(claims=tuple(claims))

    def _drafts(self, brief: Brief) -> tuple[Draft, ...]:
        if self._drafted is None or self._drafted[0] is not brief:
            chance = self._chance.under(brief.id, "drafts")
            self._drafted = (brief, drafts(self._contract, self._rates, self._reader.read(brief), chance))
        return self._drafted[1]

    def _told(self, draft: Draft, brief: Brief, *, passed: int) -> Claim:
        """The claim as it is told in a pass, with at most one mistake of each gate."""
        chance = self._chance.under(brief.id, passed, draft.correct.claim_id)
        lean = self._rates.claims.unevenness.value * (2 * self._chance.under(brief.id).draw("unevenness") - 1)
        claim, evidence = draft.correct, self._reader.read(brief)
        for kind in self._kinds(draft, chance, lean):
            claim = mistaken(kind, claim, self._contract, evidence, chance) or claim
        return replace(claim, claim_type=draft.declared)

    def _kinds(self, draft: Draft, chance: Chance, lean: float) -> Iterator[MistakeKind]:
        """The mistakes that are made in a claim, gate by gate."""
        chances = self._rates.chances(draft.declared)
        retyped = draft.declared != draft.correct.claim_type
        for gate in GATES:
            if gate != "type_rules" or not retyped:
                yield from _drawn(gate, chances, chance.draw(gate), lean)

    def _repaired(self, claim: Claim, draft: Draft, gates: set[str], chance: Chance) -> list[Claim]:
        """The claim after a complaint: gone, or put right gate by gate, or left."""
        for gate in sorted(gates):
            rates, draw = self._rates.repair.of(gate), chance.draw(gate)
            if draw < rates.dropped.value:
                return []
            if draw < rates.dropped.value + rates.right.value:
                claim = _put_right(claim, draft.correct, gate)
        return [claim]


def _drawn(gate: MistakenGate, chances: dict[MistakeKind, float], draw: float, lean: float) -> Iterator[MistakeKind]:
    """The kind of mistake of one gate that a draw falls on, if any."""
    kinds = [kind for kind in kinds_of(gate) if chances.get(kind)]
    total = math.fsum(chances[kind] for kind in kinds)
    if not total:
        return
    leant = total + lean * min(total, 1 - total)
    for kind in kinds:
        draw -= chances[kind] / total * leant
        if draw < 0:
            yield kind
            return


def _put_right(claim: Claim, correct: Claim, gate: str) -> Claim:
    """The claim with what one gate is about as it would be correct."""
    if gate == "numbers":
        return replace(claim, cited_numbers=correct.cited_numbers, text=correct.text)
    if gate == "entities":
        return replace(claim, cited_entities=correct.cited_entities, text=correct.text)
    if gate == "existence":
        return replace(claim, cited_evidence_ids=correct.cited_evidence_ids)
    if gate == "type_rules":
        return replace(
            claim,
            claim_type=correct.claim_type,
            cited_evidence_ids=correct.cited_evidence_ids,
            cited_entities=correct.cited_entities,
        )
    return correct
