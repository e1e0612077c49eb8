"""Runs the blocks of a page, from top to bottom, in an empty folder.

A block is one of four, and a page that is run has no other:

- a file: a fence with a name after its language, or a `{code-block}` whose caption is the name;
- `console`: each line `$ command` runs in a shell, and the lines below it are what a terminal shows,
  standard output and standard error together; a line that is `...` stands for any lines;
- `pycon`: a Python session with its output;
- `python`: code that runs; what it prints is not looked at.

The shell of one block keeps `$?`; the Python blocks of one page share their names. Spaces at the end
of a line are not compared, because an editor would take them out of the page.
"""

import contextlib
import doctest
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FENCE = re.compile(r"^(?P<fence>`{3,})(?P<info>.*)$")
CAPTION = re.compile(r"^:caption: (?P<name>\S+)$")
ANYTHING = "..."
MARK = "\x1e"


class Block(NamedTuple):
    """One fenced block. `name` is the file it is written to, or empty."""

    line: int
    language: str
    name: str
    text: str


class Command(NamedTuple):
    """One line of a console block, and the lines that it should show."""

    text: str
    shown: list[str]


def blocks_of(text: str) -> Iterator[Block]:
    """Every fenced block of a page, in order."""
    lines = iter(enumerate(text.splitlines(), start=1))
    for number, line in lines:
        if (opening := FENCE.match(line)) is None:
            continue
        body = []
        for _number, each in lines:
            if each == opening["fence"]:
                break
            body.append(each)
        yield _block(number, opening["info"].strip(), body)


def _block(number: int, info: str, body: list[str]) -> Block:
    first, _, rest = info.partition(" ")
    if first != "{code-block}":
        return Block(number, first, rest.strip(), "".join(f"{line}\n" for line in body))
    names = [found["name"] for line in body if (found := CAPTION.match(line))]
    while body and (not body[0] or body[0].startswith(":")):
        body = body[1:]
    return Block(number, rest.strip(), names[0] if names else "", "".join(f"{line}\n" for line in body))


def run_page(text: str, folder: Path) -> list[str]:
    """What does not hold on the page, a message each."""
    names: dict[str, object] = {"__name__": "__page__"}
    with contextlib.chdir(folder):
        return [
            f"line {block.line}: {message}" for block in blocks_of(text) for message in run_block(block, folder, names)
        ]


def run_block(block: Block, folder: Path, names: dict[str, object]) -> Iterator[str]:
    """Run one block; a message for each thing that is not as the page says."""
    if block.name:
        _write(folder / block.name, block.text)
    elif block.language == "console":
        yield from _console(block, folder)
    elif block.language == "pycon":
        yield from _session(block, names)
    elif block.language == "python":
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(block.text, f"line {block.line}", "exec"), names)  # noqa: S102  # our own pages
    else:
        yield f"a block of {block.language or 'no language'} that is no file does not run; give it a name"


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def _console(block: Block, folder: Path) -> Iterator[str]:
    commands = list(commands_of(block.text))
    for command, shown in zip(commands, _run([each.text for each in commands], folder), strict=True):
        if not matches(command.shown, shown):
            expected, got = "\n  ".join(command.shown), "\n  ".join(shown)
            yield f"$ {command.text}\nshould show\n  {expected}\nand shows\n  {got}"


def commands_of(text: str) -> Iterator[Command]:
    """The commands of a console block, each with the lines below it; `\\` joins a command to its next line."""
    command: Command | None = None
    for line in text.splitlines():
        if command is not None and command.text.endswith("\\"):
            command = Command(f"{command.text}\n{line}", [])
        elif line.startswith("$ "):
            if command is not None:
                yield command
            command = Command(line[2:], [])
        elif command is not None:
            command.shown.append(line.rstrip())
        else:
            raise ValueError(f"a console block begins with `$ command`, not with {line!r}")
    if command is not None:
        yield command


def _run(commands: list[str], folder: Path) -> list[list[str]]:
    """What each command shows; one shell for all of them, so that `$?` and variables last."""
    script = "".join(f"{text}\n__left=$?; printf '\\036'; (exit $__left)\n" for text in commands)
    run = subprocess.run(
        ["sh", "-c", script],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=folder,
        env=terminal(folder),
        timeout=60,
        check=False,
    )
    *shown, _rest = run.stdout.decode().split(MARK)
    return [[line.rstrip() for line in text.splitlines()] for text in shown]


def terminal(folder: Path) -> dict[str, str]:
    """A terminal 100 columns wide without colours, that finds the command line of this environment."""
    bin_folder = Path(sys.executable).parent
    return {
        "PATH": f"{bin_folder}{os.pathsep}{os.environ.get('PATH', os.defpath)}",
        "HOME": str(folder),
        "NO_COLOR": "1",
        "COLUMNS": "100",
        "PYTHONUTF8": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
    }


def matches(expected: list[str], shown: list[str]) -> bool:
    """Whether the lines are the expected ones; `...` stands for any number of lines."""
    if ANYTHING not in expected:
        return expected == shown
    at = expected.index(ANYTHING)
    head, tail = expected[:at], expected[at + 1 :]
    if shown[:at] != head:
        return False
    return any(matches(tail, shown[start:]) for start in range(at, len(shown) + 1))


def _session(block: Block, names: dict[str, object]) -> Iterator[str]:
    test = doctest.DocTestParser().get_doctest(block.text, names, f"line {block.line}", None, block.line)
    runner = doctest.DocTestRunner()
    report = io.StringIO()
    runner.run(test, out=report.write, clear_globs=False)
    names.update(test.globs)
    if runner.failures:
        yield report.getvalue()
