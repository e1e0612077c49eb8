"""Rules of criticality by name (shipped) or by path (the organisation's own)."""

from pathlib import Path
from typing import Final

from claimgauge.criticality import CriticalityRules, criticality_problems
from claimgauge.errors import CriticalityError
from claimgauge.wiring.shipped import checked, read_named

KIND: Final = "criticality"
DEFAULT_CRITICALITY: Final = "default"
"""The rules that `claimgauge criticality` looks at unless told otherwise; no other command has any unless given."""


def load_criticality(name: str | Path = DEFAULT_CRITICALITY) -> CriticalityRules:
    """Shipped rules by their name, or your own by their path.

    Raises InputError where there is neither, DocumentError and CriticalityError where the file has problems.
    """
    raw, source = read_named(KIND, name)
    return checked(raw, CriticalityRules, source=source, problems=criticality_problems, error=CriticalityError)
