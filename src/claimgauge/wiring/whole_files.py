"""Files that take their place whole or not at all, and paths that must not be one and the same."""

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from claimgauge.errors import InputError
from claimgauge.wiring.owned_files import part_of

if sys.platform != "win32":
    import fcntl


@contextmanager
def whole_file(path: Path) -> Iterator[IO[bytes]]:
    """A stream whose content stands at `path` when the block ends well, and nowhere when it does not.

    It is written beside, under a name that a run after a killed one takes over. Raises InputError where nothing can
    be written there, or another run is writing it; at the beginning of the block where that is known then.
    """
    with _named(path):
        target = path.resolve()
        if target.exists() and not target.is_file():
            raise InputError("is no plain file; choose another path", source=str(path))
        target.parent.mkdir(parents=True, exist_ok=True)
        beside = part_of(target)
        out = beside.open("ab")
    try:
        with _named(path):
            _lock(out, path)
            out.truncate(0)
        try:
            yield out
            with _named(path):
                out.flush()
                if sys.platform == "win32":
                    out.close()  # where an open file cannot be moved
                beside.replace(target)
        except BaseException:
            beside.unlink(missing_ok=True)
            raise
    finally:
        out.close()


def _lock(out: IO[bytes], path: Path) -> None:
    """Hold the file until it is closed; a lock goes when its process ends, however it ends."""
    if sys.platform == "win32":
        return
    try:
        fcntl.flock(out, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise InputError("is being written by another run; choose another path", source=str(path)) from error


@contextmanager
def _named(path: Path) -> Iterator[None]:
    try:
        yield
    except InputError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a path that no file can have
        why = error.strerror if isinstance(error, OSError) else str(error)
        raise InputError(f"cannot be written: {why}; choose another path", source=str(path)) from error


def write_whole(path: Path, content: bytes) -> None:
    """A file with this content, whole or not at all. Raises InputError where it cannot be written."""
    with whole_file(path) as out, _named(path):
        out.write(content)


def apart(paths: Mapping[str, Path | None], inputs: Iterable[str]) -> None:
    """Raise InputError where two outputs, or an output and an input, are one file; the keys are the options."""
    taken = {Path(each).resolve(): "the input" for each in inputs if each != "-"}
    for option, path in paths.items():
        if path is None:
            continue
        place = path.resolve()
        if place in taken:
            raise InputError(f"is {taken[place]} too; give each a path of its own", source=f"{option} {path}")
        taken[place] = option
