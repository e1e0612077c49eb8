"""Which rubric scores which case."""

import datetime as dt
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

from claimgauge.contract import Contract, Preset
from claimgauge.criticality import CriticalityRules
from claimgauge.errors import InputError
from claimgauge.evidence import EvidenceGraph, Passage
from claimgauge.register import EvidenceRules
from claimgauge.risk import Rubric
from claimgauge.wiring.criticality import load_criticality
from claimgauge.wiring.policies import builtin_policies, load_policies
from claimgauge.wiring.prose import prose_reader
from claimgauge.wiring.registers import load_evidence_rules
from claimgauge.wiring.rubrics import DEFAULT_RUBRIC, builtin_rubric, load_rubric
from claimgauge.wiring.verifying import verifiers
from claimgauge.workflow import (
    UNOBSERVED,
    Access,
    Answer,
    Assessed,
    Assessment,
    Assessor,
    Case,
    CaseRow,
    CaseVerifier,
    Observer,
    ProseReader,
    Request,
)


class Guard(NamedTuple):
    """Which policies decide: those that were given, or those that the case names; None where there are none.

    `quiet` where they were given: then even an input that cannot be read is not quoted.
    """

    of: Callable[[Case], Access | None]
    quiet: bool = False


def guard(policies: Access | str | Path | None = None) -> Guard:
    """Policies by the name under which they ship, by their folder, or as they are.

    A case is untrusted, so the name in it can only be that of policies that ship. Raises InputError and what
    `load_policies` raises.
    """
    if policies is not None:
        fixed = load_policies(policies) if isinstance(policies, (str, Path)) else policies
        return Guard(lambda _case: fixed, quiet=True)
    return Guard(lambda case: builtin_policies(case.policies) if case.policies else None)


NO_POLICIES_GIVEN: Final = guard()


def assessors(
    rubric: Rubric | str | Path | None = None,
    *,
    now: dt.datetime | None = None,
    prose: Callable[[], ProseReader] | None = None,
    policies: Guard = NO_POLICIES_GIVEN,
    evidence_rules: EvidenceRules | str | Path | None = None,
    criticality: CriticalityRules | str | Path | None = None,
) -> Callable[[Case], Assessor]:
    """From a case to what scores it: `rubric`, or else the rubric that the case names, or else the default.

    A case is untrusted, so the name in it can only be that of a rubric that ships.
    """
    fixed = None if rubric is None else rubric if isinstance(rubric, Rubric) else load_rubric(rubric)
    rules = load_evidence_rules(evidence_rules) if isinstance(evidence_rules, (str, Path)) else evidence_rules
    stakes = load_criticality(criticality) if isinstance(criticality, str | Path) else criticality
    known: dict[tuple[str, str], Assessor] = {}

    def of_case(case: Case) -> Assessor:
        name = "" if fixed is not None else case.rubric or DEFAULT_RUBRIC
        key = (name, case.policies)
        if key not in known:
            chosen = fixed if fixed is not None else builtin_rubric(name)
            access = policies.of(case)
            known[key] = Assessor(chosen, now=now, prose=prose, access=access, evidence_rules=rules, criticality=stakes)
        return known[key]

    return of_case


class Scoring:
    """From a row whose claims carry labels to its assessment."""

    def __init__(self, chosen: Callable[[Case], Assessor]) -> None:
        self._chosen = chosen

    def __call__(self, row: CaseRow, *, observer: Observer = UNOBSERVED) -> Assessed:
        """The assessment, beside the row as it may be shown."""
        return self._chosen(row.case).score(row, observer=observer)

    def shown(self, row: CaseRow) -> CaseRow:
        """The row as it may be shown."""
        return self._chosen(row.case).shown(row)


