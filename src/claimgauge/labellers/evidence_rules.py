"""Evidence rules as a labeller: what a claim is supported by has to be enough for its kind.

Of a source of a case the type is read, and whether it has an access date where its type asks for one. Whether
it is primary a case does not say, and a source of type preprint counts as marked: the register asks for more.
A piece of evidence whose source is not declared counts for nothing.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from claimgauge.claims import Claim
from claimgauge.evidence import Source
from claimgauge.labellers.access import DeniedSource, access_gap
from claimgauge.labels import Judgement
from claimgauge.register import (
    SOURCE_TYPES,
    ClaimKind,
    EvidenceRules,
    RegisteredSource,
    SourceType,
    label_without_evidence,
    shortfall,
)

LABELLER: Final = "evidence-rules/1"
_TYPES: Final[Mapping[str, SourceType]] = {each: each for each in SOURCE_TYPES}


def held_to_rules(
    claim: Claim,
    judgements: Sequence[Judgement],
    rules: EvidenceRules,
    *,
    sources: Mapping[str, Source],
    denied: Sequence[DeniedSource] = (),
) -> tuple[Judgement, ...]:
    """The judgements with the label of the rule in the place of SUPPORTED, where what supports the claim is not enough.

    `sources` is evidence id → source. Claims whose type is of no kind, and all other labels, stay as they are; and so
    does a claim that something contradicts, which is severer than any rule and a conflict (reading 5).
    Where a denied source would do, the reason is that of the access gap, which sends the answer to review.
    """
    kind = _kind_of(claim, rules)
    supporting = [each for each in judgements if each.label == "SUPPORTED"]
    evidence = tuple(dict.fromkeys(name for each in supporting for name in each.evidence))
    contradicted = any(each.label == "CONTRADICTED" for each in judgements)
    if kind is None or contradicted or not supporting:
        return tuple(judgements)
    if any(_is_enough(sources.get(name), kind, rules) for name in evidence):
        return tuple(judgements)
    rule = rules.kinds[kind]
    gap = access_gap(claim, denied) if rule.denied_label is not None else None
    said = Judgement(
        label=label_without_evidence(rule, denied=gap is not None),
        evidence=evidence if gap is None else gap.evidence,
        labeller=LABELLER,
        reason=f"minimum_evidence {kind}" if gap is None else gap.reason,
    )
    return (*(each for each in judgements if each.label != "SUPPORTED"), said)


def _kind_of(claim: Claim, rules: EvidenceRules) -> ClaimKind | None:
    """The kind of a claim by its type, in whatever case that is written."""
    wanted = claim.claim_type.strip().casefold()
    return next((kind for name, kind in rules.claim_types.items() if name.strip().casefold() == wanted), None)


def _is_enough(source: Source | None, kind: ClaimKind, rules: EvidenceRules) -> bool:
    known = _TYPES.get(source.type.casefold()) if source is not None else None
    if source is None or known is None:
        return False
    registered = RegisteredSource(
        id=source.source_id,
        type=known,
        title=source.title,
        locator=source.source_id,
        primary=True,
        mutable=False,
        accessed=source.accessed or "",
        no_peer_reviewed_version=known == "preprint",
    )
    return shortfall(registered, kind, rules) is None
