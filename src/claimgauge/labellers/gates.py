"""The gates as a labeller: each finding code becomes the judgement that the rubric's `gates` table gives it.

A claim that passed and cites evidence is SUPPORTED. A claim that cites nothing, or only nodes that
hold nothing, is what the rubric makes of `no_citation`, never SUPPORTED, whatever its verdict (law 9).
"""

from claimgauge.claims import Claim
from claimgauge.gates import ClaimVerdict, FindingCode
from claimgauge.labellers.blank import usable_citations
from claimgauge.labels import Judgement
from claimgauge.risk import Rubric

LABELLER = "gates/1"


def gate_judgements(
    claim: Claim, verdict: ClaimVerdict, rubric: Rubric, *, blank: frozenset[str] = frozenset()
) -> tuple[Judgement, ...]:
    """What the verdict says of the claim: one judgement for each code that was found, in the order found.

    `blank` are the nodes that hold nothing.
    """
    cited = usable_citations(claim, blank)
    nothing: FindingCode = "no_citation"
    said = [] if cited else [(nothing, "no_evidence" if claim.cited_evidence_ids else nothing)]
    codes = dict.fromkeys(finding.code for finding in verdict.findings)
    said += [(code, code) for code in codes if not (said and code == nothing)]
    if not said:
        return (Judgement(label="SUPPORTED", evidence=cited, labeller=LABELLER, reason="verified"),)
    return tuple(_judgement(code, reason, cited, rubric) for code, reason in said)


def _judgement(code: FindingCode, reason: str, cited: tuple[str, ...], rubric: Rubric) -> Judgement:
    judged = rubric.gates[code]
    return Judgement(label=judged.label, dimensions=judged.dimensions, evidence=cited, labeller=LABELLER, reason=reason)
