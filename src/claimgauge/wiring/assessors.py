"""Which rubric scores which case."""

import datetime as dt
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from claimgauge.contract import Contract, Preset
from claimgauge.errors import InputError
from claimgauge.evidence import EvidenceGraph, Passage
from claimgauge.risk import Rubric
from claimgauge.wiring.prose import prose_reader
from claimgauge.wiring.rubrics import DEFAULT_RUBRIC, builtin_rubric, load_rubric
from claimgauge.wiring.verifiers import verifiers
from claimgauge.workflow import Answer, Assessment, Assessor, Case, CaseRow, CaseVerifier, ProseReader, Request


def assessors(
    rubric: Rubric | str | Path | None = None,
    *,
    now: dt.datetime | None = None,
    prose: Callable[[], ProseReader] | None = None,
) -> Callable[[Case], Assessor]:
    """From a case to what scores it: `rubric`, or else the rubric that the case names, or else the default.

    A case is untrusted, so the name in it can only be that of a rubric that ships.
    """
    if rubric is not None:
        fixed = Assessor(rubric if isinstance(rubric, Rubric) else load_rubric(rubric), now=now, prose=prose)
        return lambda _case: fixed
    by_name: dict[str, Assessor] = {}

    def of_case(case: Case) -> Assessor:
        name = case.rubric or DEFAULT_RUBRIC
        if name not in by_name:
            by_name[name] = Assessor(builtin_rubric(name), now=now, prose=prose)
        return by_name[name]

    return of_case


def scoring(
    rubric: Rubric | str | Path | None = None, *, now: dt.datetime | None = None
) -> Callable[[CaseRow], Assessment]:
    """From a row whose claims carry labels to its assessment."""
    chosen = assessors(rubric, now=now)
    return lambda row: chosen(row.case).score(row)


def assessing(
    verifier_for: Callable[[Case], CaseVerifier],
    rubric: Rubric | str | Path | None = None,
    *,
    now: dt.datetime | None = None,
    prose: Callable[[], ProseReader] = prose_reader,
) -> Callable[[CaseRow], Assessment]:
    """From a row whose claims are verified first to its assessment; `prose` reads answers that declare none."""
    chosen = assessors(rubric, now=now, prose=prose)
    return lambda row: chosen(row.case).assess(row, verifier_for(row.case))


def score(
    case: Case | CaseRow, rubric: Rubric | str | Path | None = None, *, now: dt.datetime | None = None
) -> Assessment:
    """The risk of one case whose claims carry labels."""
    return scoring(rubric, now=now)(_as_row(case))


def assess(  # noqa: PLR0913  # one argument for each thing that takes part
    case: Case | CaseRow | None = None,
    contract: Contract | str | Path | None = None,
    *,
    question: str = "",
    contexts: Iterable[str] = (),
    answer: str | None = None,
    rubric: Rubric | str | Path | None = None,
    preset: Preset | None = None,
    evidence: EvidenceGraph | None = None,
    labeller: Path | None = None,
    judge: Path | None = None,
    now: dt.datetime | None = None,
) -> Assessment:
    """The risk of one case: its declared claims are verified, or those of its answer judged by its passages.

    Instead of a case, an answer with the texts that it was given: `assess(answer=…, contexts=[…])`.
    `labeller` is a folder with a network of your own, `judge` a file with the settings of an endpoint whose language
    model judges instead. Raises InputError for both or neither.
    """
    if (case is None) == (answer is None):
        raise InputError("takes a case, or an answer with its contexts; give one of the two", source="assess")
    chosen = case if case is not None else prose_case(answer or "", question=question, contexts=contexts)
    verifier_for = verifiers(contract, preset=preset, evidence=evidence)
    return assessing(verifier_for, rubric, now=now, prose=partial(prose_reader, labeller, judge))(_as_row(chosen))


def prose_case(answer: str, *, question: str = "", contexts: Iterable[str] = ()) -> Case:
    """An answer and the texts that it was given, as a case; the texts are `context-1` and so on."""
    passages = tuple(
        Passage(evidence_id=f"context-{number}", content=text) for number, text in enumerate(contexts, start=1)
    )
    return Case(request=Request(text=question) if question else None, answer=Answer(text=answer), passages=passages)


def _as_row(case: Case | CaseRow) -> CaseRow:
    return case if isinstance(case, CaseRow) else CaseRow(place="case", id=case.id, case=case)
