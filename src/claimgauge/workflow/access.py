"""Who may ask, what may be read, and what applies: the questions that policies answer.

`ask`: may this principal ask this, under this use case? `read`: may they read this source? `apply`:
does the scope of the source cover the request? Whatever cannot be decided is denied.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple, Protocol

import msgspec

from claimgauge.evidence import Source
from claimgauge.workflow.case import Request

Because = Literal["permit", "forbid", "default", "error", "principal"]
"""A policy permits it, one forbids it, none permits it, one or its input is at fault, or nobody who is known asks."""
Stops = Literal["permission", "scope"]
"""What a denied `ask` is about: the person, or the subject."""


class PoliciesReference(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Which policies decided."""

    id: str
    version: str
    digest: str


class Decision(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """One answer of the policies.

    `policy_id` is the deciding policy by its own id; where none decided, `default-deny`. `message` says
    what was at fault, without a word of any evidence. `opaque`: the id of the source is not to be shown
    either. `stops` is what a denied `ask` is about; `answered`: an answer to it is assessed all the same,
    and every claim of it is out of scope.
    """

    allowed: bool
    because: Because
    policy_id: str
    message: str = ""
    opaque: bool = False
    stops: Stops = "permission"
    answered: bool = False


class Resource(NamedTuple):
    """What is asked about: a source by its id, None where the case does not declare it."""

    source_id: str
    source: Source | None


class Access(Protocol):
    """Policies, ready to decide; the same question always gets the same answer."""

    @property
    def reference(self) -> PoliciesReference:
        """Which policies these are."""
        ...

    def ask(self, request: Request | None) -> Decision:
        """Whether the request may be made at all; a request without a principal may not."""
        ...

    def read(self, request: Request | None, resources: Sequence[Resource]) -> tuple[Decision, ...]:
        """For each source, whether the principal may read it; decided from what is said about it, never its text."""
        ...

    def apply(self, request: Request | None, resources: Sequence[Resource]) -> tuple[Decision, ...]:
        """For each source, whether what it says holds for this request."""
        ...
