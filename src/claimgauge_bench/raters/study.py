"""A rater study: how far raters agree, and how far their majority agrees with the verifier.

The verifier answers the question of the rubric as the gates do that the question is about; a claim that only other
gates rejected is a YES. An item whose majority is UNCLEAR, or that has no majority, is listed and takes no part in
the comparison. The sample is stratified, so its shares are not those of the run; `weighted` is, with each stratum
weighted by its number of claims.

Source: VERITYGATE (arXiv 2610.00833v1): 25 items, three raters, majority against verifier, kappa.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Final, Literal

import msgspec

from claimgauge.review import (
    Agreement,
    Annotation,
    Coefficient,
    Draws,
    ItemAgreement,
    Reviews,
    agreement_of,
    agreement_on_all,
    ratings_of,
)
from claimgauge_bench.raters.filled import Filled
from claimgauge_bench.raters.key import KeyItem, RaterKey
from claimgauge_bench.raters.rubric import ANSWERS, Answer

SCHEMA: Final = "claimgauge.rater-study/1"
DEFINITE: Final = ("YES", "NO")
FEWEST_RATERS: Final = 2
UNRATED: Final = "nobody rated it"
ONE_RATER: Final = "only one rater answered"


class _Wire(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """camelCase on the wire."""


class StratumAgreement(_Wire, frozen=True, kw_only=True):
    """One stratum: claims in the run, items in the sample, those compared, and those on which both agree."""

    stratum: str
    claims: int
    items: int
    compared: int
    agree: int


class RaterAgreement(_Wire, frozen=True, kw_only=True):
    """One rater against the verifier: answers, those that are UNCLEAR, and those that agree."""

    rater: str
    answers: int
    unclear: int
    agree: int


class Disagreement(_Wire, frozen=True, kw_only=True):
    """An item on which the majority and the verifier differ, or which has no majority of YES or NO."""

    item: str
    brief: str
    claim_id: str
    claim_type: str
    stratum: str
    verifier: Answer
    majority: str | None
    votes: dict[str, int]
    reason: str


class RaterStudy(_Wire, frozen=True, kw_only=True):
    """The result. `agree` and `kappa` compare majority and verifier over the items with a majority of YES or NO."""

    schema: Literal["claimgauge.rater-study/1"] = SCHEMA
    run: str
    rubric: str
    rubric_version: str
    simulated: tuple[str, ...]
    items: int
    empty: int
    compared: int
    agree: int
    kappa: Coefficient | None
    agreement_with_verifier: Coefficient | None
    weighted: float | None
    strata: tuple[StratumAgreement, ...]
    raters: tuple[RaterAgreement, ...]
    differ: tuple[Disagreement, ...]
    unclear: tuple[Disagreement, ...]
    no_majority: tuple[Disagreement, ...]
    agreement: Agreement


def study_of(filled: Filled, key: RaterKey, *, draws: Draws) -> RaterStudy:
    """The study of these answers. Raises InputError where nobody answered, and for draws that give no interval."""
    agreement = agreement_of(Reviews(filled.annotations), labels=ANSWERS, draws=draws)
    found = {each.item: each for each in agreement.by_item}
    definite = [each for each in key.items if _majority(each, found) in DEFINITE]
    agreeing = {each.item for each in definite if _majority(each, found) == each.verifier}
    against = {each.name: each for each in _against(definite, found, draws)}
    return RaterStudy(
        run=key.run,
        rubric=key.rubric,
        rubric_version=key.rubric_version,
        simulated=key.simulated,
        items=len(key.items),
        empty=filled.empty,
        compared=len(definite),
        agree=len(agreeing),
        kappa=against.get("cohen_kappa"),
        agreement_with_verifier=against.get("percent_agreement"),
        weighted=_weighted(strata := _strata(key, definite, agreeing)),
        strata=strata,
        raters=tuple(_raters(filled.annotations, key)),
        differ=_listed([each for each in definite if each.item not in agreeing], found),
        unclear=_listed([each for each in key.items if _majority(each, found) == "UNCLEAR"], found),
        no_majority=_listed([each for each in key.items if _majority(each, found) is None], found),
        agreement=agreement,
    )


def _majority(each: KeyItem, found: dict[str, ItemAgreement]) -> str | None:
    """The label of more than half of two raters or more."""
    one = found.get(each.item)
    return one.majority if one is not None and sum(one.votes.values()) >= FEWEST_RATERS else None


def _against(definite: Sequence[KeyItem], found: dict[str, ItemAgreement], draws: Draws) -> tuple[Coefficient, ...]:
    """The majority and the verifier as two raters."""
    if not definite:
        return ()
    said = [Annotation(item=each.item, rater="majority", label=_majority(each, found)) for each in definite]
    verified = [Annotation(item=each.item, rater="verifier", label=each.verifier) for each in definite]
    return agreement_on_all(ratings_of([*said, *verified], labels=DEFINITE), draws=draws)


def _strata(key: RaterKey, definite: Iterable[KeyItem], agreeing: set[str]) -> tuple[StratumAgreement, ...]:
    compared = list(definite)
    return tuple(
        StratumAgreement(
            stratum=name,
            claims=claims,
            items=sum(each.stratum == name for each in key.items),
            compared=sum(each.stratum == name for each in compared),
            agree=sum(each.stratum == name and each.item in agreeing for each in compared),
        )
        for name, claims in key.strata.items()
    )


def _weighted(strata: Sequence[StratumAgreement]) -> float | None:
    """Agreement in the run: that of each stratum, by its claims; None where a stratum has nothing compared."""
    if any(not each.compared for each in strata):
        return None
    total = sum(each.claims for each in strata)
    return math.fsum(each.claims / total * each.agree / each.compared for each in strata)


def _raters(annotations: Iterable[Annotation], key: RaterKey) -> Iterable[RaterAgreement]:
    verifier = {each.item: each.verifier for each in key.items}
    by_rater: dict[str, list[Annotation]] = {}
    for each in annotations:
        by_rater.setdefault(each.rater, []).append(each)
    for rater in sorted(by_rater):
        own = by_rater[rater]
        yield RaterAgreement(
            rater=rater,
            answers=len(own),
            unclear=sum(each.label == "UNCLEAR" for each in own),
            agree=sum(each.label == verifier[each.item] for each in own),
        )


def _listed(items: Iterable[KeyItem], found: dict[str, ItemAgreement]) -> tuple[Disagreement, ...]:
    return tuple(
        Disagreement(
            item=each.item,
            brief=each.brief,
            claim_id=each.claim_id,
            claim_type=each.claim_type,
            stratum=each.stratum,
            verifier=each.verifier,
            majority=_majority(each, found),
            votes=found[each.item].votes if each.item in found else {},
            reason=_reason(found.get(each.item)),
        )
        for each in sorted(items, key=lambda each: each.item)
    )


def _reason(found: ItemAgreement | None) -> str:
    if found is None:
        return UNRATED
    return found.reason or (ONE_RATER if sum(found.votes.values()) < FEWEST_RATERS else "")
