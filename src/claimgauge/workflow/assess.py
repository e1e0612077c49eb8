"""Score and assess: from labels to the risk index of one case.

`score` takes the labels that came with the claims. `assess` verifies the claims first, lets the
gates label them, and takes labels that came with them as one labeller more.
"""

import datetime as dt
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from claimgauge.claims import Claim, LeftOut, Span, anchor, fingerprint
from claimgauge.errors import ClaimgaugeError, InputError, Problem
from claimgauge.feedback import FeedbackScore, Recurrence, feedback_score, parse_time, recurrences
from claimgauge.labellers import blank_nodes, declared_judgements, feedback_judgement, gate_judgements, unread_claim
from claimgauge.labels import Judgement, LabellerFailure, is_conflict
from claimgauge.risk import LabelledClaim, Risk, Rubric, WhatIf, assess_risk, contribution_matrix, lower_band
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
from claimgauge.workflow.prose import ProseReader, is_passage
from claimgauge.workflow.verdicts import RowError, VerdictRow
from claimgauge.workflow.verify import CaseVerifier, claims_left_out


class Assessor:
    """A rubric, and a point in time for what fades, ready to turn cases into assessments."""

    def __init__(
        self, rubric: Rubric, *, now: dt.datetime | None = None, prose: Callable[[], ProseReader] | None = None
    ) -> None:
        """`prose` makes what reads answers in prose, and is called for the first of them."""
        self.rubric = rubric
        self._now = now
        self._prose = prose
        self._rubric_digest = rubric.digest

    def score(self, row: CaseRow) -> Assessment:
        """The risk of a case whose claims carry their labels."""
        blank = blank_nodes(row.case.graph.nodes)
        claims = [
            _Labelled(claim, declared_judgements(claim, place=f"claims[{place}]", blank=blank))
            for place, claim in row.numbered_claims()
        ]
        return self._assessment(row, claims, unread=row.unread, verdicts=None)

    def assess(self, row: CaseRow, verifier: CaseVerifier) -> Assessment:
        """The risk of a case whose claims are verified first; of one that declares none, of what its answer says."""
        verdicts = verifier.verify(row)
        blank = blank_nodes(verifier.nodes_of(row.case))
        claims = [
            _Labelled(
                claim,
                gate_judgements(claim, verdict, self.rubric, blank=blank)
                + declared_judgements(claim, place=f"claims[{place}]", blank=blank),
            )
            for (place, claim), verdict in zip(verifier.judged_claims(row), verdicts.claims, strict=True)
        ]
        left_out: tuple[LeftOut, ...] = ()
        if not row.case.claims and not verdicts.unread:
            claims, left_out = self._said(row.case, verifier)
        return self._assessment(row, claims, unread=verdicts.unread, verdicts=verdicts, left_out=left_out)

    def _said(self, case: Case, verifier: CaseVerifier) -> tuple[list["_Labelled"], tuple[LeftOut, ...]]:
        """What an answer says that declares nothing: its claims against passages, or its sentences against records."""
        nodes = verifier.nodes_of(case)
        of_records = bool(nodes) and not any(map(is_passage, nodes))
        if case.answer is None or self._prose is None or of_records:
            return [_Labelled(claim, (judgement,)) for claim, judgement in verifier.sentences(case)], ()
        found = self._prose().read(case.answer.text, nodes)
        return [_Labelled(each.claim, each.judgements, each.span) for each in found.claims], found.left_out

    def _assessment(
        self,
        row: CaseRow,
        claims: Sequence["_Labelled"],
        *,
        unread: Sequence[Problem],
        verdicts: VerdictRow | None,
        left_out: tuple[LeftOut, ...] = (),
    ) -> Assessment:
        feedback, record = self._feedback(row.case) or (None, None)
        known = recurrences(feedback.counted) if feedback else {}
        entries = [_entry(each, known.get(fingerprint(each.claim.text))) for each in claims]
        entries += [_unread_entry(place, problem) for place, problem in claims_left_out(unread).items()]
        score = feedback.score if feedback else 0.0
        labelled = [entry.labelled for entry in entries]
        risk = assess_risk(labelled, self.rubric, feedback=score)
        what_if = WhatIf(labelled, self.rubric, feedback=score) if risk.index else None
        spans, unanchored = _spans(row.case, claims)
        return Assessment(
            case_id=row.id,
            status=risk.status,
            reason=_reason(risk, left_out),
            dimensions=risk.dimensions,
            index=risk.index,
            claims=self._claims(entries, spans, what_if),
            lower_band=lower_band(labelled, self.rubric, what_if) if what_if else None,
            left_out=left_out,
            labelled_share=risk.labelled_share,
            review=_review(risk, unread),
            feedback=record,
            rubric=RubricReference(id=self.rubric.id, version=self.rubric.version, provisional=self.rubric.provisional),
            preset=verdicts.preset if verdicts else None,
            not_checked=verdicts.not_checked if verdicts else (),
            warnings=(
                *(verdicts.warnings if verdicts else row.warnings),
                *(problem.message for problem in unread if problem.code == "unknown_key"),
                *unanchored,
            ),
            digests=Digests(
                graph=verdicts.digest if verdicts else _graph_digest(row.case),
                contract=verdicts.contract.digest if verdicts else None,
                rubric=self._rubric_digest,
            ),
        ).with_id()

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


