"""`claimgauge bench run`: a plan into a run folder."""

import datetime as dt
from pathlib import Path
from typing import Annotated

import typer

from claimgauge_bench.commands.needed import needed
from claimgauge_bench.commands.progress import rows_done

PlanArgument = Annotated[str, typer.Argument(metavar="PLAN", help="A plan that ships, or your own TOML file.")]
OutOption = Annotated[
    Path,
    typer.Option(metavar="FOLDER", help="Where rows and manifest go; started again, a run that was stopped goes on."),
]
ProfilesOption = Annotated[
    int | None,
    typer.Option(min=1, metavar="N", help="So many profiles of each domain and seed, not those of the plan."),
]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but errors.")]


def run(
    plan: PlanArgument,
    *,
    out: OutOption,
    profiles: ProfilesOption = None,
    quiet: QuietOption = False,
) -> None:
    """Run a plan: every instance, narrator and setting once, a row each."""
    with needed(), rows_done(quiet=quiet) as progress:
        from claimgauge_bench.run import load_plan, run_plan  # noqa: PLC0415

        file = load_plan(plan, profiles=profiles)
        done = run_plan(file, out, now=lambda: dt.datetime.now(dt.UTC), progress=progress)
    if quiet:
        return
    counts = done.counts
    failed = f", {counts.failed} failed" if counts.failed else ""
    asked = f", {counts.calls} calls of models{failed}" if done.models else ""
    typer.echo(f"{out}: {counts.rows} rows{asked}, complete", err=True)
    if any(each.kind == "simulated" for narrators in done.narrators.values() for each in narrators.values()):
        typer.echo("narrators named simulated are simulated: they say nothing about any model", err=True)
