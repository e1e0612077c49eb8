"""The exit code of a run over cases, and why: 2 over 1 over 0."""

import typer


def leave(*, unreadable: int, failed: str, fail_on: str, uncovered: str = "") -> None:
    """End with 2 where a row could not be read, with 1 where --fail-on holds or too few rows have an index.

    Every reason goes to standard error; `uncovered` names its option itself.
    """
    if unreadable:
        rows = "row" if unreadable == 1 else "rows"
        typer.echo(f"exit 2: {unreadable} {rows} could not be read; an error row stands in each place", err=True)
        raise typer.Exit(2)
    reasons = [f"{failed} (--fail-on {fail_on})" if failed else "", uncovered]
    for reason in filter(None, reasons):
        typer.echo(f"exit 1: {reason}", err=True)
    if any(reasons):
        raise typer.Exit(1)