class _Labelled(NamedTuple):
    """A claim and what was said of it."""

    claim: Claim
    judgements: tuple[Judgement, ...]
    span: Span | None = None


class _Entry(NamedTuple):
    """A claim on its way into the index."""

    labelled: LabelledClaim
    claim_type: str
    failures: tuple[LabellerFailure, ...]
    text: str | None = None


def _entry(each: _Labelled, recurrence: Recurrence | None) -> _Entry:
    said = each.judgements + ((feedback_judgement(recurrence),) if recurrence else ())
    failures = () if each.judgements else (LabellerFailure(labeller="declared/1", reason="no_label", message=NO_LABEL),)
    if not each.judgements and said:
        said = (*said, Judgement(label="UNKNOWN", labeller="declared/1", reason="no_label"))
    labelled = LabelledClaim(
        claim_id=each.claim.claim_id, criticality=each.claim.criticality, judgements=said, recurrence=recurrence
    )
    return _Entry(labelled, each.claim.claim_type, failures, each.claim.text if each.span else None)


NO_LABEL = "the claim carries no label; it counts as UNKNOWN"


def _unread_entry(place: int, problem: Problem) -> _Entry:
    return _Entry(LabelledClaim(claim_id=f"claims[{place}]"), "", (unread_claim(problem),))


def _review(risk: Risk, unread: Sequence[Problem]) -> bool:
    """What was left out is unknown, and nothing unknown is released unseen."""
    return risk.review or bool(unread)


def _reason(risk: Risk, left_out: Iterable[LeftOut]) -> str | None:
    """Why there is no index; an answer that only says that it has none is an abstention."""
    abstains = risk.reason == "no_claims" and any(each.kind == "abstention" for each in left_out)
    return "abstention" if abstains else risk.reason


def _spans(case: Case, claims: Sequence[_Labelled]) -> tuple[tuple[Span | None, ...], tuple[str, ...]]:
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


def assess_rows(rows: Iterable[Row], assess: Callable[[CaseRow], Assessment]) -> Iterator[tuple[Row, AssessmentRow]]:
    """A row out for each row in, in order; what cannot be read or assessed is an error row in its place."""
    for row in rows:
        if isinstance(row, BrokenRow):
            yield row, _error(row.id, row.problem.place, row.problem.message)
            continue
        try:
            yield row, assess(row)
        except ClaimgaugeError as error:
            yield row, _error(row.id, row.place, str(error))


def _error(case_id: str, place: str, message: str) -> AssessmentError:
    return AssessmentError(case_id=case_id, error=RowError(place=place, message=message))
