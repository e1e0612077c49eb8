"""`claimgauge compare`: two systems on the same questions, with intervals for every difference."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from claimgauge.cli.comparisons import print_comparison
from claimgauge.cli.leave import leave
from claimgauge.cli.output import write_json
from claimgauge.errors import InputError
from claimgauge.readers import read_assessments
from claimgauge.wiring import write_comparison
from claimgauge.workflow import CompareFailOn, compare_runs, why_failed

STDIN = "-"
RunArgument = Annotated[
    str,
    typer.Argument(help="Assessments of a run: what claimgauge assess writes with --format jsonl or json; gzip too."),
]


def compare(  # noqa: PLR0913  # one argument for each option
    a: RunArgument,
    b: RunArgument,
    *,
    form: Annotated[
        Literal["text", "json"], typer.Option("--format", "-f", help="Text for people, JSON for programs.")
    ] = "text",
    report: Annotated[Path | None, typer.Option(metavar="FILE", help="Write an HTML page to this file.")] = None,
    seed: Annotated[int, typer.Option(help="Where the draws start; the same seed gives the same intervals.")] = 7,
    iterations: Annotated[int, typer.Option(help="How often the pairs are drawn anew.")] = 10_000,
    level: Annotated[float, typer.Option(help="The level of the intervals, between 0 and 1.")] = 0.95,
    fail_on: Annotated[
        CompareFailOn, typer.Option(help="Exit with 1 if the score rose: its whole interval lies above 0, or has none.")
    ] = "never",
    allow_different_rubrics: Annotated[
        bool, typer.Option("--allow-different-rubrics", help="Compare although not one rubric scored all rows.")
    ] = False,
) -> None:
    """Compare two runs over the same cases: B minus A, case by case, with a bootstrap interval for each measure."""
    if a == b == STDIN:
        raise InputError("can be read once only; give a file for A or for B", source="stdin")
    comparison = compare_runs(
        read_assessments(a),
        read_assessments(b),
        seed=seed,
        iterations=iterations,
        level=level,
        allow_different_rubrics=allow_different_rubrics,
    )
    if form == "json":
        write_json(comparison)
    else:
        print_comparison(comparison, names=(_name(a), _name(b)))
    if report is not None:
        write_comparison(report, comparison, names=(_name(a), _name(b)))
    leave(unreadable=0, failed=why_failed(comparison, fail_on), fail_on=fail_on)


def _name(path: str) -> str:
    return "stdin" if path == STDIN else Path(path).name
