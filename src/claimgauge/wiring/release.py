"""Release rules by name (shipped) or by path (the organisation's own)."""

from pathlib import Path
from typing import Final

from claimgauge.errors import DocumentError
from claimgauge.wiring.shipped import checked, read_named
from claimgauge.workflow.emission import ReleaseRules, release_problems

DEFAULT_RELEASE: Final = "default"


def load_release(name: str | Path = DEFAULT_RELEASE) -> ReleaseRules:
    """Shipped release rules by their name, or some of your own by their path.

    Raises InputError where there are neither, DocumentError where the file has problems.
    """
    raw, source = read_named("release", name)
    return checked(raw, ReleaseRules, source=source, problems=release_problems, error=DocumentError)
