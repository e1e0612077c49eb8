"""How few answers are too few: for a fit at all, and for figures that others can lean on.

Source of the second: Collins, Ogundimu and Altman, Sample size considerations for the external validation of a
prognostic model (2016), who ask for 100 of each kind. The first is ours.
"""

from collections.abc import Sequence
from typing import Final

from claimgauge.calibration.observations import Observation

FIT: Final = 10
STEADY: Final = 100
"""Answers of each kind, harmful and harmless."""


def too_few_to_fit(train: Sequence[Observation]) -> str | None:
    """Why nothing is fitted to these answers, or None."""
    harmful = sum(each.harmful for each in train)
    harmless = len(train) - harmful
    if min(harmful, harmless) >= FIT:
        return None
    return f"{harmful} harmful and {harmless} harmless train answers; a fit takes {FIT} of each"
