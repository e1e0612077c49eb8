"""The narrator whose claims came with the case, from whatever system made them."""

from collections.abc import Sequence

from claimgauge.claims import Claim
from claimgauge.errors import Problem
from claimgauge.narration.brief import Brief
from claimgauge.narration.narrator import Narration, Narrator, NarratorReference
from claimgauge.narration.request import RepairRequest


class DeclaredNarrator:
    """Says once what was declared, word for word; what is to be repaired is asked of `repairer`.

    Without one a repair is an attempt without claims, which ends the passes.
    """

    def __init__(
        self, claims: Sequence[Claim], unread: Sequence[Problem] = (), *, repairer: Narrator | None = None
    ) -> None:
        self._said = Narration(claims=tuple(claims), unread=tuple(unread))
        self._repairer = repairer

    @property
    def reference(self) -> NarratorReference:
        """`declared`; with the model and the prompts of whoever repairs."""
        if self._repairer is None:
            return NarratorReference(id="declared", version="1", kind="declared")
        other = self._repairer.reference
        return NarratorReference(
            id=f"declared+{other.id}", version="1", kind="declared", model=other.model, prompts=other.prompts
        )

    async def narrate(self, brief: Brief) -> Narration:  # noqa: ARG002  # the claims are there already
        """The claims that came with the case."""
        return self._said

    async def repair(self, brief: Brief, request: RepairRequest) -> Narration:
        """What the repairer says."""
        return Narration() if self._repairer is None else await self._repairer.repair(brief, request)
