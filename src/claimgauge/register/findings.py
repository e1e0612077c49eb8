"""What the rules find in a register: claims that say more than their evidence, sources without a date, lost places."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from claimgauge.register.register import Register, RegisteredClaim, RegisteredSource
from claimgauge.register.rules import EvidenceRules
from claimgauge.register.standing import Shortfall, Standing, lacks_access_date, standings
from claimgauge.register.taxonomy import WITHDRAWN, Handling, RuleName, Status

WHY: Final[dict[Shortfall, str]] = {
    "wrong_type": "is not of a type that is enough here",
    "not_primary": "is not the primary source",
    "no_access_date": "can change and has no access date",
    "not_accessible": "could not be read",
    "not_marked": "is a preprint of which nobody said that there is no peer-reviewed version",
    "not_binding": "does not itself state a requirement",
}
"""Why a source does not count, in words that follow its id."""


class RegisterFinding(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """One thing that breaks a rule. Of a source alone `claim_id` is empty, of a claim alone `source_id`.

    `expected` is what the claim may be called, the best first, and `declared` what it is called; both are empty
    where the finding is not about the status.
    """

    claim_id: str
    source_id: str
    rule: RuleName
    expected: tuple[Status, ...]
    declared: Status | None
    handling: tuple[Handling, ...]
    message: str


def judge_register(register: Register, rules: EvidenceRules) -> tuple[RegisterFinding, ...]:
    """What the evidence rules find, claims by id and then sources by id. One claim has one finding at most."""
    claims = {each.id: each for each in register.claims}
    known = {each.id: each for each in register.sources}
    return (
        *(
            _finding(claims[each.claim_id], each, known, rules)
            for each in standings(register, rules)
            if claims[each.claim_id].status not in each.statuses
        ),
        *(_undated(each) for each in sorted(register.sources, key=_id_of) if lacks_access_date(each, rules)),
    )


def place_findings(register: Register, pages: Mapping[str, str]) -> tuple[RegisterFinding, ...]:
    """Anchors that do not stand on their page, and those of removed claims that still do; `pages` is name → text.

    White space counts as one space. Places without an anchor are not looked for.
    """
    flat = {name: " ".join(text.split()) for name, text in pages.items()}
    return tuple(found for claim in sorted(register.claims, key=_id_of) for found in _lost(claim, flat))


def _id_of(each: RegisteredClaim | RegisteredSource) -> str:
    return each.id


def _finding(
    claim: RegisteredClaim, standing: Standing, known: Mapping[str, RegisteredSource], rules: EvidenceRules
) -> RegisterFinding:
    rule = _rule(claim, standing, known, rules)
    lacking = "; ".join(f"{each.source_id} {WHY[each.why]}" for each in standing.uncounted) or "no source is cited"
    parts = [
        f"is called {claim.status} and may be {_either(standing.statuses)}{'' if standing.enough else f': {lacking}'}.",
        *(sentence for name, sentence in rules.principles.items() if name == rule),
        "" if standing.enough else rules.kinds[claim.kind].instruction,
    ]
    return RegisterFinding(
        claim_id=claim.id,
        source_id="",
        rule=rule,
        expected=standing.statuses,
        declared=claim.status,
        handling=standing.handling,
        message=" ".join(filter(None, parts)),
    )


def _either(statuses: Sequence[Status]) -> str:
    *others, last = statuses
    return f"{', '.join(others)} or {last}" if others else last


def _rule(
    claim: RegisteredClaim, standing: Standing, known: Mapping[str, RegisteredSource], rules: EvidenceRules
) -> RuleName:
    """The rule that the status breaks; of several the first."""
    types = {known[name].type for name in claim.sources}
    whys = {each.why for each in standing.uncounted}
    if claim.interpretation:
        return "source_apart_from_interpretation"
    if (claim.kind == "design_choice") != (claim.status == "original_contribution"):
        return "evidence_apart_from_proposals"
    if types == {"original_proposal"} and claim.kind != "design_choice":
        return "evidence_apart_from_proposals"
    if types and types <= set(rules.vendor):
        return "vendor_is_not_independent"
    if "not_binding" in whys:
        return "not_a_requirement"
    return "primary_source" if "not_primary" in whys else "minimum_evidence"


def _undated(source: RegisteredSource) -> RegisterFinding:
    return _of("", source.id, "access_date", "can change; say when it was looked up (`accessed`)")


def _lost(claim: RegisteredClaim, pages: Mapping[str, str]) -> Iterator[RegisterFinding]:
    for each in claim.places:
        if not each.anchor:
            continue
        anchor = " ".join(each.anchor.split())
        stands = anchor in pages.get(each.page, "")
        if each.page not in pages:
            yield _of(claim.id, "", "place", f"{each.page}: there is no such page; correct the place")
        elif not stands and claim.status not in WITHDRAWN:
            yield _of(
                claim.id, "", "place", f"{each.page}: {anchor[:80]!r} no longer stands there; look at the claim anew"
            )
        elif stands and claim.status == "removed":
            yield _of(
                claim.id, "", "place", f"{each.page}: {anchor[:80]!r} still stands there; remove it from the page"
            )


def _of(claim_id: str, source_id: str, rule: RuleName, message: str) -> RegisterFinding:
    return RegisterFinding(
        claim_id=claim_id,
        source_id=source_id,
        rule=rule,
        expected=(),
        declared=None,
        handling=(),
        message=message,
    )
