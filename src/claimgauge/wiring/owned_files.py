"""Files that only their owner may read: locked while one process is at work, and replaced whole or not at all."""

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from claimgauge.errors import RunError

OWNER_ONLY: Final = 0o600
FOLDER_OF_OWNER: Final = 0o700


def own_folder(folder: Path) -> None:
    """Make a folder where there is none. Raises OSError."""
    folder.mkdir(mode=FOLDER_OF_OWNER, parents=True, exist_ok=True)


def open_to_append(path: Path) -> int:
    """A descriptor through which lines are appended to a file, made where there is none. Raises OSError."""
    return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, OWNER_ONLY)


def append(descriptor: int, text: bytes) -> None:
    """All of `text` at the end of the file, in one write where the system takes it in one. Raises OSError."""
    rest = memoryview(text)
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def replace_whole(path: Path, pieces: Iterable[bytes]) -> None:
    """A file with this content, on the disk before it takes the place of what was there. Raises OSError."""
    beside = part_of(path)
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY)
    try:
        for piece in pieces:
            append(descriptor, piece)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    beside.replace(path)
    _sync_folder(path.parent)


def part_of(path: Path) -> Path:
    """Where a file is written before it is whole."""
    return path.with_name(f".{path.name}.part")


def _sync_folder(folder: Path) -> None:
    """A new name is on the disk only when its folder is."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def locked(path: Path, *, option: str = "--resume") -> Iterator[None]:
    """Hold a lock that goes when the process ends, however it ends; no child inherits it.

    `option` names the folder. Raises RunError where another process holds the lock, and OSError.
    """
    if sys.platform == "win32":
        raise RunError(f"{path.parent}: {option} needs the file locks of Linux or macOS; run it there")
    import fcntl  # noqa: PLC0415  # not on every system

    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        os.close(descriptor)
        message = f"another run is at work in this folder; wait until it is done, or name another folder for {option}"
        raise RunError(f"{path.parent}: {message}") from error
    try:
        yield
    finally:
        os.close(descriptor)
