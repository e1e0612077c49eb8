"""Progress of a run: on standard error, when a person looks at it."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def rows_done(*, quiet: bool) -> Iterator[Callable[[int, int], None] | None]:
    """Something to tell how many of how many rows are done, or None where nobody would see it."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    console = Console(stderr=True, markup=False, emoji=False, highlight=False, soft_wrap=True)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("rows"), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as progress:
        task = progress.add_task("", total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
