"""One attempt at a list of claims, with the verdicts on it."""

import msgspec

from claimgauge.claims import Claim
from claimgauge.errors import Problem
from claimgauge.gates import ClaimVerdict
from claimgauge.narration.call import Call


class Attempt(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", omit_defaults=True):
    """What came of asking once. Attempt 0 is the narration, each one after it a pass of repair.

    `verdicts` are in the order of `claims`; `unread` is what was left out of the reply, and why.
    """

    number: int
    claims: tuple[Claim, ...] = ()
    verdicts: tuple[ClaimVerdict, ...] = ()
    unread: tuple[Problem, ...] = ()
    call: Call | None = None

    @property
    def failing(self) -> int:
        """How many claims a gate rejected."""
        return sum(bool(each.findings) for each in self.verdicts)

    @property
    def verified(self) -> int:
        """How many claims passed every gate."""
        return len(self.verdicts) - self.failing
