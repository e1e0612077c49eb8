"""Which code runs: a digest over the modules and documents of both packages, the same on every platform."""

import platform
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Final

from claimgauge import __version__
from claimgauge.digests import canonical, digest
from claimgauge_bench.run.manifest import CodeReference

PACKAGES: Final = ("claimgauge", "claimgauge_bench")
SUFFIXES: Final = (".py", ".toml")


@cache
def code_reference() -> CodeReference:
    """Version, digest and Python version; the digest covers every file that ends in .py or .toml."""
    files = {name: each for package in PACKAGES for name, each in _files(resources.files(package), package)}
    return CodeReference(
        version=__version__, digest=digest(canonical(files)), python=".".join(platform.python_version_tuple()[:2])
    )


def _files(folder: Traversable, place: str) -> Iterator[tuple[str, str]]:
    for each in folder.iterdir():
        name = f"{place}/{each.name}"
        if each.is_dir():
            yield from _files(each, name)
        elif each.name.endswith(SUFFIXES):
            yield name, digest(each.read_bytes().replace(b"\r\n", b"\n"))
