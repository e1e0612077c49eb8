"""`claimgauge evidence`: build evidence from records, digest it, verify it."""

from pathlib import Path
from typing import Annotated

import typer

from claimgauge.cli.output import Format, write_json, write_rows
from claimgauge.cli.visible import visible
from claimgauge.readers import read_digests, read_paths
from claimgauge.wiring import load_evidence
from claimgauge.workflow import Case, EvidenceCheck, check_evidence

app = typer.Typer(
    help="Build evidence from records, digest it, verify it.", no_args_is_help=True, rich_markup_mode=None
)

_CASES = typer.Argument(help="Files of cases (JSON, JSON Lines, gzip too), or - for standard input.")
_FORM = typer.Option("--format", "-f", help="Text for people, JSON for programs.")
MARKS: dict[str, str] = {
    "ok": "ok",
    "problems": "PROBLEMS",
    "changed": "CHANGED",
    "missing": "MISSING",
    "unreadable": "UNREADABLE",
}


@app.command()
def build(
    records: Annotated[list[Path], typer.Argument(help="Records: CSV, JSON or JSON Lines, gzip too.")],
    mapping: Annotated[
        Path | None,
        typer.Option("--mapping", "-m", help="How records become nodes (TOML); each record a node unless given."),
    ] = None,
) -> None:
    """Turn plain records into an evidence bundle on standard output."""
    graph = load_evidence(records, mapping=mapping)
    write_json(Case(schema="claimgauge.case/1", nodes=graph.nodes, edges=graph.edges, sources=graph.sources))


@app.command()
def digest(
    cases: Annotated[list[str], _CASES],
    form: Annotated[Format, _FORM] = "text",
) -> None:
    """Print the digest of the evidence of each case: it covers every word of nodes, edges and sources."""
    _report([*check_evidence(read_paths(cases))], form)


@app.command("verify")
def verify_evidence(
    cases: Annotated[list[str], _CASES],
    against: Annotated[
        str | None,
        typer.Option(
            help="Rows with `id` and `digest` (of `evidence digest` or of `verify`) that the evidence must still have."
        ),
    ] = None,
    form: Annotated[Format, _FORM] = "text",
) -> None:
    """Check that evidence fits together, and that it is what it was; exit 1 where it does not or is not."""
    expected = read_digests(against) if against else None
    _report([*check_evidence(read_paths(cases), expected=expected, integrity=True)], form)


def _report(checks: list[EvidenceCheck], form: Format) -> None:
    write_rows(((None, check) for check in checks), form, lambda pair: _print(pair[1]))
    states = {check.state for check in checks}
    if "unreadable" in states:
        raise typer.Exit(2)
    if states - {"ok"}:
        raise typer.Exit(1)


def _print(check: EvidenceCheck) -> None:
    typer.echo(f"{MARKS[check.state]:<10} {check.digest or '—':<71}  {visible(check.id)}")
    for problem in check.problems:
        typer.echo(f"           {visible(str(problem), 240)}")
