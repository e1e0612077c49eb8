"""A narrator: whoever tells about the evidence in claims."""

from typing import Literal, Protocol, runtime_checkable

import msgspec

from claimgauge.claims import Claim
from claimgauge.errors import Problem
from claimgauge.narration.brief import Brief
from claimgauge.narration.call import Call
from claimgauge.narration.request import RepairRequest

PromptedForm = Literal["ungrounded", "grounded", "mapped", "compiled"]
NarratorForm = Literal["template", "ungrounded", "grounded", "mapped", "compiled"]
"""The forms that ship: the template asks no model, the others differ in what their prompt says."""
NarratorKind = Literal["template", "model", "simulated", "declared"]
"""`declared`: the claims came with the case, from whatever system made them."""


class PromptReference(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Which prompt was used."""

    id: str
    version: str
    digest: str


class NarratorReference(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", omit_defaults=True):
    """Who narrated. `prompts` are those of a model; `simulated` marks one that asks no model and reads no evidence."""

    id: str
    version: str
    kind: NarratorKind
    model: str = ""
    prompts: tuple[PromptReference, ...] = ()


class Narration(msgspec.Struct, frozen=True, kw_only=True, gc=False, rename="camel", omit_defaults=True):
    """What a narrator said once: the claims that are whole, what was left out and why, and the call that it took.

    No claims and a call that was answered is *schema-failed*; no claims and a call that was not, is no reply.
    """

    claims: tuple[Claim, ...] = ()
    unread: tuple[Problem, ...] = ()
    call: Call | None = None


@runtime_checkable
class Narrator(Protocol):
    """Whoever narrates. Raises nothing for what a model says or does; that comes back as a value."""

    @property
    def reference(self) -> NarratorReference:
        """Who this is, as it is carried in what is made of its claims."""
        ...

    async def narrate(self, brief: Brief) -> Narration:
        """The claims about a brief."""
        ...

    async def repair(self, brief: Brief, request: RepairRequest) -> Narration:
        """The claims once more, after what was wrong with the last ones."""
        ...
