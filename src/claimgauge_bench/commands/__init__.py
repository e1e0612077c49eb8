"""`claimgauge bench …`: found by the command line through the entry point group `claimgauge.commands`.

A file here is one command and loads at import no more than the terminal; what it works with it imports when it is
called, in the block of `needed`. To add one: write the file, and name it below.
"""

import typer

from claimgauge_bench.commands import judge, listed, raters, report, run

app = typer.Typer(
    name="bench",
    help="The paired benchmark of narrators: run a plan, report on it.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)
app.command("run")(run.run)
app.command("register")(report.register)
app.command("report")(report.report)
app.command("judge")(judge.judge)
app.add_typer(raters.app, name="raters")
app.command("plans")(listed.plans)
app.command("domains")(listed.domains)

__all__ = ["app"]
