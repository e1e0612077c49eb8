"""`claimgauge replay`: what the index of an answer would have been as feedback came in, step by step."""

from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.table import Table
from rich.text import Text

from claimgauge.calibration.replay import HALF_LIVES, STEP_DAYS, WINDOWS, Grid, ReplayStudy
from claimgauge.cli.options import RubricOption
from claimgauge.cli.output import console, write_json
from claimgauge.cli.visible import visible
from claimgauge.reports.figures import share
from claimgauge.reports.replay_page import run_rows
from claimgauge.wiring import DEFAULT_RUBRIC, apart, load_rubric, replay_study, write_replay


def replay(  # noqa: PLR0913  # one argument for each option
    stream: Annotated[
        str,
        typer.Argument(help="Feedback over time (JSON Lines); with --simulated one of burst, repeating, drizzle."),
    ],
    *,
    case: Annotated[Path, typer.Option(metavar="FILE", help="The answer: a file with one case.")],
    half_life: Annotated[
        list[float] | None, typer.Option("--half-life", metavar="DAYS", help="A half-life; may be given several times.")
    ] = None,
    window: Annotated[
        list[float] | None, typer.Option("--window", metavar="DAYS", help="A window; may be given several times.")
    ] = None,
    step: Annotated[float, typer.Option(metavar="DAYS", help="Length of a step.")] = STEP_DAYS,
    rubric: RubricOption = None,
    simulated: Annotated[
        int | None, typer.Option(metavar="SEED", help="Simulate the stream from this seed; nobody gave such feedback.")
    ] = None,
    form: Annotated[
        Literal["text", "json"], typer.Option("--format", "-f", help="Text for people, JSON for programs.")
    ] = "text",
    report: Annotated[Path | None, typer.Option(metavar="FILE", help="Write an HTML page to this file.")] = None,
) -> None:
    """Replay feedback for one answer: s_H, index and rate of errors, over half-lives and windows."""
    read = [str(case), *([stream] if simulated is None else []), *([str(rubric)] if rubric is not None else [])]
    apart({"--report": report}, read)
    grid = Grid(tuple(half_life or HALF_LIVES), tuple(window or WINDOWS), step)
    chosen = None if rubric is None else load_rubric(rubric)
    study = replay_study(stream, case, rubric=chosen, grid=grid, seed=simulated)
    if form == "json":
        write_json(study)
    else:
        _print(study)
    if report is not None:
        write_replay(report, study, rubric=chosen or load_rubric(study.rubric.id or DEFAULT_RUBRIC))


def _print(study: ReplayStudy) -> None:
    out = console()
    seed = "" if study.seed is None else f", seed {study.seed}"
    out.print(
        Text.assemble(
            (visible(study.stream, 80), "bold"),
            (
                f"  {study.source}{seed}  answer {visible(study.case_id, 60)}  rubric {visible(study.rubric.id, 60)}",
                "dim",
            ),
        )
    )
    events = (
        f"{study.events:,} events, {study.validated:,} validated, {study.on_the_answer:,} about a claim of the answer"
    )
    rate = f", {share(study.wrong / study.reviewed)}" if study.reviewed else ""
    reviewed = f"{study.reviewed:,} answers reviewed, {study.wrong:,} wrong{rate}"
    out.print(Text(f"  {events}, {study.resolutions:,} resolved; {reviewed}", style="dim"))
    for warning in study.warnings:
        out.print(Text(f"  ! {visible(warning, 400)}", style="yellow"))
    without = "no index" if study.without is None else f"{study.without:.1f}"
    out.print(
        Text(f"  without feedback {without}; {len(study.steps):,} steps of {study.step_days:g} days", style="dim")
    )
    table = Table(box=None, pad_edge=False)
    for title in ("half-life", "window", "highest s_H", "highest index", "days raised", "days after the last event"):
        table.add_column(title, justify="right")
    for row in run_rows(study):
        table.add_row(*row)
    out.print(table)
