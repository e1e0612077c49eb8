"""Codebooks by name (shipped) or by path (the organisation's own)."""

from pathlib import Path

from claimgauge.errors import CodebookError
from claimgauge.labels import Codebook, codebook_problems
from claimgauge.wiring.shipped import checked, read_named

DEFAULT_CODEBOOK = "default"


def load_codebook(name: str | Path = DEFAULT_CODEBOOK) -> Codebook:
    """A shipped codebook by its name, or one of your own by its path.

    Raises InputError where there is neither, DocumentError and CodebookError where the file has problems.
    """
    raw, source = read_named("codebooks", name)
    return checked(raw, Codebook, source=source, problems=codebook_problems, error=CodebookError)
