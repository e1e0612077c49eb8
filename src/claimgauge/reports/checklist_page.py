"""The page of a checklist: the seven checks, and below them the register that they looked at."""

from collections import Counter
from typing import Final, NamedTuple

from claimgauge.register import (
    STATUSES,
    WHY,
    Checklist,
    EvidenceRules,
    Register,
    RegisteredClaim,
    Standing,
    Status,
    judge_register,
    standings,
)
from claimgauge.register.checklist import Result
from claimgauge.reports.render import render

RESULTS: Final[dict[Result, str]] = {"pass": "pass", "fail": "fail", "not_applicable": "not applicable"}
RESULT_TONES: Final[dict[Result, str]] = {"pass": "ok", "fail": "bad", "not_applicable": "mild"}
NAMED: Final = 12
"""Ids that a check names; all are counted."""


class ClaimRow(NamedTuple):
    """A claim with where it stands by the rules, and whether its status is one that the rules allow."""

    claim: RegisteredClaim
    standing: Standing
    allowed: bool


class StatusShare(NamedTuple):
    """How many claims of a register carry a status; `share` is 0 to 1."""

    status: Status
    number: int
    share: float


def checklist_page(found: Checklist, register: Register, rules: EvidenceRules) -> str:
    """One self-contained HTML page. The same arguments give the same bytes."""
    claims = {each.id: each for each in register.claims}
    where = standings(register, rules)
    return render(
        "checklist.html.j2",
        found=found,
        register=register,
        rules=rules,
        rows=tuple(ClaimRow(claims[e.claim_id], e, claims[e.claim_id].status in e.statuses) for e in where),
        findings=judge_register(register, rules),
        statuses=_statuses(register),
        results=RESULTS,
        tones=RESULT_TONES,
        why=WHY,
        named=NAMED,
    )


def _statuses(register: Register) -> tuple[StatusShare, ...]:
    counts = Counter(each.status for each in register.claims)
    return tuple(StatusShare(name, counts[name], counts[name] / counts.total()) for name in STATUSES if counts[name])
