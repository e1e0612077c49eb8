"""`claimgauge score` and `claimgauge assess`: from labels, or from declared claims, to the risk index."""

import datetime as dt
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
import typer

from claimgauge.cli.assessments import print_assessment, print_risk_summary
from claimgauge.cli.leave import leave
from claimgauge.cli.options import (
    LIMIT_MB,
    MEGABYTE,
    AtOption,
    CasesArgument,
    ContractOption,
    CoverageOption,
    CriticalityOption,
    EmissionsOption,
    EvidenceOption,
    EvidenceRulesOption,
    FormatOption,
    JudgeOption,
    LabellerOption,
    LimitOption,
    LogOption,
    MappingOption,
    PoliciesOption,
    PresetOption,
    ReleaseOption,
    ReportOption,
    ResumeOption,
    RubricOption,
    SummaryOption,
    WorkersOption,
    given_evidence,
    given_time,
)
from claimgauge.cli.output import Format, write_file, write_rows
from claimgauge.cli.progress import progress_over
from claimgauge.errors import InputError
from claimgauge.wiring import (
    DEFAULT_RELEASE,
    Finished,
    Plan,
    apart,
    emission_writer,
    load_bundle,
    load_contract,
    load_criticality,
    load_evidence_rules,
    load_release,
    load_rubric,
    open_run,
    report_writer,
)
from claimgauge.workflow import AssessFailOn, ReleaseRules, RiskTally, emitted

FailOnOption = Annotated[
    AssessFailOn, typer.Option(help="Exit with 1 if any case has no index, or a band from this one on.")
]


def score(  # noqa: PLR0913  # one argument for each option
    cases: CasesArgument,
    *,
    rubric: RubricOption = None,
    policies: PoliciesOption = None,
    criticality: CriticalityOption = None,
    at: AtOption = None,
    fail_on: FailOnOption = "unassessed",
    min_coverage: CoverageOption = None,
    form: FormatOption = "text",
    report: ReportOption = None,
    summary: SummaryOption = None,
    release: ReleaseOption = None,
    emissions: EmissionsOption = None,
    workers: WorkersOption = 1,
    resume: ResumeOption = None,
    log: LogOption = None,
    limit_mb: LimitOption = LIMIT_MB,
) -> None:
    """Score cases whose claims carry labels: dimensions, index with floors, band and action."""
    plan = Plan(
        "score",
        rubric=None if rubric is None else load_rubric(rubric),
        policies=None if policies is None else load_bundle(policies),
        criticality=None if criticality is None else load_criticality(criticality),
        now=_time(at, resume),
    )
    out = _Output(form, report, summary, _emitting(release, emissions), fail_on, min_coverage)
    _run(cases, plan, out, workers=workers, resume=resume, log=log, limit_mb=limit_mb)


def assess(  # noqa: PLR0913  # one argument for each option
    cases: CasesArgument,
    *,
    contract: ContractOption = None,
    preset: PresetOption = None,
    evidence: EvidenceOption = None,
    mapping: MappingOption = None,
    labeller: LabellerOption = None,
    judge: JudgeOption = None,
    rubric: RubricOption = None,
    policies: PoliciesOption = None,
    evidence_rules: EvidenceRulesOption = None,
    criticality: CriticalityOption = None,
    at: AtOption = None,
    fail_on: FailOnOption = "unassessed",
    min_coverage: CoverageOption = None,
    form: FormatOption = "text",
    report: ReportOption = None,
    summary: SummaryOption = None,
    release: ReleaseOption = None,
    emissions: EmissionsOption = None,
    workers: WorkersOption = 1,
    resume: ResumeOption = None,
    log: LogOption = None,
    limit_mb: LimitOption = LIMIT_MB,
) -> None:
    """Verify declared claims, or judge those of an answer in prose by its passages, and score the answer."""
    plan = Plan(
        "assess",
        contract=None if contract is None else load_contract(contract),
        preset=preset,
        evidence=given_evidence(evidence, mapping),
        rubric=None if rubric is None else load_rubric(rubric),
        now=_time(at, resume),
        labeller=labeller,
        judge=judge,
        policies=None if policies is None else load_bundle(policies),
        evidence_rules=None if evidence_rules is None else load_evidence_rules(evidence_rules),
        criticality=None if criticality is None else load_criticality(criticality),
    )
    out = _Output(form, report, summary, _emitting(release, emissions), fail_on, min_coverage)
    _run(cases, plan, out, workers=workers, resume=resume, log=log, limit_mb=limit_mb)


