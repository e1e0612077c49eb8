"""What an extractor that may invent gives, whoever it is.

A claim of its has its place in the answer. What has none is counted and named, not scored.
"""

from typing import Literal, Protocol

import msgspec

from claimgauge.claims.proposed import Anchored, NotAnchored
from claimgauge.errors import Problem
from claimgauge.language import FailureKind

ExtractionFailureReason = FailureKind | Literal["unreadable", "refused", "too_long"]


class ProposedClaims(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """The claims in the order of the answer, and all that came back and is none.

    `not_anchored` are items that the answer does not have; `unread` items that could not be read;
    `cut`: the reply was cut off, so there may be more; `over`: items beyond the most that are taken.
    """

    extractor: str
    claims: tuple[Anchored, ...]
    not_anchored: tuple[NotAnchored, ...] = ()
    unread: tuple[Problem, ...] = ()
    cut: bool = False
    over: int = 0

    @property
    def is_whole(self) -> bool:
        """Whether everything that came back is a claim, and all came back."""
        return not (self.not_anchored or self.unread or self.cut or self.over)


class ExtractionFailure(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """An extractor that came to nothing: not the same as an answer without claims."""

    extractor: str
    reason: ExtractionFailureReason
    message: str


class ClaimExtractor(Protocol):
    """Whatever proposes claims for an answer."""

    async def extract(self, answer: str) -> ProposedClaims | ExtractionFailure:
        """The claims of the answer; raises nothing that an answer or a reply could cause."""
        ...
