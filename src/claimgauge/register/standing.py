"""Where a claim stands by the evidence rules: which of its sources count, what it may be called, what becomes of it."""

from collections.abc import Iterable, Mapping
from typing import Literal

import msgspec

from claimgauge.labels import Label
from claimgauge.register.register import Register, RegisteredClaim, RegisteredSource
from claimgauge.register.rules import EvidenceRules, KindRule
from claimgauge.register.taxonomy import STATUS_AFTER, WEAKER, ClaimKind, Handling, Status

Shortfall = Literal["wrong_type", "not_primary", "no_access_date", "not_accessible", "not_marked", "not_binding"]


class Uncounted(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A cited source that does not count, and the first reason why."""

    source_id: str
    why: Shortfall


class Standing(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """What the rules say of one claim, whatever status it declares.

    `counted` are the sources that count. `statuses` is what the claim may be called, the status that fits best
    first. `handling` is empty where there is enough evidence. `label` is what the claim would get in an answer.
    """

    claim_id: str
    kind: ClaimKind
    counted: tuple[str, ...]
    uncounted: tuple[Uncounted, ...]
    statuses: tuple[Status, ...]
    handling: tuple[Handling, ...]
    label: Label

    @property
    def enough(self) -> bool:
        """Whether there is the least evidence that the kind of claim asks for."""
        return bool(self.counted)


def shortfall(
    source: RegisteredSource, kind: ClaimKind, rules: EvidenceRules, *, requirement: bool = False
) -> Shortfall | None:
    """Why a source is not enough for a kind of claim; None where it is. Of several reasons the first counts."""
    rule = rules.kinds[kind]
    if source.type not in (*rule.minimum, *rule.fallback, *rule.independent):
        return "wrong_type"
    if not source.accessible:
        return "not_accessible"
    if rule.primary and not source.primary:
        return "not_primary"
    if lacks_access_date(source, rules):
        return "no_access_date"
    if source.type not in (*rule.minimum, *rule.independent) and not source.no_peer_reviewed_version:
        return "not_marked"
    return "not_binding" if requirement and not source.binding else None


def lacks_access_date(source: RegisteredSource, rules: EvidenceRules) -> bool:
    """Whether a source that can change does not say when it was looked up."""
    return (source.mutable or source.type in rules.dated) and not source.accessed


def label_without_evidence(rule: KindRule, *, denied: bool) -> Label:
    """The label of a claim without the least evidence; `denied` where a source that would do may not be read."""
    return rule.denied_label if denied and rule.denied_label is not None else rule.label


def standings(register: Register, rules: EvidenceRules) -> tuple[Standing, ...]:
    """Where each claim stands, by id."""
    known = {each.id: each for each in register.sources}
    return tuple(_standing(each, known, rules) for each in sorted(register.claims, key=lambda claim: claim.id))


def _standing(claim: RegisteredClaim, known: Mapping[str, RegisteredSource], rules: EvidenceRules) -> Standing:
    rule = rules.kinds[claim.kind]
    cited = [known[name] for name in sorted(claim.sources)]
    reasons = [(each, shortfall(each, claim.kind, rules, requirement=claim.requirement)) for each in cited]
    counted = [each for each, why in reasons if why is None]
    denied = any(why == "not_accessible" for _each, why in reasons)
    return Standing(
        claim_id=claim.id,
        kind=claim.kind,
        counted=tuple(each.id for each in counted),
        uncounted=tuple(Uncounted(source_id=each.id, why=why) for each, why in reasons if why is not None),
        statuses=_statuses(
            claim, rule, counted, denied=denied, vendor=any(each.type in rules.vendor for each in cited)
        ),
        handling=() if counted else rule.handling,
        label="SUPPORTED" if counted else label_without_evidence(rule, denied=denied),
    )


def _statuses(
    claim: RegisteredClaim, rule: KindRule, counted: Iterable[RegisteredSource], *, denied: bool, vendor: bool
) -> tuple[Status, ...]:
    """What the claim may be called. To say less is always right; to say more takes the evidence.

    A vendor claim takes a vendor who says it: `vendor` is whether one is cited at all.
    """
    types = {each.type for each in counted}
    first: Status = "access_gap" if denied else "unknown"
    handled = sorted((STATUS_AFTER[each] for each in rule.handling), key=lambda status: status != first)
    if claim.interpretation:
        return _once("original_contribution", *WEAKER)
    if not types:
        given_up: tuple[Status, ...] = ("not_claimed", "removed")
        less = [status for status in handled if vendor or status != "vendor_claim"]
        return _once(*given_up[: int(claim.provisional)], *less, *given_up)
    best: Status = rule.status if types.isdisjoint(rule.independent) else "verified_in_source"
    return _once(best, rule.status, *WEAKER, *handled)


def _once(*statuses: Status) -> tuple[Status, ...]:
    return tuple(dict.fromkeys(statuses))
