"""`claimgauge checklist`: the seven checks over a register, each with its reasons."""

from pathlib import Path
from typing import Annotated, Literal

import typer
from rich.text import Text

from claimgauge.cli.leave import leave
from claimgauge.cli.output import console, write_json
from claimgauge.cli.registers import FormatOfOne, RegisterArgument, RulesOption
from claimgauge.cli.visible import visible
from claimgauge.register import Checklist
from claimgauge.register.checklist import Result
from claimgauge.wiring import (
    DEFAULT_EVIDENCE_RULES,
    apart,
    load_evidence_rules,
    load_register,
    write_checklist,
)
from claimgauge.wiring import checklist as checklist_of

MARKS: dict[Result, tuple[str, str]] = {
    "pass": ("✓ pass", "green"),
    "fail": ("✗ fail", "red"),
    "not_applicable": ("· n/a ", "dim"),
}
WIDE = 2
"""How far a reason stands in."""


def checklist(
    register: RegisterArgument,
    *,
    rules: RulesOption = DEFAULT_EVIDENCE_RULES,
    rubric: Annotated[
        str | None,
        typer.Option("--rubric", "-r", metavar="NAME|FILE", help="The rubric that the seventh check looks at."),
    ] = None,
    codebook: Annotated[
        str | None,
        typer.Option(metavar="NAME|FILE", help="The codebook that defines its labels, for the seventh check."),
    ] = None,
    form: FormatOfOne = "text",
    report: Annotated[Path | None, typer.Option(metavar="FILE", help="Write an HTML page to this file.")] = None,
    fail_on: Annotated[Literal["fail", "never"], typer.Option(help="Exit with 1 if a check fails.")] = "fail",
) -> None:
    """Run the seven checks over a register: pass, fail or not applicable, with reasons and what was looked at."""
    apart({"--report": report}, [str(each) for each in (register, rules, rubric, codebook) if each is not None])
    loaded, chosen = load_register(register), load_evidence_rules(rules)
    found = checklist_of(loaded, rules=chosen, rubric=rubric, codebook=codebook)
    if form == "json":
        write_json(found)
    else:
        _print(found)
    if report is not None:
        write_checklist(report, found, loaded, chosen)
    failed = len(found.failed)
    said = f"{failed} {'check fails' if failed == 1 else 'checks fail'}" if failed and fail_on == "fail" else ""
    leave(unreadable=0, failed=said, fail_on=fail_on)


def _print(found: Checklist) -> None:
    out = console()
    for name, each in (("register", found.register), ("rules", found.rules), ("rubric", found.rubric)):
        told = "none given" if each is None else f"{visible(each.id, 60)} version {visible(each.version, 30)}"
        mark = "  provisional" if each is not None and each.provisional else ""
        out.print(Text.assemble((f"{name:<9}", "dim"), told, (mark, "yellow")))
    for check in found.checks:
        mark, style = MARKS[check.result]
        out.print(Text.assemble("\n", (mark, style), (f"  {check.number}  {check.title}", "bold")))
        for reason in check.reasons:
            out.print(Text(f"{'':<8}  {visible(reason, 400)}", style="" if check.result == "fail" else "dim"))
