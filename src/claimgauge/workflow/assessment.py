"""Assessments: what `score` and `assess` write, one for each input, in the order of the inputs."""

from typing import Final, Literal

import msgspec
from msgspec import UNSET, UnsetType

from claimgauge.claims import LeftOut, Span
from claimgauge.criticality import CriticalityDecision
from claimgauge.digests import canonical, digest
from claimgauge.labels import Dimension, Judgement, LabellerFailure
from claimgauge.risk import LowerBand, RiskIndex
from claimgauge.workflow.access import PoliciesReference
from claimgauge.workflow.verdicts import RowError

SCHEMA: Final = "claimgauge.assessment/1"


class AssessedClaim(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """One claim with its judgements or its named failures.

    `text` is what was judged of a claim that was found in an answer, whose words it may join anew; a
    claim that the case declares has its text there, and None here.
    `contributions` is what the claim adds to each dimension score (v_i m_ik / Σ v); `if_supported`
    is the index of the answer if this claim were supported, None where there is no index.
    `criticality_from` says where its criticality comes from; unset where no rules of criticality are in force.
    """

    claim_id: str
    claim_type: str
    text: str | None = None
    span: Span | None
    criticality: float
    conflict: bool
    judgements: tuple[Judgement, ...]
    failures: tuple[LabellerFailure, ...]
    contributions: dict[Dimension, float]
    if_supported: float | None
    criticality_from: CriticalityDecision | UnsetType = UNSET


class Digests(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What the assessment rests on; None for what took no part. Evidence rules are named only where they did."""

    graph: str | None
    contract: str | None
    rubric: str
    policies: str | None = None
    evidence_rules: str | msgspec.UnsetType = msgspec.field(default=msgspec.UNSET, name="evidenceRules")


class RubricReference(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Which rubric scored, and whether its constants are provisional."""

    id: str
    version: str
    provisional: bool


class CriticalityReference(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Which rules of criticality were in force, and whether they are provisional."""

    id: str
    version: str
    provisional: bool
    digest: str


class Withheld(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A source that the principal may not read: its id and the deciding policy, nothing else."""

    source_id: str
    policy_id: str


class Ineligible(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """A source that may be read and settles nothing, with why.

    `policy_id` is the deciding policy of one that does not apply to the request. `newest` is the newest eligible
    source of the same type beside one that has gone stale, None where there is none.
    """

    source_id: str
    because: Literal["not_yet_valid", "expired", "superseded", "too_old", "age_unknown", "out_of_scope"]
    policy_id: str | None = None
    newest: str | None = None


class FeedbackRecord(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """What s_H was computed from (reading 6): when, for which use case, over which window, from which events."""

    score: float
    at: str
    use_case: str
    half_life_days: float
    window_days: float
    reviewed: int
    counted: tuple[str, ...]


class Assessment(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """The risk of one answer, from the number back to the evidence.

    `id` is the digest of everything else in it. `index` is None exactly when `status` is not
    `assessed`. `left_out` is what of an answer in prose is no claim, and why. `withheld` is what
    the principal may not read, `ineligible` what may be read and settles nothing, `stopped_by` the policy
    that stopped the request. `preset` and `not_checked` say what the gates did not look at, None and
    empty where no gate took part. `criticality` is unset where no rules of criticality are in force.
    """

    schema: Literal["claimgauge.assessment/1"] = SCHEMA
    id: str = ""
    case_id: str
    status: Literal["assessed", "unassessed", "stopped"]
    reason: str | None
    dimensions: dict[Dimension, float] | None
    index: RiskIndex | None
    claims: tuple[AssessedClaim, ...]
    lower_band: LowerBand | None
    left_out: tuple[LeftOut, ...] = ()
    labelled_share: float | None
    review: bool
    withheld: tuple[Withheld, ...] = ()
    ineligible: tuple[Ineligible, ...] = ()
    stopped_by: str | None = None
    policies: PoliciesReference | None = None
    feedback: FeedbackRecord | None = None
    rubric: RubricReference
    criticality: CriticalityReference | UnsetType = UNSET
    preset: str | None
    not_checked: tuple[str, ...]
    warnings: tuple[str, ...]
    digests: Digests

    def with_id(self) -> "Assessment":
        """The same with its id: `sha256:…` over the canonical form of everything but the id."""
        return msgspec.structs.replace(self, id=self.expected_id())

    def expected_id(self) -> str:
        """The id that this content has; another id means that something was changed."""
        return digest(canonical(msgspec.structs.replace(self, id="")))


class AssessmentError(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel"):
    """Stands in the place of a row that could not be read or assessed."""

    schema: Literal["claimgauge.assessment/1"] = SCHEMA
    case_id: str
    error: RowError


AssessmentRow = Assessment | AssessmentError
_assessments = msgspec.json.Decoder(Assessment)
_errors = msgspec.json.Decoder(AssessmentError)


def decoded_row(raw: bytes) -> AssessmentRow:
    """One row as it was written. Raises msgspec.DecodeError where it is neither an assessment nor an error row."""
    try:
        return _assessments.decode(raw)
    except msgspec.ValidationError:
        return _errors.decode(raw)
