"""Progress on long input: on standard error, when a person looks at it and the rows go elsewhere."""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

from rich.progress import BarColumn, Progress, ProgressColumn, Task, TaskID, TextColumn, TimeRemainingColumn
from rich.text import Text

from claimgauge.cli.output import console
from claimgauge.workflow import UNOBSERVED, Observer, StepNote


class _Bar:
    """An observer that moves a bar."""

    def __init__(self, progress: Progress, task: TaskID) -> None:
        self._progress = progress
        self._task = task

    def advanced(self, *, rows: int, position: int) -> None:
        self._progress.update(self._task, completed=position or rows, rows=rows)

    def step(self, name: str, *, case_id: str) -> AbstractContextManager[StepNote]:  # noqa: ARG002  # rows are enough
        return nullcontext(UNOBSERVED)


class _Rate(ProgressColumn):
    """Cases a second, over the last half minute, as far as cases are of one size."""

    def render(self, task: Task) -> Text:
        rows, speed = task.fields["rows"], task.finished_speed or task.speed
        return Text(f"{rows / task.completed * speed:,.1f}/s" if speed and task.completed else "")


@contextmanager
def progress_over(paths: list[str]) -> Iterator[Observer | None]:
    """An observer that draws a bar over the bytes of `paths`, or None where nobody would see it."""
    if not sys.stderr.isatty() or sys.stdout.isatty():
        yield None
        return
    cases = TextColumn("{task.fields[rows]:,} cases")
    columns = (BarColumn(), cases, _Rate(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True), transient=True) as progress:
        yield _Bar(progress, progress.add_task("", total=_size(paths), rows=0))


def _size(paths: list[str]) -> int | None:
    """Bytes on disk of all paths, or None (a bar without an end) where one is a pipe."""
    if any(not Path(path).is_file() for path in paths):
        return None
    return sum(Path(path).stat().st_size for path in paths)
