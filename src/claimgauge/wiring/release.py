"""Release rules by name (shipped) or by path (the organisation's own), and where emissions go."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

import msgspec

from claimgauge.errors import DocumentError
from claimgauge.wiring.shipped import checked, read_named
from claimgauge.wiring.whole_files import whole_file
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
    with whole_file(path) as out:
        yield lambda emission: _write(out, emission)


def _write(out: IO[bytes], emission: Emission) -> None:
    out.write(_encoder.encode(emission) + b"\n")
