"""From the labels of claims to the seven dimension scores, exactly.

s_k = Σ v_i m_ik / Σ v_i over the claims (doi:10.5281/zenodo.21313179). A claim may carry several
labels; for one dimension the largest contribution counts, once (reading 1). Sums are `math.fsum`,
so that no order of the claims changes a bit; criticality is scaled by a power of two, which changes
no quotient and lets no sum overflow.
"""

import math
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from claimgauge.errors import InputError
from claimgauge.feedback import Recurrence
from claimgauge.labels import DIMENSIONS, Dimension, Judgement, Label
from claimgauge.risk.rubric import Rubric

Scores = Mapping[Dimension, float]


class LabelledClaim(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A claim as the index sees it. `recurrence` is what validated feedback says of it, if anything.

    `criticality` is v: finite and above 0.
    """

    claim_id: str
    criticality: float = 1.0
    judgements: tuple[Judgement, ...] = ()
    recurrence: Recurrence | None = None

    @property
    def labels(self) -> frozenset[Label]:
        """What is said of the claim; a claim of which nothing is said is UNKNOWN."""
        return frozenset(judgement.label for judgement in self.judgements) or frozenset(("UNKNOWN",))


def claim_contributions(claim: LabelledClaim, rubric: Rubric) -> dict[Dimension, float]:
    """m_ik of one claim: the largest contribution per dimension; a dimension without one is absent.

    Raises InputError where a labeller names dimensions that the rubric does not let the label go to.
    """
    found: dict[Dimension, float] = {}
    said = [(judgement.label, judgement.dimensions) for judgement in claim.judgements] or [("UNKNOWN", ())]
    for label, named in said:
        rule = rubric.labels[label]
        if named and set(named) not in (set(rule.dimensions), set(rule.or_ or rule.dimensions)):
            raise InputError(_not_allowed(rubric, label, named), place=f"claim {claim.claim_id}")
        for dimension in named or rule.dimensions:
            found[dimension] = max(found.get(dimension, 0.0), rule.contribution)
    return {dimension: value for dimension, value in sorted(found.items()) if value > 0}


def _not_allowed(rubric: Rubric, label: Label, named: Iterable[Dimension]) -> str:
    rule = rubric.labels[label]
    choices = [", ".join(each) or "no dimension" for each in (rule.dimensions, rule.or_) if each is not None]
    return f"rubric {rubric.id} lets {label} go to {' or to '.join(choices)}, not to {', '.join(named)}"


def criticality_shares(claims: Sequence[LabelledClaim]) -> tuple[float, ...]:
    """v_i / Σ v of each claim. Raises InputError for a criticality that is not finite and above 0."""
    scaled = scaled_criticality(claims)
    total = math.fsum(scaled)
    return tuple(value / total for value in scaled)


def scaled_criticality(claims: Sequence[LabelledClaim]) -> tuple[float, ...]:
    """v_i of each claim, all divided by one power of two."""
    for claim in claims:
        if not (math.isfinite(claim.criticality) and claim.criticality > 0):
            message = f"criticality {claim.criticality!r} is not a finite number above 0"
            raise InputError(message, place=f"claim {claim.claim_id}")
    exponent = math.frexp(max((claim.criticality for claim in claims), default=1.0))[1]
    return tuple(math.ldexp(claim.criticality, -exponent) for claim in claims)


def contribution_matrix(claims: Sequence[LabelledClaim], rubric: Rubric) -> tuple[dict[Dimension, float], ...]:
    """v_i m_ik / Σ v of each claim and dimension: what each adds to the dimension score."""
    scaled = scaled_criticality(claims)
    total = math.fsum(scaled)
    return tuple(
        {dimension: value * part / total for dimension, part in claim_contributions(claim, rubric).items()}
        for claim, value in zip(claims, scaled, strict=True)
    )


def dimension_scores(
    claims: Sequence[LabelledClaim], rubric: Rubric, *, feedback: float = 0.0
) -> dict[Dimension, float]:
    """s_k for each dimension; s_H is `feedback` alone (reading 10) unless a label of the rubric goes to H too."""
    scaled = scaled_criticality(claims)
    total = math.fsum(scaled)
    parts: dict[Dimension, list[float]] = {dimension: [] for dimension in DIMENSIONS}
    for claim, value in zip(claims, scaled, strict=True):
        for dimension, part in claim_contributions(claim, rubric).items():
            parts[dimension].append(value * part)
    scores = {dimension: math.fsum(found) / total if found else 0.0 for dimension, found in parts.items()}
    return scores | {"H": max(scores["H"], feedback)}
