"""The commands, and the one place where an error becomes a message and an exit code.

Exit codes: 0; 1 when --fail-on holds for any row; 2 when a file or a row could not be read.
"""

import os
import sys
from typing import Annotated

import typer

from claimgauge._version import __version__
from claimgauge.cli import (
    agreement,
    assess,
    calibrate,
    checklist,
    codebook,
    compare,
    contracts,
    criticality,
    evidence,
    narrate,
    plugins,
    policies,
    registers,
    replay,
    rubrics,
    schema,
    stages,
    verify,
    weights,
)
from claimgauge.cli.visible import visible_lines
from claimgauge.errors import ClaimgaugeError

UNREADABLE = 2
INTERRUPTED = 130

app = typer.Typer(
    name="claimgauge",
    cls=plugins.Commands,
    help="Verify the claims of language models against evidence. Offline; nothing leaves this machine.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)
app.command("verify")(verify.verify)
app.command("claims")(stages.claims)
app.command("label")(stages.label)
app.command("score")(assess.score)
app.command("assess")(assess.assess)
app.command("narrate")(narrate.narrate)
app.command("repair")(narrate.repair)
app.command("compare")(compare.compare)
app.command("agreement")(agreement.agreement)
app.command("calibrate")(calibrate.calibrate)
app.add_typer(contracts.app, name="contract")
app.add_typer(rubrics.app, name="rubric")
app.add_typer(weights.app, name="weights")
app.command("replay")(replay.replay)
app.add_typer(contracts.app, name="contract")
app.add_typer(rubrics.app, name="rubric")
app.add_typer(criticality.app, name="criticality")
app.add_typer(policies.app, name="policies")
app.command("codebook")(codebook.codebook)
app.add_typer(registers.app, name="register")
app.command("checklist")(checklist.checklist)
app.add_typer(evidence.app, name="evidence")
app.command("schema")(schema.schema)


def _version(wanted: bool) -> None:  # noqa: FBT001  # typer hands a flag over like this
    if wanted:
        typer.echo(f"claimgauge {__version__}")
        raise typer.Exit


@app.callback()
def root(
    *,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version and leave.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Verify the claims of language models against evidence. Offline; nothing leaves this machine."""


def run() -> None:
    """The command line with its exit codes; the only place that ends the process."""
    try:
        app()
    except ClaimgaugeError as error:
        for line in visible_lines(str(error)):
            sys.stderr.write(f"error: {line}\n")
        sys.exit(UNREADABLE)
    except BrokenPipeError:
        # Whoever read our output has gone (| head); say nothing, and keep Python from flushing into the void.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except SystemExit as left:
        if not isinstance(left.__context__, BrokenPipeError):  # which the library below turns into exit code 1
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except OSError as error:
        sys.stderr.write(f"error: standard output cannot be written: {error.strerror}\n")
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNREADABLE)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
