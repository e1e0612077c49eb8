"""Score and assess: from labels to the risk index of one case.

`score` takes the labels that came with the claims. `assess` goes the whole way of Figure 1: what may be
asked and read, what of it is eligible, what it says of each claim, and what all of that comes to.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, NamedTuple, Protocol

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from claimgauge.claims import LeftOut, Span, anchor, fingerprint
from claimgauge.criticality import CriticalityDecision, CriticalityRules
from claimgauge.errors import ClaimgaugeError, InputError, Problem
from claimgauge.feedback import FeedbackScore, Recurrence, feedback_score, parse_time, recurrences
from claimgauge.labellers import blank_nodes, declared_judgements, feedback_judgement, unread_claim
from claimgauge.labels import Judgement, LabellerFailure, is_conflict
from claimgauge.register import EvidenceRules
from claimgauge.risk import LabelledClaim, Risk, Rubric, WhatIf, assess_risk, contribution_matrix, lower_band
from claimgauge.workflow.access import Access
from claimgauge.workflow.admission import Admitted, admit, put_apart, quiet_problem
from claimgauge.workflow.assessment import (
    AssessedClaim,
    Assessment,
    AssessmentError,
    AssessmentRow,
    Digests,
    FeedbackRecord,
    RubricReference,
)
from claimgauge.workflow.case import BrokenRow, Case, CaseRow, Row
from claimgauge.workflow.judging import Judged, JudgedCase, denied_support, judge, unreadable
from claimgauge.workflow.observer import UNOBSERVED, Observer
from claimgauge.workflow.prose import ProseReader
from claimgauge.workflow.stakes import Stake, Stakes, below_rules
from claimgauge.workflow.verdicts import RowError
from claimgauge.workflow.verify import CaseVerifier, claims_left_out

POLICIES: Final = "policies/1"
"""Who says that a request was stopped."""


class Assessed(NamedTuple):
    """An assessment, and its row as it may be shown: without what may not be read."""

    row: CaseRow
    assessment: Assessment


class Assessor:
    """A rubric, policies, and a point in time for what fades, ready to turn cases into assessments."""

    def __init__(
        self,
        rubric: Rubric,
        *,
        now: dt.datetime | None = None,
        prose: Callable[[], ProseReader] | None = None,
        access: Access | None = None,
        evidence_rules: EvidenceRules | None = None,
        criticality: CriticalityRules | None = None,
    ) -> None:
        """`prose` makes what reads answers in prose, and is called for the first of them.

        `evidence_rules` hold what supports a claim against its kind; `assess` alone reads them. Without rules of
        `criticality` a claim has the criticality that came with it.
        """
        self.rubric = rubric
        self._now = now
        self._prose = prose
        self._access = access
        self._evidence_rules = evidence_rules
        self._rubric_digest = rubric.digest
        self._stakes = Stakes(criticality)

    def shown(self, row: CaseRow, verifier: CaseVerifier | None = None) -> CaseRow:
        """The row as it may be shown, with the evidence that a verifier shares where somebody decides about that."""
        return admit(row if verifier is None else self._with_shared(row, verifier), self._access).row

    def score(self, row: CaseRow, *, observer: Observer = UNOBSERVED) -> Assessed:
        """The risk of a case whose claims carry their labels."""
        admitted = self._admitted(row, observer)
        if admitted.stopped is not None:
            return self._stopped(admitted)
        blank = blank_nodes(admitted.row.case.graph.nodes) | unreadable(admitted)
        claims = tuple(
            denied_support(Judged(claim, declared_judgements(claim, place=f"claims[{place}]", blank=blank)), admitted)
            for place, claim in admitted.row.numbered_claims()
        )
        return self._scored(admitted, JudgedCase(claims, None), observer)

    def assess(self, row: CaseRow, verifier: CaseVerifier, *, observer: Observer = UNOBSERVED) -> Assessed:
        """The risk of a case whose claims are verified first; of one that declares none, of what its answer says."""
        held = self._with_shared(row, verifier)
        admitted = self._admitted(held, observer)
        if admitted.stopped is not None:
            return self._stopped(admitted)
        with observer.step("eligibility", case_id=row.id) as note:
            admitted = self._put_apart(admitted)
            note.count(stale=len(admitted.stale), out_of_scope=len(admitted.outside))
        with observer.step("labels", case_id=row.id) as note:
            graph = admitted.row.case.graph if held.case.graph.nodes else verifier.graph_of(held.case)
            rules = self._evidence_rules
            found = judge(admitted, graph, verifier, self.rubric, self._prose, rules=rules)
            note.count(claims_in=len(row.case.claims), claims_out=len(found.claims))
        return self._scored(admitted, found, observer)

    def _with_shared(self, row: CaseRow, verifier: CaseVerifier) -> CaseRow:
        """The row with the evidence that is shared by cases without any, where somebody decides about its sources."""
        case, graph = row.case, verifier.graph_of(row.case)
        if case.graph.nodes or not graph.nodes or not (self._access is not None or graph.sources or case.sources):
            return row
        sources = (*case.sources, *(each for each in graph.sources if each not in case.sources))
        held = replace(
            case, nodes=graph.nodes, edges=graph.edges, sources=sources, allowed_entities=None, allowed_numbers=None
        )
        return replace(row, case=held)

    def _admitted(self, row: CaseRow, observer: Observer) -> Admitted:
        with observer.step("admission", case_id=row.id) as note:
            admitted = admit(row, self._access)
            case, left = row.case, admitted.row.case
            note.count(
                evidence_in=len(case.nodes) + len(case.passages),
                evidence_out=len(left.nodes) + len(left.passages),
                sources_withheld=len(admitted.withheld),
                stopped=int(admitted.stopped is not None),
            )
        return admitted

    def _put_apart(self, admitted: Admitted) -> Admitted:
        case, at = admitted.row.case, self._now
        if at is None and case.sources and case.request is not None and case.request.time:
            at = parse_time(case.request.time, place="request.time")
        return put_apart(admitted, self._access, at=at, most_days=self.rubric.freshness)

    def _stopped(self, admitted: Admitted) -> Assessed:
        """Of a request that may not be made: no index, and every declared claim with that it was not judged."""
        message = f"the request was stopped ({admitted.stopped}, policy {admitted.stopped_by}); nothing was judged"
        failure = LabellerFailure(labeller=POLICIES, reason="stopped", message=message)
        claims = admitted.row.case.claims
        entries = [
            _Entry(
                LabelledClaim(claim_id=claim.claim_id, criticality=stake.value),
                claim.claim_type,
                (failure,),
                decision=stake.decision,
            )
            for claim, stake in zip(claims, self._stakes.of(admitted.row, claims), strict=True)
        ]
        out = Assessment(
            case_id=admitted.row.id,
            status="stopped",
            reason=admitted.stopped,
            dimensions=None,
            index=None,
            claims=self._claims(entries, (), None),
            lower_band=None,
            labelled_share=None,
            review=False,
            stopped_by=admitted.stopped_by,
            policies=admitted.policies,
            rubric=self._rubric_reference,
            criticality=self._stakes.reference,
            preset=None,
            not_checked=(),
            warnings=admitted.row.warnings,
            digests=self._digests(admitted, JudgedCase((), None)),
        )
        return Assessed(admitted.row, out.with_id())

    def _scored(self, admitted: Admitted, found: JudgedCase, observer: Observer) -> Assessed:
        row, beyond, verdicts = admitted.row, admitted.request_out_of_scope, found.verdicts
        unread = verdicts.unread if verdicts else row.unread
        with observer.step("score", case_id=row.id) as note:
            feedback, record = self._feedback(row.case) or (None, None)
            known = recurrences(feedback.counted) if feedback else {}
            stakes = self._stakes.of(row, [each.claim for each in found.claims])
            entries = [
                _entry(each, stake, known.get(fingerprint(each.claim.text)))
                for each, stake in zip(found.claims, stakes, strict=True)
            ]
            entries += [
                _unread_entry(place, problem, self._stakes) for place, problem in claims_left_out(unread).items()
            ]
            score = feedback.score if feedback else 0.0
            labelled = [entry.labelled for entry in entries]
            risk = assess_risk(labelled, self.rubric, feedback=score, request_out_of_scope=beyond)
            what_if = WhatIf(labelled, self.rubric, feedback=score, request_out_of_scope=beyond) if risk.index else None
            note.count(claims_in=len(found.claims), unread=len(entries) - len(found.claims), claims_out=len(entries))
        spans, unanchored = _spans(row.case, found.claims)
        out = Assessment(
            case_id=row.id,
            status=risk.status,
            reason=_reason(risk, found.left_out),
            dimensions=risk.dimensions,
            index=risk.index,
            claims=self._claims(entries, spans, what_if),
            lower_band=lower_band(labelled, self.rubric, what_if) if what_if else None,
            left_out=found.left_out,
            labelled_share=risk.labelled_share,
            review=_review(risk, unread),
            withheld=admitted.withheld,
            ineligible=admitted.ineligible,
            policies=admitted.policies,
            feedback=record,
            rubric=self._rubric_reference,
            criticality=self._stakes.reference,
            preset=verdicts.preset if verdicts else None,
            not_checked=verdicts.not_checked if verdicts else (),
            warnings=(
                *(verdicts.warnings if verdicts else row.warnings),
                *(problem.message for problem in unread if problem.code == "unknown_key"),
                *unanchored,
                *(warning for each in entries if (warning := below_rules(each.labelled.claim_id, each.decision))),
            ),
            digests=self._digests(admitted, found),
        )
        return Assessed(row, out.with_id())

    @property
    def _rubric_reference(self) -> RubricReference:
        rubric = self.rubric
        return RubricReference(id=rubric.id, version=rubric.version, provisional=rubric.provisional)

    def _digests(self, admitted: Admitted, found: JudgedCase) -> Digests:
        """Of everything that took part; evidence that was put apart is in the case, so its digest covers it."""
        verdicts = found.verdicts
        return Digests(
            graph=verdicts.digest if verdicts and not admitted.apart else _graph_digest(admitted.row.case),
            contract=verdicts.contract.digest if verdicts else None,
            rubric=self._rubric_digest,
            policies=admitted.policies.digest if admitted.policies else None,
            evidence_rules=self._evidence_rules.digest if self._evidence_rules else UNSET,
        )

    def _claims(
        self, entries: Sequence["_Entry"], spans: Sequence[Span | None], what_if: WhatIf | None
    ) -> tuple[AssessedClaim, ...]:
        matrix = contribution_matrix([entry.labelled for entry in entries], self.rubric)
        return tuple(
            AssessedClaim(
                claim_id=entry.labelled.claim_id,
                claim_type=entry.claim_type,
                text=entry.text,
                span=spans[place] if place < len(spans) else None,
                criticality=entry.labelled.criticality,
                conflict=is_conflict(entry.labelled.judgements),
                judgements=entry.labelled.judgements,
                failures=entry.failures,
                contributions=parts,
                if_supported=what_if.value({place}) if what_if else None,
                criticality_from=entry.decision,
            )
            for place, (entry, parts) in enumerate(zip(entries, matrix, strict=True))
        )

    def _feedback(self, case: Case) -> tuple[FeedbackScore, FeedbackRecord] | None:
        """s_H, the events that count, and the record of both. Raises InputError where no time is known."""
        if case.feedback is None:
            return None
        now = self._time(case)
        window = self.rubric.feedback
        score = feedback_score(
            case.feedback, now=now, half_life_days=window.half_life_days, window_days=window.window_days
        )
        record = FeedbackRecord(
            score=score.score,
            at=now.isoformat(),
            use_case=case.request.use_case if case.request else "",
            half_life_days=score.half_life_days,
            window_days=score.window_days,
            reviewed=score.reviewed,
            counted=tuple(sorted(event.event_id for event in score.counted)),
        )
        return score, record

    def _time(self, case: Case) -> dt.datetime:
        if self._now is not None:
            return self._now
        if case.request is not None and case.request.time:
            return parse_time(case.request.time, place="request.time")
        raise InputError("fades with time and no time is known; add request.time, or --at TIME", place="feedback")


class _Entry(NamedTuple):
    """A claim on its way into the index."""

    labelled: LabelledClaim
    claim_type: str
    failures: tuple[LabellerFailure, ...]
    text: str | None = None
    decision: CriticalityDecision | UnsetType = UNSET


def _entry(each: Judged, stake: Stake, recurrence: Recurrence | None) -> _Entry:
    said = each.judgements + ((feedback_judgement(recurrence),) if recurrence else ())
    failures = () if each.judgements else (LabellerFailure(labeller="declared/1", reason="no_label", message=NO_LABEL),)
    if not each.judgements and said:
        said = (*said, Judgement(label="UNKNOWN", labeller="declared/1", reason="no_label"))
    labelled = LabelledClaim(
        claim_id=each.claim.claim_id, criticality=stake.value, judgements=said, recurrence=recurrence
    )
    text = each.claim.text if each.span else None
    return _Entry(labelled, each.claim.claim_type, failures, text, stake.decision)


NO_LABEL = "the claim carries no label; it counts as UNKNOWN"


def _unread_entry(place: int, problem: Problem, stakes: Stakes) -> _Entry:
    labelled = LabelledClaim(claim_id=f"claims[{place}]")
    return _Entry(labelled, "", (unread_claim(problem),), decision=stakes.of_unread)


def _review(risk: Risk, unread: Sequence[Problem]) -> bool:
    """What was left out is unknown, and nothing unknown is released unseen."""
    return risk.review or bool(unread)


def _reason(risk: Risk, left_out: Iterable[LeftOut]) -> str | None:
    """Why there is no index; an answer that only says that it has none is an abstention."""
    abstains = risk.reason == "no_claims" and any(each.kind == "abstention" for each in left_out)
    return "abstention" if abstains else risk.reason


def _spans(case: Case, claims: Sequence[Judged]) -> tuple[tuple[Span | None, ...], tuple[str, ...]]:
    """Where each claim stands in the answer, and a warning for each that does not."""
    if case.answer is None:
        return (), ()
    if any(each.span for each in claims):
        return tuple(each.span for each in claims), ()
    spans = anchor([each.claim.text for each in claims], case.answer.text)
    return spans, tuple(
        f"claim {each.claim.claim_id[:60]}: its text does not stand in the answer"
        for each, span in zip(claims, spans, strict=True)
        if span is None
    )


def _graph_digest(case: Case) -> str | None:
    graph = case.graph
    return graph.digest if graph.nodes else None


class Assess(Protocol):
    """From a row to its assessment, or to what may be shown of it."""

    def __call__(self, row: CaseRow, *, observer: Observer = UNOBSERVED) -> Assessed:
        """The assessment, beside the row as it may be shown. Raises ClaimgaugeError where there is none."""
        ...

    def shown(self, row: CaseRow) -> CaseRow:
        """The row as it may be shown; the same as that beside its assessment."""
        ...


def assess_row(
    row: Row, assess: Assess, *, quiet: bool = False, observer: Observer = UNOBSERVED
) -> tuple[Row, AssessmentRow]:
    """What came of one row, beside the row as it may be shown; an error row where it cannot be read or assessed.

    `quiet`: policies are in force, so that an error quotes nothing of the evidence.
    """
    if isinstance(row, BrokenRow):
        problem = quiet_problem(row.problem) if quiet else row.problem
        out = _error(row.id, problem.place, problem.message)
        return not_assessed(row, out), out
    try:
        return assess(row, observer=observer)
    except ClaimgaugeError as error:
        out = _error(row.id, row.place, str(error))
        return not_assessed(row, out), out


def shown_row(row: Row, out: AssessmentRow, assess: Assess) -> Row:
    """The row as it may be shown, of one that was assessed before: the same as `assess_row` gave beside `out`."""
    if isinstance(row, BrokenRow) or isinstance(out, AssessmentError):
        assert isinstance(out, AssessmentError)
        return not_assessed(row, out)
    return assess.shown(row)


def not_assessed(row: Row, out: AssessmentError) -> BrokenRow:
    """What may be shown of a row that could not be assessed: where it stood, and why not."""
    code = row.problem.code if isinstance(row, BrokenRow) else "not_assessed"
    problem = Problem(place=out.error.place, code=code, message=out.error.message)
    return BrokenRow(place=row.place, id=row.id, problem=problem)


def assess_rows(rows: Iterable[Row], assess: Assess, *, quiet: bool = False) -> Iterator[tuple[Row, AssessmentRow]]:
    """`assess_row` of each row, in order."""
    return (assess_row(row, assess, quiet=quiet) for row in rows)


def _error(case_id: str, place: str, message: str) -> AssessmentError:
    return AssessmentError(case_id=case_id, error=RowError(place=place, message=message))
