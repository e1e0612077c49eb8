"""The checklist of seven checks as a report: each passes, fails or does not apply, and says why and what it looked at.

Source: doi:10.5281/zenodo.21313179, Table IX. The first six look at a register, the seventh at what a rubric
documents of its labels, criticality weights and floors.
"""

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

import msgspec

from claimgauge.register.register import Register, RegisteredClaim
from claimgauge.register.rules import EvidenceRules
from claimgauge.register.standing import Standing, lacks_access_date, standings
from claimgauge.register.taxonomy import WEAKER, Status

Result = Literal["pass", "fail", "not_applicable"]
STATED: Final[frozenset[Status]] = frozenset({"verified_in_source", "vendor_claim"})
"""What is put forward as a fact."""
PROPOSED: Final[frozenset[Status]] = frozenset({"original_contribution", *WEAKER})
"""What may be said of something original."""


class Check(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """One check: `looked_at` are ids of claims or sources, or places of a rubric, `failing` those that do not hold."""

    number: int
    title: str
    result: Result
    reasons: tuple[str, ...]
    looked_at: tuple[str, ...]
    failing: tuple[str, ...]


class Reference(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A document that took part."""

    id: str
    version: str
    digest: str
    provisional: bool = False


class Checklist(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The seven checks, and what was held against what. `rubric` is None where none was given."""

    schema: Literal["claimgauge.checklist/1"] = "claimgauge.checklist/1"
    register: Reference
    rules: Reference
    rubric: Reference | None
    checks: tuple[Check, ...]

    @property
    def failed(self) -> tuple[Check, ...]:
        """The checks that do not hold."""
        return tuple(each for each in self.checks if each.result == "fail")


class DocumentedConstant(NamedTuple):
    """A label, weight, level of criticality or floor of a rubric; `lacks` is what is missing to repeat it."""

    place: str
    lacks: str = ""


class DocumentedRubric(NamedTuple):
    """What a rubric documents, as far as the seventh check looks at it."""

    reference: Reference
    constants: tuple[DocumentedConstant, ...]


class _Question(NamedTuple):
    """A check that looks at claims: which ones, which of them fail, and what to say."""

    number: int
    title: str
    concerns: Callable[[RegisteredClaim, Standing], bool]
    fails: Callable[[RegisteredClaim, Standing], bool]
    nothing: str
    message: str


def _stated(claim: RegisteredClaim, _standing: Standing) -> bool:
    return claim.status in STATED


def _valued(claim: RegisteredClaim, _standing: Standing) -> bool:
    holds = claim.kind == "benchmark" or claim.provisional or any(map(str.isdigit, claim.text))
    return holds and claim.status != "removed"


def _unsourced_value(claim: RegisteredClaim, standing: Standing) -> bool:
    return not (standing.enough or claim.provisional or claim.status == "not_claimed")


def _of_vendor(claim: RegisteredClaim, _standing: Standing) -> bool:
    return claim.kind == "capability"


def _not_called_so(claim: RegisteredClaim, standing: Standing) -> bool:
    return claim.status == "verified_in_source" and "verified_in_source" not in standing.statuses


def _original(claim: RegisteredClaim, _standing: Standing) -> bool:
    return claim.kind == "design_choice" or claim.interpretation or claim.status == "original_contribution"


def _presented_as_standard(claim: RegisteredClaim, standing: Standing) -> bool:
    return claim.status not in PROPOSED or claim.status not in standing.statuses


def _unverifiable(_claim: RegisteredClaim, standing: Standing) -> bool:
    return not standing.enough


def _left_standing(claim: RegisteredClaim, standing: Standing) -> bool:
    return claim.status not in standing.statuses


_ABOUT_CLAIMS: Final = (
    _Question(
        1,
        "Every factual claim rests on a primary or an acceptable secondary source",
        _stated,
        _unverifiable,
        "no claim is put forward as a fact",
        "put forward as a fact without a source that is enough for its kind",
    ),
    _Question(
        2,
        "Every value, benchmark property and threshold has a source or is marked provisional",
        _valued,
        _unsourced_value,
        "no claim holds a value",
        "holds a value that has neither a source that is enough nor the mark provisional",
    ),
    _Question(
        3,
        "What a vendor says is called a vendor claim and not independent validation",
        _of_vendor,
        _not_called_so,
        "no claim is about what a product does",
        "is called verified on the word of its vendor",
    ),
    _Question(
        4,
        "What is original is described as a proposal, a choice or a hypothesis",
        _original,
        _presented_as_standard,
        "nothing is original",
        "is original and is not described as proposed",
    ),
    _Question(
        5,
        "What is ambiguous or cannot be verified is removed, softened or left open",
        _unverifiable,
        _left_standing,
        "every claim has evidence",
        "lacks evidence and was left as it was",
    ),
)


def run_checklist(register: Register, rules: EvidenceRules, *, rubric: DocumentedRubric | None = None) -> Checklist:
    """The seven checks over a register, and over a rubric where one is given. Order means nothing."""
    where = standings(register, rules)
    claims = {each.id: each for each in register.claims}
    pairs = [(claims[each.claim_id], each) for each in where]
    return Checklist(
        register=Reference(id=register.id, version=register.version, digest=register.digest),
        rules=Reference(id=rules.id, version=rules.version, digest=rules.digest, provisional=rules.provisional),
        rubric=rubric.reference if rubric is not None else None,
        checks=(
            *(_about_claims(each, pairs) for each in _ABOUT_CLAIMS),
            _access_dates(register, rules),
            _reproducible(rubric),
        ),
    )


def _about_claims(question: _Question, pairs: Sequence[tuple[RegisteredClaim, Standing]]) -> Check:
    looked_at = [(claim, standing) for claim, standing in pairs if question.concerns(claim, standing)]
    failing = [claim.id for claim, standing in looked_at if question.fails(claim, standing)]
    return _check(
        question.number,
        question.title,
        tuple(claim.id for claim, _standing in looked_at),
        tuple(failing),
        nothing=question.nothing,
        reasons=tuple(f"{name}: {question.message}" for name in failing),
    )


def _access_dates(register: Register, rules: EvidenceRules) -> Check:
    changing = sorted(each.id for each in register.sources if each.mutable or each.type in rules.dated)
    undated = sorted(each.id for each in register.sources if lacks_access_date(each, rules))
    return _check(
        6,
        "Every source that can change has an access date",
        tuple(changing),
        tuple(undated),
        nothing="no source can change",
        reasons=tuple(f"{name}: can change and does not say when it was looked up" for name in undated),
    )


def _reproducible(rubric: DocumentedRubric | None) -> Check:
    constants = rubric.constants if rubric is not None else ()
    lacking = [each for each in constants if each.lacks]
    return _check(
        7,
        "Labels, criticality weights and floors can be repeated from the documented rubric",
        tuple(each.place for each in constants),
        tuple(each.place for each in lacking),
        nothing="no rubric was given",
        reasons=tuple(f"{each.place}: {each.lacks}" for each in lacking),
    )


def _check(
    number: int,
    title: str,
    looked_at: tuple[str, ...],
    failing: tuple[str, ...],
    *,
    nothing: str,
    reasons: tuple[str, ...],
) -> Check:
    result: Result = "fail" if failing else "pass" if looked_at else "not_applicable"
    held = f"holds for {'the one' if len(looked_at) == 1 else f'all {len(looked_at)}'} looked at"
    return Check(
        number=number,
        title=title,
        result=result,
        reasons=reasons if failing else (held,) if looked_at else (nothing,),
        looked_at=looked_at,
        failing=failing,
    )
