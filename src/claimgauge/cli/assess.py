"""`claimgauge score` and `claimgauge assess`: from labels, or from declared claims, to the risk index."""

import datetime as dt
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from claimgauge.cli.assessments import print_assessment, print_risk_summary
from claimgauge.cli.leave import leave
from claimgauge.cli.options import (
    LIMIT_MB,
    MEGABYTE,
    AtOption,
    CasesArgument,
    ContractOption,
    EvidenceOption,
    FormatOption,
    JudgeOption,
    LabellerOption,
    LimitOption,
    MappingOption,
    PresetOption,
    ReportOption,
    RubricOption,
    SummaryOption,
    given_evidence,
)
from claimgauge.cli.output import Format, write_file, write_rows
from claimgauge.cli.progress import progress_over
from claimgauge.feedback import parse_time
from claimgauge.readers import read_paths
from claimgauge.wiring import WriteReport, assessing, load_rubric, prose_reader, report_writer, scoring, verifiers
from claimgauge.workflow import Assessed, AssessFailOn, AssessmentRow, CaseRow, RiskTally, Row, assess_rows

FailOnOption = Annotated[
    AssessFailOn, typer.Option(help="Exit with 1 if any case has no index, or a band from this one on.")
]


def score(  # one argument for each option
    cases: CasesArgument,
    *,
    rubric: RubricOption = None,
    at: AtOption = None,
    fail_on: FailOnOption = "unassessed",
    form: FormatOption = "text",
    report: ReportOption = None,
    summary: SummaryOption = None,
    limit_mb: LimitOption = LIMIT_MB,
) -> None:
    """Score cases whose claims carry labels: dimensions, index with floors, band and action."""
    chosen = scoring(_known(rubric), now=_time(at))
    writer = report_writer(report, rubric=rubric)
    _run(cases, chosen, writer, rubric=rubric, fail_on=fail_on, form=form, summary=summary, limit_mb=limit_mb)


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
    at: AtOption = None,
    fail_on: FailOnOption = "unassessed",
    form: FormatOption = "text",
    report: ReportOption = None,
    summary: SummaryOption = None,
    limit_mb: LimitOption = LIMIT_MB,
) -> None:
    """Verify declared claims, or judge those of an answer in prose by its passages, and score the answer."""
    graph = given_evidence(evidence, mapping)
    prose = partial(prose_reader, labeller, judge)
    if labeller is not None or judge is not None:
        prose()  # settings that cannot be used end the run before its first row
    chosen = assessing(verifiers(contract, preset=preset, evidence=graph), _known(rubric), now=_time(at), prose=prose)
    writer = report_writer(report, rubric=rubric, evidence=graph)
    _run(cases, chosen, writer, rubric=rubric, fail_on=fail_on, form=form, summary=summary, limit_mb=limit_mb)


def _known(rubric: str | None) -> str | None:
    """The rubric's name, once it is sure that it can be loaded: a bad rubric ends the run before its first row."""
    if rubric is not None:
        load_rubric(rubric)
    return rubric


def _time(at: str | None) -> dt.datetime | None:
    return None if at is None else parse_time(at, place="--at")


def _run(
    cases: list[str],
    chosen: Callable[[CaseRow], Assessed],
    writer: AbstractContextManager[WriteReport],
    *,
    rubric: str | None,
    fail_on: AssessFailOn,
    form: Format,
    summary: Path | None,
    limit_mb: int,
) -> None:
    tally = RiskTally()
    with writer as write_report, progress_over(cases) as observer:

        def counted(pair: tuple[Row, AssessmentRow]) -> tuple[Row, AssessmentRow]:
            tally.add(pair[1])
            write_report(*pair)
            return pair

        rows = read_paths(cases, limit=limit_mb * MEGABYTE, observer=observer)
        write_rows(map(counted, assess_rows(rows, chosen)), form, print_assessment)
    print_risk_summary(tally.summary())
    if summary is not None:
        write_file(summary, tally.summary())
    used = load_rubric(rubric) if rubric else None
    leave(unreadable=tally.unreadable, failed=tally.failed(fail_on, used), fail_on=fail_on)
