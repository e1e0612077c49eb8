"""`claimgauge calibrate`: scores and bands against what became of the answers."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from claimgauge.calibration import calibrating
from claimgauge.cli.calibrated import print_calibration, print_proposal
from claimgauge.cli.options import RubricOption, day
from claimgauge.cli.output import write_json
from claimgauge.errors import InputError
from claimgauge.feedback import parse_time
from claimgauge.readers import read_assessments, read_outcomes
from claimgauge.wiring import (
    DEFAULT_COSTS,
    apart,
    load_costs,
    rubric_of,
    shipped_names,
    write_calibration,
    write_proposed_bands,
)

STDIN = "-"


def calibrate(  # noqa: PLR0913  # one argument for each option
    assessments: Annotated[
        str, typer.Argument(help="What claimgauge assess or score writes with --format jsonl or json; gzip too.")
    ],
    *,
    outcomes: Annotated[
        str, typer.Option(metavar="FILE", help="What became of the answers, a line of claimgauge.outcomes/1 each.")
    ],
    costs: Annotated[
        str,
        typer.Option(
            metavar="NAME|FILE",
            help=f"What actions cost: what ships ({', '.join(shipped_names('costs'))}), or your own TOML file.",
        ),
    ] = DEFAULT_COSTS,
    rubric: RubricOption = None,
    windows: Annotated[
        list[str] | None,
        typer.Option(metavar="DATE", help="Part the outcomes by their time at this date; give it for each date."),
    ] = None,
    held_out: Annotated[
        float, typer.Option(help="The share of the answers that nothing is fitted to, between 0 and 1.")
    ] = calibrating.HELD_OUT,
    seed: Annotated[int, typer.Option(help="Where the draws start; the same seed gives the same intervals.")] = 7,
    iterations: Annotated[int, typer.Option(help="How often the answers are drawn anew.")] = 2_000,
    level: Annotated[float, typer.Option(help="The level of the intervals, between 0 and 1.")] = 0.95,
    propose: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write a new rubric with the fitted bands; never over a file.")
    ] = None,
    date: Annotated[
        str | None, typer.Option(metavar="DATE", help="The date on what is proposed; today unless given.")
    ] = None,
    form: Annotated[
        Literal["text", "json"], typer.Option("--format", "-f", help="Text for people, JSON for programs.")
    ] = "text",
    report: Annotated[Path | None, typer.Option(metavar="FILE", help="Write an HTML page to this file.")] = None,
) -> None:
    """Hold scores and bands against known outcomes: curves, reliability, costs, fitted bands, drift.

    Half of the answers are fitted to, and the other half measures; nothing is edited.
    """
    if assessments == outcomes == STDIN:
        raise InputError("can be read once only; give a file for the assessments or for the outcomes", source="stdin")
    apart({"--propose": propose, "--report": report}, [assessments, outcomes, costs, *([rubric] if rubric else [])])
    if propose is not None and propose.exists():
        raise InputError("is there already; a proposal is a new file, so choose another path", source=str(propose))
    on = day(date, option="--date")
    borders = [parse_time(each, place="--windows") for each in windows or ()]
    rows = list(read_assessments(assessments))
    used = rubric_of(rows, rubric)
    found = calibrating.calibrate(
        rows,
        read_outcomes(outcomes),
        rubric=used,
        costs=load_costs(costs),
        windows=borders,
        held_out=held_out,
        seed=seed,
        iterations=iterations,
        level=level,
    )
    name = "stdin" if assessments == STDIN else Path(assessments).name
    proposed = None if propose is None else write_proposed_bands(propose, found, used, date=on)
    if report is not None:
        write_calibration(report, found, name=name)
    if form == "json":
        write_json(found)
        return
    print_calibration(found, name=name)
    if propose is not None and proposed is not None:
        print_proposal(propose, proposed)
