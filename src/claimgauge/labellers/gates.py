"""The gates as a labeller: each finding code becomes the judgement that the rubric's `gates` table gives it.

A claim that passed and cites evidence is SUPPORTED. A claim that cites nothing is what the rubric
makes of `no_citation`, never SUPPORTED, whatever its verdict (law 9).
"""

from claimgauge.claims import Claim
from claimgauge.gates import ClaimVerdict, FindingCode
from claimgauge.labels import Judgement
from claimgauge.risk import Rubric

LABELLER = "gates/1"


def gate_judgements(claim: Claim, verdict: ClaimVerdict, rubric: Rubric) -> tuple[Judgement, ...]:
    """What the verdict says of the claim: one judgement for each code that was found, in the order found."""
    cited = tuple(dict.fromkeys(claim.cited_evidence_ids))
    codes: dict[FindingCode, None] = {} if cited else {"no_citation": None}
    codes |= dict.fromkeys(finding.code for finding in verdict.findings)
    if not codes:
        return (Judgement(label="SUPPORTED", evidence=cited, labeller=LABELLER, reason="verified"),)
    return tuple(_judgement(code, cited, rubric) for code in codes)


def _judgement(code: FindingCode, cited: tuple[str, ...], rubric: Rubric) -> Judgement:
    judged = rubric.gates[code]
    return Judgement(label=judged.label, dimensions=judged.dimensions, evidence=cited, labeller=LABELLER, reason=code)
