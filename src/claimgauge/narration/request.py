"""What has to be repaired, as data: for a prompt, for a program of one's own, or for a person.

Source: VERITYGATE (arXiv 2610.00833v1), section 2: at most ten errors go into a repair prompt. The
hints, nodes that would satisfy a rule, are ours.
"""

from typing import Literal

import msgspec

from claimgauge.claims import Claim
from claimgauge.gates import Finding, Hint

MOST_COMPLAINTS = 10


class Complaint(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", omit_defaults=True):
    """One finding of a gate about one claim, with the nodes that would have satisfied it."""

    claim_id: str
    claim_type: str
    gate: str
    code: str
    value: str
    message: str
    hints: tuple[Hint, ...] = ()


class RepairRequest(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """What is wrong with one list of claims. `attempt` counts the passes of repair from 1.

    `claims` is the whole list as it was declared, `complaints` the first findings about it, and
    `omitted` how many findings more there are.
    """

    schema: Literal["claimgauge.repair-request/1"] = "claimgauge.repair-request/1"
    id: str
    attempt: int
    claims: tuple[Claim, ...]
    complaints: tuple[Complaint, ...]
    omitted: int = 0


def repair_request(
    brief_id: str,
    claims: tuple[Claim, ...],
    findings: tuple[tuple[Finding, ...], ...],
    *,
    attempt: int,
    hints: bool,
    most: int = MOST_COMPLAINTS,
) -> RepairRequest:
    """The request for these claims, whose findings stand claim by claim; without `hints` it names no node."""
    found = [
        Complaint(
            claim_id=claim.claim_id,
            claim_type=claim.claim_type,
            gate=each.gate,
            code=each.code,
            value=each.value,
            message=each.message,
            hints=each.hints if hints else (),
        )
        for claim, own in zip(claims, findings, strict=True)
        for each in own
    ]
    return RepairRequest(
        id=brief_id,
        attempt=attempt,
        claims=claims,
        complaints=tuple(found[:most]),
        omitted=max(0, len(found) - most),
    )
