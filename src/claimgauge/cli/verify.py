"""`claimgauge verify`: declared claims against structured evidence."""

from typing import Annotated

import typer

from claimgauge.cli.leave import leave
from claimgauge.cli.options import (
    LIMIT_MB,
    MEGABYTE,
    CasesArgument,
    ContractOption,
    EvidenceOption,
    FormatOption,
    LimitOption,
    MappingOption,
    PresetOption,
    SummaryOption,
    given_evidence,
)
from claimgauge.cli.output import write_file, write_rows
from claimgauge.cli.progress import progress_over
from claimgauge.cli.verdicts import print_row, print_summary
from claimgauge.readers import read_paths
from claimgauge.wiring import verifiers
from claimgauge.workflow import FailOn, OutRow, Row, RunTally, verify_rows


def verify(  # noqa: PLR0913  # one argument for each option
    cases: CasesArgument,
    *,
    contract: ContractOption = None,
    preset: PresetOption = None,
    evidence: EvidenceOption = None,
    mapping: MappingOption = None,
    fail_on: Annotated[
        FailOn, typer.Option(help="Exit with 1 if any row was not read in full, or has a rejected claim.")
    ] = "unread",
    form: FormatOption = "text",
    summary: SummaryOption = None,
    limit_mb: LimitOption = LIMIT_MB,
) -> None:
    """Check declared claims against their evidence: a verdict for each claim, a row for each case, in order.

    Under preset strict a claim is verified when what it cites is there, the evidence that it cites holds
    its entities and numbers, its text says no others, what it computes comes out again, and it cites what
    its type asks for.
    """
    graph = given_evidence(evidence, mapping)
    chosen = verifiers(contract, preset=preset, evidence=graph)
    tally = RunTally()

    def counted(pair: tuple[Row, OutRow]) -> tuple[Row, OutRow]:
        tally.add(pair[1])
        return pair

    with progress_over(cases) as observer:
        rows = read_paths(cases, limit=limit_mb * MEGABYTE, observer=observer)
        write_rows(map(counted, verify_rows(rows, chosen)), form, print_row)
    print_summary(tally.summary())
    if summary is not None:
        write_file(summary, tally.summary())
    leave(unreadable=tally.unreadable, failed=tally.failed(fail_on), fail_on=fail_on)
