"""How critical the claims of a case are: as they came, or where rules of criticality are in force as those decide."""

from collections import defaultdict, deque
from collections.abc import Sequence
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from claimgauge.claims import Claim
from claimgauge.criticality import Criticality, CriticalityDecision, CriticalityRules
from claimgauge.workflow.assessment import CriticalityReference
from claimgauge.workflow.case import CaseRow


class Stake(NamedTuple):
    """v of a claim, and where it comes from; unset where no rules are in force."""

    value: float
    decision: CriticalityDecision | UnsetType


class Stakes:
    """Rules of criticality, or none."""

    def __init__(self, rules: CriticalityRules | None) -> None:
        self._criticality = None if rules is None else Criticality(rules)
        self.reference: CriticalityReference | UnsetType = UNSET
        self.of_unread: CriticalityDecision | UnsetType = UNSET
        if rules is not None:
            self.of_unread = CriticalityDecision(by="default")
            self.reference = CriticalityReference(
                id=rules.id, version=rules.version, provisional=rules.provisional, digest=rules.digest
            )

    def of(self, row: CaseRow, claims: Sequence[Claim]) -> tuple[Stake, ...]:
        """Of each claim: declared ones of the case, in its order, or those that were found in its answer."""
        if self._criticality is None:
            return tuple(Stake(claim.criticality, UNSET) for claim in claims)
        use_case = row.case.request.use_case if row.case.request is not None else ""
        places: dict[str, deque[int]] = defaultdict(deque)
        for place, claim in row.numbered_claims():
            places[claim.claim_id].append(place)
        decisions = [
            self._criticality.decide(claim, use_case=use_case, place=_place(places[claim.claim_id])) for claim in claims
        ]
        return tuple(Stake(decision.value, decision) for decision in decisions)


def _place(places: deque[int]) -> str:
    return f"claims[{places.popleft()}].criticality" if places else ""


def below_rules(claim_id: str, decision: CriticalityDecision | UnsetType) -> str:
    """A warning where a reviewer holds a claim for less critical than the rules do, or nothing."""
    if decision is UNSET or decision.given is None or decision.given >= decision.ruled:
        return ""
    who = f" by {decision.reviewer[:60]}" if decision.reviewer else ""
    return (
        f"claim {claim_id[:60]}: its criticality {decision.given:g} was given{who} ({decision.place}) and is below the"
        f" {decision.ruled:g} of the rules ({', '.join(decision.holding)[:200]})"
    )
