"""The fast path: whether two texts are the same number by their digits alone."""

from functools import lru_cache
from typing import Final

LONGEST: Final = 64
"""Characters of the longest text that is looked at."""


def literal_equal(claimed: str, evidence: str) -> bool:
    """True only where no reading is needed: the same text, or plain decimals that differ in zeros at the end.

    False means *not known*: read both and compare. Three digits behind the point stay unknown, since
    the point may group them.
    """
    if claimed == evidence:
        return True
    if not (claimed.isascii() and evidence.isascii()):
        return False
    if len(claimed) > LONGEST or len(evidence) > LONGEST:
        return False
    first, second = _plain(claimed), _plain(evidence)
    return first is not None and first == second


@lru_cache(maxsize=4096)
def _plain(text: str) -> tuple[str, str] | None:
    """The digits before and behind the point, without zeros at the end; None where reading is needed."""
    whole, point, rest = text.partition(".")
    if not whole.isdigit() or (point and not rest.isdigit()) or len(rest) == 3:
        return None
    return whole.lstrip("0"), rest.rstrip("0")
