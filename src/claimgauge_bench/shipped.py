"""The documents of the benchmark that ship, by kind and name."""

from importlib import resources
from pathlib import Path
from typing import Final

from claimgauge.errors import InputError

SUFFIX: Final = ".toml"


def shipped_names(kind: str) -> tuple[str, ...]:
    """The names of what ships of one kind: `plans`, `mistakes`."""
    folder = resources.files("claimgauge_bench") / "data" / kind
    return tuple(sorted(each.name.removesuffix(SUFFIX) for each in folder.iterdir() if each.name.endswith(SUFFIX)))


def read_named(kind: str, name: str, *, beside: Path | None = None) -> tuple[bytes, str]:
    """The bytes of what ships under a name, or of a file at a path, relative to `beside`; and how to call it.

    Raises InputError where there is neither.
    """
    if name in shipped_names(kind):
        return (resources.files("claimgauge_bench") / "data" / kind / f"{name}{SUFFIX}").read_bytes(), name
    path = Path(name) if beside is None else beside / name
    try:
        return path.read_bytes(), str(path)
    except (OSError, ValueError) as error:  # ValueError: a path that no file can have
        why = error.strerror if isinstance(error, OSError) else str(error)
        listed = ", ".join(shipped_names(kind))
        message = f"cannot be read ({why}); name a file, or one of the {kind} that ship: {listed}"
        raise InputError(message, source=str(path)) from error
