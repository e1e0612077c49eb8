"""Release rules by name (shipped) or by path (the organisation's own), and where emissions go."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import msgspec

from claimgauge.errors import DocumentError, InputError
from claimgauge.wiring.shipped import checked, read_named
from claimgauge.workflow import Emission, ReleaseRules, release_problems

DEFAULT_RELEASE: Final = "default"
_encoder: Final = msgspec.json.Encoder()


def load_release(name: str | Path = DEFAULT_RELEASE) -> ReleaseRules:
    """Shipped release rules by their name, or some of your own by their path.

    Raises InputError where there are neither, DocumentError where the file has problems.
    """
    raw, source = read_named("release", name)
    return checked(raw, ReleaseRules, source=source, problems=release_problems, error=DocumentError)


@contextmanager
def emission_writer(path: Path | None) -> Iterator[Callable[[Emission], None]]:
    """Something that takes emissions as they come: a file with a line of JSON each, whole or not at all.

    None writes nothing. Raises InputError where the file cannot be written.
    """
    if path is None:
        yield lambda _emission: None
        return
    beside = path.with_name(f".{path.name}.part")
    with _writing(path):
        out = beside.open("wb")

    def write(emission: Emission) -> None:
        with _writing(path):
            out.write(_encoder.encode(emission) + b"\n")

    try:
        with out:
            yield write
        with _writing(path):
            beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror}; choose another path", source=str(path)) from error
