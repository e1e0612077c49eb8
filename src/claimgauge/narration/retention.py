"""Which of several attempts is kept.

Source: VERITYGATE (arXiv 2610.00833v1), section 2, keeps the list with the fewest failing claims, which
rewards short lists; `most_verified` is ours.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, Literal

from claimgauge.narration.attempt import Attempt

Retention = Literal["fewest_failing", "most_verified", "last"]
_BEST: Final[dict[Retention, Callable[[Attempt], tuple[int, ...]]]] = {
    "fewest_failing": lambda each: (each.failing, each.number),
    "most_verified": lambda each: (-each.verified, each.failing, each.number),
    "last": lambda each: (-each.number,),
}


def kept(attempts: Sequence[Attempt], rule: Retention) -> Attempt | None:
    """The attempt that is kept; the earlier one of two that are equally good. Attempts without claims never are.

    None where no attempt has a claim.
    """
    told: Any = [each for each in attempts if each.claims]
    return min(told, key=_BEST[rule], default=None)