class Assessing:
    """From a row whose claims are verified first, or found in its answer, to its assessment."""

    def __init__(self, chosen: Callable[[Case], Assessor], verifier_for: Callable[[Case], CaseVerifier]) -> None:
        self._chosen = chosen
        self._verifier_for = verifier_for

    def __call__(self, row: CaseRow, *, observer: Observer = UNOBSERVED) -> Assessed:
        """The assessment, beside the row as it may be shown."""
        return self._chosen(row.case).assess(row, self._verifier_for(row.case), observer=observer)

    def shown(self, row: CaseRow) -> CaseRow:
        """The row as it may be shown."""
        return self._chosen(row.case).shown(row, self._verifier_for(row.case))


def scoring(
    rubric: Rubric | str | Path | None = None,
    *,
    now: dt.datetime | None = None,
    policies: Guard = NO_POLICIES_GIVEN,
    criticality: CriticalityRules | str | Path | None = None,
) -> Scoring:
    """From a row whose claims carry labels to its assessment."""
    return Scoring(assessors(rubric, now=now, policies=policies, criticality=criticality))


def assessing(
    verifier_for: Callable[[Case], CaseVerifier],
    rubric: Rubric | str | Path | None = None,
    *,
    now: dt.datetime | None = None,
    prose: Callable[[], ProseReader] = prose_reader,
    policies: Guard = NO_POLICIES_GIVEN,
    evidence_rules: EvidenceRules | str | Path | None = None,
    criticality: CriticalityRules | str | Path | None = None,
) -> Assessing:
    """From a row whose claims are verified first to its assessment; `prose` reads answers that declare none.

    `evidence_rules` say which sources are enough for a claim of a kind, `criticality` how much is at stake with one.
    """
    chosen = assessors(
        rubric, now=now, prose=prose, policies=policies, evidence_rules=evidence_rules, criticality=criticality
    )
    return Assessing(chosen, verifier_for)


def score(
    case: Case | CaseRow,
    rubric: Rubric | str | Path | None = None,
    *,
    policies: Access | str | Path | None = None,
    criticality: CriticalityRules | str | Path | None = None,
    now: dt.datetime | None = None,
) -> Assessment:
    """The risk of one case whose claims carry labels; `policies` and `criticality` as for `assess`."""
    chosen = scoring(rubric, now=now, policies=guard(policies), criticality=criticality)
    return chosen(_as_row(case)).assessment


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
    policies: Access | str | Path | None = None,
    evidence_rules: EvidenceRules | str | Path | None = None,
    criticality: CriticalityRules | str | Path | None = None,
    now: dt.datetime | None = None,
) -> Assessment:
    """The risk of one case: its declared claims are verified, or those of its answer judged by its passages.

    Instead of a case, an answer with the texts that it was given: `assess(answer=…, contexts=[…])`.
    `labeller` is a folder with a network of your own, `judge` a file with the settings of an endpoint whose language
    model judges instead. `policies` decide who may ask and what may be read, by name, by folder or as they are; without
    any, those that the case names. `evidence_rules` say which sources are enough for a claim. `criticality` are rules
    that say how much is at stake with each claim, by name, by file or as they are; without any, what the case says.
    Raises InputError for both or neither of a case and an answer.
    """
    if (case is None) == (answer is None):
        raise InputError("takes a case, or an answer with its contexts; give one of the two", source="assess")
    of = case if case is not None else prose_case(answer or "", question=question, contexts=contexts)
    verifier_for = verifiers(contract, preset=preset, evidence=evidence)
    prose = partial(prose_reader, labeller, judge)
    chosen = assessing(
        verifier_for,
        rubric,
        now=now,
        prose=prose,
        policies=guard(policies),
        evidence_rules=evidence_rules,
        criticality=criticality,
    )
    return chosen(_as_row(of)).assessment


def prose_case(answer: str, *, question: str = "", contexts: Iterable[str] = ()) -> Case:
    """An answer and the texts that it was given, as a case; the texts are `context-1` and so on."""
    passages = tuple(
        Passage(evidence_id=f"context-{number}", content=text) for number, text in enumerate(contexts, start=1)
    )
    return Case(request=Request(text=question) if question else None, answer=Answer(text=answer), passages=passages)


def _as_row(case: Case | CaseRow) -> CaseRow:
    return case if isinstance(case, CaseRow) else CaseRow(place="case", id=case.id, case=case)
