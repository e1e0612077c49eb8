"""The exit code of a run over cases, and why: 2 over 1 over 0."""

import typer


def leave(*, unreadable: int, failed: str, fail_on: str) -> None:
    """End with 2 where a row could not be read, with 1 where --fail-on holds; the reason goes to standard error."""
    if unreadable:
        rows = "row" if unreadable == 1 else "rows"
        typer.echo(f"exit 2: {unreadable} {rows} could not be read; an error row stands in each place", err=True)
        raise typer.Exit(2)
    if failed:
        typer.echo(f"exit 1: {failed} (--fail-on {fail_on})", err=True)
        raise typer.Exit(1)
