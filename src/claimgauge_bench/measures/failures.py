"""What the gates rejected: by gate, by the way a claim type's rule failed, and what needed no model to put right."""

from collections import Counter
from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from claimgauge.claims import Claim
from claimgauge.gates import Finding, FindingCode, GateName
from claimgauge.narration import MechanicalRule
from claimgauge.workflow import NarrationRow

TYPE_GATE: Final[GateName] = "type_rules"
Cited = Literal["another_type", "unknown_evidence", "nothing"]
"""What a claim cites that lacks a type: known nodes of another type, ids of no node only, or nothing."""


class TypeFailure(NamedTuple):
    """A sub-mode of Gate 4. `available`: the graph holds a node of the type that was missing."""

    claim_type: str
    cited: Cited
    available: bool


class Failures(NamedTuple):
    """Counts over one list of claims; a claim counts once for each gate, a message each time."""

    failing: int
    claims: Counter[GateName]
    messages: Counter[GateName]
    types: Counter[TypeFailure]


class MechanicalTotals(NamedTuple):
    """What was put right without a model: repairs by rule, and claims that failed by code, before and put right."""

    claims: int
    rules: Counter[MechanicalRule]
    failed: Counter[FindingCode]
    put_right: Counter[FindingCode]


def failures(told: Iterable[tuple[Claim, tuple[Finding, ...]]]) -> Failures:
    """The failures of a list of claims, each with the findings about it."""
    found = Failures(0, Counter(), Counter(), Counter())
    failing = 0
    for claim, findings in told:
        failing += bool(findings)
        found.claims.update({each.gate for each in findings})
        found.messages.update(each.gate for each in findings)
        found.types.update(_type_failure(claim, findings, each) for each in findings if each.code == "missing_type")
    return found._replace(failing=failing)


def _type_failure(claim: Claim, findings: tuple[Finding, ...], missing: Finding) -> TypeFailure:
    unknown = {each.value for each in findings if each.code == "unknown_evidence"}
    cited = set(claim.cited_evidence_ids)
    how: Cited = "nothing" if not cited else "another_type" if cited - unknown else "unknown_evidence"
    return TypeFailure(claim.claim_type, how, available=bool(missing.hints))


def mechanical_totals(row: NarrationRow) -> MechanicalTotals:
    """What mechanical repair did to the list that was kept; zeros where it was not asked for."""
    found = MechanicalTotals(0, Counter(), Counter(), Counter())
    if not row.settings.mechanical or row.kept is None:
        return found
    right = 0
    for told, verdict in zip(row.claims, row.attempts[row.kept].verdicts, strict=True):
        codes = {each.code for each in verdict.findings}
        found.failed.update(codes)
        if told.repairs:
            right += 1
            found.put_right.update(codes)
            found.rules.update(each.rule for each in told.repairs)
    return found._replace(claims=right)
