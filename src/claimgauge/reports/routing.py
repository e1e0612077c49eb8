"""Why an answer goes to review, and what about a page a reader should not take on trust."""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal, NamedTuple

from claimgauge.errors import Problem
from claimgauge.labels import Label
from claimgauge.reports.claim_rows import ClaimRow
from claimgauge.reports.figures import count, share
from claimgauge.risk import DENIED, NO_EVIDENCE, Rubric, label_reach, unreached_bands
from claimgauge.workflow import Assessment, Case

WITHOUT_SUPPORT: tuple[Label, ...] = ("UNSUPPORTED", "CONTRADICTED", "UNKNOWN")

CLAIMS_CHECKED = 2_000


class Reason(NamedTuple):
    """One reason for review, and the claims that give it."""

    text: str
    numbers: tuple[int, ...] = ()
    parts: tuple[str, ...] = ()


def review_reasons(
    assessment: Assessment, rows: Sequence[ClaimRow], rubric: Rubric, unread: Sequence[Problem]
) -> tuple[Reason, ...]:
    """Every reason that this page can name, in the order of weight; empty where the answer needs no review.

    Of a request that was stopped there is nothing to review.
    """
    if assessment.status == "stopped":
        return ()
    found = list(_reasons(assessment, rows, rubric, unread))
    if assessment.review and not found:
        found.append(Reason("Parts of the input were left out; the warnings name them."))
    return tuple(found)


def _reasons(
    assessment: Assessment, rows: Sequence[ClaimRow], rubric: Rubric, unread: Sequence[Problem]
) -> Iterator[Reason]:
    index = assessment.index
    if index is None:
        yield Reason(f"There is no index: {why_no_index(assessment, rubric)}")
    elif index.action in ("review", "block"):
        yield Reason(f"The action for band {index.band} is {index.action}.")
    for text, holds in _conditions(rubric):
        numbers = tuple(row.number for row in rows if holds(row))
        if numbers:
            yield Reason(f"{text}:", numbers)
    parts = tuple(problem.message for problem in unread if problem.code == "unknown_key")
    if parts:
        yield Reason(f"Left out of the claims: {count(len(parts), 'part')}, named in the warnings.", parts=parts)


def _conditions(rubric: Rubric) -> Iterator[tuple[str, Callable[[ClaimRow], bool]]]:
    """What sends an answer to review for the sake of one claim, as the rubric has it."""
    if rubric.review.unknown:
        yield "Labelled UNKNOWN", lambda row: not row.left_out and "UNKNOWN" in row.labels
    if rubric.review.no_evidence:
        yield "Nothing to be held against (no evidence)", _has_no_evidence
    if rubric.review.conflict:
        yield "Supported and contradicted at once (conflict)", lambda row: row.assessed.conflict
    if rubric.review.access_gap:
        yield "To be settled only by what may not be read (access gap)", _is_denied
    yield "Could not be read, or of an unknown type", lambda row: row.left_out


def why_no_review(rubric: Rubric) -> str:
    """What was looked for and not found, for an answer that does not go to review."""
    actions = [band.name for band in rubric.bands if band.action in ("review", "block")]
    looked = [f"band {' or '.join(actions)}"] if actions else []
    looked += ["a claim labelled UNKNOWN"] if rubric.review.unknown else []
    looked += ["a claim with nothing to be held against"] if rubric.review.no_evidence else []
    looked += ["a claim that is supported and contradicted at once"] if rubric.review.conflict else []
    looked += ["a claim that only denied evidence could settle"] if rubric.review.access_gap else []
    return f"None of the reasons of rubric {rubric.id} holds: {', '.join(looked)}, a part that was left out."


def _has_no_evidence(row: ClaimRow) -> bool:
    return any(each.reason in NO_EVIDENCE for each in row.assessed.judgements)


def _is_denied(row: ClaimRow) -> bool:
    return any(each.reason in DENIED for each in row.assessed.judgements)


def why_no_index(assessment: Assessment, rubric: Rubric) -> str:
    """Why there is no number, as a clause."""
    if assessment.reason == "labelled_share":
        asked = share(rubric.unassessed.labelled_share_below)
        got = share(assessment.labelled_share or 0.0)
        return f"the labelled share is {got}, and rubric {rubric.id} asks for at least {asked}."
    return {
        "no_claims": "the answer has no claim that could be examined.",
        "scope": "the request is out of scope and was stopped before any evidence was selected.",
        "permission": "the request is not permitted and was stopped before any evidence was selected.",
    }.get(assessment.reason or "", f"{assessment.reason or 'no reason is recorded'}.")


def rubric_warnings(rubric: Rubric) -> tuple[str, ...]:
    """What the constants of the rubric do that a reader would not expect, worked out from the constants."""
    bounds = [band.up_to for band in rubric.bands]
    lowest: dict[Label, float] = {}
    for row in label_reach(rubric):
        lowest[row.label] = min(row.score, lowest.get(row.label, row.score))
    low: dict[float, list[Label]] = {}
    for label in WITHOUT_SUPPORT:
        if lowest[label] <= bounds[0] and len(bounds) > 1:
            low.setdefault(lowest[label], []).append(label)
    found = [
        f"an answer that is wholly {' or '.join(labels)} can be {rubric.bands[0].name} ({score:.2f})"
        for score, labels in low.items()
    ]
    missed = unreached_bands(rubric)
    if missed:
        found.append(f"no label alone reaches {' or '.join(missed)}")
    return tuple(found)


def id_state(assessment: Assessment) -> Literal["same", "other", "not worked out"]:
    """Whether the id is the digest of the content, which takes too long to work out where there are many claims."""
    if len(assessment.claims) > CLAIMS_CHECKED:
        return "not worked out"
    return "same" if assessment.id == assessment.expected_id() else "other"


def notices(
    assessment: Assessment, case: Case, rows: Sequence[ClaimRow], rubric: Rubric, *, state: str
) -> Iterator[str]:
    """Where the parts of this page do not belong together."""
    if not assessment.id:
        yield "The assessment has no id, so a later change in it would not be found."
    elif state == "other":
        yield "The id of the assessment is not the digest of its content: something was changed after it was made."
    if assessment.digests.rubric != rubric.digest:
        yield "The rubric on this page is not the rubric that scored the answer: their digests differ."
    graph = case.graph
    if graph.nodes and assessment.digests.graph not in (None, graph.digest):
        yield "The evidence on this page is not the evidence that was examined: their digests differ."
    missing = len(case.claims) - sum(row.claim is not None for row in rows)
    if missing > 0:
        yield f"{count(missing, 'claim')} of the case {'is' if missing == 1 else 'are'} not in the assessment."
    unpaired = sum(row.claim is None and not row.left_out for row in rows)
    if unpaired:
        yield f"{count(unpaired, 'claim')} of the assessment {'is' if unpaired == 1 else 'are'} not in the case."