def _time(at: str | None, resume: Path | None) -> dt.datetime | None:
    if at == "now" and resume is not None:
        raise InputError(
            "is another time at each start, and --resume needs the same; give --at TIME", source="--at now"
        )
    return given_time(at)


class _Emitting(NamedTuple):
    """Where emissions go, and by which rules."""

    file: Path
    rules: ReleaseRules


def _emitting(release: str | None, emissions: Path | None) -> _Emitting | None:
    """None without --emissions. Raises InputError for rules that nobody asked to apply."""
    if emissions is not None:
        return _Emitting(emissions, load_release(release or DEFAULT_RELEASE))
    if release is not None:
        raise InputError("says how answers are released; add --emissions FILE", source="--release")
    return None


class _Output(NamedTuple):
    """Where what comes out goes, and when the run has failed."""

    form: Format
    report: Path | None
    summary: Path | None
    emitting: _Emitting | None
    fail_on: AssessFailOn
    min_coverage: float | None


def _run(
    cases: list[str],
    plan: Plan,
    out: _Output,
    *,
    workers: int,
    resume: Path | None,
    log: Path | None,
    limit_mb: int,
) -> None:
    tally = RiskTally()
    emissions = out.emitting.file if out.emitting else None
    written = {"--report": out.report, "--summary": out.summary, "--emissions": emissions, "--log": log}
    apart({**written, "--resume": resume}, cases)
    with (
        open_run(plan, workers=workers, resume=resume, log=log) as run,
        report_writer(out.report, rubric=plan.rubric, evidence=plan.evidence) as write_report,
        emission_writer(emissions) as write_emission,
        progress_over(cases) as observer,
    ):
        if run.damaged:
            _say_damaged(run.damaged, resume)

        def counted(rows: Iterable[Finished]) -> Iterator[Finished]:
            for each in rows:
                tally.add(each.out)
                if out.report is not None:
                    write_report(each.row(), each.out)
                if out.emitting is not None:
                    write_emission(emitted(each.row(), each.out, out.emitting.rules))
                yield each

        with closing(run.over(cases, limit=limit_mb * MEGABYTE, observer=observer)) as rows:
            write_rows(_pairs(counted(rows), out.form), out.form, print_assessment)
    summary = tally.summary()
    print_risk_summary(summary, rows_in=run.rows_in, kept=run.kept)
    if out.summary is not None:
        write_file(out.summary, summary)
    leave(
        unreadable=tally.unreadable,
        failed=tally.failed(out.fail_on, plan.rubric),
        fail_on=out.fail_on,
        uncovered=tally.uncovered(out.min_coverage),
    )


def _say_damaged(lines: int, folder: Path | None) -> None:
    what = "1 damaged line was" if lines == 1 else f"{lines} damaged lines were"
    typer.echo(
        f"{folder}: {what} taken out of rows.jsonl; what {'it' if lines == 1 else 'they'} held is done anew", err=True
    )


def _pairs(rows: Iterable[Finished], form: Format) -> Iterator[tuple[Any, Any]]:
    """Rows and assessments for a person; for a program the assessments as they were encoded already."""
    if form == "text":
        return ((each.row(), each.out) for each in rows)
    return ((None, msgspec.Raw(each.encoded)) for each in rows)
